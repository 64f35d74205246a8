"""Tables of facts with indices, and conjunctive queries over them.

A query is compiled once into steps over numbered slots: look up a fact, iterate over the rows that agree with the bound
slots, iterate over the objects of a type, stop if the answer is already known. The most tightly bound literals come
first. Negative literals are interpreted under the relaxation: `(not p)` holds if p is false at first or can become
false, which the table `not p` lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from clairify_cli.planning.ground.conditions import EQUAL, Literal
from clairify_cli.records import dataclass, field

Row = tuple[str, ...]
"""The objects of a fact."""

Domains = Mapping[str, frozenset[str] | None]
"""The objects that each variable can stand for; None for all objects."""

Getter = Callable[[list[str]], Row]

NEGATED = "not "
"""Prefix of a predicate's name for the table of facts that can become false. No PDDL name contains a space."""


class LimitReachedError(Exception):
    """The allowed work is used up."""


@dataclass(slots=True)
class Tables:
    """Facts by predicate, with an index for every set of positions that a query uses."""

    objects: tuple[str, ...]
    initial: dict[str, set[Row]]
    rows: dict[str, set[Row]] = field(default_factory=lambda: defaultdict(set))
    indices: dict[str, dict[tuple[int, ...], dict[Row, list[Row]]]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, predicate: str, row: Row) -> None:
        """Add a fact that is not there yet."""
        self.rows[predicate].add(row)
        for positions, index in self.indices[predicate].items():
            if not positions or positions[-1] < len(row):
                index[tuple([row[at] for at in positions])].append(row)

    def index(self, predicate: str, positions: tuple[int, ...]) -> dict[Row, list[Row]]:
        """Return the rows by their terms at the positions; the index is kept up to date from now on."""
        found = self.indices[predicate].get(positions)
        if found is None:
            found = self.indices[predicate][positions] = defaultdict(list)
            for row in sorted(self.rows[predicate]):
                if not positions or positions[-1] < len(row):
                    found[tuple([row[at] for at in positions])].append(row)
        return found


# ---------------------------------------------------------------------------------------------------- queries


@dataclass(frozen=True, slots=True)
class Check:
    """A literal whose terms are all bound."""

    literal: Literal
    row: Getter


@dataclass(frozen=True, slots=True)
class Scan:
    """The rows of a table that agree with the bound slots.

    `key` gets the bound terms; `new` has positions with the slot they fill and the objects allowed there; `same` has
    pairs of positions that must agree. A row has `arity` terms.
    """

    index: dict[Row, list[Row]]
    key: Getter
    new: tuple[tuple[int, int, frozenset[str] | None], ...]
    same: tuple[tuple[int, int], ...]
    arity: int


@dataclass(frozen=True, slots=True)
class Each:
    """All objects that a variable can stand for."""

    slot: int
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """All terms of the answer are bound: continue only if it is new, and only until it is found once."""

    row: Getter


Step = Check | Scan | Each | Answer


@dataclass(frozen=True, slots=True)
class Query:
    """A compiled query: slots with the constants filled in, and steps. `variables` has the slot of each variable."""

    slots: tuple[str, ...]
    variables: dict[str, int]
    steps: tuple[Step, ...]


def compiled(
    tables: Tables, body: Sequence[Literal], domains: Domains, answer: Sequence[str], bound: Sequence[str] = ()
) -> Query:
    """Compile a conjunction of literals. `answer` has the terms to return, `bound` the variables that are given."""
    slots: list[str] = []
    places: dict[str, int] = {}
    for term in (*bound, *answer, *(one for literal in body for one in literal.arguments)):
        if term not in places:
            places[term] = len(slots)
            slots.append(term)
    known = {term for term in places if not term.startswith("?")} | set(bound)
    waiting = list(body)
    steps: list[Step] = []
    answered = False
    while True:
        for literal in [one for one in waiting if known.issuperset(one.arguments)]:
            waiting.remove(literal)
            steps.append(Check(literal, _getter([places[one] for one in literal.arguments])))
        if not answered and known.issuperset(answer):
            answered = True
            steps.append(Answer(_getter([places[one] for one in answer])))
        positive = [one for one in waiting if one.positive and one.predicate != EQUAL]
        if positive:
            best = min(positive, key=lambda one: _looseness(one, known, tables))
            waiting.remove(best)
            steps.append(_scan(tables, best, domains, places, known))
            known.update(best.arguments)
            continue
        # To go through all objects is the last resort: no table is left that would narrow them.
        unbound = [term for one in waiting for term in one.arguments if term not in known]
        unbound = unbound or [term for term in answer if term not in known]
        if not unbound:
            break
        allowed = domains.get(unbound[0])
        objects = tables.objects if allowed is None else tuple(one for one in tables.objects if one in allowed)
        steps.append(Each(places[unbound[0]], objects))
        known.add(unbound[0])
    variables = {term: at for term, at in places.items() if term.startswith("?")}
    return Query(tuple(slots), variables, tuple(steps))


def _looseness(literal: Literal, known: set[str], tables: Tables) -> tuple[int, int, int]:
    """Return a sort key for scans: fewest unbound variables, then most bound terms, then the smallest table."""
    unbound = len({one for one in literal.arguments if one not in known})
    return (unbound - sum(one in known for one in literal.arguments), unbound, len(tables.rows[literal.predicate]))


def _scan(tables: Tables, literal: Literal, domains: Domains, places: dict[str, int], known: set[str]) -> Scan:
    positions = tuple(at for at, term in enumerate(literal.arguments) if term in known)
    first: dict[str, int] = {}
    new, same = [], []
    for at, term in enumerate(literal.arguments):
        if term in known:
            continue
        if term in first:
            same.append((first[term], at))
        else:
            first[term] = at
            new.append((at, places[term], domains.get(term)))
    key = _getter([places[literal.arguments[at]] for at in positions])
    index = tables.index(literal.predicate, positions)
    return Scan(index, key, tuple(new), tuple(same), len(literal.arguments))


def _getter(slots: Sequence[int]) -> Getter:
    if not slots:
        return lambda _: ()
    if len(slots) == 1:
        only = slots[0]
        return lambda filled: (filled[only],)
    return itemgetter(*slots)


@dataclass(slots=True)
class Work:
    """A counter of rows, and a hook that is called every `every` rows and may raise `LimitReachedError`."""

    rows: int = 0
    every: int = 4096
    check: Callable[[], None] | None = None

    def count(self, rows: int) -> None:
        """Count rows that were examined."""
        before = self.rows
        self.rows = before + rows
        if self.check is not None and before // self.every != self.rows // self.every:
            self.check()


def answers(tables: Tables, query: Query, known: set[Row], work: Work, given: Sequence[str] = ()) -> Iterator[Row]:
    """Yield each answer that is not in `known` once, and add it to `known`; `given` fills the bound variables."""
    slots = list(query.slots)
    slots[: len(given)] = given
    steps = query.steps
    last = len(steps)
    rows, initial = tables.rows, tables.initial
    # One iterator for each step that iterates; a frame is the step's number and its iterator.
    frames: list[tuple[int, Iterator[Row | str]]] = []
    answer: Row = ()
    answered_at = -1  # how many frames there were when the answer was bound
    at = 0
    while True:
        forward = True
        while at < last:
            step = steps[at]
            if type(step) is Check:
                literal = step.literal
                row = step.row(slots)
                if literal.predicate == EQUAL:
                    good = (len(set(row)) <= 1) is literal.positive
                elif literal.positive:
                    good = row in rows[literal.predicate]
                else:
                    good = row not in initial.get(literal.predicate, ()) or row in rows[NEGATED + literal.predicate]
                if not good:
                    forward = False
                    break
            elif type(step) is Answer:
                answer = step.row(slots)
                if answer in known:
                    forward = False
                    break
                answered_at = len(frames)
            elif type(step) is Scan:
                found = step.index.get(step.key(slots), ())
                work.count(len(found) + 1)
                frames.append((at, iter(found)))
                forward = False
                break
            else:
                assert type(step) is Each
                work.count(len(step.objects) + 1)
                frames.append((at, iter(step.objects)))
                forward = False
                break
            at += 1
        if forward:
            known.add(answer)
            yield answer
            del frames[answered_at:]  # other bindings would only repeat this answer
        at = _advance(steps, frames, slots)
        if at < 0:
            return


def _advance(steps: tuple[Step, ...], frames: list[tuple[int, Iterator[Row | str]]], slots: list[str]) -> int:
    """Bind the next row or object of the innermost frame that has one; return the step to continue with, or -1."""
    while frames:
        at, rest = frames[-1]
        step = steps[at]
        for one in rest:
            if type(step) is Each:
                assert type(one) is str
                slots[step.slot] = one
                return at + 1
            assert type(step) is Scan
            if len(one) != step.arity or any(one[early] != one[late] for early, late in step.same):
                continue
            for position, slot, allowed in step.new:
                if allowed is not None and one[position] not in allowed:
                    break
                slots[slot] = one[position]
            else:
                return at + 1
        frames.pop()
    return -1
