"""The function for each kind of verb: a table from the lexicon's `action` names to functions."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.reader.protocol.actions import (
    adding,
    again,
    atmosphere,
    evaporating,
    mixing,
    moving,
    purifying,
    separating,
    solids,
    thermal,
)
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.phrases.roles import Roles
from clairify_cli.reader.protocol.scene.scene import Scene

Action = Callable[[Scene, Clause, Roles], bool]
"""Makes the steps of a clause; returns False if there are none, which leaves the clause's words unread."""

ACTIONS: dict[str, Action] = {
    "add": atmosphere.add,
    "pour": moving.pour,
    "place": moving.place,
    "fill": atmosphere.fill,
    "adjust": adding.adjust,
    "make up": adding.make_up,
    "seed": adding.seed,
    "overlay": adding.overlay,
    "measure": mixing.measure,
    "prepare": mixing.prepare,
    "combine": mixing.combine,
    "dissolve": mixing.dissolve,
    "stir": mixing.stir,
    "heat": thermal.heat,
    "cool": thermal.cool,
    "preset": thermal.preset,
    "boil": thermal.heat,
    "wait": thermal.wait,
    "heat off": thermal.heat,
    "filter": solids.filtering,
    "wash": solids.wash,
    "clean": solids.clean,
    "dry": evaporating.dry,
    "crystallise": solids.crystallise,
    "triturate": solids.triturate,
    "precipitate": solids.precipitate,
    "decant": solids.decant,
    "extract": separating.extract,
    "separate": separating.separate,
    "partition": separating.partition,
    "evaporate": evaporating.evaporate,
    "distil": evaporating.distil,
    "remove": evaporating.remove,
    "column": purifying.column,
    "elute": purifying.elute,
    "load": purifying.load,
    "isolate": purifying.isolate,
    "discard": purifying.discard,
    "replace": atmosphere.replace,
    "purge": atmosphere.purge,
    "bubble": atmosphere.bubble,
    "evacuate": atmosphere.evacuate,
    "refill": atmosphere.refill,
    "irradiate": atmosphere.irradiate,
    "sonicate": atmosphere.sonicate,
    "repeat": again.repeat,
    "redo": again.redo,
}
