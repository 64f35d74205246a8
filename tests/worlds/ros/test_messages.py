"""What is said over rosbridge, as data: what is sent, what arrives, and what is none of the protocol."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.worlds.ros.link import messages
from clairify_cli.worlds.ros.link.messages import Feedback, Heard, Published, Remark, Response, Result, Unknown, parse
from clairify_cli.worlds.ros.robot import Cause, HaltError

SENT: dict[str, tuple[Any, Any]] = {
    "advertise": (
        messages.advertise("/a/goal", "p/KActionGoal"),
        {"op": "advertise", "topic": "/a/goal", "type": "p/KActionGoal"},
    ),
    "subscribe": (
        messages.subscribe("/joint_states", "sensor_msgs/JointState"),
        {
            "op": "subscribe",
            "topic": "/joint_states",
            "type": "sensor_msgs/JointState",
            "throttle_rate": 0,
            "queue_length": 0,
        },
    ),
    "unsubscribe": (messages.unsubscribe("/a"), {"op": "unsubscribe", "topic": "/a"}),
    "publish": (messages.publish("/a", {"data": 1.5}), {"op": "publish", "topic": "/a", "msg": {"data": 1.5}}),
    "call_service": (
        messages.call_service("7", "/stop", "std_srvs/srv/Trigger", {}),
        {"op": "call_service", "id": "7", "service": "/stop", "type": "std_srvs/srv/Trigger", "args": {}},
    ),
    "call_service without a type": (
        messages.call_service("7", "/rosapi/topics", "", {}),
        {"op": "call_service", "id": "7", "service": "/rosapi/topics", "args": {}},
    ),
    "send_action_goal": (
        messages.send_action_goal("g", "/arm/move", "p/action/Move", {"width": 0.02}),
        {
            "op": "send_action_goal",
            "id": "g",
            "action": "/arm/move",
            "action_type": "p/action/Move",
            "args": {"width": 0.02},
            "feedback": True,
        },
    ),
    "cancel_action_goal": (
        messages.cancel_action_goal("g", "/arm/move"),
        {"op": "cancel_action_goal", "id": "g", "action": "/arm/move"},
    ),
}


@pytest.mark.parametrize("name", SENT)
def test_operations_are_those_of_the_protocol(name: str) -> None:
    made, wanted = SENT[name]
    assert json.loads(messages.encode(made)) == wanted


ARRIVED: dict[str, tuple[str, Heard]] = {
    "topic": ('{"op":"publish","topic":"/a","msg":{"data":1}}', Published("/a", {"data": 1})),
    "answer": (
        '{"op":"service_response","id":"7","service":"/s","values":{"success":true},"result":true}',
        Response("7", "/s", True, {"success": True}),
    ),
    "answer without values": (
        '{"op":"service_response","id":"7","service":"/s","result":true}',
        Response("7", "/s", True, {}),
    ),
    "answer of a service that failed": (
        '{"op":"service_response","id":7,"service":"/s","values":"Service /s does not exist","result":false}',
        Response("7", "/s", False, "Service /s does not exist"),
    ),
    "feedback": (
        '{"op":"action_feedback","id":"g","action":"/a","values":{"x":1}}',
        Feedback("g", "/a", {"x": 1}),
    ),
    "result": (
        '{"op":"action_result","id":"g","action":"/a","values":{"error_code":0},"status":4,"result":true}',
        Result("g", "/a", True, 4, {"error_code": 0}),
    ),
    "result as the first bridges with actions sent it": (
        '{"op":"action_result","id":"g","action":"/a","values":{"status":5,"result":{"x":1}},"result":true}',
        Result("g", "/a", True, 5, {"x": 1}),
    ),
    "result of a goal that was not taken": (
        '{"op":"action_result","id":"g","action":"/a","values":"Action goal was rejected","status":0,"result":false}',
        Result("g", "/a", False, 0, "Action goal was rejected"),
    ),
    "result without a status where the bridge failed": (
        '{"op":"action_result","id":"g","action":"/a","values":"no","result":false}',
        Result("g", "/a", False, 0, "no"),
    ),
    "result of nobody": (
        '{"op":"action_result","action":"/a","values":{},"status":4,"result":true}',
        Result("", "/a", True, 4, {}),
    ),
    "status": ('{"op":"status","level":"error","msg":"no such topic"}', Remark("error", "no such topic")),
    "status with an escape": ('{"op":"status","level":"error","msg":"\\u001b[2J"}', Remark("error", "�[2J")),
    "something else": ('{"op":"fragment","id":"1","data":"x","num":0,"total":2}', Unknown("fragment")),
}


@pytest.mark.parametrize("name", ARRIVED)
def test_what_arrives_is_read(name: str) -> None:
    text, wanted = ARRIVED[name]
    assert parse(text) == wanted


GARBLED: dict[str, str | bytes] = {
    **stored(__file__, "GARBLED"),
    "bytes": b'{"op":"publish"}',
    "deep": "[" * 100_000,
    "too long": '{"op":"' + "x" * messages.LARGEST + '"}',
}


@pytest.mark.parametrize("name", GARBLED)
def test_what_has_the_wrong_shape_is_garbled(name: str) -> None:
    with pytest.raises(HaltError) as caught:
        parse(GARBLED[name])
    assert caught.value.cause is Cause.GARBLED
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_never_leave(number: float) -> None:
    with pytest.raises(HaltError) as caught:
        messages.encode(messages.publish("/a", {"points": [{"positions": [0.0, number]}]}))
    assert caught.value.cause is Cause.NOT_FINITE


def test_null_is_no_number_and_is_noticed() -> None:
    read = messages.numbers_in(json.loads('{"position":[1, null, NaN, Infinity, 1e999]}'), "position", "it")
    assert read[0] == 1.0
    assert not any(map(math.isfinite, read[1:]))


def test_integers_too_large_for_a_float_are_not_finite() -> None:
    assert messages.number(10**400, "it") == math.inf


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
_OPS = st.sampled_from(["publish", "service_response", "action_feedback", "action_result", "status", "x"])
_KEYS = st.sampled_from(["topic", "msg", "id", "service", "values", "result", "action", "status", "level"])


@given(op=_OPS, rest=st.dictionaries(_KEYS, _JSON, max_size=6))
def test_any_message_is_read_or_garbled(op: str, rest: dict[str, object]) -> None:
    try:
        parse(json.dumps({**rest, "op": op}))
    except HaltError as error:
        assert error.cause is Cause.GARBLED


@given(st.text(max_size=200))
def test_any_text_is_read_or_garbled(text: str) -> None:
    try:
        parse(text)
    except HaltError as error:
        assert error.cause is Cause.GARBLED
