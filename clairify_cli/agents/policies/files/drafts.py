"""From a model's reply to usable files: their errors, in words that the model can follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clairify_cli.agents.formalise.assemble import Assembled, assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.formalise.language import FormalisedLanguage
from clairify_cli.agents.formalise.planner import Planned, Planner
from clairify_cli.agents.policies.files import hints
from clairify_cli.agents.policies.files.contract import misfits_of
from clairify_cli.agents.policies.files.corrections import corrections_in, unread_in
from clairify_cli.agents.policies.files.findings import (
    about_growth,
    is_true_now,
    open_goals,
    told,
    too_wide,
    under_lines,
    was_true,
)
from clairify_cli.agents.policies.files.grow import Grown, Known, Step, grown, known_of, problem_of, text_of
from clairify_cli.agents.policies.files.hints import is_asked_for, is_told_of
from clairify_cli.agents.policies.files.rules import rules
from clairify_cli.agents.repair.story import steps_of
from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.meaning import words_of
from clairify_cli.languages.pddl.reader import read, read_once
from clairify_cli.languages.pddl.syntax import Domain, Problem
from clairify_cli.languages.pddl.targets import FAST_DOWNWARD
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.base import SolverOutcome
from clairify_cli.translate.judge import judge
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.options import ReplyKind
from clairify_cli.worlds.text.base import ActionForm

NOT_SEEN = "MDL020"

FILES = "<files>"
"""What the text is called that the findings are about."""


@dataclass(frozen=True, slots=True)
class Files:
    """A domain and a problem without errors, their known facts, and a plan if one was requested."""

    whole: Assembled
    domain: Domain
    problem: Problem
    known: Known
    planned: Planned | None = None
    lines: tuple[str, ...] = ()
    """The corrections that were made with them."""

    @property
    def text(self) -> str:
        """Both files as one text."""
        return f"{self.whole.domain.text.strip()}\n\n{self.whole.problem.text.strip()}\n"

    @property
    def task(self) -> Task:
        return make_task(self.domain, self.problem)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan."""
        plan = self.planned.solution.plan if self.planned is not None else None
        return steps_of(plan) if plan else ()

    @property
    def goal(self) -> str:
        return words_of(self.problem.goal, {}) if self.problem.goal is not None else ""


@dataclass(frozen=True, slots=True)
class Draft:
    """The result of examining a reply. `text` is the text that the findings refer to: the correction lines, and the
    written files.

    `merged` says that previously known facts have been added to it. `files` are present if they have no errors.
    """

    kind: ReplyKind
    text: str
    findings: tuple[Diagnostic, ...] = ()
    files: Files | None = None
    merged: bool = False
    lines: int = 0
    """How many lines with corrections there are."""


@dataclass(frozen=True)
class Desk:
    """The settings for examining replies.

    `domain` is the given one, or None if the model writes it too. With a `planner`, a plan is wanted. `grows` says that
    the facts known `before` are kept, progressed through the `steps` since; `latest` is what was observed since then.
    Goals that are true, or were, are refused if they are `held_to_new`.
    """

    forms: Sequence[ActionForm]
    domain: Source | None = None
    planner: Planner | None = None
    grows: bool = True
    held_to_new: bool = True
    fixes: bool = True
    before: Known | None = None
    steps: tuple[Step, ...] = ()
    latest: str = field(default="", repr=False)
    task: str = ""
    seen: str | None = field(default=None, repr=False)
    """All that has been observed, refusals aside: what the task asks for is an object only where this tells of it. None
    where that is not looked at."""

    @property
    def write(self) -> Write:
        return Write.BOTH if self.domain is None else Write.PROBLEM

    def examine(self, reply: Reply) -> Draft:
        """Read a reply, apply certain fixes, merge it with the known facts, and plan."""
        draft = self._examined(reply)
        if not self.grows or draft.kind is not ReplyKind.PROGRAM:
            return draft
        lines = tuple(one.written for one in corrections_in(reply.text))
        if draft.files is not None:
            return replace(draft, files=replace(draft.files, lines=lines))
        lines = (*lines, *unread_in(reply.text))
        if not lines:
            return draft
        text, found = under_lines(draft.text, draft.findings, lines, FILES)
        return replace(draft, text=text, findings=found, lines=len(lines))

    def _examined(self, reply: Reply) -> Draft:
        language = _Syntax(Given(self.domain), self.write, fixes=self.fixes)
        candidate = judge(reply, language, CheckOptions(target=FAST_DOWNWARD))
        text, found = candidate.program, list(candidate.diagnostics)
        if candidate.kind is not ReplyKind.PROGRAM or _wrong(found):
            return Draft(candidate.kind, text, tuple(found))
        source = Source(text, FILES)
        file = read(source)[0]
        domain = file.domain if self.domain is None else read_once(self.domain)[0].domain
        assert domain is not None and file.problem is not None
        if self.domain is None:
            found = misfits_of(domain, self.forms, source)
            if _wrong(found):
                return Draft(ReplyKind.PROGRAM, text, tuple(found))
        found = too_wide(domain, self._with_known(file.problem, domain), source)
        if found:
            return Draft(ReplyKind.PROGRAM, text, tuple(found))
        if self.grows:
            return self._grown(reply.text, text, domain, file.problem)
        return self._checked(text, Grown(known_of(file.problem)))

    def _with_known(self, problem: Problem, domain: Domain) -> Problem:
        """The problem with the other known objects added."""
        if self.before is None:
            return problem
        named = {one.name.text for one in problem.objects}
        others = (one for one in problem_of(self.before, domain).objects if one.name.text not in named)
        return problem._replace(objects=(*problem.objects, *others))

    def _grown(self, reply: str, text: str, domain: Domain, problem: Problem) -> Draft:
        made = grown(self.before, self.steps, domain, problem, corrections_in(reply), self.latest)
        if self.domain is not None and self.fixes:  # a step made them false, by a domain that is right
            made = replace(made, stale=())
        written = text[domain.start : domain.end] + "\n\n" if self.domain is None else ""
        shown = replace(made.known, facts=(*made.known.facts, *(fact for fact, _ in made.stale)))
        merged = text_of(problem_of(shown, domain, problem))
        draft = self._checked(written + merged, made, unread_in(reply))
        return replace(draft, merged=self.before is not None)

    def _checked(self, text: str, made: Grown, unread_lines: Sequence[str] = ()) -> Draft:
        """Check the merged files, then the goal, then plan; each only if everything before is good."""
        context = CheckOptions(context=() if self.domain is None else (self.domain,), target=FAST_DOWNWARD)

        def check(text: str) -> list[Diagnostic]:
            source = Source(text, FILES)
            return self._worded(Pddl().check(source, context), source)

        if self.fixes:
            text = fix_until_stable(text, check, unsafe=False).text
        source = Source(text, FILES)
        growth = about_growth(made, unread_lines, source, self.before, self.seen)
        found = [*check(text), *growth, *self._not_seen(source)]
        whole = assembled(source, Given(self.domain), self.write)
        if _wrong(found) or whole is None:
            return Draft(ReplyKind.PROGRAM, source.text, tuple(found))
        domain, problem = read(whole.domain)[0].domain, read(whole.problem)[0].problem
        assert domain is not None and problem is not None
        known = replace(known_of(problem), past=made.known.past)
        files = Files(whole, domain, problem, known)
        if self.planner is not None:
            found += self._about_goal(files, source)
            if not _wrong(found):
                planned = self.planner.plan(whole.domain, whole.problem)
                files = replace(files, planned=planned)
                found += self._about_plan(files, planned, source)
        if _wrong(found) or (files.planned is not None and not files.planned.solved):
            return Draft(ReplyKind.PROGRAM, source.text, tuple(found))
        return Draft(ReplyKind.PROGRAM, source.text, tuple(found), files)

    def _worded(self, found: list[Diagnostic], source: Source) -> list[Diagnostic]:
        """The findings of a check, with hints that fit a game."""
        file = read_once(source)[0]
        domain = file.domain if self.domain is None else read_once(self.domain)[0].domain
        if file.problem is not None:
            found = hints.about_objects(found, source, known_of(file.problem).objects, domain)
            found = hints.about_order(found, file.problem, domain) if domain is not None else found
        if self.domain is None and self.before is None:
            return found
        return hints.about_declarations(found, given=self.domain is not None)

    def _not_seen(self, source: Source) -> list[Diagnostic]:
        problem = read_once(source)[0].problem
        if self.seen is None or problem is None:
            return []
        names = (one.name for one in problem.objects if self.before is None or one.name.text not in self.before.objects)
        return [
            rules.object_not_seen(source.span(one.start, one.end), one.text)
            for one in names
            if is_asked_for(one.text, self.task) and not is_told_of(one.text, self.seen)
        ]

    def _about_goal(self, files: Files, source: Source) -> list[Diagnostic]:
        if not self.held_to_new:
            return []
        task, at = files.task, _goal_at(source)
        if is_true_now(task):
            return [rules.goal_already_true(at, files.goal, told(open_goals(task, files.known)))]
        if was_true(task, files.known):
            others = open_goals(task, files.known)
            if others:
                return [rules.goal_visited(at, files.goal, told(others))]
        return []

    def _about_plan(self, files: Files, planned: Planned, source: Source) -> list[Diagnostic]:
        if planned.solved:
            return []
        fitting = hints.about_plan(planned.findings, given=self.domain is not None)
        found = [files.whole.located(one, source, _goal_at(source)) for one in fitting]
        if self.held_to_new and planned.solution.outcome is SolverOutcome.UNSOLVABLE:
            others = open_goals(files.task, files.known)
            if others:
                found.append(rules.goal_unreachable(_goal_at(source), files.goal, told(others)))
        return found


@dataclass(frozen=True)
class _Syntax(FormalisedLanguage):
    """The requested part is present and readable; everything else is checked once it is merged with the known facts."""

    fixes: bool = True

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        found = [one for one in read(source)[1] if one.is_error or one.fix is not None]
        if not self.fixes:
            found = [replace(one, fix=None) for one in found]
        if _wrong(found):
            return found
        file = read(source)[0]
        if file.problem is None or (file.domain is None and self.write is Write.BOTH):
            return super().check(source, options)
        return found


def _goal_at(source: Source) -> Span:
    problem = read(source)[0].problem
    goal = problem.goal if problem is not None else None
    return source.span(goal.start, goal.end) if goal is not None else source.span(0, 0)


def _wrong(found: Sequence[Diagnostic]) -> bool:
    return any(one.is_error for one in found)
