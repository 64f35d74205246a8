"""Find single steps that would make another step possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.conditions import is_true
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.steps import GroundAction
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import changes_in
from clairify_cli.languages.program.meaning.effects import carried_out
from clairify_cli.languages.program.meaning.judging import judge
from clairify_cli.languages.program.meaning.knowledge import Knowledge
from clairify_cli.languages.program.vocabulary import Vocabulary

_MOST_TRIED = 200
_MOST_OF_ONE = 50


def single_steps(
    atom: GroundAtom,
    wanted: bool,
    whole: pddl.Formula | None,
    binding: dict[str, str],
    now: Knowledge,
    known: Vocabulary,
) -> list[GroundAction]:
    """Return applicable steps that give the atom the wanted value, and after which the whole condition holds.

    The search stops at two, which shows that the first is not the only one. Empty if the state is not definite.
    """
    if not now.is_definite:
        return []
    found: list[GroundAction] = []
    for one in islice(_candidates(atom, wanted, now, known), _MOST_TRIED):
        after = carried_out(one, now, known).after
        if one not in found and judge(whole, binding, after, known) is True:
            found.append(one)
            if len(found) == 2:
                break
    return found


def makers(atom: GroundAtom, wanted: bool, known: Vocabulary) -> list[pddl.Action]:
    """Return the actions of the domain that may make an atom true, or false."""
    return [one for one in _changing(atom[0], wanted, known) if any(True for _ in bindings(one, atom, wanted))]


def _changing(predicate: str, wanted: bool, known: Vocabulary) -> list[pddl.Action]:
    """Return the actions with an effect that makes atoms of a predicate true, or false."""
    return [
        action
        for action in known.task.domain.actions
        if any(one.predicate.text == predicate and sign is wanted for one, sign in changes_in(action.effect))
    ]


def _candidates(atom: GroundAtom, wanted: bool, now: Knowledge, known: Vocabulary) -> Iterator[GroundAction]:
    view = view_of(known.task, now.world)
    for action in _changing(atom[0], wanted, known):
        parameters = action.parameters
        for bound in bindings(action, atom, wanted):
            members = {one.name.text: view.index.members(one.types)[1] for one in parameters}
            if any(value not in members[name] for name, value in bound.items()):
                continue
            rest = tuple(one for one in parameters if one.name.text not in bound)
            for solution in islice(solutions(rest, action.precondition, True, bound, view, is_true), _MOST_OF_ONE):
                yield GroundAction(action, tuple(solution[one.name.text] for one in parameters))


def bindings(action: pddl.Action, atom: GroundAtom, wanted: bool) -> Iterator[dict[str, str]]:
    """Yield the bindings of an action's parameters for which one of its effects makes an atom true, or false."""
    names = {one.name.text for one in action.parameters}
    for literal, sign in changes_in(action.effect):
        if sign is not wanted or literal.predicate.text != atom[0]:
            continue
        bound = _unified([one.text for one in literal.arguments], atom[1:], names)
        if bound is not None:
            yield bound


def _unified(written: list[str], objects: tuple[str, ...], names: set[str]) -> dict[str, str] | None:
    if len(written) != len(objects):
        return None
    bound: dict[str, str] = {}
    for word, value in zip(written, objects, strict=True):
        if word in names:
            if bound.setdefault(word, value) != value:
                return None
        elif not word.startswith("?") and word != value:
            return None
    return bound
