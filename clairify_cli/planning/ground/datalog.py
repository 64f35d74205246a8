"""Compute everything that follows from facts by rules.

Before a rule is run, variables that are not in its head are eliminated one at a time (bucket elimination, in the order
that keeps the intermediate predicates narrow), so an action is never instantiated as a whole: only the arguments of its
effects matter. The fixpoint is computed semi-naively, one fact at a time (Abiteboul, Hull and Vianu, Foundations of
Databases, 1995, chapter 13; Helmert, Concise finite-domain representations for PDDL planning tasks, AIJ 173, 2009).
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterable

from clairify_cli.planning.ground.bodies import Body
from clairify_cli.planning.ground.conditions import EQUAL, Literal
from clairify_cli.planning.ground.joins import (
    NEGATED,
    Domains,
    LimitReachedError,
    Query,
    Row,
    Tables,
    Work,
    answers,
    compiled,
)
from clairify_cli.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits on the computation: facts, and seconds of the processor."""

    facts: int = 1_000_000
    seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class Rule:
    """The head follows if the body holds. `domains` has the objects of each variable."""

    predicate: str
    arguments: tuple[str, ...]
    body: Body
    domains: Domains


@dataclass(slots=True)
class Program:
    """Rules, with the predicates that were generated along the way."""

    rules: list[Rule] = field(default_factory=list)
    _names: int = 0
    _joined: dict[object, Literal] = field(default_factory=dict)

    def fresh(self) -> str:
        """Return a new predicate name that cannot occur in PDDL."""
        self._names += 1
        return f"#{self._names}"

    def add(self, rule: Rule) -> None:
        """Add a rule, with variables eliminated if that makes it cheaper."""
        body = list(dict.fromkeys(rule.body))
        head = {one for one in rule.arguments if one.startswith("?")}
        while True:
            buckets: dict[str, list[Literal]] = defaultdict(list)
            for literal in body:
                for variable in literal.variables:
                    if variable not in head:
                        buckets[variable].append(literal)
            if not buckets:
                break
            variable = min(buckets, key=lambda name: (len(_around(name, buckets[name])), len(buckets[name]), name))
            bucket = buckets[variable]
            if len(bucket) == len(body):
                break  # the last join is the rule itself
            joined = self._join(variable, bucket, rule.domains)
            body = [literal for literal in body if literal not in bucket]
            if joined not in body:
                body.append(joined)
        self.rules.append(Rule(rule.predicate, rule.arguments, tuple(body), rule.domains))

    def _join(self, variable: str, bucket: list[Literal], domains: Domains) -> Literal:
        """Return a literal for what the bucket implies about its other variables, with one variable eliminated."""
        kept = _around(variable, bucket)
        used = (variable, *kept)
        key = (
            frozenset((one.positive, one.predicate, one.arguments) for one in bucket),
            tuple((name, domains.get(name)) for name in used),
        )
        made = self._joined.get(key)
        if made is None:
            made = self._joined[key] = Literal(True, self.fresh(), kept)
            self.rules.append(Rule(made.predicate, kept, tuple(bucket), {name: domains.get(name) for name in used}))
        return made


def _around(variable: str, bucket: list[Literal]) -> tuple[str, ...]:
    """Return the other variables of the bucket."""
    return tuple(sorted({one for literal in bucket for one in literal.variables} - {variable}))


@dataclass(slots=True)
class _Trigger:
    """The query to run if a new fact matches a literal of a rule's body: `pattern` binds the query's slots."""

    predicate: str
    pattern: tuple[str, ...]
    variables: tuple[str, ...]
    domains: Domains
    query: Query

    def bound(self, row: Row) -> list[str] | None:
        """Return the objects for the pattern's variables, or None if the row does not match."""
        if len(row) != len(self.pattern):
            return None
        found: dict[str, str] = {}
        for term, value in zip(self.pattern, row, strict=True):
            if not term.startswith("?"):
                if term != value:
                    return None
            elif found.setdefault(term, value) != value:
                return None
            else:
                allowed = self.domains.get(term)
                if allowed is not None and value not in allowed:
                    return None
        return [found[term] for term in self.variables]


def closed(tables: Tables, program: Program, facts: Iterable[tuple[str, Row]], bounds: Bounds, goal: str) -> bool:
    """Add the facts and everything that follows from them; return whether this finished within the limits.

    It ends early once a fact of the predicate `goal` is derived.
    """
    heads = {rule.predicate for rule in program.rules}
    known: dict[str, set[Row]] = defaultdict(set)
    waiting: deque[tuple[str, Row]] = deque()
    for predicate, row in facts:
        if row in known[predicate]:
            continue
        known[predicate].add(row)
        # A fact that rules can derive goes through the queue, so that it triggers them once like a derived one.
        if predicate in heads:
            waiting.append((predicate, row))
        else:
            tables.add(predicate, row)
    deadline = time.thread_time() + bounds.seconds

    def check() -> None:
        if time.thread_time() > deadline or sum(map(len, known.values())) > bounds.facts:
            raise LimitReachedError

    work = Work(check=check)
    try:
        triggers = _triggers(tables, program, heads, known, waiting, work)
        while waiting and not known[goal]:
            predicate, row = waiting.popleft()
            tables.add(predicate, row)
            for trigger in triggers.get(predicate, ()):
                given = trigger.bound(row)
                work.count(1)
                if given is not None:
                    made = trigger.predicate
                    for new in answers(tables, trigger.query, known[made], work, given):
                        waiting.append((made, new))
    except LimitReachedError:
        return False
    if known[goal]:
        tables.rows[goal].add(())
    return True


def _triggers(
    tables: Tables,
    program: Program,
    heads: set[str],
    known: dict[str, set[Row]],
    waiting: deque[tuple[str, Row]],
    work: Work,
) -> dict[str, list[_Trigger]]:
    """Return the triggers by predicate. Rules that no fact would ever trigger are run here, once."""
    found: dict[str, list[_Trigger]] = defaultdict(list)
    for rule in program.rules:
        triggered = False
        for literal in rule.body:
            name = literal.predicate if literal.positive else NEGATED + literal.predicate
            if literal.predicate == EQUAL or name not in heads:
                continue
            triggered = triggered or literal.positive
            rest = [one for one in rule.body if one is not literal]
            query = compiled(tables, rest, rule.domains, rule.arguments, literal.variables)
            found[name].append(_Trigger(rule.predicate, literal.arguments, literal.variables, rule.domains, query))
        if not triggered:
            query = compiled(tables, rule.body, rule.domains, rule.arguments)
            for new in answers(tables, query, known[rule.predicate], work):
                waiting.append((rule.predicate, new))
    return found
