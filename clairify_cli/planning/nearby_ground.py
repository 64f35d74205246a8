"""Small tasks with their objects filled in, for plans that are looked for in process: facts are bits of integers.

Unlike `operators`, which finds what could be used at all, every operator here is a step that can be printed. What this
cannot express (conditional effects, derived predicates, time) raises `NotSmallError`; numbers are not looked at, so a
plan that is found is to be checked against the task.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from clairify_cli.languages.pddl.meaning import GroundAction
from clairify_cli.languages.pddl.syntax import And, Assignment, Atom, Formula, Not, Quantified
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.bodies import Body, Scope, alternatives
from clairify_cli.planning.conditions import EQUAL, Literal, Types, condition_of, typed

MOST_OPERATORS = 30_000

Fact = tuple[bool, GroundAtom]
"""An atom that is true, or one that is false."""


class NotSmallError(Exception):
    """A task that is too large, or has parts that are not handled here."""


@dataclass(frozen=True, slots=True)
class Operator:
    """A step: the facts that it needs, makes true and makes false, as bits and as numbers."""

    step: GroundAction | None
    needs: int
    makes: int
    breaks: int
    needed: tuple[int, ...]
    made: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """A task in bits. `numbers` has a number for each fact that an operator or the goal asks for or changes.

    `start` is the state at first. `ways` are the operators without a step that make the fact `goal`, one for each way
    to fulfil it. `users` has, by fact, the operators that need it, `free` those that need nothing.
    """

    numbers: dict[Fact, int]
    operators: tuple[Operator, ...]
    ways: tuple[Operator, ...]
    start: int
    goal: int
    users: tuple[tuple[int, ...], ...]
    free: tuple[int, ...]

    @property
    def everything(self) -> tuple[Operator, ...]:
        return (*self.operators, *self.ways)


def ground_small(
    task: Task,
    *,
    most: int = MOST_OPERATORS,
    without: Collection[tuple[str, ...]] = (),
    asked: Collection[Fact] = (),
    kept: dict[str, object] | None = None,
) -> Ground:
    """The task in bits; raises `NotSmallError` where it has more operators than `most`, or what is not handled.

    `without` are steps to leave out, as the name of an action and its arguments; `asked` are facts to have
    numbers in any case. `kept` belongs to the domain and the objects of the task: there, its steps are kept for other
    states of the same task, since they depend on nothing else that changes.
    """
    if task.domain.derived or task.domain.durative_actions:
        raise NotSmallError
    maker = _Maker(task, most)
    raw = _filled(maker, kept)
    if without:
        raw = [one for one in raw if (one.step.action.name.text, *one.step.arguments) not in without]
    ways = list(maker.goals())
    return _numbered(task, _reachable(task, raw), ways, asked)


@dataclass(frozen=True, slots=True)
class _Raw:
    step: GroundAction
    needs: tuple[Fact, ...]
    makes: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class _Filled:
    """The steps of a task with the facts that never change, and how many ways to fill in objects were looked at."""

    rows: dict[str, list[GroundAtom]]
    count: int
    steps: list[_Raw]


def _filled(maker: _Maker, kept: dict[str, object] | None) -> list[_Raw]:
    """The steps of a task, be it those that were made out for another state with the same facts that never change."""
    known = kept.get("filled") if kept is not None else None
    if isinstance(known, _Filled) and known.rows == maker.rows and known.count <= maker.most:
        maker.count = known.count
        return known.steps
    rows = dict(maker.rows)
    steps = list(maker.steps())
    if kept is not None:
        kept["filled"] = _Filled(rows, maker.count, steps)
    return steps


class _Maker:
    """Fills in objects. Conditions on what nothing changes are met here and do not become facts."""

    def __init__(self, task: Task, most: int) -> None:
        self.task = task
        self.most = most
        self.count = 0
        self.changed = {
            atom.predicate.text for action in task.domain.actions for atom, _, _ in _effects(action.effect, ())
        }
        self.rows: dict[str, list[GroundAtom]] = defaultdict(list)
        for atom in sorted(task.init):
            if atom[0] not in self.changed:
                self.rows[atom[0]].append(atom[1:])
        self.members: dict[tuple[str, ...], frozenset[str]] = {}
        self.indexes: dict[tuple[str, tuple[int, ...]], dict[GroundAtom, list[GroundAtom]]] = {}

    def steps(self) -> Iterator[_Raw]:
        for action in self.task.domain.actions:
            types = dict(typed(action.parameters))
            if len(types) != len(action.parameters):
                raise NotSmallError
            names = tuple(types)
            effects = list(_effects(action.effect, ()))
            scope = Scope(self.task, dict(types))
            for body in alternatives(condition_of(action.precondition), scope):
                for binding, needs in self.bindings(body, scope.types):
                    step = GroundAction(action, tuple([binding[name] for name in names]))
                    yield _Raw(step, needs, tuple(self._made(effects, binding)))

    def goals(self) -> Iterator[tuple[Fact, ...]]:
        scope = Scope(self.task, {})
        for body in alternatives(condition_of(self.task.goal), scope):
            for _, needs in self.bindings(body, scope.types):
                yield needs

    def _made(
        self, effects: Iterable[tuple[Atom, bool, tuple[tuple[str, tuple[str, ...]], ...]]], binding: dict[str, str]
    ) -> Iterator[Fact]:
        added: dict[GroundAtom, bool] = {}
        for atom, positive, variables in effects:
            if not variables:
                fact = (atom.predicate.text, *[binding.get(one.text, one.text) for one in atom.arguments])
                added[fact] = positive or added.get(fact, False)
                continue
            for chosen in product(*(self.task.objects_of(types) for _, types in variables)):
                inner = {**binding, **dict(zip([name for name, _ in variables], chosen, strict=True))}
                fact = (atom.predicate.text, *[inner.get(one.text, one.text) for one in atom.arguments])
                # What an action both adds and deletes is true afterwards.
                added[fact] = positive or added.get(fact, False)
        for fact, positive in added.items():
            yield positive, fact

    def bindings(self, body: Body, types: Types) -> Iterator[tuple[dict[str, str], tuple[Fact, ...]]]:
        """The ways to fill in a body and the variables of `types`, each with the facts that something changes."""
        still = [one for one in body if one.positive and one.predicate != EQUAL and one.predicate not in self.changed]
        checks = [one for one in body if not one.positive and one.predicate not in self.changed]
        checks += [one for one in body if one.predicate == EQUAL and one.positive]
        fluent = [one for one in body if one.predicate in self.changed]
        for binding in self._joined(still, types, {}):
            if all(self._holds(one, binding) for one in checks):
                facts = dict.fromkeys(
                    (one.positive, (one.predicate, *[binding.get(name, name) for name in one.arguments]))
                    for one in fluent
                )
                if any((not positive, atom) in facts for positive, atom in facts):
                    continue
                self.count += 1
                if self.count > self.most:
                    raise NotSmallError
                yield binding, tuple(facts)

    def _joined(self, left: list[Literal], types: Types, binding: dict[str, str]) -> Iterator[dict[str, str]]:
        if not left:
            free = [name for name in types if name not in binding]
            size = 1
            for name in free:
                size *= len(self._of(types[name]))
            if size > self.most:
                raise NotSmallError
            for chosen in product(*(self.task.objects_of(types[name]) for name in free)):
                yield {**binding, **dict(zip(free, chosen, strict=True))}
            return
        best = max(left, key=lambda one: sum(name in binding or not name.startswith("?") for name in one.arguments))
        rest = [one for one in left if one is not best]
        for row in self._matching(best, binding):
            inner = dict(binding)
            for name, value in zip(best.arguments, row, strict=True):
                if name.startswith("?"):
                    if inner.setdefault(name, value) != value:
                        break
                    if name in types and value not in self._of(types[name]):
                        break
            else:
                yield from self._joined(rest, types, inner)

    def _matching(self, literal: Literal, binding: dict[str, str]) -> list[GroundAtom]:
        """The rows of a predicate that nothing changes which agree with what is bound."""
        places = tuple(at for at, name in enumerate(literal.arguments) if name in binding or not name.startswith("?"))
        key = (literal.predicate, places)
        if key not in self.indexes:
            made: dict[GroundAtom, list[GroundAtom]] = defaultdict(list)
            for row in self.rows.get(literal.predicate, ()):
                if len(row) == len(literal.arguments):
                    made[tuple([row[at] for at in places])].append(row)
            self.indexes[key] = made
        wanted = tuple([binding.get(literal.arguments[at], literal.arguments[at]) for at in places])
        return self.indexes[key].get(wanted, [])

    def _of(self, types: tuple[str, ...]) -> frozenset[str]:
        if types not in self.members:
            self.members[types] = frozenset(self.task.objects_of(types))
        return self.members[types]

    def _holds(self, literal: Literal, binding: dict[str, str]) -> bool:
        arguments = tuple([binding.get(name, name) for name in literal.arguments])
        if literal.predicate == EQUAL:
            return (len(set(arguments)) == 1) is literal.positive
        return ((literal.predicate, *arguments) in self.task.init) is literal.positive


def _effects(
    effect: Formula | None, variables: tuple[tuple[str, tuple[str, ...]], ...]
) -> Iterator[tuple[Atom, bool, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """The atoms of an effect, whether they are added, and the variables of the `forall`s around them."""
    match effect:
        case None | Assignment():
            return
        case Atom():
            yield effect, True, variables
        case Not(operand=Atom() as atom):
            yield atom, False, variables
        case And():
            for one in effect.operands:
                yield from _effects(one, variables)
        case Quantified(quantifier="forall"):
            yield from _effects(effect.body, (*variables, *typed(effect.variables)))
        case _:
            raise NotSmallError


def _reachable(task: Task, raw: list[_Raw]) -> list[_Raw]:
    """The steps that can be used at all when facts once true stay so, and facts once false as well."""
    waiting: dict[Fact, list[int]] = defaultdict(list)
    missing = [0] * len(raw)
    queue: list[int] = []
    for at, one in enumerate(raw):
        for fact in one.needs:
            if (fact[1] in task.init) is not fact[0]:
                waiting[fact].append(at)
                missing[at] += 1
        if not missing[at]:
            queue.append(at)
    kept = []
    while queue:
        at = queue.pop()
        kept.append(at)
        for fact in raw[at].makes:
            for other in waiting.pop(fact, ()):
                missing[other] -= 1
                if not missing[other]:
                    queue.append(other)
    return [raw[at] for at in sorted(kept)]


def _numbered(task: Task, raw: list[_Raw], ways: list[tuple[Fact, ...]], asked: Collection[Fact]) -> Ground:
    wanted = {fact for one in raw for fact in one.needs} | {fact for way in ways for fact in way} | set(asked)
    numbers: dict[Fact, int] = {}
    start = 0
    for fact in sorted(wanted):
        numbers[fact] = len(numbers)
        start |= ((fact[1] in task.init) is fact[0]) << numbers[fact]
    goal = len(numbers)
    operators = []
    for one in raw:
        made = tuple([numbers[fact] for fact in one.makes if fact in numbers])
        broken = [numbers[(not fact[0], fact[1])] for fact in one.makes if (not fact[0], fact[1]) in numbers]
        needed = tuple([numbers[fact] for fact in one.needs])
        operators.append(Operator(one.step, bits_of(needed), bits_of(made), bits_of(broken), needed, made))
    ends = [
        Operator(None, bits_of(needed), 1 << goal, 0, needed, (goal,))
        for needed in dict.fromkeys(tuple([numbers[fact] for fact in way]) for way in ways)
    ]
    users, free = users_of([one.needed for one in (*operators, *ends)], goal + 1)
    return Ground(numbers, tuple(operators), tuple(ends), start, goal, users, free)


def users_of(needed: Iterable[tuple[int, ...]], size: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For each of `size` facts the operators that need it, by what each operator needs; and those that need nothing."""
    users: list[list[int]] = [[] for _ in range(size)]
    free = []
    for at, facts in enumerate(needed):
        for number in facts:
            users[number].append(at)
        if not facts:
            free.append(at)
    return tuple(map(tuple, users)), tuple(free)


def bits_of(numbers: Iterable[int]) -> int:
    """Facts by their numbers as the bits of an integer."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def numbers_of(bits: int) -> list[int]:
    """The numbers of the facts that are the bits of an integer, from the least."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
