"""Scripts are read back as they were written, and no text makes the reader fall over."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.worlds.ros.script.text import read_command, script_json
from clairify_cli.worlds.ros.script.values import (
    Command,
    Fingers,
    Motion,
    Pause,
    Script,
    ScriptError,
    Step,
    Tare,
    Treatment,
    Waypoint,
    Weighing,
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

keys = st.sampled_from(["script", "commands", "do", "points", "name"])
values = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner),
)

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


def read_commands(text: str) -> tuple[Command, ...]:
    """The commands in the JSON of a script."""
    return tuple(read_command(one, f"command {n}") for n, one in enumerate(json.loads(text)["commands"], 1))


@given(scripts)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back_and_keeps_to_the_schema(script: Script) -> None:
    text = script_json(script)
    assert read_commands(text) == script.commands
    assert [one.message for one in VALIDATOR.iter_errors(json.loads(text))] == []


def test_the_schema_refuses_what_the_reader_refuses() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for old, new in (('"do": "pause"', '"do": "jump"'), ("[1.5, ", "[1.5, 0, "), ('"width"', '"widths"')):
        assert not VALIDATOR.is_valid(json.loads(script_json(SCRIPT).replace(old, new, 1)))


def test_a_number_that_is_none_is_not_written() -> None:
    bad = Pause("wait", Step("(wait)"), float("nan"))
    with pytest.raises(ValueError, match="JSON compliant"):
        script_json(Script("bench", "arm", 0.1, (0.0,) * 7, 0.08, (bad,)))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    stored(__file__, "what_is_no_script_is_said"),
)
def test_what_is_no_script_is_said(old: str, new: str, says: str) -> None:
    text = script_json(SCRIPT)
    assert old in text
    with pytest.raises(ScriptError, match=says.replace("[", r"\[")):
        read_commands(text.replace(old, new, 1))


@given(values)
@settings(max_examples=60, deadline=None)
def test_no_value_makes_it_fall_over(value: object) -> None:
    try:
        read_command(value)
    except ScriptError as error:
        assert str(error)
