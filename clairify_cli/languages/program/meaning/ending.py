"""Findings about a whole program: redundant steps, an unreached goal, a program that does nothing."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.languages.pddl import syntax as pddl
from clairify_cli.languages.program.meaning.judging import judge
from clairify_cli.languages.program.meaning.knowledge import Ways, first_knowledge
from clairify_cli.languages.program.meaning.lacking import lacking
from clairify_cli.languages.program.meaning.steps import Steps
from clairify_cli.languages.program.printing import call_text
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Assertion, Call, Program, Statement, While, walk


def check_end(program: Program, end: Ways, steps: Steps) -> None:
    """Report errors in a program as a whole; `end` is the known state after it."""
    _check_idle(program, steps)
    _check_goal(program, end, steps)
    _check_done(program, steps)


def _check_idle(program: Program, steps: Steps) -> None:
    """Report steps that never change anything; steps in recoveries and `while` loops are exempt."""
    if not any(steps.idle.values()):
        return
    for one in walk(program.body):
        if isinstance(one, Assertion | While):
            for each in walk(one.recovery if isinstance(one, Assertion) else one.body):
                steps.idle.pop(each.start, None)
        elif isinstance(one, Call) and steps.idle.get(one.start):
            at = steps.source.span(one.start, one.end)
            steps.report(rules.redundant_step(at, call_text(replace(one, parameters=()))))


def _check_goal(program: Program, end: Ways, steps: Steps) -> None:
    """Report the parts of the problem's goal that do not hold at the end."""
    known = steps.known
    goal = known.task.goal
    if goal is None or end.nominal is None or steps.forced:
        return
    value = judge(goal, {}, end.nominal, known)
    if value is True and not end.wide.unsure:
        return
    at = first_line(program.body[-1], steps.source) if program.body else _name(program, steps)
    if value is not True:
        lacks = list(lacking(goal, {}, end.nominal, known))
        nearest = [f"`{text}`" for one in lacks for text in one.nearest]
        hint = f"at the nearest, it lacks {' and '.join(nearest[:5])}" if nearest else None
        steps.report(rules.goal_not_reached(at, [one.text for one in lacks[:5]], sure=value is False, hint=hint))
        return
    doubtful = [one for one in lacking(goal, {}, end.wide, known) if one.atom in end.wide.unsure]
    if doubtful:
        words = [one.text for one in doubtful]
        steps.report(rules.goal_not_reached(at, words, sure=False, hint="do the same in all branches"))


def _check_done(program: Program, steps: Steps) -> None:
    """Report a program that changes nothing in its nominal run, unless the goal already holds."""
    known = steps.known
    goal = known.task.goal
    if not known.has_problem or steps.taken or not steps.count:
        return
    if steps.forced or steps.found:
        return
    has_goal = goal is not None and not (isinstance(goal, pddl.And) and not goal.operands)
    if not has_goal or judge(goal, {}, first_knowledge(known), known) is not True:
        steps.report(rules.nothing_done(_name(program, steps)))


def first_line(one: Statement, source: Source) -> Span:
    """Return the span of the first line of a statement."""
    line_end = source.text.find("\n", one.start)
    return source.span(one.start, one.end if line_end < 0 else min(one.end, line_end))


def _name(program: Program, steps: Steps) -> Span:
    return steps.source.span(program.name.start, program.name.end)
