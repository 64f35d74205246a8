"""Rules PLN3xx: why a task has no plan, one rule for each kind of root cause."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Related, Span
from clairify_cli.diagnostics.registry import AnyRule
from clairify_cli.diagnostics.wording import RuleTable
from clairify_cli.planning.explain.conflict_words import excluded, without_plan
from clairify_cli.planning.explain.model import (
    Blocked,
    Conflict,
    Contradiction,
    GoalPart,
    Kind,
    NoObject,
    Root,
    Verdict,
    WhyNot,
    WrongType,
    roots,
)
from clairify_cli.planning.explain.order import rank
from clairify_cli.planning.explain.words import MOST_GOALS, Words, listed, shortened
from clairify_cli.records import dataclass, field, replace

_MOST_STEPS = 8


rules = RuleTable([Path(__file__).with_suffix(".txt")])

LONGEST = 400
"""Target length of a message in characters; long names may exceed it."""

_SHORTEST_CHAIN = 150
_MOST_OTHERS = 3


@dataclass(slots=True)
class _Group:
    """Parts of the goal with the same root causes: the first of them, and the others."""

    part: GoalPart
    remedies: list[str]
    others: list[GoalPart] = field(default_factory=list)


def findings(why: WhyNot) -> list[Diagnostic]:
    """Return the explanation as findings in the problem, one for each group of goal parts with the same root causes."""
    words = Words(why.task)
    found = [_contradiction(why, words, one) for one in why.contradictions]
    if why.verdict is Verdict.UNREACHABLE:
        found += [_goal(why, words, group) for group in _groups(why, words)[:MOST_GOALS]]
    if why.verdict in (Verdict.UNREACHABLE, Verdict.EXCLUSIVE) and why.conflict is not None:
        found.append(_exclusive(why, words, why.conflict))
    elif why.verdict is Verdict.REACHABLE and why.proven:
        said = without_plan(words, why)
        places = [] if why.conflict is None else why.conflict.places
        related = [Related("this part of the goal", why.problem.span(*place)) for place in dict.fromkeys(places)]
        found.append(rules.no_plan(_goal_span(why), said.message, said.hint, related))
    return found


def _groups(why: WhyNot, words: Words) -> list[_Group]:
    """Group the parts of the goal by their remedies, so no remedy is suggested twice."""
    asked: dict[str, _Group] = {}
    groups = []
    for part in why.goals:
        remedies = words.remedies(part)
        fresh = [one for one in remedies if one not in asked]
        if remedies and not fresh:
            asked[remedies[0]].others.append(part)
            continue
        group = _Group(part, fresh)
        groups.append(group)
        asked.update((one, group) for one in fresh)
    return groups


def _goal(why: WhyNot, words: Words, group: _Group) -> Diagnostic:
    part = group.part
    every = [root for alternative in part.obstacles[:1] for root in roots(alternative, first_only=True)]
    at = why.problem.span(*part.place)
    if not every:
        return rules.needs_what_is_never_true(at, shortened(part.text), "what it needs cannot be reached", (), ())
    main = min(every, key=lambda root: (root.told is not None, rank(root.obstacle), len(root.path)))
    lead = "in the first of its alternatives, " if len(part.obstacles) > 1 else ""
    tail = _others(group)
    text = shortened(part.text)
    room = LONGEST - len(f"`{text}` can never be true: {lead}{tail}")
    near = f"; {words.nearest(part)}" if (main.path or part.fails_for) and words.nearest(part) else ""
    because = words.chain(main, max(_SHORTEST_CHAIN, room - len(near)))
    if len(because) + len(near) > room:
        near = ""
    return _rule_for(main)(at, text, lead + because + near + tail, group.remedies, _related(why, words, main, group))


def _others(group: _Group) -> str:
    """Name the other parts of the goal with the same root causes."""
    if not group.others:
        return ""
    others = listed([f"`{shortened(one.text)}`" for one in group.others], "and", _MOST_OTHERS)
    return f"; nor can {others}, for the same reason"


def _rule_for(root: Root) -> AnyRule:
    match root.obstacle:
        case WrongType():
            return rules.wrong_type_for_action
        case NoObject():
            return rules.no_object_of_type
        case Blocked(kind=Kind.STAYS_TRUE):
            return rules.stays_true
        case Blocked(kind=Kind.CYCLE):
            return rules.needs_itself
        case Blocked(kind=Kind.NEVER_ADDED | Kind.OTHER_OBJECTS):
            return rules.needs_what_is_never_true if root.path else rules.goal_never_added
        case Blocked():
            return rules.needs_what_is_never_true
        case _:
            return rules.never_for_the_same_objects


def _related(why: WhyNot, words: Words, root: Root, group: _Group) -> list[Related]:
    """Return related places: each action on the path, the required condition, the declaration of a mistyped object.

    The other parts of the goal with the same root causes come last.
    """
    found = []
    for (_, attempt), step in list(zip(root.path, words.steps(root), strict=True))[:_MOST_STEPS]:
        place = attempt.effect.place if attempt.effect.place != (0, 0) else attempt.place
        found.append(Related(step, why.domain.span(*place)))
    asked = root.obstacle
    if isinstance(asked, Blocked) and not asked.in_goal:
        found.append(
            Related(f"{words.literal(asked.literal)} is asked for here", why.domain.span(*asked.literal.place))
        )
    if isinstance(asked, WrongType):
        declared = next((one for one in why.task.problem.objects if one.name.text == asked.object), None)
        if declared is not None:
            where = why.problem.span(declared.name.start, declared.name.end)
            found.append(Related(f"`{declared.name.written}` is declared here", where))
    for one in group.others:
        near = words.nearest(one)
        told = f"`{shortened(one.text)}` hangs on the same" + (f"; {near}" if near else "")
        found.append(Related(told, why.problem.span(*one.place)))
    return found


def _contradiction(why: WhyNot, words: Words, one: Contradiction) -> Diagnostic:
    at = why.problem.span(*one.other.place)
    found = rules.goal_denies_itself(at, words.literal(one.one), words.literal(one.other))
    return replace(found, related=(Related("the other of the two", why.problem.span(*one.one.place)),))


def _exclusive(why: WhyNot, words: Words, conflict: Conflict) -> Diagnostic:
    clashes = [clash for one in conflict.examples[:1] for clash in one.clashes]
    actions = {one.name.text: one.name for one in why.task.domain.actions}
    named = dict.fromkeys(one.action for one in clashes if one.action in actions)
    related = [
        Related(f"`{actions[name].written}`", why.domain.span(actions[name].start, actions[name].end))
        for name in named
        if name is not None
    ]
    place = conflict.examples[0].place if conflict.examples else conflict.places[0]
    others = [one for one in dict.fromkeys(conflict.places) if one != place]
    related += [Related("this part of the goal, too", why.problem.span(*one)) for one in others]
    said = excluded(words, why, LONGEST)
    return rules.goals_exclude_each_other(why.problem.span(*place), said.message, said.hint, related)


def _goal_span(why: WhyNot) -> Span:
    goal = why.task.goal
    return why.problem.span(goal.start, goal.end) if goal is not None else why.problem.span(0, 0)
