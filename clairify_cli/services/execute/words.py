"""Describe actions and times."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.files.data import rows

if TYPE_CHECKING:
    from clairify_cli.worlds.base import Action, Outcome
    from clairify_cli.worlds.scene.model import Scene


def names_of(scene: Scene) -> dict[str, str]:
    """Return the display names of objects and places, by id."""
    return {one.id: one.name for one in (*scene.things, *scene.places)}


_SENTENCES = dict(rows(Path(__file__).with_suffix(".tsv")))
"""Phrases for the actions of the domains `lab` and `tabletop`; other actions are shown by name and arguments."""


def words(action: Action, names: Mapping[str, str]) -> str:
    """Describe an action with the display names of its objects."""
    called = [names.get(one, one) for one in action.arguments]
    with contextlib.suppress(IndexError):
        return _SENTENCES[action.name].format(*called) if action.name in _SENTENCES else _plain(action.name, called)
    return " ".join((action.name, *called))


def _plain(name: str, called: Sequence[str]) -> str:
    if name in ("stir", "heat", "cool", "wash"):
        return f"{name} {called[0]}"
    return " ".join((name, ", ".join(called)))


_MEASURED = {"poured_g": "{:.2f} g poured", "spilled_g": "{:.2f} g spilled", "temperature_c": "{:.1f} °C"}


def note_of(outcome: Outcome) -> str:
    """Describe what was measured, if it is informative."""
    told = [
        form.format(outcome.measured[name])
        for name, form in _MEASURED.items()
        if name in outcome.measured and (name != "spilled_g" or outcome.measured[name] >= 0.005)
    ]
    return ", ".join(told)


def duration(seconds: float) -> str:
    """Simulated time: `4.2 s`, `2:05 min`, `1:30:00 h`."""
    from clairify_cli.agents.robot import words as of_robots

    # In simulation, tenths of a second tell runs apart; a real arm's are not that exact.
    return f"{seconds:.1f} s" if seconds < 60 else of_robots.duration(seconds)
