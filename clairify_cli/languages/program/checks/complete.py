"""Infer the missing arguments of a call, if they follow from static facts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import shape_of
from clairify_cli.languages.pddl.meaning.state import initial_state
from clairify_cli.languages.pddl.syntax import Action, And
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_PLACES = 50


def completed(action: Action, given: Sequence[str], known: Vocabulary) -> tuple[str, ...] | None:
    """Return all arguments of a call with only some (`given`); None unless there is exactly one way to add the rest.

    The given ones keep their order, and the added ones must follow from facts that no action changes.
    """
    names = [one.name.text for one in action.parameters]
    if not known.has_problem or len(given) >= len(names) or any(one not in known.task.objects for one in given):
        return None
    index = index_of(known.task)
    atoms = shape_of(action.precondition, True).atoms if action.precondition is not None else ()
    static = tuple(one for one in atoms if one.predicate.text in known.static)
    view = view_of(known.task, initial_state(known.task))
    found: set[tuple[str, ...]] = set()
    for places in islice(combinations(range(len(names)), len(given)), _MOST_PLACES):
        fits = all(
            name in index.members(action.parameters[at].types)[1] for at, name in zip(places, given, strict=True)
        )
        if not fits:
            continue
        binding = {names[at]: name for at, name in zip(places, given, strict=True)}
        rest = tuple(one for one in action.parameters if one.name.text not in binding)
        constrained = {argument.text for atom in static for argument in atom.arguments}
        # A parameter that no static fact mentions could be any object.
        if not all(one.name.text in constrained for one in rest):
            continue
        for solution in islice(solutions(rest, And(static, 0, 0), True, binding, view, is_true), 2):
            found.add(tuple(solution[name] for name in names))
        if len(found) > 1:
            return None
    return found.pop() if len(found) == 1 else None
