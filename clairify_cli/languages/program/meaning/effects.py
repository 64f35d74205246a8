"""The known state after an action, given the known state before."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.pddl.meaning.effects import binding_of, changed, changes_of
from clairify_cli.languages.pddl.meaning.state import TOTAL_COST, WorldState
from clairify_cli.languages.pddl.meaning.steps import GroundAction
from clairify_cli.languages.pddl.meaning.terms import Binding, ground_atom, ground_term
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.program.meaning.judging import assume, instances, judge
from clairify_cli.languages.program.meaning.knowledge import Knowledge, truth
from clairify_cli.languages.program.vocabulary import Vocabulary
from clairify_cli.records import dataclass


@dataclass(slots=True)
class Effect:
    """The effect of an action on the known state.

    `after` is the known state afterwards. `touched` are all atoms that it sets, whether or not they change. `idle`
    means that it certainly changes nothing relevant (costs are irrelevant), although it has effects. `lost` are the
    predicates whose atoms it may change arbitrarily, because its objects are unknown or too many.
    """

    after: Knowledge
    touched: AbstractSet[GroundAtom] = frozenset()
    idle: bool = False
    lost: AbstractSet[str] = frozenset()


def carried_out(step: GroundAction, now: Knowledge, known: Vocabulary) -> Effect:
    """Return the effect of a step whose precondition holds."""
    action, arguments = step.action, step.arguments
    work = _Work(now, known)
    if action.effect is not None:
        work.collect(action.effect, binding_of(action, arguments))
    touched = work.added | work.deleted | work.maybe_added | work.maybe_deleted
    has_effect = bool(touched) or work.counts
    if now.is_definite:
        changes = changes_of(action, arguments, now.world, known.task)
        after = Knowledge(changed(now.world, changes), exact=not changes.faults)
        same = not (changes.added or changes.deleted or set(changes.numbers) - {TOTAL_COST} or changes.faults)
        return Effect(after, touched, same and has_effect, work.lost)
    after = work.result()
    idle = (
        has_effect
        and not work.counts
        and all(truth(atom, now, known) is True for atom in work.added | work.maybe_added)
        and all(truth(atom, now, known) is False for atom in (work.deleted | work.maybe_deleted) - work.added)
    )
    return Effect(after, touched, idle, work.lost)


def surely_carried_out(step: GroundAction, now: Knowledge, known: Vocabulary) -> Effect:
    """Return the effect of a step that was possible, so that its precondition held, whatever was known before."""
    now = assume(step.action.precondition, True, binding_of(step.action, step.arguments), now, known)
    return carried_out(step, now, known)


class _Work:
    """Traversal of an effect that collects certain and possible additions and deletions."""

    def __init__(self, now: Knowledge, known: Vocabulary) -> None:
        self.now = now
        self.known = known
        self.added: set[GroundAtom] = set()
        self.deleted: set[GroundAtom] = set()
        self.maybe_added: set[GroundAtom] = set()
        self.maybe_deleted: set[GroundAtom] = set()
        self.counts = False
        """Whether it changes a number other than the cost."""
        self.lost: set[str] = set()
        """Predicates whose atoms become unknown, because an effect covers unknown or too many objects."""

    def collect(self, effect: pddl.Formula, binding: Binding) -> None:
        """Collect the changes of an effect."""
        waiting: list[tuple[pddl.Formula, Binding, bool]] = [(effect, binding, True)]
        while waiting:
            one, bound, sure = waiting.pop()
            match one:
                case pddl.Atom():
                    (self.added if sure else self.maybe_added).add(ground_atom(one, bound))
                case pddl.Not(operand=pddl.Atom() as atom):
                    (self.deleted if sure else self.maybe_deleted).add(ground_atom(atom, bound))
                case pddl.And():
                    waiting.extend((part, bound, sure) for part in one.operands)
                case pddl.When():
                    value = judge(one.condition, bound, self.now, self.known)
                    if value is not False:
                        waiting.append((one.effect, bound, sure and value is True))
                case pddl.Quantified():
                    found = instances(one, bound, self.known)
                    if found is None:
                        self._lose(one)
                    else:
                        waiting.extend((one.body, each, sure) for each in found)
                case pddl.Assignment():
                    target = one.target
                    if isinstance(target, pddl.Broken) or ground_term(target, bound) != TOTAL_COST:
                        self.counts = True

    def _lose(self, effect: pddl.Quantified) -> None:
        from clairify_cli.languages.pddl.meaning.shape import predicates_of

        self.lost |= predicates_of(effect.body)
        self.counts = True

    def result(self) -> Knowledge:
        """Return the known state afterwards."""
        now = self.now
        deleted = self.deleted - self.added
        true = now.world.atoms
        doubtful = (self.maybe_deleted & true) - self.added
        grown = self.maybe_added - true - self.added
        if self.lost:
            doubtful |= {atom for atom in true if atom[0] in self.lost} - self.added
        true = (true - deleted - doubtful) | self.added
        unsure = (now.unsure - self.added - deleted) | doubtful | (grown - deleted)
        # An atom surely deleted but possibly also added is unknown, since PDDL applies additions last.
        unsure |= self.maybe_added & deleted
        false = now.false
        closed = now.closed and not self.lost
        if not closed:
            false = (false - self.added - self.maybe_added) | (deleted - self.maybe_added)
            false = frozenset(atom for atom in false if atom[0] not in self.lost)
        return Knowledge(
            WorldState(frozenset(true), now.world.numbers),
            frozenset(unsure),
            false,
            closed,
            now.exact and not self.counts,
        )
