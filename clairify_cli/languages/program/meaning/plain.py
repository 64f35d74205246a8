"""Actions whose conditions and effects are plain lists of literals, as most are: made out once, and then looked up.

Conditions with alternatives, quantifiers, numbers or derived predicates are not plain, and are traversed as written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.languages.program.meaning.knowledge import Knowledge, truth
from clairify_cli.languages.program.vocabulary import Vocabulary

Slots = tuple[int | str, ...]
"""The arguments of an atom: the place of a parameter, or a constant."""

_MOST_STEPS = 10_000
"""So many steps are kept with their atoms."""


class Literal(NamedTuple):
    """An atom of an action's parameters that has to be true, or becomes true; false where not `positive`."""

    predicate: str
    slots: Slots
    positive: bool

    def ground(self, arguments: Sequence[str]) -> GroundAtom:
        """The atom for some objects."""
        return (self.predicate, *[arguments[one] if isinstance(one, int) else one for one in self.slots])


class Plain(NamedTuple):
    """The precondition and effects of an action, as literals; None for what is not plain."""

    needs: tuple[Literal, ...] | None
    does: tuple[Literal, ...] | None


class Needs(NamedTuple):
    """The atoms that a step needs to be true and to be false; those of them that may change are `told_...`."""

    true: frozenset[GroundAtom]
    false: frozenset[GroundAtom]
    told_true: frozenset[GroundAtom]
    told_false: frozenset[GroundAtom]


class Does(NamedTuple):
    """The atoms that a step adds and deletes; what is both is added. `touched` are all of them."""

    added: frozenset[GroundAtom]
    deleted: frozenset[GroundAtom]
    touched: frozenset[GroundAtom]


class Tells(NamedTuple):
    """The facts known after a possible step, regardless of earlier knowledge: its precondition and its effects.

    `may_be_idle` says that what it needs does not show that it changes something; it changes nothing where `added` was
    true and `deleted` was false before.
    """

    true: frozenset[GroundAtom]
    false: frozenset[GroundAtom]
    touched: frozenset[GroundAtom]
    may_be_idle: bool
    added: frozenset[GroundAtom]
    deleted: frozenset[GroundAtom]


class Step(NamedTuple):
    """An action with its objects, what it needs and does and both together; None for what is not plain."""

    action: pddl.Action
    arguments: tuple[str, ...]
    needs: Needs | None
    does: Does | None
    tells: Tells | None


def plain(action: pddl.Action, known: Vocabulary) -> Plain:
    """The literals of an action, made on first use."""
    table = known.task.notes.setdefault("plain", {})
    assert isinstance(table, dict)
    made: Plain | None = table.get(action.name.text)
    if made is None:
        made = Plain(_literals(action.precondition, action, known), _literals(action.effect, action, known))
        table[action.name.text] = made
    return made


def step_of(action: pddl.Action, arguments: tuple[str, ...], known: Vocabulary) -> Step:
    """The atoms of an action for some objects, made on first use: programs do the same steps again and again."""
    table = known.task.notes.setdefault("plain steps", {})
    assert isinstance(table, dict)
    made: Step | None = table.get((action.name.text, arguments))
    if made is None:
        if len(table) >= _MOST_STEPS:
            table.clear()
        made = table[action.name.text, arguments] = _grounded(action, arguments, known)
    return made


def _grounded(action: pddl.Action, arguments: tuple[str, ...], known: Vocabulary) -> Step:
    needs, does = None, None
    plainly = plain(action, known)
    if plainly.needs is not None:
        static = known.static if known.has_problem else ()
        true, false = _atoms(plainly.needs, arguments)
        told_true, told_false = _atoms([one for one in plainly.needs if one.predicate not in static], arguments)
        needs = Needs(true, false, told_true, told_false)
    if plainly.does is not None:
        added, deleted = _atoms(plainly.does, arguments)
        does = Does(added, deleted - added, added | deleted)
    return Step(action, arguments, needs, does, _both(needs, does) if needs is not None and does is not None else None)


def _both(needs: Needs, does: Does) -> Tells:
    was, was_not = needs.told_true - needs.told_false, needs.told_false
    return Tells(
        (was - does.deleted) | does.added,
        (was_not - does.added) | does.deleted,
        does.touched,
        bool(does.touched) and was_not.isdisjoint(does.added) and was.isdisjoint(does.deleted),
        does.added - was,
        does.deleted - was_not,
    )


def _atoms(
    literals: Sequence[Literal], arguments: Sequence[str]
) -> tuple[frozenset[GroundAtom], frozenset[GroundAtom]]:
    """The atoms of the literals that are positive, and of those that are not."""
    positive = frozenset([one.ground(arguments) for one in literals if one.positive])
    return positive, frozenset([one.ground(arguments) for one in literals if not one.positive])


def judge_plain(needs: Needs, now: Knowledge, known: Vocabulary) -> bool | None:
    """Whether all atoms are as they are needed, as `judging.judge` has it."""
    atoms = now.world.atoms
    if now.closed and not now.unsure:
        return needs.true <= atoms and needs.false.isdisjoint(atoms)
    sure = True
    for atom in needs.true:
        value = truth(atom, now, known)
        if value is False:
            return False
        sure = sure and value is True
    for atom in needs.false:
        value = truth(atom, now, known)
        if value is True:
            return False
        sure = sure and value is False
    return True if sure else None


def _literals(formula: pddl.Formula | None, action: pddl.Action, known: Vocabulary) -> tuple[Literal, ...] | None:
    derived = known.derived
    places = {one.name.text: at for at, one in enumerate(action.parameters)}
    found: list[Literal] = []
    for one in conjuncts(formula):
        literal = literal_of(one)
        if literal is None or literal[0].predicate.text == EQUALS or literal[0].predicate.text in derived:
            return None
        atom, sign = literal
        found.append(
            Literal(atom.predicate.text, tuple(places.get(word.text, word.text) for word in atom.arguments), sign)
        )
    return tuple(found)
