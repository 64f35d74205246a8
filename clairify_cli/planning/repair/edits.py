"""A plan's repair as a planning task of its own: keep, drop or insert a step, where a change has a cost.

How far the rest of the plan has been processed is one more variable. The next step of the rest may be kept (at no cost)
or dropped, and any step may be inserted anywhere. A cheapest plan that ends with all of the rest processed and the goal
reached is the rest with the fewest changes: an edit distance (Levenshtein, 1966) without replacements. Of those with as
few changes, it is the one that costs the least: what a step costs is added to its insertion, and taken off its removal.

The task is written in the format of Fast Downward's translator, with a variable for each fact, so that nothing has to
be translated: https://www.fast-downward.org/latest/documentation/translator-output-format/.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clairify_cli.planning.ground.bits import Ground, Operator, numbers_of
from clairify_cli.planning.repair.model import GroundStep, Situation, cost_of

_FALSE = 1

_MOST_COST = 1000

MOST_CHANGES = 200
"""Up to so many changes, no difference in what plans cost outweighs a change."""

Facts = Sequence[tuple[int, int]]
"""Variables with their values."""


class Edits(NamedTuple):
    """A task of editing, and the steps that its operators leave in the plan, by the names of these operators."""

    text: str
    steps: dict[str, GroundStep]

    def plan(self, names: Iterable[str]) -> tuple[GroundStep, ...]:
        """Return the edited plan, given the operators of a solution."""
        return tuple(self.steps[name] for name in names if name in self.steps)


class By(enum.Enum):
    """What makes one plan better than another."""

    BOTH = enum.auto()
    """Fewer changes, and of plans with as few a lower cost."""
    CHANGES = enum.auto()
    """Fewer changes only, which is easier to search."""
    COSTS = enum.auto()
    """A lower cost, and of plans that cost the same fewer steps; for a plan without a rest."""


def edits_of(situation: Situation, ground: Ground, *, by: By = By.BOTH) -> Edits:
    """Return the task of editing the rest of a plan. `ground` is the task from now on, without forbidden steps."""
    rest = situation.rest
    place, closed = ground.size, ground.size + 1
    costs = {} if by is By.CHANGES else _costs(situation, ground)
    change = max(costs.values(), default=0) * (2 * len(rest) + MOST_CHANGES) + 1
    if by is By.COSTS:
        change, costs = 1, {step: MOST_CHANGES * cost for step, cost in costs.items()}
    sure = [ways[0] for ways in ground.goal if len(ways) == 1]
    choices = [ways for ways in ground.goal if len(ways) != 1]
    # Parts of the goal with several ways are closed one after another at the end, when no step can be inserted.
    end = len(rest) + len(choices)
    operators: list[str] = []
    steps: dict[str, GroundStep] = {}
    known: dict[GroundStep, list[Operator]] = {}
    for number, one in enumerate(ground.operators):
        known.setdefault(one.words, []).append(one)
        steps[f"insert {number}"] = one.words
        if one.makes & ~one.needs or one.breaks & ~one.makes or one.whens:  # a step without effects is never worth it
            operators.append(
                _operator(f"insert {number}", one, change + costs.get(one.words, 0), [(closed, _FALSE)], [])
            )
    for at, step in enumerate(rest):
        ahead = [f"0 {place} {at} {at + 1}"]
        steps[f"keep {at}"] = step
        operators += [_operator(f"keep {at}", one, 0, [], ahead) for one in known.get(step, ())]
        operators.append(_written(f"drop {at}", [], ahead, change - costs.get(step, 0)))
    for at, ways in enumerate(choices, len(rest)):
        ahead = [f"0 {place} {at} {at + 1}", f"0 {closed} -1 0"]
        operators += [_operator("close", one, 0, [], ahead) for one in ways]
    start = [1 - (ground.start >> fact & 1) for fact in range(ground.size)]
    goal = [(fact, 0) for fact in {fact for one in sure for fact in one.needed}]
    parts = (
        ["begin_version", 3, "end_version", "begin_metric", 1, "end_metric", ground.size + 2],
        *(_variable(number, end + 1 if number == place else 2) for number in range(ground.size + 2)),
        [0, "begin_state", *start, 0, _FALSE, "end_state", "begin_goal", *_listed([*goal, (place, end)]), "end_goal"],
        [len(operators), *operators, 0],
    )
    return Edits("".join(f"{line}\n" for part in parts for line in part), steps)


def _costs(situation: Situation, ground: Ground) -> dict[GroundStep, int]:
    """Return what each step costs as things stand, as a whole number up to `_MOST_COST`."""
    alone: dict[GroundStep, float] = {}
    for one in ground.operators:
        if one.words not in alone:
            alone[one.words] = max(cost_of(situation, (one.words,)) or 0.0, 0.0)
    most = max(alone.values(), default=0.0)
    scale = 1.0 if most <= _MOST_COST and all(one.is_integer() for one in alone.values()) else _MOST_COST / most
    return {step: round(scale * cost) for step, cost in alone.items()}


def _variable(number: int, values: int) -> list[object]:
    names = (f"Atom fact{number}({value})" for value in range(values))
    return ["begin_variable", f"var{number}", -1, values, *names, "end_variable"]


def _listed(facts: Facts) -> list[object]:
    return [len(facts), *(f"{variable} {value}" for variable, value in facts)]


def _operator(name: str, one: Operator, cost: int, needs: Facts, effects: Iterable[str]) -> str:
    """Write an operator with further needs and effects."""
    made, broken = one.makes & ~one.needs, one.breaks & ~one.makes
    held = [*needs, *((fact, 0) for fact in numbers_of(one.needs & ~broken))]
    changes = [f"0 {fact} {-(~one.needs >> fact & 1)} {_FALSE}" for fact in numbers_of(broken)]
    changes += [f"0 {fact} -1 0" for fact in numbers_of(made)]
    for when in one.whens:
        if_ = " ".join(map(str, _listed([(fact, 0) for fact in when.needed])))
        changes += [f"{if_} {fact} -1 {_FALSE}" for fact in numbers_of(when.breaks)]
        changes += [f"{if_} {fact} -1 0" for fact in numbers_of(when.makes)]
    return _written(name, held, [*changes, *effects], cost)


def _written(name: str, needs: Facts, effects: Sequence[str], cost: int) -> str:
    lines = ("begin_operator", name, *_listed(needs), len(effects), *effects, cost, "end_operator")
    return "\n".join(map(str, lines))
