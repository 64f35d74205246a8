"""Check requirements: report unknown, missing and unnecessary ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from clairify_cli.diagnostics.model import Edit, Fix, Related, Severity, Source
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.pddl.checks.context import Context, rename
from clairify_cli.languages.pddl.checks.features import (
    ALLOWS,
    BEYOND,
    COSTS,
    IN_WORDS,
    NUMERIC,
    READ_BY_FAST_DOWNWARD,
    Due,
)
from clairify_cli.languages.pddl.features import Feature, used_by_domain, used_by_problem
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Domain, Name, Problem, Section, section_of
from clairify_cli.languages.pddl.targets import BUNDLED, FAST_DOWNWARD, IN_GOALS, LACKS


def check_requirements(context: Context, of: Domain | Problem, due: Due, due_for_other: Callable[[], Due]) -> None:
    """Check the requirements of a domain or problem, given those due for what it uses.

    `due_for_other` returns those due for the other of the two, if available; it is called only if needed.
    """
    what = "domain" if isinstance(of, Domain) else "problem"
    told: dict[str, Name] = {}
    unsolvable: dict[Name, list[str]] = {}
    for name in of.requirements:
        if name.text in told:
            context.add(rules.requirement_twice(context.span(name), name.written, _removal(context.source, name)))
        elif name.text not in ALLOWS:
            _unknown(context, name)
        elif lacks := _known(context, name, what, due, due_for_other):
            unsolvable[name] = lacks
        told.setdefault(name.text, name)
    if unsolvable:
        words = list(dict.fromkeys(IN_WORDS[one] for lacks in unsolvable.values() for one in lacks))
        names = [one.written for one in unsolvable]
        context.add(rules.unsolvable_feature(context.span(next(iter(unsolvable))), names, words))
    declared = {name.text for name in of.requirements} | context.vocabulary.requirements
    allowed = allowed_by(declared)
    if isinstance(of, Domain) or context.vocabulary.domain is not None:
        _missing(context, of, what, due, allowed)
    _beyond(context, of, due, allowed)
    _lacking(context, of, allowed - allowed_by({name.text for name in of.requirements}))


def allowed_by(requirements: set[str] | frozenset[str]) -> frozenset[str]:
    """Return the features that some requirements allow together."""
    return frozenset().union(*[ALLOWS[name] for name in requirements if name in ALLOWS])


def _unknown(context: Context, name: Name) -> None:
    known = sorted(ALLOWS)
    sure = only_near_match(name.text, known)
    at = context.span(name)
    fix = rename(sure, [at]) if sure else None
    context.add(rules.unknown_requirement(at, name.written, known, nearest(name.written, known), fix))


def _known(context: Context, name: Name, what: str, due: Due, due_for_other: Callable[[], Due]) -> list[str]:
    """Check whether anything needs a known requirement; return what of it is needed that no bundled solver supports."""
    refused = name.text not in READ_BY_FAST_DOWNWARD
    allows = ALLOWS[name.text]
    if not refused and (name.text == ":strips" or len(allows) != 1 or any(one in due for one in allows)):
        return []
    others = due_for_other()
    at = context.span(name)
    beyond = [one for one in allows & BEYOND if one in due or one in others]
    if refused and beyond:
        return sorted(beyond)
    needed = any(one in due or one in others for one in allows)
    bundled = context.target in BUNDLED
    if not _is_whole(context) and not (bundled and refused):
        return []  # goals and metrics in other files may need what no action does
    fix = _standard(context, name, due) if refused and needed else _removal(context.source, name)
    if refused and (bundled or not needed):
        fix = fix if _is_whole(context) else fix._replace(safe=False)
        severity = Severity.ERROR if bundled else None
        context.add(rules.needless_requirement(at, name.written, what, True, severity, fix))
    elif not needed:
        context.add(rules.needless_requirement(at, name.written, what, False, None, fix))
    return []


def _is_whole(context: Context) -> bool:
    """Whether everything that could need a requirement is available, as goals may need what no action does."""
    return context.vocabulary.domain is not None and context.problem is not None


def _standard(context: Context, name: Name, due: Due) -> Fix:
    """Return the fix that replaces a requirement unknown to Fast Downward by known ones."""
    needed = [one for one in due.in_order() if one in ALLOWS[name.text] and one not in BEYOND]
    needed = [one for one in needed if one not in context.vocabulary.requirements]
    if not needed:
        return _removal(context.source, name)
    return rename(" ".join(needed), [context.span(name)])


def _removal(source: Source, name: Name) -> Fix:
    start = name.start
    while start > 0 and source.text[start - 1] in " \t":
        start -= 1
    return Fix(f"remove `{name.written}`", (Edit(start, name.end, ""),))


def _missing(context: Context, of: Domain | Problem, what: str, due: Due, allowed: frozenset[str]) -> None:
    """Report missing requirements in one finding, with one fix that adds them all."""
    names = [one for one in due.in_order() if one not in allowed and one not in BEYOND]
    if NUMERIC in due:  # it also allows costs
        names = [one for one in names if one != COSTS]
    if not names:
        return
    section = section_of(of, ":requirements")
    places = [Related(f"`{one}` is needed here", context.span(due.places[one][0])) for one in names]
    at = section.keyword if section is not None else of.name
    span = context.span(at) if at is not None else places[0].span
    context.add(rules.missing_requirement(span, names, what, _addition(context, of, section, names), places))


def _addition(context: Context, of: Domain | Problem, section: Section | None, names: Sequence[str]) -> Fix | None:
    text = context.source.text
    said = " ".join(names)
    if section is not None:
        last = of.requirements[-1].end if of.requirements else section.keyword.end
        return Fix(f"add `{said}`", (Edit(last, last, f" {said}"),))
    if isinstance(of, Problem) or of.name is None:
        return None  # a problem's needs are better declared in its domain
    at = text.find(")", of.name.end) + 1
    if at <= 0 or text[of.name.end : at - 1].strip():
        return None
    added = f"(:requirements :strips {said})"
    return Fix(f"add `{added}`", (Edit(at, at, f"\n  {added}"),))


def _beyond(context: Context, of: Domain | Problem, due: Due, allowed: frozenset[str]) -> None:
    """Report features that only other planners support, used without the corresponding requirement."""
    for one in due.in_order():
        if one in BEYOND and one not in allowed:
            names = [one] if one != NUMERIC else [NUMERIC, ":fluents"]
            first, *others = [context.span(place) for place in due.places[one]]
            fix = _addition(context, of, section_of(of, ":requirements"), names[:1])
            context.add(rules.unrequired_feature(first, f"what is used here ({IN_WORDS[one]})", names, others, fix))


def _lacking(context: Context, of: Domain | Problem, elsewhere: frozenset[str]) -> None:
    """Report features that a target lacks, except those that the checks of requirements cover.

    These cover what Fast Downward lacks, unless only the domain of a problem declares it (`elsewhere`).
    """
    if context.target is None:
        return
    lacks = LACKS[context.target] - (IN_GOALS.get(context.target, frozenset()) if isinstance(of, Problem) else set())
    if context.target in BUNDLED:
        lacks -= {one for one in LACKS[FAST_DOWNWARD] if one.requirement not in elsewhere}
    elif Feature.DERIVED in lacks:
        from clairify_cli.languages.pddl.unfolding import plain

        domain, problem = plain(context.vocabulary.domain, context.problem)
        of = domain if isinstance(of, Domain) else problem
    told: set[Feature] = set()
    for feature, at in used_by_domain(of) if isinstance(of, Domain) else used_by_problem(of):
        if feature in lacks and feature not in told:
            told.add(feature)
            context.add(rules.beyond_target(context.span(at), context.target, feature.words))
