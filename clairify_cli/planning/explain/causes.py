"""The search for causes: why a literal can never hold, traced to its root causes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.planning.explain.model import (
    Attempt,
    Blocked,
    Impossible,
    Kind,
    NoObject,
    Obstacle,
    Together,
    WrongType,
    circular,
)
from clairify_cli.planning.explain.order import most_likely_first, rank, unlikeliness_of_group
from clairify_cli.planning.ground.achievers import Achiever
from clairify_cli.planning.ground.bodies import Body, Scope, alternatives
from clairify_cli.planning.ground.conditions import (
    EQUAL,
    All,
    Any,
    Binding,
    Condition,
    Literal,
    Some,
    Types,
    conjuncts,
    substituted,
)
from clairify_cli.planning.ground.reachability import Reachability
from clairify_cli.records import dataclass, field, replace

DEEPEST = 6
MOST_ATTEMPTS = 4
MOST_OBSTACLES = 3
MOST_LITERALS = 150
"""Maximum number of literals that one explanation examines."""
SECONDS = 5.0
"""Time limit of one explanation; causes not found by then are left out."""

_TRIED = 3
_SHOWN = 3
_SAMPLES = 60
_STEM = 3

_Key = tuple[bool, str, tuple[object, ...]]

Path = tuple[tuple[Literal, Types], ...]
"""Literals that each need the next, starting at the goal, each with the types of its variables."""


@dataclass(slots=True)
class Search:
    """The search for an explanation; `told` has the literals that it has explained so far."""

    reached: Reachability
    told: dict[_Key, Blocked | None] = field(default_factory=dict)
    looked: int = 0
    deadline: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    kinds: dict[str, frozenset[str]] = field(init=False)
    """In a domain without types, the static predicates with one argument and the objects that they hold for."""

    def __post_init__(self) -> None:
        made = {one.literal.predicate for one in self.reached.achievers}
        found: dict[str, set[str]] = {}
        for atom in () if self.reached.task.domain.types else sorted(self.reached.task.init):
            if len(atom) == 2 and atom[0] not in made:
                found.setdefault(atom[0], set()).add(atom[1])
        self.kinds = {name: frozenset(members) for name, members in found.items()}

    # ------------------------------------------------------------------------------------------- literals

    def blocked(self, literal: Literal, types: Types, path: Path, in_goal: bool) -> Blocked:
        """Explain why a literal can never hold. `path` has the literals that need it, the goal first."""
        shown = tuple((name, types[name]) for name in literal.variables if name in types)
        made = Blocked(literal, shown, in_goal, Kind.NOT_FOLLOWED)
        # A literal that needs itself has no separate cause: the explanation is the ring.
        for at, (above, above_types) in enumerate(path):
            if self._covers(above, above_types, literal, types):
                ring = (*(one for one, _ in path[at:]), literal)
                return self._with_likes(replace(made, kind=Kind.CYCLE, ring=ring))
        key = _key(literal, types)
        if key in self.told:
            return replace(made, kind=Kind.TOLD, earlier=self.told[key])
        self.looked += 1
        if len(path) >= DEEPEST or self.looked > MOST_LITERALS or time.monotonic() > self.deadline:
            return made
        # Entered before it is followed, so a path that leads back here does not recurse for ever.
        self.told[key] = None
        self.told[key] = found = self._followed(made, types, (*path, (literal, types)))
        return found

    def _followed(self, made: Blocked, types: Types, path: Path) -> Blocked:
        """Return a blocked literal with the attempts to achieve it, or with similar facts if there are none."""
        literal = made.literal
        same = [
            one
            for one in self.reached.achievers
            if one.literal.predicate == literal.predicate
            and one.literal.positive is literal.positive
            and len(one.literal.arguments) == len(literal.arguments)
        ]
        if self._never_begins(literal, same):
            return replace(made, kind=Kind.NEEDS, attempts=(self._general(same[0], literal),))
        attempts = [self._attempt(one, literal, types, path) for one in same]
        tried = most_likely_first([one for one in attempts if one is not None], literal)[:MOST_ATTEMPTS]
        if tried:
            return replace(made, kind=Kind.NEEDS, attempts=tried)
        if not literal.positive:
            return replace(made, kind=Kind.STAYS_TRUE)
        return self._with_likes(replace(made, kind=Kind.OTHER_OBJECTS if same else Kind.NEVER_ADDED))

    def _never_begins(self, literal: Literal, same: list[Achiever]) -> bool:
        """Whether a predicate never holds for any objects because every achiever of it requires it.

        This says more than why it does not hold for particular objects.
        """
        if not literal.positive or not same or self.reached.facts(literal.predicate):
            return False
        return all(
            any(one.positive and one.predicate == literal.predicate for one in conjuncts(achiever.condition))
            for achiever in same
        )

    def _general(self, achiever: Achiever, literal: Literal) -> Attempt:
        """Return the first attempt to add a predicate that never begins to hold, with the instance that it requires."""
        asked = next(
            one for one in conjuncts(achiever.condition) if one.positive and one.predicate == literal.predicate
        )
        variables = dict(achiever.variables)
        types = tuple((name, variables[name]) for name in asked.variables if name in variables)
        made = Blocked(asked, types, False, Kind.CYCLE, ring=(asked, asked))
        return Attempt(achiever.owner.text, achiever.is_derived, achiever.place, literal, ((self._with_likes(made),),))

    def _with_likes(self, made: Blocked) -> Blocked:
        """Add the facts and predicates that are similar to the missing one."""
        literal = made.literal
        initial = self.reached.task.init
        facts = [atom for atom in initial if atom[0] == literal.predicate]
        if not literal.positive:
            return made
        ranked = sorted(facts, key=lambda atom: (-_agreement(atom, literal), atom))
        swapped = next(
            (
                atom
                for atom in ranked
                if len(literal.arguments) > 1
                and not literal.variables
                and sorted(atom[1:]) == sorted(literal.arguments)
            ),
            None,
        )
        return replace(
            made,
            others=tuple(ranked[:_SHOWN]),
            more=max(0, len(ranked) - _SHOWN),
            near=self._like_name(literal),
            swapped=swapped,
            in_init=bool(facts),
        )

    def _like_name(self, literal: Literal) -> str | None:
        """Return a predicate with a similar name that holds, or can hold, for the same objects."""
        rows = self.reached.tables.rows
        # `#1` and `not p` are tables of the relaxation: nobody wrote such names.
        names = [name for name in rows if name != literal.predicate and not name.startswith("#") and " " not in name]
        for name in near_matches(literal.predicate, names, cutoff=0.7):
            if any(_agreement((name, *row), literal) == len(literal.arguments) == len(row) for row in rows[name]):
                return name
        return None

    def _covers(self, above: Literal, above_types: Types, literal: Literal, types: Types) -> bool:
        """Whether every instance of a literal is also an instance of the literal `above`."""
        if (above.positive, above.predicate, len(above.arguments)) != (
            literal.positive,
            literal.predicate,
            len(literal.arguments),
        ):
            return False
        stands_for: dict[str, str] = {}
        for one, other in zip(above.arguments, literal.arguments, strict=True):
            if not one.startswith("?"):
                if one != other:
                    return False
                continue
            fits = self._objects(other, types) <= self._objects(one, above_types)
            if not fits or stands_for.setdefault(one, other) != other:
                return False
        return True

    def _objects(self, term: str, types: Types) -> frozenset[str]:
        """Return the objects that a term can stand for."""
        if not term.startswith("?"):
            return frozenset({term})
        return frozenset(self.reached.task.objects_of(types[term]) if term in types else self.reached.task.objects)

    # ------------------------------------------------------------------------------------------- attempts

    def _attempt(self, one: Achiever, literal: Literal, types: Types, path: Path) -> Attempt | None:
        """Return what stops an achiever from making the literal true; None if the literal does not match at all."""
        binding: Binding = {}
        inner = dict(one.variables)
        task = self.reached.task
        wrong: list[Obstacle] = []
        for term, wanted in zip(one.literal.arguments, literal.arguments, strict=True):
            if not term.startswith("?"):
                if not wanted.startswith("?") and term != wanted:
                    return None
                continue
            if wanted.startswith("?"):
                mine, theirs = inner.get(term, ()), types.get(wanted, ())
                if mine and theirs and not set(task.objects_of(mine)) & set(task.objects_of(theirs)):
                    wrong.append(WrongType(term, mine, wanted, theirs))
                inner[term] = self._narrower(mine, theirs)
                continue
            if binding.setdefault(term, wanted) != wanted:
                return None
            if term in inner and wanted not in task.objects_of(inner[term]):
                wrong.append(WrongType(term, inner[term], wanted, task.objects.get(wanted, ())))
        effect = _bound(one.literal, binding)
        wrong += [found for asked in conjuncts(one.condition) for found in self._wrong_kinds(asked, binding)]
        if wrong:
            groups: tuple[tuple[Obstacle, ...], ...] = (tuple(dict.fromkeys(wrong)),)
        else:
            groups = self.obstacles(one.condition, inner, binding, path)
        return Attempt(one.owner.text, one.is_derived, one.place, effect, groups)

    def _wrong_kinds(self, literal: Literal, binding: Binding | None = None) -> Iterator[WrongType]:
        """Yield an object of the wrong kind if static predicates such as `(truck ?x)` serve as types.

        An object without any kind may have been forgotten in the initial state, which is reported as a missing fact.
        """
        wanted = self.kinds.get(literal.predicate) if literal.positive and len(literal.arguments) == 1 else None
        thing = (binding or {}).get(literal.arguments[0], literal.arguments[0]) if wanted else ""
        own = tuple(name for name, members in self.kinds.items() if thing in members)
        if wanted is not None and own and all(self.kinds[name].isdisjoint(wanted) for name in own):
            yield WrongType(literal.arguments[0], (literal.predicate,), thing, own)

    def _narrower(self, one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
        """Return the one of two lists of types that has fewer objects."""
        if not one or not other:
            return one or other
        task = self.reached.task
        return one if len(task.objects_of(one)) <= len(task.objects_of(other)) else other

    def obstacles(
        self, condition: Condition, types: Types, binding: Binding, path: Path
    ) -> tuple[tuple[Obstacle, ...], ...]:
        """Return what keeps a condition from holding: a group of obstacles for each of its alternatives."""
        task = self.reached.task
        empty = [self._no_object(name, wanted) for name, wanted in types.items() if not task.objects_of(wanted)]
        if empty:
            return (tuple(empty[:1]),)
        # If a type has a single object, name it: `(at fridge1)` says more than `(at ?r)`.
        only = {name: task.objects_of(wanted)[0] for name, wanted in types.items() if len(task.objects_of(wanted)) == 1}
        binding = {**only, **binding}
        scope = Scope(task, {name: wanted for name, wanted in types.items() if name not in binding})
        bodies = alternatives(substituted(condition, binding), scope)
        if not bodies:
            return ((self._never(condition),),)
        lone = [self._lone(body, scope.types) for body in bodies]
        shared = [
            one
            for one in lone[0]
            if all(_key(one, scope.types) in {_key(x, scope.types) for x in other} for other in lone[1:])
        ]
        if shared:
            return (self._in_turn(shared, scope.types, path),)
        found: dict[tuple[Obstacle, ...], None] = {}
        for body, singles in zip(bodies[:MOST_ATTEMPTS], lone, strict=False):
            if singles:
                found[self._in_turn(singles, scope.types, path)] = None
            else:
                found[self._together(body, scope.types, path)] = None
        return tuple(sorted((group for group in found if group), key=unlikeliness_of_group))

    def _no_object(self, variable: str, wanted: tuple[str, ...]) -> NoObject:
        """Return the obstacle that there is no object of the types, with an object that is named like one of them."""
        for kind in wanted:
            for name in self.reached.task.objects:
                stem = name.strip("|").rstrip("0123456789_-")
                if len(stem) >= _STEM and (kind.startswith(stem) or stem.startswith(kind)):
                    return NoObject(variable, wanted, name)
        return NoObject(variable, wanted)

    def _never(self, condition: Condition) -> Obstacle:
        """Return why a condition has no alternatives at all."""
        waiting: list[Condition] = [condition]
        while waiting:
            one = waiting.pop(0)
            if isinstance(one, Some):
                for name, wanted in one.variables:
                    if not self.reached.task.objects_of(wanted):
                        return self._no_object(name, wanted)
                waiting.append(one.body)
            elif isinstance(one, All | Any):
                waiting += one.parts
        return Impossible("(or)", condition.place)

    # ------------------------------------------------------------------------------------------- conjunctions

    def _possible(self, body: Body, types: Types) -> bool:
        """Whether a conjunction can hold; also True if there is no time left to find out."""
        return time.monotonic() > self.deadline or self.reached.possible(body, types)

    def _lone(self, body: Body, types: Types) -> list[Literal]:
        """Return the literals of a conjunction that cannot hold even alone."""
        return [one for one in dict.fromkeys(body) if not self._possible((one,), types)]

    def _in_turn(self, literals: Sequence[Literal], types: Types, path: Path) -> tuple[Obstacle, ...]:
        """Return the obstacles for literals that cannot hold, those with the simplest causes first."""
        found: list[Obstacle] = []
        unlike: dict[_Key, Literal] = {}
        for one in literals:
            unlike.setdefault(_key(one, types), one)
        for one in list(unlike.values())[:MOST_OBSTACLES]:
            if one.predicate == EQUAL:
                found.append(Impossible(one.text, one.place))
            else:
                found.append(self.blocked(one, types, path, in_goal=not path))
        return tuple(sorted(found, key=rank))

    def _together(self, body: Body, types: Types, path: Path) -> tuple[Obstacle, ...]:
        """Return the obstacle of literals that can each hold, but not together; empty if there is no conflict."""
        ordered = sorted(dict.fromkeys(body), key=lambda one: not one.positive or one.predicate == EQUAL)
        conflict = self._conflict(ordered, types)
        if not conflict:
            return ()
        if all(one.predicate == EQUAL for one in conflict):
            return (Impossible(f"(and {' '.join(one.text for one in conflict)})", conflict[0].place),)
        holds = tuple(self._examples(one, types) for one in conflict)
        best: tuple[Blocked, ...] = ()
        # Each candidate needs a search of its own, and the first that is not circular is as good as any.
        tried = [pair for pair in self._candidates(conflict, types) if not any(self._wrong_kinds(pair[0]))]
        for one, beside in tried[:_TRIED]:
            made = replace(self.blocked(one, types, path, in_goal=not path), beside=beside)
            if not best or (circular((made,)), rank(made)) < (circular(best), rank(best[0])):
                best = (made,)
            if not circular(best):
                break
        return (Together(tuple(conflict), holds, best),)

    def _conflict(self, ordered: list[Literal], types: Types) -> list[Literal]:
        """Return a minimal set of the literals that cannot hold together, by leaving out one after another."""
        kept = list(ordered)
        if self._possible(tuple(kept), types):
            return []
        for one in reversed(ordered):
            less = [other for other in kept if other is not one]
            if not self._possible(tuple(less), types):
                kept = less
        return kept

    def _examples(self, literal: Literal, types: Types) -> tuple[GroundAtom, ...]:
        found = self.reached.bindings((literal,), types, most=_SHOWN + 1) or []
        atoms = [(literal.predicate, *(one.get(term, term) for term in literal.arguments)) for one in found]
        return tuple(sorted(atoms))

    def _candidates(self, conflict: list[Literal], types: Types) -> list[tuple[Literal, tuple[Literal, ...]]]:
        """Return instances of one literal that would complete facts that the others can have, and these facts.

        Literals that actions can make true come before those that only the initial state can have.
        """
        brought = {(one.literal.positive, one.literal.predicate) for one in self.reached.achievers}
        found: list[tuple[bool, int, list[tuple[Literal, tuple[Literal, ...]]]]] = []
        for one in conflict:
            if one.predicate == EQUAL:
                continue
            others = tuple(other for other in conflict if other is not one)
            made: dict[str, tuple[Literal, tuple[Literal, ...]]] = {}
            for binding in self.reached.bindings(others, types, most=_SAMPLES) or []:
                instance = _bound(one, binding)
                if instance.text not in made and not self._possible((instance,), types):
                    made[instance.text] = instance, tuple(_bound(x, binding) for x in others if x.positive)
            found.append(((one.positive, one.predicate) not in brought, len(made), list(made.values())))
        found.sort(key=lambda entry: entry[:2])
        # One of each in turn, so the candidates tried are not all instances of one literal.
        return [one for turn in zip_longest(*(entry[2] for entry in found)) for one in turn if one is not None]


def _bound(literal: Literal, binding: Binding) -> Literal:
    made = substituted(literal, binding)
    assert isinstance(made, Literal)
    return made


def _key(literal: Literal, types: Types) -> _Key:
    """Return a literal without its place and the names of its variables."""
    names: dict[str, tuple[int, tuple[str, ...]]] = {}
    terms = tuple(
        names.setdefault(term, (len(names), types.get(term, ()))) if term.startswith("?") else term
        for term in literal.arguments
    )
    return literal.positive, literal.predicate, terms


def _agreement(atom: GroundAtom, literal: Literal) -> int:
    """Return the number of arguments of an atom that agree with a literal."""
    pairs = zip(atom[1:], literal.arguments, strict=False)
    return sum(one == other or other.startswith("?") for one, other in pairs)
