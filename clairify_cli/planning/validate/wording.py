"""Word the findings of a validation: reasons with their history, places in the three texts, hints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.diagnostics.model import Related, Source, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.languages.pddl.hierarchy import types_text
from clairify_cli.languages.pddl.meaning import (
    Unmet,
    WorldState,
    explain,
    nearest_words,
    number_words,
    why_false,
    words_of_atom,
)
from clairify_cli.languages.pddl.plan import Step
from clairify_cli.languages.pddl.syntax import Action, Assignment, DurativeAction, FunctionTerm, Placed, TypedName
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import changes_in, everything_in
from clairify_cli.planning.validate.history import Moment, last_cause

_MOST_REASONS = 5
_MOST_HINTS = 3
_CHANGED = {"increase": "increased", "decrease": "decreased", "scale-up": "scaled up", "scale-down": "scaled down"}


class Texts(NamedTuple):
    """The texts that findings point into."""

    plan: Source
    domain: Source | None
    problem: Source | None

    def of_step(self, step: Step) -> Span:
        """Where a step stands in the plan."""
        return self.plan.span(step.start, step.end)

    def in_domain(self, message: str, at: Placed) -> tuple[Related, ...]:
        """A place in the domain, where its text is given."""
        return () if self.domain is None else (Related(message, self.domain.span(at.start, at.end)),)

    def in_problem(self, message: str, at: Placed) -> tuple[Related, ...]:
        """A place in the problem, where its text is given."""
        return () if self.problem is None else (Related(message, self.problem.span(at.start, at.end)),)


def reasons_and_places(
    parts: Sequence[Unmet], trace: Sequence[Moment], start: WorldState, task: Task, texts: Texts, *, goal: bool
) -> tuple[list[str], tuple[Related, ...]]:
    """A clause for each part with the step that made it so, and the places of the part and of that step."""
    reasons: list[str] = []
    related: list[Related] = []
    for part in parts[:_MOST_REASONS]:
        causes = [(one, last_cause(one, trace, start, task)) for one in part.leaves or (part,)]
        said = [f"{explain(one)}, {_since(one, cause)}" for one, cause in causes]
        reasons.append(f"`{part.text}` does not hold{nearest_words(said)}" if part.parts else said[0])
        place = texts.in_problem if goal else texts.in_domain
        related += place("the goal asks for it here" if goal else "this has to hold", part)
        for _, cause in causes:
            if cause is not None and cause.step is not None:
                related.append(Related(f"step {cause.number} made it so", texts.of_step(cause.step)))
    if len(parts) > _MOST_REASONS:
        reasons.append(f"and {len(parts) - _MOST_REASONS} more")
    return reasons, tuple(dict.fromkeys(related))


def _since(part: Unmet, cause: Moment | None) -> str:
    if cause is not None and cause.step is None:
        return f"since the problem's own change at {number_words(cause.time or 0)}"
    if cause is not None and cause.step is not None:
        return f"since step {cause.number}, `{cause.step.text}`"
    if part.atom is None:
        return "as from the start" if part.undefined else "and did not before"
    return "as it was from the start"


def goal_hint(parts: Sequence[Unmet], state: WorldState, task: Task) -> str | None:
    """Say which actions make the missing facts true, or what a derived one lacks."""
    hints: dict[str, None] = {}
    for part in parts:
        for one in part.leaves or (part,):
            if one.undefined:
                hints["give the function a value in the problem's `:init`"] = None
                continue
            for each in everything_in(one.formula) if one.values is not None else ():
                if isinstance(each, FunctionTerm) and not each.function.text.startswith("?"):
                    hints[_changed_by(each.function.text, task)] = None
            if one.atom is not None:
                hints[_lacking(one.atom, one.wanted, state, task) or _achieved_by(one.atom[0], one.wanted, task)] = None
    return "; ".join(list(hints)[:_MOST_HINTS]) or None


def _lacking(atom: GroundAtom, wanted: bool, state: WorldState, task: Task) -> str:
    """What the nearest rule of a derived fact lacks; empty for others."""
    ways = []
    for one in task.domain.derived if wanted else ():
        if one.name.text == atom[0]:
            binding = dict(zip((each.name.text for each in one.parameters), atom[1:], strict=False))
            ways.append(
                [leaf for part in why_false(one.condition, binding, state, task) for leaf in part.leaves or (part,)]
            )
    lacks = " and ".join([explain(one) for one in min(ways, key=len, default=[])][:_MOST_HINTS])
    return f"`{words_of_atom(atom)}` follows from other facts: {lacks}" if lacks else ""


def _changed_by(function: str, task: Task) -> str:
    ways: dict[str, dict[str, None]] = {}
    actions: list[Action | DurativeAction] = [*task.domain.actions, *task.domain.durative_actions]
    for action in actions:
        for one in everything_in(action.effect):
            if not isinstance(one, Assignment) or not isinstance(one.target, FunctionTerm):
                continue
            if one.target.function.text == function:
                ways.setdefault(_CHANGED.get(one.operator.text, "set"), {})[action.name.text] = None
    told = " and ".join(f"{how} by {listing(names)}" for how, names in ways.items())
    return f"`{function}` is {told}" if told else f"no action changes `{function}`"


def _achieved_by(predicate: str, wanted: bool, task: Task) -> str:
    if any(one.name.text == predicate for one in task.domain.derived):
        return f"`{predicate}` is derived: it follows from other facts"
    actions: list[Action | DurativeAction] = [*task.domain.actions, *task.domain.durative_actions]
    names = [
        action.name.text
        for action in actions
        if any((atom.predicate.text, sign) == (predicate, wanted) for atom, sign in changes_in(action.effect))
    ]
    verb = "made true" if wanted else "made false"
    return (
        f"`{predicate}` is {verb} by {listing(dict.fromkeys(names))}"
        if names
        else f"no action makes `{predicate}` {verb[5:]}"
    )


def is_valueless(faults: Sequence[str]) -> bool:
    """Whether an effect has no outcome because a function has no value."""
    return any("no value" in one for one in faults)


def signature(action: Action) -> str:
    """An action with its typed parameters, `(pick ?b - ball ?r - room)`."""
    return f"({' '.join([action.name.text, *map(_parameter, action.parameters)])})"


def _parameter(one: TypedName) -> str:
    return f"{one.name.text} - {types_text(name.text for name in one.types)}" if one.types else one.name.text
