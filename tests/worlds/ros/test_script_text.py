"""Scripts as text."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Motion,
    Pause,
    Script,
    Step,
    Tare,
    Treatment,
    Waypoint,
    Weighing,
    script_json,
)

SCHEMA = json.loads((Path(__file__).parents[3] / "schemas" / "robot-script.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=12)
maybe = st.none() | words
joints = st.tuples(*[numbers] * 7)
steps = st.builds(Step, words, st.none() | st.integers(1, 10**6))
waypoints = st.builds(Waypoint, numbers, joints, joints, joints)
motions = st.builds(
    Motion,
    words,
    steps,
    st.lists(waypoints, min_size=1, max_size=3).map(tuple),
    maybe,
    st.lists(words, max_size=2).map(tuple),
    numbers | st.just(0.0),
    maybe,
)
commands: st.SearchStrategy[Command] = st.one_of(
    motions,
    st.builds(Fingers, words, steps, numbers, st.none() | numbers, maybe, numbers),
    st.builds(Pause, words, steps, numbers),
    st.builds(Treatment, words, steps, words, words, maybe, st.dictionaries(words, numbers, max_size=3)),
    st.builds(Tare, words, steps, words, maybe),
    st.builds(Weighing, words, steps, words, maybe, numbers, numbers),
)
scripts = st.builds(
    Script, words, words, numbers, joints, numbers, st.lists(commands, max_size=4).map(tuple)
)  # fmt: skip

REST = Waypoint(0.0, (0.1,) * 7, (0.0,) * 7, (0.0,) * 7)
END = Waypoint(1.5, (0.2,) * 7, (0.0,) * 7, (0.0,) * 7)
SCRIPT = Script(
    "bench",
    "franka-ros1",
    0.1,
    (0.1,) * 7,
    0.08,
    (Motion("carry", Step("(take a b)", 2), (REST, END), "beaker"), Pause("wait", Step("(wait)"), 2.5)),
)


@given(scripts)
@settings(max_examples=60, deadline=None)
def test_what_is_written_has_all_numbers_and_keeps_to_the_schema(script: Script) -> None:
    text = script_json(script)
    found = json.loads(text)["commands"]
    assert [(one["do"], one["name"]) for one in found] == [
        (type(one).__name__.lower(), one.name) for one in script.commands
    ]
    for one, command in zip(found, script.commands, strict=True):
        if isinstance(command, Motion):
            points = [[p.seconds, *p.positions, *p.velocities, *p.accelerations] for p in command.points]
            assert one["points"] == points
    assert [one.message for one in VALIDATOR.iter_errors(json.loads(text))] == []


def test_the_schema_refuses_what_is_no_script() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for old, new in (('"do": "pause"', '"do": "jump"'), ("[1.5, ", "[1.5, 0, "), ('"width"', '"widths"')):
        assert not VALIDATOR.is_valid(json.loads(script_json(SCRIPT).replace(old, new, 1)))


def test_a_number_that_is_none_is_not_written() -> None:
    bad = Pause("wait", Step("(wait)"), float("nan"))
    with pytest.raises(ValueError, match="JSON compliant"):
        script_json(Script("bench", "arm", 0.1, (0.0,) * 7, 0.08, (bad,)))
