"""Turn observations in English into facts, with the reader of goals or a model whose goals are checked like any other.

A statement is read like a goal that has been reached already. The facts use only names of the task. If a statement fits
several objects, a denial means the facts that hold now; otherwise an error asks which object is meant.

An observed fact displaces others: a cup that is now in the sink is no longer on the table or in the hand. Facts that
can never be true together are found like `ground.pairs` does, among the facts about the same objects. If actions that
establish the fact delete another, the effects that all these actions share have come about too: after a cup is put
down, the hand is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice, product
from typing import NamedTuple

from clairify_cli.agents.repair.facts import Observed, StoryError, refuse_derived, together
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.meaning import WorldState, holds, initial_state
from clairify_cli.languages.pddl.meaning.terms import ground_atom
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Formula, Quantified
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.planning.ground.achievers import changing_predicates
from clairify_cli.planning.ground.bits import MOST_STEPS
from clairify_cli.planning.ground.grounder import TooLargeError, contrary
from clairify_cli.planning.ground.pairs import Operator, Pairs, pairs
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.state_space import is_plain
from clairify_cli.planning.ground.task import operators_of
from clairify_cli.planning.repair.model import step_text
from clairify_cli.reader.goals.statements import Statement, statements


class Follows(NamedTuple):
    """What follows from an observation: its facts, and those that stay true although it is not known if they can."""

    facts: Observed
    unsure: tuple[GroundAtom, ...] = ()


def displaced(task: Task, facts: Collection[GroundAtom], state: WorldState) -> Follows:
    """Return the facts no longer true, and further facts now true, after `facts` have become true since `state`.

    Conditional effects may happen or not, and what is derived is left out of conditions: so fewer facts exclude each
    other than really do. Where none does for that reason, or the task is too large to tell, what stays is `unsure`.
    """
    gone: set[GroundAtom] = set()
    come: set[GroundAtom] = set()
    unsure: dict[GroundAtom, None] = {}
    fresh = [one for one in facts if one not in state.atoms]
    try:
        steps = operators_of(reach(task, everything=True), MOST_STEPS) if fresh else ()
    except TooLargeError:
        steps = ()
    loose = not steps or bool(task.domain.derived) or not is_plain(task)
    changing = changing_predicates(task.domain)
    for fact in fresh:
        lost, won = _displaced_by(task, steps, fact, state)
        gone |= lost
        come |= won
        if loose and not lost:
            alike = (one for one in sorted(state.atoms) if one[0] in changing and fact[1:2] == one[1:2] != ())
            unsure.update(dict.fromkeys(alike))
    made = Observed(frozenset(come), frozenset(gone - come - set(facts)))
    return Follows(made, tuple(one for one in unsure if one not in gone and one not in facts))


def _displaced_by(
    task: Task, steps: Collection[Operator], fact: GroundAtom, state: WorldState
) -> tuple[set[GroundAtom], set[GroundAtom]]:
    start = initial_state(task)
    mine = {one for one in state.atoms | start.atoms | {fact} if _goes_with(one, fact)}
    operators = _about(steps, fact)
    found = pairs(tuple(dict.fromkeys(operators)), [(True, one) for one in sorted(mine)], start.atoms)
    if found is None:
        return set(), set()
    gone = {one for one in mine & state.atoms if one != fact and not _possible(found, fact, one)}
    come: set[GroundAtom] = set()
    for one in gone:
        ways = [set(each.makes) for each in steps if {(True, fact), (False, one)} <= set(each.makes)]
        things = {*fact[1:], *one[1:]}  # of the hand that held the bottle, too
        for positive, atom in set.intersection(*ways) if ways else ():
            if positive and ((positive, atom) in found.numbers or things.issuperset(atom[1:])):
                come.add(atom)
    return gone, come - {fact}


def _goes_with(one: GroundAtom, fact: GroundAtom) -> bool:
    """Whether a fact may be related to another: it shares an object, has none, or has the same unary predicate."""
    if not set(one[1:]).isdisjoint(fact[1:]) or len(one) == 1:
        return True
    return one[0] == fact[0] and len(fact) == 2


def _about(steps: Collection[Operator], fact: GroundAtom) -> list[Operator]:
    """Return operators with the parts of the steps that are related to a fact."""
    found = []
    for one in steps:
        makes = tuple(each for each in one.makes if _goes_with(each[1], fact))
        if makes:
            needs = tuple(each for each in one.needs if _goes_with(each[1], fact))
            found.append(Operator("", needs, makes, tuple(map(contrary, makes))))
    return found


def _possible(found: Pairs, fact: GroundAtom, one: GroundAtom) -> bool:
    return found.possible((True, fact), (True, fact)) is False or found.possible((True, fact), (True, one))


Write = Callable[[str], str]
"""Writes the goal, `(:goal ...)`, that a sentence describes. Raises `StoryError` if it cannot."""

_MOST_INSTANCES = 20_000
_MOST_LISTED = 6

_Literal = tuple[bool, GroundAtom]


def read_statements(
    texts: Iterable[str],
    task: Task,
    state: WorldState,
    write: Write,
    beside: Observed = Observed(),  # noqa: B008
) -> tuple[Observed, Follows]:
    """Return what English texts state together with the facts `beside`, and what follows from it.

    From the expected state follow the facts that cannot be true together with a statement and become false, and those
    that come about with it in any case; what is stated takes precedence over both. Raises `StoryError` if a statement
    is not understood.
    """
    found = [beside]
    for text in texts:
        found += (made := [_observed(one, task, state, write) for one in statements(text)])
        if not made:
            raise StoryError("an observation is empty: say what is so, such as `the cup is in the sink`")
    said = together(found)
    facts, unsure = displaced(task, said.true - beside.true, state)
    stated = said.true | said.false
    facts = Observed(facts.true - stated, facts.false - stated)
    return said, Follows(facts, tuple(one for one in unsure if one not in stated))


def _observed(one: Statement, task: Task, state: WorldState, write: Write) -> Observed:
    if one.is_open:
        raise StoryError(f"`{one.said}` does not say what it is about: name the thing")
    file = read(Source(write(one.text), "<observed>"))[0]
    condition = file.goal.condition if file.goal is not None else None
    if condition is None:
        raise StoryError(f"`{one.said}` was not understood")
    literals: list[_Literal] = []
    for part in conjuncts(condition):
        literals += _literals(part, one, task, state)
    for _, atom in literals:
        refuse_derived(atom[0], task)
    if one.denied:
        literals = [(not positive, atom) for positive, atom in literals]
    true = frozenset(atom for positive, atom in literals if positive)
    false = frozenset(atom for positive, atom in literals if not positive)
    return together((Observed(true), Observed(frozenset(), false)))


def _literals(part: Formula, one: Statement, task: Task, state: WorldState) -> list[_Literal]:
    """Return the literals of a part of a statement, with objects for its variables."""
    if not isinstance(part, Quantified):
        return [_literal(part, {}, one)]
    choices = [task.objects_of(type_names(variable.types)) for variable in part.variables]
    names = [variable.name.text for variable in part.variables]
    bindings = [dict(zip(names, row, strict=True)) for row in islice(product(*choices), _MOST_INSTANCES)]
    body = list(conjuncts(part.body))
    changing = changing_predicates(task.domain)
    # Conditions that no action changes only identify the objects; the rest is what the statement says about them.
    literals = [one_part for one_part in body if not _is_settled(one_part, changing)]
    settled = [one_part for one_part in body if _is_settled(one_part, changing)]
    fitting = [each for each in bindings if all(holds(known, each, state, task) for known in settled)]
    if part.quantifier == "forall":
        return [_literal(each, binding, one) for binding in fitting for each in literals]
    if one.denied:  # a denial applies to every fitting fact that holds now
        true = [each for each in fitting if all(holds(literal, each, state, task) for literal in literals)]
        return [_literal(each, binding, one) for binding in true for each in literals]
    found = list(dict.fromkeys(tuple(_literal(each, binding, one) for each in literals) for binding in fitting))
    if len(found) == 1:
        return list(found[0])
    listed = " or ".join(_told(each) for each in found[:_MOST_LISTED])
    which = f"which is meant: {listed}{' or another' if len(found) > _MOST_LISTED else ''}?" if found else "none fits"
    raise StoryError(f"`{one.said}` can be understood in {len(found)} ways; {which}")


def _is_settled(part: Formula, changing: Collection[str]) -> bool:
    """Whether a part is about a predicate that no action changes, which can identify an object."""
    literal = literal_of(part)
    return literal is not None and literal[0].predicate.text not in changing


def _told(literals: tuple[_Literal, ...]) -> str:
    texts = (step_text(atom) if positive else f"(not {step_text(atom)})" for positive, atom in literals)
    return f"`{' '.join(texts)}`"


def _literal(part: Formula, binding: Mapping[str, str], one: Statement) -> _Literal:
    literal = literal_of(part)
    if literal is None:
        raise StoryError(f"`{one.said}` says more than facts: say what is so of each thing")
    return literal[1], ground_atom(literal[0], binding)
