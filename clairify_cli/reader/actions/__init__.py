"""What each kind of verb makes of its clause: a table from the lexicon's `action` names to functions."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.reader.actions import adding, again, mixing, moving, thermal, workup
from clairify_cli.reader.clauses import Clause
from clairify_cli.reader.scene import Scene

Action = Callable[[Scene, Clause], bool]
"""Makes the steps of a clause; False where it finds none, and then the clause's words are unread."""

ACTIONS: dict[str, Action] = {
    "add": adding.add,
    "pour": moving.pour,
    "place": moving.place,
    "fill": adding.fill,
    "measure": mixing.measure,
    "prepare": mixing.prepare,
    "combine": mixing.combine,
    "dissolve": mixing.dissolve,
    "stir": mixing.stir,
    "heat": thermal.heat,
    "cool": thermal.cool,
    "preset": thermal.preset,
    "boil": thermal.boil,
    "wait": thermal.wait,
    "heat off": thermal.heat_off,
    "filter": workup.filtering,
    "wash": workup.wash,
    "clean": workup.clean,
    "evaporate": workup.evaporate,
    "dry": workup.dry,
    "extract": workup.extract,
    "crystallise": workup.crystallise,
    "column": workup.column,
    "purge": workup.purge,
    "irradiate": workup.irradiate,
    "remove": workup.remove,
    "repeat": again.repeat,
    "redo": again.redo,
}
