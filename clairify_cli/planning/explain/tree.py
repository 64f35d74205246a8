"""Explanations as a tree for a person to read: each goal with its causes under it, and where to look for each."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.planning.explain.conflict_words import clash, excluded, reachable, without_plan
from clairify_cli.planning.explain.model import Blocked, Exclusive, Obstacle, Together, Verdict, WhyNot, WrongType
from clairify_cli.planning.explain.words import MOST_GOALS, Words, shortened
from clairify_cli.planning.ground.conditions import Place

MOST_LINES = 60
_DEEPEST_LINE = 24
_LONGEST_CLAIM = 10_000


def tell(why: WhyNot) -> list[str]:
    """The explanation as lines for a person: the goals that can never hold, each with the tree of its causes."""
    words = Words(why.task)
    lines: list[str] = []
    for one in why.contradictions:
        lines.append(f"the goal wants {words.literal(one.one)} and {words.literal(one.other)}, which deny each other")
    if why.verdict is Verdict.UNREACHABLE:
        for part in why.goals[:MOST_GOALS]:
            lines.append(f"`{shortened(part.text)}` {_at(why.problem, part.place)} can never be true")
            lines += _tree(why, words, part.obstacles, 1)
            remedies = words.remedies(part)
            if remedies:
                lines.append(f"  to mend it: {'; and '.join(remedies)}")
        if len(why.goals) > MOST_GOALS:
            lines.append(f"and {len(why.goals) - MOST_GOALS} more parts of the goal can never be true")
    if why.conflict is not None and why.verdict in (Verdict.UNREACHABLE, Verdict.EXCLUSIVE):
        lines.append(excluded(words, why, _LONGEST_CLAIM).message)
        lines += [f"  {line}" for one in why.conflict.examples for line in _example(words, one)]
    elif why.verdict is Verdict.REACHABLE:
        lines.append(without_plan(words, why).message if why.proven else reachable(why))
    elif why.verdict is Verdict.NOT_DECIDED:
        lines.append("whether the goal can be reached at all was not decided: the task is too large")
    return lines if len(lines) <= MOST_LINES else [*lines[:MOST_LINES], "…"]


def _example(words: Words, one: Exclusive) -> Iterator[str]:
    alone = one.one == one.other
    both = "can never be true" if alone else f"and {words.literal(one.other)} are never true at once"
    yield f"{words.literal(one.one)} {both}"
    yield from (f"  {clash(words, x, alone=x.made == one.one == one.other)}" for x in one.clashes)


def _tree(why: WhyNot, words: Words, groups: tuple[tuple[Obstacle, ...], ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    if depth > _DEEPEST_LINE:
        yield f"{pad}…"
        return
    for at, group in enumerate(groups):
        if len(groups) > 1:
            yield f"{pad}alternative {at + 1}:"
        for one in group:
            yield from _branch(why, words, one, depth + (len(groups) > 1))


def _branch(why: WhyNot, words: Words, one: Obstacle, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(one, Blocked) and one.attempts:
        if depth > 1 or not one.in_goal or one.literal.variables:
            place = f" {_at(why.problem if one.in_goal else why.domain, one.literal.place)}"
            yield f"{pad}it needs {words.literal(one.literal)}{place}, which can never hold"
        for attempt in one.attempts:
            only = "can come only by" if len(one.attempts) == 1 else "could come by"
            verb = "would follow from" if attempt.is_derived else only
            what = f"{words.literal(one.literal)} {verb} `{words.name(attempt.owner)}`"
            yield f"{pad}  {what} {_at(why.domain, attempt.place)}"
            yield from _tree(why, words, attempt.obstacles, depth + 2)
    elif isinstance(one, Together):
        yield f"{pad}it needs {words.both(one)} together: {words.cause(one)}"
        for missing in one.missing:
            yield from _branch(why, words, missing, depth + 1)
    elif isinstance(one, Blocked):
        place = _at(why.problem if one.in_goal else why.domain, one.literal.place)
        yield f"{pad}it needs {words.literal(one.literal)} {place}: {words.cause(one)}"
    elif isinstance(one, WrongType):
        yield f"{pad}it takes {words.parameter(one)}: {words.cause(one)}"
    else:
        yield f"{pad}{words.cause(one)}"


def _at(source: Source, place: Place) -> str:
    line, column = source.position(place[0])
    return f"({source.name}:{line}:{column})"
