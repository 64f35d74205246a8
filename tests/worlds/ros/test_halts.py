"""The words of `halts.toml` and `remarks.toml`: each is used, and with the values that it names."""

from __future__ import annotations

import ast
import string
import tomllib
from pathlib import Path

import clairify_cli
from clairify_cli.worlds.ros.robot import TO_DO, Cause, halt

PACKAGE = Path(clairify_cli.__file__).parent
ROWS, REMARKS = (
    tomllib.loads((PACKAGE / "worlds" / "ros" / name).read_text(encoding="utf-8"))
    for name in ("halts.toml", "remarks.toml")
)


def named(row: dict[str, str]) -> set[str]:
    texts = (row.get(key, "") for key in ("says", "expected", "actual"))
    return {name.partition(".")[0] for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def calls(function: str, method: str = "") -> list[tuple[set[str], set[str] | None]]:
    """Of each call of `halt` or `remark`: the names that it may have, and the values that it gives, None if they are unpacked."""
    found = []
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if f"{function}(" in text else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (function, method):
                names = {str(one.value) for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
                given = {one.arg for one in node.keywords}
                found.append((names, None if None in given else {one for one in given if one}))
    return found


def test_every_row_has_a_cause_and_words() -> None:
    causes = {one.value for one in Cause}
    for name, row in ROWS.items():
        assert row["cause"] in causes and row["says"].strip(), name
        assert set(row) <= {"cause", "says", "expected", "actual"}, name
    assert {one for one in TO_DO["cause"] if one != "else"} <= causes


def test_every_call_gives_the_values_that_its_words_name() -> None:
    used: set[str] = set()
    for names, given in calls("halt"):
        known = names & set(ROWS)
        used |= known
        for name in known if given is not None else ():
            assert given is not None and named(ROWS[name]) <= given, name
    # `_there` of the watchdog is given the name.
    assert set(ROWS) - used == {"elsewhere", "not-there", "moved"}


def test_what_is_said_has_its_values() -> None:
    error = halt("late", elapsed=3.0, planned=1.0, limit=1.6)
    assert (error.cause, error.expected, error.actual) == (Cause.LATE, "at most 1.60 s", "3.00 s")
    assert error.message == "The motion goes on after 3.00 s; planned were 1.00 s, allowed are 1.60 s."


def test_every_remark_is_made_with_the_values_that_it_names() -> None:
    used = {"unsafe"}
    for names, given in calls("remark", "self._remark"):
        known = names & set(REMARKS)
        used |= known
        for name in known if given is not None else ():
            assert given is not None and named({"says": REMARKS[name]}) <= {*given, "unsafe"}, name
    # `RosRobot.probe_cancel` names these in a list.
    assert set(REMARKS) == used | {"one-thread", "other-line", "not-known"}
