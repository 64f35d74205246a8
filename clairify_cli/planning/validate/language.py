"""Plans as a `Language`: checked as a text, and validated against a domain and a problem if these are given."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Related, Source, in_source_order
from clairify_cli.diagnostics.nearest import bounded
from clairify_cli.diagnostics.suppress import Comment, apply, line_comments
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions, Language, StepClaims, Surroundings
from clairify_cli.languages.pddl.meaning.state import initial_state
from clairify_cli.languages.pddl.meaning.steps import holds
from clairify_cli.languages.pddl.meaning.view import TooManyChoicesError
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.task import Task, task_of
from clairify_cli.planning.validate.heading import Stated, name_of, purpose_of, stated_files, stated_names
from clairify_cli.planning.validate.rules import rules
from clairify_cli.planning.validate.simulate import Run, validate
from clairify_cli.planning.validate.temporal import beyond, is_timed, validate_timed

_COMMENT = late(r";[^\r\n]*")
_MOST_PLACES = 5
_BEGINNING = late(r"(?:[\s\ufeff]|;[^\n]*+)*+(?:\d+(?:\.\d*)?\s*+:\s*+)?\((?!\s*+(?:define\b|:))", re.IGNORECASE)
"""An action, perhaps after its time."""

_ABOUT_TIMES = ("PLN012", "PLN013", "PLN014")

_DESCRIPTION = """\
A plan is a text with one action a line, in the order in which the actions are carried out. An action is written in
round brackets: the name of an action of the domain, then an object of the problem for each of its parameters, parted
by spaces. There are no variables, no commas and no brackets within. A comment begins with `;` and ends with its line.

(pick ball1 room-a left)
(move room-a room-b)
(drop ball1 room-b left)

Each action's precondition must hold when its turn comes, and the goal must hold after the last one.
"""


class PlanLanguage(Language):
    """Plans in the format of the planning competitions.

    `options.context` holds the domain and the problem, in one source or two, in any order. Without both of them only
    the text is checked.
    """

    name = "plan"
    suffixes = (".plan",)
    dialects = ("ipc",)
    comment_form = "; {}"

    @bounded
    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        plan, found = read_plan(source)
        if options.context and not any(one.code == "PLN011" for one in found):
            validated, timed, _ = judged(plan, source, options)
            # If times matter, the reader's findings about them do not apply.
            found = [one for one in found if not timed or one.code not in _ABOUT_TIMES] + validated
        if options.missing:
            found.append(rules.task_not_found(source.span(0, len(source.line(1))), options.missing))
        if "clairify:" in source.text:
            found = apply(self.comments(source), found, source)
        return in_source_order(found)

    def sniff(self, text: str) -> bool:
        return _BEGINNING.match(text) is not None

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """Return domain and problem: as given, else the bundled ones that the plan names, else files next to it."""
        names = stated_names(program) if near.domain is None and near.problem is None else (None, None)
        found = near.named(*names, path) if all(names) else (None, None)
        context = tuple(one for one in found if one is not None)
        context = context if len(context) == 2 else near.of_plan(path, *stated_files(program))
        if len(context) == 2:
            purpose = purpose_of(program, *context, own_goal=near.problem is None)
            near.notes.update(dict.fromkeys(purpose.notes))
        return context

    def comments(self, source: Source) -> list[Comment]:
        return line_comments(source, _COMMENT, ";")

    def describe(self, options: CheckOptions) -> str:
        return _DESCRIPTION

    def format(self, source: Source, options: CheckOptions) -> str:
        """Return the plan with one action per line in lower case, and comments where they were."""
        plan, found = read_plan(source)
        for one in found:
            if one.is_error and one.fix is None:
                raise ValueError(f"line {one.span.line}: {one.message}")
        return _formatted(plan, source)

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        plan, _ = read_plan(source)
        return tuple(
            StepClaims(number, step.action.text, "other", source.span(step.start, step.end))
            for number, step in enumerate(plan.steps, 1)
        )


def read_task(context: Sequence[Source]) -> tuple[Task | None, Source | None, Source | None, list[Diagnostic]]:
    """Return the task defined by some texts, the sources of its domain and problem, and their syntax errors.

    The task is None if the domain or the problem is missing or any text has errors.
    """
    domain_source = problem_source = None
    errors: list[Diagnostic] = []
    for source in context:
        file, found = read_once(source)
        errors += [one for one in found if one.is_error]
        if domain_source is None and file.domain is not None:
            domain_source = source
        if problem_source is None and file.problem is not None:
            problem_source = source
    if domain_source is None or problem_source is None or errors:
        return None, domain_source, problem_source, errors
    return task_of(domain_source, problem_source), domain_source, problem_source, errors


@lru_cache(maxsize=1)
def judged(plan: Plan, source: Source, options: CheckOptions) -> tuple[list[Diagnostic], bool, Run | None]:
    """Return the findings of the validation, or why there is no task to validate against; whether times matter; and
    the execution of the plan, if there was one. The last answer is kept: a check may be followed by an explanation."""
    task, domain, problem, errors = read_task(options.context)
    if task is not None and domain is not None and problem is not None:
        purpose = purpose_of(source, domain, problem, own_goal=not options.problem_given)
        if purpose.findings:
            return list(purpose.findings), False, None
        task = task_of(domain, purpose.problem) or task
        timed = is_timed(task, plan)
        if not_validated := beyond(task.domain, task.problem, timed=timed):
            return [rules.not_validated(source.span(0), not_validated)], True, None
        carry_out = validate_timed if timed else validate
        try:
            validated = carry_out(task, plan, source, domain, purpose.problem)
            own = [] if purpose.goal is None else [_of_own_goal(purpose.goal, source, task, problem)]
        except TooManyChoicesError as error:
            return [rules.not_validated(source.span(0), error.what)], timed, None
        return own + [purpose.placed(one) for one in validated.found], timed, validated
    at = source.span(0, len(source.line(1)))
    found = []
    for one in dict.fromkeys(each.span.file for each in errors):
        faults = [each for each in errors if each.span.file == one]
        places = tuple(Related(f"{each.code}: {each.message}", each.span) for each in faults[:_MOST_PLACES])
        found.append(rules.unreadable_task(at, f"text `{one}`", len(faults), places))
    if not errors:
        missing = "domain" if domain is None else "problem"
        found.append(rules.unreadable_task(at, missing, 0, ()))
    return found, False, None


def _of_own_goal(goal: Stated, source: Source, task: Task, problem: Source) -> Diagnostic:
    """Return the finding on a plan that states another goal than its problem; `task` has that goal."""
    empty = task.goal is not None and holds(task.goal, {}, initial_state(task), task)
    return rules.own_goal(source.span(goal.start, goal.end), name_of(problem), empty)


def _formatted(plan: Plan, source: Source) -> str:
    """Return the steps and comments of a plan, one step per line, in the order of the lines they begin on."""
    pieces: dict[int, list[str]] = {}
    comments: dict[int, str] = {}
    for match in _COMMENT.finditer(source.text):
        comments[source.position(match.start())[0]] = match.group().rstrip()
    for step in plan.steps:
        pieces.setdefault(source.position(step.start)[0], []).append(step.text)
    lines: list[str] = []
    for number in sorted({*pieces, *comments}):
        steps = pieces.get(number, [])
        if number in comments:
            said = comments[number]
            steps = [*steps[:-1], f"{steps[-1]}  {said}"] if steps else [said]
        lines += steps
    return "".join(f"{line}\n" for line in lines)
