"""docs/robot.md says what the code does: limits, causes, keys, options."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from clairify_cli.agents.robot import perform
from clairify_cli.agents.robot.words import duration
from clairify_cli.cli.execute import ask, command
from clairify_cli.diagnostics.model import Source
from clairify_cli.services.execute import request
from clairify_cli.worlds.ros import devices
from clairify_cli.worlds.ros.profile.text import read_profile, shipped
from clairify_cli.worlds.ros.profile.values import KINDS, MASS, QUANTITIES, STALE, Watching
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.watch import devices as device_watch

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "robot.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8").split("\n## Profiles")[1]


def table(title: str, number: int = 0) -> list[list[str]]:
    """The rows of a table of a section."""
    section = TEXT.split(f"## {title}\n")[1].split("\n## ")[0]
    block = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)[number]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]


def test_limits_of_the_watchdog() -> None:
    told: dict[str, float] = {}
    for names, values, _ in table("Monitoring"):
        for name, value in zip(re.findall(r"`(\w+)`", names), values.split(","), strict=True):
            told[name] = float(value.split()[0])
    assert told == {one.name: one.default for one in fields(Watching)}
    assert f"within {Watching().start:g} rad, the fingers within {1000 * perform.APART:.0f} mm" in TEXT


def test_causes() -> None:
    assert [row[0].strip("`") for row in table("Monitoring", 1)] == [one.value for one in Cause]


def test_names_in_a_profile() -> None:
    assert all(f"`{name}`" in TEXT for name in (*shipped(), *KINDS, *(one for one in QUANTITIES if one != MASS)))


def test_numbers_of_a_setting() -> None:
    settings = {name: one for name, one in QUANTITIES.items() if name != MASS}
    assert all(f"The default band is {one.band:g} {one.kind.unit}" in REFERENCE for one in settings.values())
    assert f"Default: `{STALE:g} s`" in REFERENCE
    assert f"within {devices.OFF_WITHIN:g} s" in TEXT and f"{device_watch.FALLEN:g} °C" in TEXT
    for one in settings.values():
        assert f"{one.near:g} {one.kind.unit} within {duration(one.slowest)}" in TEXT


def test_the_profile_that_is_shown_is_good() -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    made, found = read_profile(Source(shown, "shown.yaml"))
    assert made is not None and found == []
    order = made.devices[1].settings["temperature"].order
    assert order is not None and order.is_service


def test_numbers_of_the_options() -> None:
    assert f"A `--speed-scale` above {request.FASTEST:g}; it is {request.SLOW:g}" in TEXT
    assert f"types `{ask.WORD}`" in TEXT


def test_options_and_files_are_there() -> None:
    known = {option for parameter in command.params for option in parameter.opts}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", TEXT)) <= known
    for link in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / link).resolve().exists(), link
    assert "not a safety-rated stop" in TEXT
    assert "not a safety-rated stop" in (ROOT / "README.md").read_text(encoding="utf-8")
