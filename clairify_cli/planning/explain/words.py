"""Explanations in words: the sentences in the findings."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.pddl.syntax import OBJECT
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.planning.explain.model import (
    Attempt,
    Blocked,
    GoalPart,
    Impossible,
    Kind,
    NoObject,
    Obstacle,
    Root,
    Together,
    WrongType,
    roots,
)
from clairify_cli.planning.explain.rings import beginnings
from clairify_cli.planning.ground.conditions import All, Any, Condition, Literal, Some
from clairify_cli.records import dataclass, field

MOST_GOALS = 5
MOST_REMEDIES = 3

_LIKE = 0.7
_MOST_BEGINNINGS = 2
_MOST_NEAR = 3
_MOST_BESIDE = 2
_LONGEST_FORMULA = 120


@dataclass(slots=True)
class Words:
    """Names as spelt in the texts, and sentences composed of them."""

    task: Task
    _written: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        domain, problem = self.task.domain, self.task.problem
        declared = [one.name for one in (*domain.types, *domain.constants, *problem.objects)]
        declared += [one.name for one in domain.predicates] + [one.name for one in domain.derived]
        declared += [one.name for one in domain.actions] + [one.name for one in domain.durative_actions]
        for name in declared:
            self._written.setdefault(name.text, name.written)

    def name(self, text: str) -> str:
        """Return a name as it is declared."""
        return self._written.get(text, text)

    def fact(self, atom: GroundAtom) -> str:
        """Return a fact, quoted."""
        return f"`({' '.join(map(self.name, atom))})`"

    def literal(self, literal: Literal) -> str:
        """Return a literal, quoted, without the suffixes that distinguish variables of the same name."""
        terms = [one.split("'")[0] if one.startswith("?") else self.name(one) for one in literal.arguments]
        atom = f"({' '.join((self.name(literal.predicate), *terms))})"
        return f"`{atom}`" if literal.positive else f"`(not {atom})`"

    def atom(self, literal: Literal) -> str:
        """Return the atom of a literal, quoted."""
        return self.literal(Literal(True, literal.predicate, literal.arguments))

    def condition(self, condition: Condition) -> str:
        """Return a condition as PDDL, not quoted."""
        match condition:
            case Literal():
                return self.literal(condition)[1:-1]
            case All() | Any():
                word = "and" if isinstance(condition, All) else "or"
                return f"({' '.join((word, *map(self.condition, condition.parts)))})"
            case _:
                word = "exists" if isinstance(condition, Some) else "forall"
                typed = [
                    name + (f" - {self.name(types[0])}" if len(types) == 1 and types[0] != OBJECT else "")
                    for name, types in condition.variables
                ]
                return f"({word} ({' '.join(typed)}) {self.condition(condition.body)})"

    def quoted(self, condition: Condition) -> str:
        """Return a condition as PDDL, quoted and shortened."""
        return f"`{shortened(self.condition(condition))}`"

    def types(self, names: Sequence[str]) -> str:
        """Return the types of a variable or object in words."""
        return " or ".join(f"`{self.name(one)}`" for one in names) or "`object`"

    # --------------------------------------------------------------------------------------------- one sentence

    def chain(self, root: Root, most: int = 0) -> str:
        """Describe the path from a literal of the goal to a root cause, in clauses.

        To stay within `most` characters, the types of variables are dropped first, then the middle.
        """
        shown = "; ".join(self._clauses(root))
        for brief in (1, 2):
            if not most or len(shown) <= most:
                break
            shown = self._cut(root, self._clauses(root, brief), most)
        return shown

    def _cut(self, root: Root, clauses: list[str], most: int) -> str:
        """Return the first clause and as many of the last ones as fit, at least one."""
        shown = "; ".join(clauses)
        shorter = [(True, kept) for kept in range(len(clauses) - 2, 0, -1)]
        for named, kept in (*shorter, (False, 1)) if shorter else ():
            if len(shown) <= most:
                break
            between = [one.owner for _, one in root.path[1 : len(clauses) - kept]]
            shown = "; ".join([clauses[0], self._between(between, named), *clauses[-kept:]])
        return shown

    def _between(self, owners: Sequence[str], named: bool) -> str:
        """Name the actions of the omitted clauses."""
        names = list(dict.fromkeys(f"`{self.name(one)}`" for one in owners))
        who = (
            listed(names, "and")
            if named and len(names) <= _MOST_NEAR
            else f"{len(names)} more action{'s' * (len(names) > 1)}"
        )
        return f"{who} {'comes' if len(names) == 1 else 'come'} in between"

    def _clauses(self, root: Root, brief: int = 0) -> list[str]:
        path = root.path[: root.told] if root.told else root.path
        clauses = self.steps(root, brief)[: len(path)]
        if root.told:
            clauses[-1] += ", which can never be true either"
        else:
            clauses.append(self.cause(root.obstacle, told=bool(root.path)))
        return clauses

    def steps(self, root: Root, brief: int = 0) -> list[str]:
        """Describe the whole path to a root cause: what each action on it adds and needs."""
        needed: list[Obstacle] = [blocked for blocked, _ in root.path[1:]]
        needed.append(root.obstacle)
        return [self.step(*one, need, brief) for one, need in zip(root.path, needed, strict=False)]

    def step(self, blocked: Blocked, attempt: Attempt, needed: Obstacle, brief: int = 0) -> str:
        """Say which action would make a literal true, and what it needs; `brief` (1 or 2) leaves out details."""
        others = [self.name(one.owner) for one in blocked.attempts if one.owner != attempt.owner]
        who = f"`{self.name(attempt.owner)}`"
        if attempt.is_derived:
            start = f"{self.atom(blocked.literal)} follows only from its `:derived` rule"
        else:
            verb = "adds" if blocked.literal.positive else "deletes"
            lead = "only " if not others else ""
            start = f"{lead}{who} {verb} {self.atom(blocked.literal)}"
        tail = ""
        if others and not brief:
            named = listed(list(dict.fromkeys(f"`{one}`" for one in others)), "and")
            tail = f" ({named} would do it too, but cannot be used either)"
        need = self._need(needed, brief)
        if len(attempt.obstacles) > 1:  # every alternative is blocked, so this one alone is not what is needed
            need = need.replace(
                ", and needs ", f", and needs, in one of its {len(attempt.obstacles)} alternatives, ", 1
            )
        return start + need + tail

    def _need(self, needed: Obstacle, brief: int) -> str:
        match needed:
            case Blocked():
                more = "" if brief else self._for_any(needed)
                if needed.beside and len(needed.beside) <= _MOST_BESIDE and brief < 2:
                    more += f", to go with {' and '.join(self.literal(one) for one in needed.beside)}"
                return f", and needs {self.literal(needed.literal)}{more}"
            case WrongType():
                return f", for {self.parameter(needed)} only"
            case Together():
                return f", and needs {self.both(needed)}{_shared(needed)}"
            case NoObject():
                return f", and needs some {self.types(needed.wanted)}"
            case Impossible():
                return f", and needs `{needed.text}`"

    def parameter(self, wrong: WrongType) -> str:
        """Return the parameter that an object does not fit."""
        return f"`{wrong.parameter} - {' '.join(map(self.name, wrong.wanted)) or 'object'}`"

    def both(self, together: Together) -> str:
        """Return the literals, joined by `and`."""
        return " and ".join(self.literal(one) for one in together.literals)

    def _for_any(self, blocked: Blocked) -> str:
        if not blocked.types:
            return ""
        wanted = [f"{name.split(chr(39))[0]}` a {self.types(types)}" for name, types in blocked.types]
        return " (`" + ", `".join(wanted) + ")" if all(t != ("object",) for _, t in blocked.types) else ""

    # -------------------------------------------------------------------------------------------------- causes

    def cause(self, one: Obstacle, *, told: bool = True) -> str:
        """Describe a root cause. `told` is whether the sentence has just named the action that requires it."""
        match one:
            case Blocked():
                return self._of_blocked(one)
            case WrongType():
                if one.object.startswith("?"):
                    return f"{self.types(one.given)} is not a kind of {self.types(one.wanted)}"
                if set(one.given) <= {"object"}:
                    return f"`{self.name(one.object)}` is declared without a type, not as {self.types(one.wanted)}"
                is_of = "of type" if self.task.domain.types else "a"
                return f"`{self.name(one.object)}` is {is_of} {self.types(one.given)}, not {self.types(one.wanted)}"
            case NoObject():
                if one.likely:
                    given = self.types(self.task.objects[one.likely])
                    name = self.name(one.likely)
                    return f"there is no object of type {self.types(one.wanted)}; `{name}` is of type {given}"
                return f"there is no object of type {self.types(one.wanted)}"
            case Impossible():
                return f"`{one.text}` can never hold for these objects" if told else f"`{one.text}` can never hold"
            case Together():
                return self._of_together(one)

    def _of_blocked(self, one: Blocked) -> str:
        literal = one.literal
        match one.kind:
            case Kind.NEVER_ADDED:
                return f"no action adds `{self.name(literal.predicate)}`, and {self._initially(one)}"
            case Kind.OTHER_OBJECTS:
                others = "the actions that add it do so for other objects"
                return f"{others}, and {self._initially(one)}"
            case Kind.STAYS_TRUE:
                return f"{self.atom(literal)} is true from the start, and no action deletes it"
            case Kind.CYCLE:
                ring = dict.fromkeys(self.literal(x) for x in one.ring)
                if len(ring) > 1:
                    neither = "neither" if len(ring) == 2 else "none of them"
                    other = "the other" if len(ring) == 2 else "another"
                    which = f"{listed(list(ring), 'and', _MOST_NEAR)} each need {other} first"
                    if not all(x.positive for x in one.ring):
                        return f"{which}, and {neither} holds in the initial state"
                    return f"{which}, and the initial state has {neither}{self._unknown(one)}"
                return f"it needs itself first, and {self._initially(one)}"
            case Kind.TOLD:
                return "that can never be true either"
            case _:
                return "that can never be true"

    def _unknown(self, one: Blocked) -> str:
        """Name the objects of a ring that have no fact in the initial state."""
        stated = self._stated()
        missing = [x for x in dict.fromkeys(one.ring[0].arguments) if not x.startswith("?") and x not in stated]
        if not missing:
            return ""
        return f" (it has no fact at all about {' and '.join(f'`{self.name(x)}`' for x in missing)})"

    def _stated(self) -> dict[str, None]:
        """Return the objects that the initial state has facts about."""
        return {name: None for atom in sorted(self.task.init) for name in atom[1:]}

    def _initially(self, one: Blocked) -> str:
        literal = one.literal
        if not literal.positive:
            return f"{self.atom(literal)} is true from the start"
        if one.swapped is not None:
            return f"the initial state has {self.fact(one.swapped)}, the other way round"
        if not one.in_init:
            near = f" (it has `{self.name(one.near)}` of them)" if one.near else ""
            return f"the initial state has no `{self.name(literal.predicate)}` fact{near}"
        if not literal.arguments:
            return "it is not in the initial state"
        shown = ", ".join(self.fact(atom) for atom in one.others[:2])
        more = one.more + max(0, len(one.others) - 2)
        tail = f" and {more} more" if more else ""
        return f"the initial state has no {self.atom(literal)}, only {shown}{tail}"

    def _of_together(self, one: Together) -> str:
        told = []
        for literal, holds in zip(one.literals, one.holds, strict=True):
            if literal.variables and holds:
                shown = ", ".join(self.fact(atom) for atom in holds[:2])
                lead, tail = ("only ", "") if len(holds) <= 2 else ("", ", …")
                told.append(f"{self.literal(literal)} can {lead}be {shown}{tail}")
        return "each can hold, but never for the same objects" + (f": {'; '.join(told)}" if told else "")

    def nearest(self, part: GoalPart) -> str:
        """Say which other objects a fact can hold for, or which objects a `forall` fails for; may be empty."""
        if part.fails_for:
            return f"it cannot hold for {self._some(part.fails_for)}"
        if part.nearest is None:
            return ""
        literal, objects = part.nearest
        if not objects:
            what = "no object" if len(literal.arguments) == 1 else "no objects"
            return f"{self.atom(literal)} can be true of {what} here"
        return f"{self.atom(literal)} can be true only of {self._some(objects)}"

    def _some(self, objects: Sequence[str]) -> str:
        return listed([f"`{self.name(one)}`" for one in objects], "and", _MOST_NEAR)

    # ------------------------------------------------------------------------------------------------- remedies

    def remedies(self, part: GoalPart) -> list[str]:
        """Return what to change. All of several remedies are needed, and more may be needed in addition."""
        found: dict[str, None] = {}
        for root in roots(part.obstacles[0] if part.obstacles else (), first_only=True):
            remedy = self.remedy(root.obstacle)
            if remedy:
                found[remedy] = None
        return list(found)[:MOST_REMEDIES]

    def remedy(self, one: Obstacle) -> str:
        """Return what to change to remove an obstacle; empty if there is nothing to say."""
        match one:
            case Blocked():
                return self._of_facts(one)
            case WrongType():
                return self._of_type(one) if self.task.domain.types else self._of_kind(one)
            case NoObject():
                if one.likely:
                    return f"declare `{self.name(one.likely)} - {self.name(one.wanted[0])}` in `:objects`"
                return f"declare an object of type {self.types(one.wanted)} in `:objects`"
            case Impossible():
                return "change that condition"
            case Together():
                instance = next((x.literal for x in one.missing if x.literal.positive), None)
                example = f", such as {self.literal(instance)}{self._filled(instance)}" if instance is not None else ""
                return f"make {self.both(one)} true of the same objects, in `:init` or by an action{example}"

    def _of_kind(self, one: WrongType) -> str:
        """Return the remedy for an object of the wrong kind if static predicates serve as types."""
        like = next(
            (f", such as `{self.name(atom[1])}`" for atom in sorted(self.task.init) if atom[0] in one.wanted), ""
        )
        return f"put a {self.types(one.wanted)}{like}, in the place of `{self.name(one.object)}`"

    def _of_facts(self, one: Blocked) -> str:
        literal = one.literal
        fact = self.atom(literal)
        where = f"put {fact} in `:init`{self._filled(literal)}"
        match one.kind:
            case Kind.NEVER_ADDED:
                if one.swapped is not None:
                    return f"{where}, or turn its arguments round where it is asked for"
                if one.near:
                    return f"{where}, or ask for `{self.name(one.near)}`, or add an action with that effect"
                return f"{where}, or add an action with that effect"
            case Kind.OTHER_OBJECTS:
                return where
            case Kind.STAYS_TRUE:
                return f"take {fact} out of `:init`, or add an action with the effect `(not {fact[1:-1]})`"
            case Kind.CYCLE:
                return self._of_ring(one)
            case _:
                return ""

    def _of_ring(self, one: Blocked) -> str:
        """Return the remedy for a ring: put the fact that it most likely starts from in the initial state."""
        best = beginnings(self.task, one.ring)[:_MOST_BEGINNINGS]
        if not best:
            return f"take {self.atom(one.literal)} out of `:init`"
        facts = listed([self.atom(x) for x in best], "or")
        return f"put {facts} in `:init`{self._filled(*best)}{self._meant(best[0])}"

    def _meant(self, literal: Literal) -> str:
        """Suggest an object with facts whose name is similar to that of one without facts."""
        stated = self._stated()
        for name in literal.arguments:
            if not name.startswith("?") and name not in stated:
                near = nearest(name, stated, cutoff=_LIKE)
                if near is not None:
                    return f", or name `{self.name(near)}` instead of `{self.name(name)}`"
        return ""

    def _filled(self, *literals: Literal) -> str:
        names = list(dict.fromkeys(f"`{one.split(chr(39))[0]}`" for x in literals for one in x.variables))
        return f", with {'objects' if names[1:] else 'an object'} for {' and '.join(names)}" if names else ""

    def _of_type(self, one: WrongType) -> str:
        wanted, given = (one.wanted or ("object",))[0], (one.given or ("object",))[0]
        line = f"{self.name(given)} - {self.name(wanted)}"
        kind = f"make `{self.name(given)}` a kind of `{self.name(wanted)}` in `:types`: `{line}`"
        if one.object.startswith("?"):
            return kind
        if given == "object" or self.task.hierarchy.is_a(wanted, given):
            return f"declare `{self.name(one.object)} - {self.name(wanted)}`, or widen the type of `{one.parameter}`"
        return kind


def _shared(together: Together) -> str:
    """Name the variable that literals share, if it is a single one."""
    names = [one for one in together.literals[0].variables if any(one in x.variables for x in together.literals[1:])]
    return f" for one `{names[0].split(chr(39))[0]}`" if len(names) == 1 else ""


def shortened(text: str) -> str:
    """Shorten a formula for a message."""
    return text if len(text) <= _LONGEST_FORMULA else text[: _LONGEST_FORMULA - 1] + "…"


def listed(names: Sequence[str], word: str, most: int = 0) -> str:
    """Join names with commas, and the last with a word such as `and` or `or`; names beyond `most` are counted."""
    shown = [*names[:most], f"{len(names) - most} more"] if 0 < most < len(names) else names
    return shown[-1] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"
