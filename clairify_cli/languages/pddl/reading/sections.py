"""Convert nested lists to domains, problems and separate goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.pddl.reading.actions import action, derived, durative_action
from clairify_cli.languages.pddl.reading.expressions import Group, Item
from clairify_cli.languages.pddl.reading.facts import facts
from clairify_cli.languages.pddl.reading.formulas import LOGICAL, Place, formula, one_formula
from clairify_cli.languages.pddl.reading.numeric import expression
from clairify_cli.languages.pddl.reading.parts import Reading, declared_name, replacement, typed_list
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import (
    NUMBER,
    And,
    Domain,
    Formula,
    FunctionDeclaration,
    Goal,
    Metric,
    Name,
    PredicateDeclaration,
    Problem,
    Section,
)

ERROR, WARNING = Severity.ERROR, Severity.WARNING

DECLARATIONS = (":requirements", ":types", ":constants", ":predicates", ":functions")
OF_DOMAIN = (*DECLARATIONS, ":constraints", ":action", ":durative-action", ":derived", ":process", ":event")
OF_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":constraints", ":metric", ":length")
_MANY = frozenset(OF_DOMAIN[-5:])


class _Parts:
    """The sections of a definition by keyword, and all of them in order."""

    __slots__ = ("groups", "sections")

    def __init__(self) -> None:
        self.groups: dict[str, list[Group]] = {}
        self.sections: list[Section] = []

    def items(self, keyword: str) -> list[Item]:
        """Return the contents of the section or sections with a keyword."""
        groups = self.groups.get(keyword, ())
        return [item for group in groups for item in group.items[1:]]


def _parts(reading: Reading, items: Sequence[Item], of: str, allowed: Sequence[str]) -> _Parts:
    """Return the sections of a definition; report other items, and unknown or duplicate sections."""
    parts = _Parts()
    for item in items:
        first = item.items[0] if isinstance(item, Group) and item.items else None
        if not isinstance(item, Group) or not isinstance(first, Name):
            expected = f"a section, such as `({allowed[3]} ...)`"
            reading.unexpected(item, f"in the {of}", expected)
            continue
        keyword = _section_keyword(reading, first, of, allowed)
        if keyword is None:
            continue
        name = first if keyword == first.text else Name(keyword, first.start, first.end, first.written)
        earlier = parts.groups.setdefault(keyword, [])
        if earlier and keyword not in _MANY:
            before = reading.opening(earlier[0])
            reading.report(rules.section_twice(reading.opening(item), keyword, of, before))
        earlier.append(item)
        parts.sections.append(Section(name, item.start, item.end))
    return parts


def _section_keyword(reading: Reading, first: Name, of: str, allowed: Sequence[str]) -> str | None:
    """Return the keyword that is written or most likely meant; None if unclear."""
    if first.text in allowed:
        return first.text
    bare = f":{first.text}"
    sure = bare if bare in allowed else only_near_match(first.text, allowed)
    fix = replacement(first, sure) if sure else None
    near = sure or nearest(first.text, allowed)
    reading.report(rules.unknown_section(reading.span(first), first.written, of, allowed, near, fix))
    return sure


# ---------------------------------------------------------------------------------------------------- domains


def domain(reading: Reading, group: Group, name: Name | None, items: Sequence[Item]) -> Domain:
    """Read a domain from the sections after its name."""
    parts = _parts(reading, items, "domain", OF_DOMAIN)
    _check_order(reading, parts, OF_DOMAIN)
    actions = [made for one in parts.groups.get(":action", ()) if (made := action(reading, one))]
    happening = [*parts.groups.get(":process", ()), *parts.groups.get(":event", ())]
    durative = [timed for one in parts.groups.get(":durative-action", ()) if (timed := durative_action(reading, one))]
    axioms = [axiom for one in parts.groups.get(":derived", ()) if (axiom := derived(reading, one))]
    return Domain(
        name,
        _requirements(reading, parts.items(":requirements")),
        typed_list(reading, parts.items(":types"), "type"),
        typed_list(reading, parts.items(":constants"), "constant"),
        _predicates(reading, parts.items(":predicates")),
        _functions(reading, parts.items(":functions")),
        tuple(actions),
        tuple(durative),
        tuple(axioms),
        tuple(parts.sections),
        group.start,
        group.end,
        tuple(made for one in happening if (made := action(reading, one))),
        _constraints(reading, parts),
    )


def _constraints(reading: Reading, parts: _Parts) -> Formula | None:
    """Return all constraints as a conjunction, as which several beside one another are taken, too."""
    items = parts.items(":constraints")
    made = tuple(formula(reading, one, Place.CONSTRAINT) for one in items)
    return And(made, items[0].start, items[-1].end) if made else None


def _check_order(reading: Reading, parts: _Parts, order: Sequence[str]) -> None:
    """Report sections out of order; only a warning for declarations before actions, which Fast Downward accepts,
    and for constraints, which it never does."""
    latest: Section | None = None
    for section in _first_sections(parts):
        keyword = section.keyword.text
        if latest is not None and keyword not in _MANY:
            before = latest.keyword.text
            if before in _MANY or order.index(keyword) < order.index(before):
                is_read = ":constraints" in (keyword, before) or (order is OF_DOMAIN and before not in _MANY)
                severity = WARNING if is_read else ERROR
                at = reading.source.span(section.keyword.start, section.keyword.end)
                reading.report(rules.section_order(at, keyword, before, severity))
                continue
        latest = section


def _first_sections(parts: _Parts) -> list[Section]:
    """Return the sections without duplicates, which are already reported."""
    seen: set[str] = set()
    made: list[Section] = []
    for section in parts.sections:
        keyword = section.keyword.text
        if keyword not in seen or keyword in _MANY:
            made.append(section)
        seen.add(keyword)
    return made


def _requirements(reading: Reading, items: Sequence[Item]) -> tuple[Name, ...]:
    made: list[Name] = []
    for item in items:
        if not isinstance(item, Name):
            reading.unexpected(item, "in `:requirements`", "words such as `:strips`")
        elif not item.text.startswith(":"):
            fix = replacement(item, f":{item.written}")
            reading.report(
                rules.bad_name(reading.span(item), item.written, "a requirement", f"`:{item.written}`", ERROR, fix)
            )
            made.append(Name(f":{item.text}", item.start, item.end, item.written))
        else:
            made.append(item)
    return tuple(made)


def _predicates(reading: Reading, items: Sequence[Item]) -> tuple[PredicateDeclaration, ...]:
    made: list[PredicateDeclaration] = []
    for item in items:
        if (
            not isinstance(item, Group)
            or not isinstance(item.items[0] if item.items else None, Name)
            or _is_formula(item)
        ):
            expected = "a predicate with its variables, such as `(on ?x ?y)`"
            reading.unexpected(item, "in `:predicates`", expected)
            continue
        head = item.items[0]
        assert isinstance(head, Name)
        name = declared_name(reading, head, "a predicate")
        parameters = typed_list(reading, item.items[1:], "variable", variables=True, either=True)
        made.append(PredicateDeclaration(name, parameters, item.start, item.end))
    return tuple(made)


def _is_formula(group: Group) -> bool:
    return group.head in _OPERATORS and any(isinstance(item, Group) for item in group.items)


_OPERATORS = frozenset((*LOGICAL, "when"))


def _functions(reading: Reading, items: Sequence[Item]) -> tuple[FunctionDeclaration, ...]:
    """Read functions, with `- TYPE` after one or several of them."""
    made: list[FunctionDeclaration] = []
    waiting: list[Group] = []
    at = 0
    while at < len(items):
        item = items[at]
        at += 1
        if isinstance(item, Group) and item.items and isinstance(item.items[0], Name):
            waiting.append(item)
        elif isinstance(item, Name) and item.text == "-":
            types: tuple[Name, ...] = ()
            if at == len(items):
                reading.report(rules.type_missing(reading.span(item), "…"))
            else:
                given = items[at]
                at += 1
                if not waiting:
                    reading.report(rules.names_missing(reading.span(given), reading.shown(given)))
                if isinstance(given, Group):
                    reading.report(rules.bad_type(reading.span(given), reading.shown(given)))
                elif given.text != NUMBER:
                    types = (given,)
            made += [_function(reading, group, types) for group in waiting]
            waiting = []
        else:
            expected = "a function with its variables, such as `(distance ?x ?y)`"
            reading.unexpected(item, "in `:functions`", expected)
    made += [_function(reading, group, ()) for group in waiting]
    return tuple(made)


def _function(reading: Reading, group: Group, types: tuple[Name, ...]) -> FunctionDeclaration:
    head = group.items[0]
    assert isinstance(head, Name)
    name = declared_name(reading, head, "a function")
    parameters = typed_list(reading, group.items[1:], "variable", variables=True, strict=False)
    return FunctionDeclaration(name, parameters, types, group.start, group.end)


# ----------------------------------------------------------------------------------------------------- problems


def problem(reading: Reading, group: Group, name: Name | None, items: Sequence[Item]) -> Problem:
    """Read a problem from the sections after its name."""
    parts = _parts(reading, items, "problem", OF_PROBLEM)
    _check_order(reading, parts, OF_PROBLEM)
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in parts.groups:
            at = reading.span(name) if name is not None else reading.opening(group)
            reading.report(rules.missing_section(at, keyword, "problem", ERROR))
    return Problem(
        name,
        _domain_name(reading, parts),
        _requirements(reading, parts.items(":requirements")),
        typed_list(reading, parts.items(":objects"), "object"),
        facts(reading, parts.items(":init")),
        goal_of(reading, parts.groups.get(":goal", ())),
        _metric(reading, parts.groups.get(":metric", ())),
        tuple(parts.sections),
        group.start,
        group.end,
        _constraints(reading, parts),
    )


def _domain_name(reading: Reading, parts: _Parts) -> Name | None:
    for group in parts.groups.get(":domain", ()):
        first = group.items[1] if len(group.items) > 1 else None
        if isinstance(first, Name) and len(group.items) == 2:  # the keyword and the name
            return first
        what = "`(:domain)` names no domain" if first is None else "`(:domain ...)` holds more than one name"
        reading.report(rules.bad_definition(reading.span(group), what, "write `(:domain NAME)`"))
        if isinstance(first, Name):
            return first
    return None


def goal_of(reading: Reading, groups: Sequence[Group]) -> Formula | None:
    """Return the condition of `(:goal F)`."""
    for group in groups:
        keyword = group.items[0]
        assert isinstance(keyword, Name)
        if len(group.items) == 1:
            reading.report(rules.nothing_after_keyword(reading.span(group), ":goal", "a formula"))
            return None
        first = group.items[1]
        if isinstance(first, Group) and first.head == ":goal":
            return _doubled_goal(reading, first)
        return one_formula(reading, group.items[1:], keyword, Place.CONDITION)
    return None


def _doubled_goal(reading: Reading, group: Group) -> Formula | None:
    """Return the condition of `(:goal (:goal F))`, and report the doubled goal."""
    fix = None
    if len(group.items) == 2 and reading.text[group.end - 1] == ")":  # the keyword and the formula
        formula = group.items[1]
        edits = (Edit(group.start, formula.start, ""), Edit(formula.end, group.end, ""))
        fix = Fix("take the inner `(:goal ...)` out", edits)
    reading.report(rules.unexpected(reading.opening(group), "(:goal", "within `(:goal ...)`", "a formula", fix))
    keyword = group.items[0]
    assert isinstance(keyword, Name)
    return one_formula(reading, group.items[1:], keyword, Place.CONDITION)


def _metric(reading: Reading, groups: Sequence[Group]) -> Metric | None:
    for group in groups:
        given = group.items[1:]
        direction = given[0] if given else None
        if len(given) != 2 or not isinstance(direction, Name) or direction.text not in ("minimize", "maximize"):
            expected = "`(:metric minimize (total-cost))`"
            reading.unexpected(group, "as a metric", expected)
            return None
        return Metric(direction, expression(reading, given[1], "in the metric"), group.start, group.end)
    return None


# ------------------------------------------------------------------------------------------------- definitions


def definition(reading: Reading, group: Group) -> Domain | Problem | None:
    """Read `(define (domain NAME) ...)` or `(define (problem NAME) ...)`."""
    second = group.items[1] if len(group.items) > 1 else None
    kind = second.head if isinstance(second, Group) else ""
    if isinstance(second, Group) and kind in _MADE_BY:
        name = _defined_name(reading, second, kind)
        return _MADE_BY[kind](reading, group, name, group.items[2:])
    kind = _guessed(group)
    what = f"`define` is not followed by `({kind or 'domain'} NAME)`"
    hint = (
        f"write `(define ({kind} NAME) ...)`" if kind else "write `(define (domain NAME)` or `(define (problem NAME)`"
    )
    named = second is not None and not _is_section(second)  # with another word, such as `(planet earth)`
    at = reading.span(second) if second is not None and named else reading.opening(group)
    reading.report(rules.bad_definition(at, what, hint))
    if not kind:
        return None
    return _MADE_BY[kind](reading, group, None, group.items[2 if named else 1 :])


_MADE_BY: dict[str, Callable[[Reading, Group, Name | None, Sequence[Item]], Domain | Problem]] = {
    "domain": domain,
    "problem": problem,
}


def _is_section(item: Item) -> bool:
    return isinstance(item, Group) and item.head.startswith(":")


def _guessed(group: Group) -> str:
    """Guess from its sections whether a definition without a name is a `domain` or a `problem`; "" if unclear."""
    keywords = {item.head for item in group.items if isinstance(item, Group)}
    if keywords & {":predicates", ":action", ":types"}:
        return "domain"
    return "problem" if keywords & {":init", ":goal", ":objects"} else ""


def _defined_name(reading: Reading, group: Group, kind: str) -> Name | None:
    first = group.items[1] if len(group.items) > 1 else None
    if not isinstance(first, Name) or len(group.items) != 2:  # the word and the name
        what = f"the {kind} has no name" if first is None else f"the name of the {kind} is not one word"
        reading.report(rules.bad_definition(reading.span(group), what, f"write `({kind} NAME)`"))
    return first if isinstance(first, Name) else None


def goal(reading: Reading, group: Group) -> Goal:
    """Read a separate goal: `(:goal F)`, or the formula itself."""
    if group.head == ":goal":
        return Goal(goal_of(reading, (group,)), group.start, group.end)
    word = Name(":goal", group.start, group.start, "")
    return Goal(one_formula(reading, (group,), word, Place.CONDITION), group.start, group.end)
