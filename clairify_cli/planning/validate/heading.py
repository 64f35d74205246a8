"""The comments at the top of a plan that name its task; tools that only read the steps skip them.

    ; domain: household
    ; problem: scenes/kitchen.pddl sha256:0f343b0931126a20
    ; goal: (and (holding apple1) (not (opened fridge1)))

A bundled domain or problem is named by its bare name, any other by its path as typed and a digest of its text without
the goal. The goal replaces the one in the problem.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.data import data_path
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.companions import heading
from clairify_cli.languages.pddl.goal_section import goal_section, replace_goal
from clairify_cli.languages.pddl.language import Pddl
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.planning.validate.rules import rules
from clairify_cli.records import dataclass, replace

MOST_GOAL = 100_000
"""Maximum characters of a goal in a comment; longer ones are refused."""

_LINE = late(r"^;[ \t]*(domain|problem|goal)[ \t]*:[ \t]*(\S[^\r\n]*)", re.MULTILINE)
_COMMENT = late(r";[^\n]*")
_DIGEST = " sha256:"


class Stated(NamedTuple):
    """A value in the heading of a plan, and its offsets in the plan."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a plan is for: the `problem` with the plan's goal, errors in the heading, and sentences for the user.

    `goal` is the goal that the plan states if it differs from the problem's and replaces it, else None. `notes` are
    the sentences about all else.
    """

    plan: Source
    problem: Source
    findings: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    goal: Stated | None = None

    @property
    def remarks(self) -> tuple[str, ...]:
        """All sentences for the user."""
        if self.goal is None:
            return self.notes
        line = self.plan.position(self.goal.start)[0]
        own = f"{self.plan.name}: the goal is the one that line {line} states, not that of {name_of(self.problem)}"
        return (*self.notes, own)

    def placed(self, finding: Diagnostic) -> Diagnostic:
        """Move the related places of a finding in the goal of `problem` to the comment that states the goal."""
        section = goal_section(self.problem)
        if self.goal is None or section is None:
            return finding
        start, at = self.problem.text.index(section), self.plan.span(self.goal.start, self.goal.end)
        within = range(start, start + len(section))
        moved = (one.span.file == self.problem.name and one.span.start in within for one in finding.related)
        related = zip(finding.related, moved, strict=True)
        return replace(finding, related=tuple(replace(one, span=at) if is_in else one for one, is_in in related))


def stated(plan: Source) -> dict[str, list[Stated]]:
    """Return the values of `domain`, `problem` and `goal` in the heading."""
    found: dict[str, list[Stated]] = {}
    for match in _LINE.finditer(plan.text):
        text = match[2].rstrip()
        found.setdefault(match[1], []).append(Stated(text, match.start(2), match.start(2) + len(text)))
    return found


def stated_names(plan: Source) -> tuple[str | None, str | None]:
    """Return the bundled domain and problem that the heading names, None for each that is not bundled or named."""
    says = stated(plan)
    names = [says[what][0].text if what in says else _DIGEST for what in ("domain", "problem")]
    domain, problem = (None if _DIGEST in one else one for one in names)
    return domain, problem


def stated_files(plan: Source) -> tuple[str, str]:
    """Return the names or the files of the domain and the problem in the heading; empty where it has none."""
    says = stated(plan)
    domain, problem = (
        says[what][0].text.partition(_DIGEST)[0] if what in says else "" for what in ("domain", "problem")
    )
    return domain, problem


def heading_text(domain: Source, problem: Source) -> str:
    """Return the heading of a plan for a problem, one line per value. Texts that are not from a file are not named."""
    named = {"domain": _named(domain), "problem": _named(problem), "goal": goal_text(problem)}
    return "".join(f"; {what}: {value}\n" for what, value in named.items() if value)


def purpose_of(plan: Source, domain: Source, problem: Source, *, own_goal: bool = True) -> Purpose:
    """Return the problem with the goal that the plan states, if the problem can be read; without `own_goal`, with the
    problem's own."""
    if read_once(problem)[0].problem is None:
        return Purpose(plan, problem)
    found: list[Diagnostic] = []
    notes: list[str] = []
    says = stated(plan)
    for what, given in (("domain", domain), ("problem", problem)):
        for one in says.get(what, ()):
            _compare(plan, what, one, given, found, notes)
    goals = says.get("goal", [])
    for one in goals:
        why = f"line {plan.position(goals[0].start)[0]} states another goal" if one.text != goals[0].text else ""
        if why := why or _fault_of_goal(one.text):
            found.append(rules.bad_goal_comment(plan.span(one.start, one.end), why))
    if found or not goals or _on_a_line(goals[0].text).lower() == goal_text(problem).lower():
        return Purpose(plan, problem, tuple(found), tuple(notes))
    if not own_goal:
        notes.append(f"the goal of {name_of(problem)} counts, not another that a plan states in a comment")
        return Purpose(plan, problem, notes=tuple(notes))
    lines = "\n" * (goal_section(problem) or "").count("\n")  # what follows keeps its line
    text, at = replace_goal(problem, section := f"(:goal {goals[0].text}{lines})")
    whole = Source(text, problem.name)
    checked = Pddl().check(whole, CheckOptions(context=(domain,)))
    for wrong in [one for one in checked if one.is_error and at <= one.span.start < at + len(section)][:1]:
        found.append(rules.bad_goal_comment(plan.span(goals[0].start, goals[0].end), wrong.message))
    return Purpose(plan, whole, tuple(found), tuple(notes), goals[0])


def _compare(plan: Source, what: str, one: Stated, given: Source, found: list[Diagnostic], notes: list[str]) -> None:
    """Report a domain or problem that differs from the one that the plan names."""
    name, _, digest = one.text.rpartition(_DIGEST) if _DIGEST in one.text else (one.text, "", "")
    if one.text == _named(given) or digest == _digest(given):
        return
    defined = heading(given.text)
    names = {Path(given.name).stem.lower(), defined.domain if what == "domain" else defined.problem}
    if Path(name).stem.lower() not in names:
        found.append(rules.made_for_another_task(plan.span(one.start, one.end), what, name, given.name))
    else:
        notes.append(f"{plan.name}: the {what} {given.name} has changed since the plan was made")


def _fault_of_goal(text: str) -> str:
    """Return why a text is not a single goal; empty if it is."""
    if len(text) > MOST_GOAL:
        return f"it is longer than {MOST_GOAL:,} characters"
    file, found = read_once(Source(f"(:goal {text})"))
    wrong = next((one.message for one in found if one.is_error), "")
    return wrong or ("" if file.goal is not None and file.goal.end == len(text) + 8 else "it is not one condition")


def _named(source: Source) -> str:
    if source.name.startswith("<"):
        return ""
    bundled, path = data_path("domains", "").resolve(), Path(source.name).resolve()
    name = " ".join(source.name.split())
    return path.stem if path.is_relative_to(bundled) else f"{name}{_DIGEST}{_digest(source)}"


def name_of(source: Source) -> str:
    """Return the name of a bundled text, or else the text's own: where it is installed is of no interest."""
    return _named(source).partition(_DIGEST)[0] or source.name


def _digest(source: Source) -> str:
    """Return the first 16 hex digits of the SHA-256 of a text, without its goal and white space."""
    import hashlib

    text = source.text.replace(goal_section(source) or "", "", 1)
    return hashlib.sha256("".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def goal_text(problem: Source) -> str:
    """Return the goal of a problem on one line; empty if it has none."""
    section = goal_section(problem) or ""
    return _on_a_line(section[section.lower().find(":goal") + len(":goal") : -1])


def _on_a_line(text: str) -> str:
    return " ".join(_COMMENT.sub(" ", text).split())
