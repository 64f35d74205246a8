"""What a domain and a problem can express: fluents, effects of actions, hints in comments."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from clairify_cli.languages.pddl.hierarchy import Hierarchy, type_names
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Action,
    Assignment,
    Comment,
    Domain,
    DurativeAction,
    File,
    Formula,
    FunctionDeclaration,
    FunctionTerm,
    Name,
    PredicateDeclaration,
    Problem,
    Quantified,
    Timed,
    TypedName,
)
from clairify_cli.languages.pddl.task import Task, ground, make_task
from clairify_cli.languages.pddl.walk import changes_in, conjuncts, effects_in, literal_of, scoped_effects
from clairify_cli.reader.goals.words import parts_of
from clairify_cli.records import dataclass, field, replace

Types = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A literal to be filled in: `arguments` are variables (`?x`) or names of objects."""

    predicate: str
    arguments: tuple[str, ...]
    positive: bool = True

    @property
    def denied(self) -> Template:
        """Its negation."""
        return Template(self.predicate, self.arguments, not self.positive)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate; `comment` is its documentation, and `changes` says whether any action changes it.

    `types` are those of its arguments. If actions change it, they are the types that actions can change it for, often
    fewer than declared.
    """

    name: str
    types: tuple[Types, ...]
    parts: tuple[str, ...]
    comment: str
    changes: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """An action: its parameters with their types, and the literals that it makes true unconditionally."""

    name: str
    parts: tuple[str, ...]
    variables: tuple[str, ...]
    types: tuple[Types, ...]
    effects: tuple[Template, ...]
    verbs: tuple[str, ...]
    """The words that its comment begins with."""
    needs: tuple[Template, ...] = ()
    """The literals that it requires."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A task with its predicates, actions and comments; `documentation` is keyed by the name of a type or object."""

    task: Task
    predicates: dict[str, Predicate]
    deeds: tuple[Deed, ...]
    documentation: dict[str, str]
    contraries: frozenset[tuple[str, str]]
    """Pairs of predicates that cannot hold for the same things: every action that adds one deletes the other."""
    kinds: dict[str, frozenset[str]]
    """In a domain without types, static predicates take their place: `(ball)` holds the balls."""
    functions: tuple[Predicate, ...]
    """The functions that actions change; `comment` has the names of these actions, too."""
    written: dict[str, str]
    """Names in their original case, keyed by lower case: `AlarmClock` has two words."""
    states: dict[str, Template] = field(default_factory=dict)
    """The literals that a lexicon gives for adjectives, beside the domain's own words."""

    def parts(self, name: str) -> tuple[str, ...]:
        """The words of a name."""
        return parts_of(self.written.get(name, name))

    def types_of(self, template: Template) -> tuple[Types, ...] | None:
        """The types of a literal's arguments; None if the domain has no such predicate with that arity."""
        predicate = self.predicates.get(template.predicate)
        return predicate.types if predicate is not None and len(predicate.types) == len(template.arguments) else None

    def fits(self, name: str, types: Types) -> bool:
        """Whether an object is of one of the types, or of the kinds that replace them."""
        if self.task.hierarchy.fits(self.task.objects.get(name, ()), types):
            return True
        return any(name in self.kinds[one] for one in types if one in self.kinds)

    def objects_of(self, types: Types) -> tuple[str, ...]:
        """The objects of any of the types or kinds."""
        if any(one in self.kinds for one in types):
            return tuple(name for name in self.task.objects if self.fits(name, types))
        return self.task.objects_of(types)


def facts_of(domain: File | Domain, problem: File | Problem) -> Facts | None:
    """The facts of a domain and a problem; None if either is missing from its file."""
    domain_file = domain if isinstance(domain, File) else File((domain,), ())
    problem_file = problem if isinstance(problem, File) else File((problem,), ())
    if domain_file.domain is None or problem_file.problem is None:
        return None
    tree = domain_file.domain
    task = make_task(tree, problem_file.problem)
    kinds = _kinds(tree, task)
    deeds = tuple(_deeds(tree, domain_file.comments, kinds))
    reach = _reach(tree, task, kinds)
    for name, columns in _filling(deeds, task, kinds).items() if kinds else ():
        if len(known := reach.get(name, ())) == len(columns):
            reach[name] = [one if OBJECT in old else old for one, old in zip(columns, known, strict=True)]
    changing = {*reach, *(derived.name.text for derived in tree.derived)}
    predicates = {
        name: one if name not in reach else replace(one, types=_joint(one.types, reach[name], task.hierarchy))
        for name, one in _predicates(tree, domain_file.comments, changing)
    }
    arities = {name: len(one.types) for name, one in predicates.items()}
    # An effect with the wrong number of arguments does not fit its predicate.
    deeds = tuple(
        replace(deed, effects=tuple(one for one in deed.effects if arities.get(one.predicate) == len(one.arguments)))
        for deed in deeds
    )
    declared = [one.name for one in (*tree.types, *tree.constants, *problem_file.problem.objects)]
    written = {name.text: name.written for name in (*declared, *(one.name for one in tree.predicates))}
    documentation = _documented((*tree.types, *tree.constants), domain_file.comments)
    documentation |= _documented(problem_file.problem.objects, problem_file.comments)
    functions = tuple(_functions(tree, domain_file.comments))
    written |= {one.name.text: one.name.written for one in tree.functions}
    return Facts(task, predicates, deeds, documentation, _contraries(deeds), kinds, functions, written)


def _predicates(domain: Domain, comments: tuple[Comment, ...], changing: set[str]) -> Iterator[tuple[str, Predicate]]:
    behind = _behind(domain.predicates, comments)
    for one in domain.predicates:
        name = one.name.text
        yield (
            name,
            Predicate(
                name,
                tuple(type_names(parameter.types) for parameter in one.parameters),
                parts_of(one.name.written),
                behind.get(one.start, ""),
                name in changing or not changing,  # without any actions, a goal may use every predicate
            ),
        )


def _functions(domain: Domain, comments: tuple[Comment, ...]) -> Iterator[Predicate]:
    behind = _behind(domain.functions, comments)

    def changed(action: Action | DurativeAction) -> list[str]:
        changes = [one.target for one in effects_in(action.effect) if isinstance(one, Assignment)]
        return [one.function.text for one in changes if isinstance(one, FunctionTerm)]

    for one in domain.functions:
        name, types = one.name.text, tuple(type_names(parameter.types) for parameter in one.parameters)
        ways = [each for each in _actions(domain) if name in changed(each)]
        told = [behind.get(one.start, ""), *(" ".join(parts_of(each.name.written)) for each in ways)]
        if ways and name != "total-cost":
            yield Predicate(name, types, parts_of(one.name.written), " ".join(told), changes=True)


def _actions(domain: Domain) -> list[Action | DurativeAction]:
    return [*domain.actions, *domain.durative_actions]


def _kinds(domain: Domain, task: Task) -> dict[str, frozenset[str]]:
    """The kinds of a domain without types: unary predicates that no action changes, with the objects they hold for."""
    if domain.types:
        return {}
    changed = {atom.predicate.text for action in _actions(domain) for atom, _ in changes_in(action.effect)}
    found: dict[str, set[str]] = {}
    for atom in task.init:
        if len(atom) == 2 and atom[0] not in changed:
            found.setdefault(f"({atom[0]})", set()).add(atom[1])
    return {name: frozenset(members) for name, members in found.items()}


def _parameters(action: Action | DurativeAction, kinds: dict[str, frozenset[str]]) -> dict[str, Types]:
    """The types of an action's parameters; without types, the smallest kind that its precondition requires."""
    types = {one.name.text: type_names(one.types) for one in action.parameters}
    condition = action.precondition if isinstance(action, Action) else action.condition
    for one in _literals(condition) if kinds else ():
        kind = f"({one.predicate})"
        if one.positive and len(one.arguments) == 1 and kind in kinds and one.arguments[0] in types:
            known = types[one.arguments[0]]
            if known[0] not in kinds or len(kinds[kind]) < len(kinds[known[0]]):
                types[one.arguments[0]] = (kind,)
    return types


def _deeds(domain: Domain, comments: tuple[Comment, ...], kinds: dict[str, frozenset[str]]) -> Iterator[Deed]:
    ends = sorted(section.end for section in domain.sections)
    for action in _actions(domain):
        before = max((end for end in ends if end <= action.start), default=domain.start)
        above = " ".join(one.text for one in comments if one.own_line and before <= one.start < action.start)
        parameters = _parameters(action, kinds)
        yield Deed(
            action.name.text,
            parts_of(action.name.written),
            tuple(parameters),
            tuple(parameters.values()),
            tuple(_literals(action.effect)),
            tuple(re.findall(r"\w+", re.split(_OBJECT, above.lower(), maxsplit=1)[0])),
            tuple(_literals(action.precondition if isinstance(action, Action) else action.condition)),
        )


def _reach(domain: Domain, task: Task, kinds: dict[str, frozenset[str]]) -> dict[str, list[Types]]:
    """The types of the arguments for which actions change each predicate."""
    found: dict[str, list[dict[str, None]]] = {}
    for action in _actions(domain):
        known = _parameters(action, kinds)
        for effect, around in scoped_effects(action.effect):
            if (literal := literal_of(effect)) is None:
                continue
            inner = [one for each in around if isinstance(each, Quantified) for one in each.variables]
            types = {**task.objects, **known, **{one.name.text: type_names(one.types) for one in inner}}
            name, *arguments = ground(literal[0])
            columns = found.setdefault(name, [{} for _ in arguments])
            for column, argument in zip(columns, arguments, strict=False):
                column.update(dict.fromkeys(types.get(argument, (OBJECT,))))
    return {name: [tuple(column) for column in columns] for name, columns in found.items()}


def _filling(deeds: tuple[Deed, ...], task: Task, kinds: dict[str, frozenset[str]]) -> dict[str, list[Types]]:
    """The kinds of what can ever fill each argument of a predicate, in a domain without types."""
    found: dict[tuple[str, int], set[str]] = {}
    for name, *arguments in task.init:
        for at, one in enumerate(arguments):
            found.setdefault((name, at), set()).add(one)
    everything, grown = {*task.objects}, True
    while grown:
        grown = False
        for deed in deeds:
            needs = [(each.predicate, at, one) for each in deed.needs if each.positive for at, one in _numbered(each)]
            for effect in deed.effects if all(found.get(one[:2]) for one in needs) else ():
                for at, one in _numbered(effect) if effect.positive else ():
                    columns = [found[name, place] for name, place, other in needs if other == one]
                    more = everything.intersection(*columns) if one.startswith("?") else {one}
                    known = found.setdefault((effect.predicate, at), set())
                    grown = grown or not more <= known
                    known |= more
    by_name: dict[str, list[Types]] = {}
    for name, at in sorted(found):
        those = found[name, at]
        inside = [one for one, members in sorted(kinds.items(), key=lambda each: len(each[1])) if members <= those]
        inside = [one for one in inside if not any(kinds[one] < kinds[other] for other in inside)]
        told = {member for one in inside for member in kinds[one]} >= those
        by_name.setdefault(name, []).append(tuple(inside) if told else (OBJECT,))
    return by_name


def _numbered(one: Template) -> Iterator[tuple[int, str]]:
    return enumerate(one.arguments)


def _joint(declared: tuple[Types, ...], reached: list[Types], hierarchy: Hierarchy) -> tuple[Types, ...]:
    """For each argument, the types both declared and reached, without subtypes of others."""
    found = []
    for number, types in enumerate(declared):
        here = reached[number] if number < len(reached) else ()
        both = [one for one in here if one.startswith("(") or hierarchy.fits((one,), types)]
        top = [one for one in both if not any(one != other and hierarchy.is_a(one, other) for other in both)]
        found.append(tuple(top) or types)
    return tuple(found)


def _literals(formula: Formula | None) -> Iterator[Template]:
    """The literals of a condition or effect outside any nested condition or quantifier, at any time."""
    for one in conjuncts(formula):
        if isinstance(one, Timed):
            yield from _literals(one.operand)
        elif (literal := literal_of(one)) is not None:
            predicate, *arguments = ground(literal[0])
            yield Template(predicate, tuple(arguments), literal[1])


def _contraries(deeds: tuple[Deed, ...]) -> frozenset[tuple[str, str]]:
    """Pairs `(one, other)`: every action that adds `one` deletes `other`, for the same arguments."""
    ended: dict[str, set[str] | None] = {}
    for deed in deeds:
        for added in deed.effects:
            if added.positive:
                here = {
                    one.predicate
                    for one in deed.effects
                    if not one.positive and one.arguments == added.arguments and one.predicate != added.predicate
                }
                known = ended.get(added.predicate)
                ended[added.predicate] = here if known is None else known & here
    return frozenset((one, other) for one, others in ended.items() for other in others or ())


def _behind(
    declared: Iterable[Name | PredicateDeclaration | FunctionDeclaration], comments: tuple[Comment, ...]
) -> dict[int, str]:
    """What stands behind declarations, each before the next one, on their lines, keyed by where they start."""
    ordered = sorted(declared, key=lambda one: one.start)
    found: dict[int, str] = {}
    for comment in comments:
        at = bisect(ordered, comment.start, key=lambda one: one.start) - 1
        if at >= 0 and comment.start >= ordered[at].end:
            found.setdefault(ordered[at].start, "" if comment.own_line else comment.text)
    return found


def _documented(declared: Iterable[TypedName], comments: tuple[Comment, ...]) -> dict[str, str]:
    """The comments after the names of a typed list; one after several names on a line belongs to none of them."""
    names = sorted(declared, key=lambda one: one.name.start)
    behind = _behind([one.name for one in names], comments)
    shared = {one.name.start for before, one in pairwise(names) if one.types and one.types == before.types}
    told = {one.name.text: behind.get(one.name.start, "") for one in names if one.name.start not in shared}
    return {name: comment for name, comment in told.items() if comment}


_OBJECT = re.compile(r"\b(?:the|an?|some|it|to|from|with|in|into|on|onto|at)\b|[.:;]")
"""What follows the verbs of `Heat or warm the item`."""
_SAYS = re.compile(r"[^:;.]*")
_NO_NAME = re.compile(
    r"\b(that|which|what|something|any|who|holds?|stays?|can)\b|^(in|into|on|onto|at|with|for|to|from)\b"
)
_ARTICLE = re.compile(r"^(?:an?|the|some)\s+")


@lru_cache(maxsize=65536)
def phrases_of(comment: str) -> tuple[str, ...]:
    """The noun phrases that a comment gives for a thing: `a cabinet or cupboard, for plates` has the first two."""
    said = _SAYS.match(comment)
    found = []
    for part in re.split(r",|\bor\b", said.group() if said else ""):
        phrase = _ARTICLE.sub("", part.strip().lower())
        if phrase and len(phrase.split()) <= 3 and not _NO_NAME.search(phrase):
            found.append(phrase)
    return tuple(found)
