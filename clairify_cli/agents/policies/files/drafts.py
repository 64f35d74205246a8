"""From a model's reply to usable files: their errors, in words that the model can follow."""

from __future__ import annotations

from collections.abc import Sequence

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
    left_out,
    open_goals,
    told,
    too_wide,
    was_true,
)
from clairify_cli.agents.policies.files.grow import Grown, Known, Step, grown, known_of, problem_of, text_of
from clairify_cli.agents.policies.files.hints import is_asked_for, is_told_of, nearest_object
from clairify_cli.agents.policies.files.rules import rules
from clairify_cli.agents.policies.files.tidy import changing_types, tidied, words_seen
from clairify_cli.agents.repair.story import steps_of
from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.meaning import words_of
from clairify_cli.languages.pddl.reader import read, read_once
from clairify_cli.languages.pddl.syntax import Domain, Problem
from clairify_cli.languages.pddl.targets import FAST_DOWNWARD
from clairify_cli.languages.pddl.task import Task, make_task
from clairify_cli.planning.solvers.base import SolverOutcome
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate.judge import judge
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.options import ReplyKind
from clairify_cli.worlds.text.base import TextWorld

NOT_SEEN = "MDL020"
_NOT_CLOSED = "PDL004"

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
    """The result of examining a reply. `text` is the text that the findings refer to.

    `merged` says that previously known facts have been added to it. `files` are present if they have no errors.
    `remarks` tell what was corrected or left out, a sentence for each.
    """

    kind: ReplyKind
    text: str
    findings: tuple[Diagnostic, ...] = ()
    files: Files | None = None
    merged: bool = False
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Desk:
    """The settings for examining replies.

    `domain` is the given one, or None if the model writes it too. With a `planner`, a plan is wanted. `grows` says that
    the facts known `before` are kept, progressed through the `steps` since, that slips are corrected, and that goals
    that are true, or were, are refused; `latest` is what was observed since then.
    """

    world: TextWorld
    domain: Source | None = None
    planner: Planner | None = None
    grows: bool = True
    before: Known | None = None
    steps: tuple[Step, ...] = ()
    latest: str = field(default="", repr=False)
    seen: str = field(default="", repr=False)
    """All that has been observed, refusals aside: what the task asks for is an object only where this tells of it."""
    trusts: bool = False
    """Whether objects are accepted that no observation tells of."""
    written: str = ""
    """The domain that the model wrote before; it stays if the model writes only a problem."""

    @property
    def write(self) -> Write:
        return Write.BOTH if self.domain is None else Write.PROBLEM

    def examine(self, reply: Reply) -> Draft:
        """Read a reply, apply certain fixes, merge it with the known facts, and plan."""
        language = _Syntax(Given(self.domain), self.write, fixes=self.grows, has_domain=bool(self.written))
        candidate = judge(reply, language, CheckOptions(target=FAST_DOWNWARD))
        text, found = candidate.program, list(candidate.diagnostics)
        if candidate.kind is not ReplyKind.PROGRAM or _wrong(found):
            return Draft(candidate.kind, text, tuple(found))
        if self.write is Write.BOTH and read(Source(text))[0].domain is None:
            text = f"{self.written.strip()}\n\n{text}"
        source = Source(text, FILES)
        file = read(source)[0]
        domain = file.domain if self.domain is None else read_once(self.domain)[0].domain
        assert domain is not None and file.problem is not None
        if self.domain is None:
            found = misfits_of(domain, self.world.forms, source)
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
        new, remarks = tidied(known_of(problem), self.before, domain, self.seen)
        corrections = corrections_in(reply)
        made = grown(self.before, self.steps, domain, new, corrections, self.latest, self.seen)
        remarks += left_out(made, unread_in(reply))
        written = text[domain.start : domain.end] + "\n\n" if self.domain is None else ""
        draft = self._checked(written + text_of(problem_of(made.known, domain, problem)), made)
        lines = tuple(one.written for one in corrections)
        files = None if draft.files is None else replace(draft.files, lines=lines)
        return replace(draft, files=files, merged=self.before is not None, remarks=tuple(remarks))

    def _checked(self, text: str, made: Grown) -> Draft:
        """Check the merged files, then the goal, then plan; each only if everything before is good."""
        context = CheckOptions(context=() if self.domain is None else (self.domain,), target=FAST_DOWNWARD)

        def check(text: str) -> list[Diagnostic]:
            source = Source(text, FILES)
            return self._worded(Pddl().check(source, context))

        if self.grows:
            text = fix_until_stable(text, check, unsafe=False).text
        source = Source(text, FILES)
        growth = about_growth(made, source, self.before, self.latest)
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

    def _worded(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings of a check, with hints that fit a game."""
        if self.domain is None and self.before is None:
            return found
        return hints.about_declarations(found, given=self.domain is not None)

    def _not_seen(self, source: Source) -> list[Diagnostic]:
        """Objects of which no observation tells: those that the task asks for, and invented ones.

        In its own domain, a model may have use for others, such as one for the player.
        """
        problem = read_once(source)[0].problem
        if self.trusts or not self.grows or problem is None:
            return []
        before = self.before.objects if self.before is not None else {}
        new = [one for one in problem.objects if one.name.text not in before]
        told = [one for one in (*before, *(one.name.text for one in new)) if is_told_of(one, self.seen)]
        domain = read_once(self.domain)[0].domain if self.domain is not None else None
        changing = changing_types(domain) if domain is not None else lambda types: False
        return [
            rules.object_not_seen(source.span(one.name.start, one.name.end), name, nearest_object(name, told) or "")
            for one in new
            for name in [one.name.text]
            if name not in told
            and (
                is_asked_for(name, self.world.task)
                or (changing(type_names(one.types)) and not any(words_seen(name, self.seen)))
            )
        ]

    def _about_goal(self, files: Files, source: Source) -> list[Diagnostic]:
        if not self.grows:
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
        if self.grows and planned.solution.outcome is SolverOutcome.UNSOLVABLE:
            others = open_goals(files.task, files.known)
            if others:
                found.append(rules.goal_unreachable(_goal_at(source), files.goal, told(others)))
        return found


@dataclass(frozen=True)
class _Syntax(FormalisedLanguage):
    """The requested part is present and readable; everything else is checked once it is merged with the known facts.

    A missing bracket is put in where the text shows that it is missing: that the facts are right is checked later.
    """

    fixes: bool = True
    has_domain: bool = False

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        file, every = read(source)
        found = [one for one in every if one.is_error or one.fix is not None]
        if not self.fixes:
            found = [replace(one, fix=None) for one in found]
        errors = [one for one in found if one.is_error]
        if self.fixes and len(errors) == 1 and errors[0].code == _NOT_CLOSED and errors[0].fix is not None:
            found = [replace(one, fix=errors[0].fix._replace(safe=True)) if one is errors[0] else one for one in found]
        if _wrong(found):
            return found
        if file.problem is None or (file.domain is None and self.write is Write.BOTH and not self.has_domain):
            return super().check(source, options)
        return found


def _goal_at(source: Source) -> Span:
    problem = read(source)[0].problem
    goal = problem.goal if problem is not None else None
    return source.span(goal.start, goal.end) if goal is not None else source.span(0, 0)


def _wrong(found: Sequence[Diagnostic]) -> bool:
    return any(one.is_error for one in found)
