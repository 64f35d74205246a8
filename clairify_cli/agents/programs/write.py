"""Turn a plan into a program: its steps, each with a comment, and assertions of the conditions that they rely on.

    # clairify: domain household, problem kitchen

    def put_the_bread_in_the_microwave():
        \"\"\"Put the bread in the microwave.\"\"\"
        # 1: go to the counter 1
        go("table1", "counter1", "kitchen")
        assert at("counter1"), go("table1", "counter1", "kitchen")
        ...

The program is checked against the domain and the problem before it is returned: it has no findings.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from clairify_cli.agents.formalise.given import Given
from clairify_cli.agents.formalise.result import Formalisation
from clairify_cli.agents.programs.write_guards import Guard, guards_of
from clairify_cli.agents.programs.write_words import description_beside, step_words
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.heading import heading_of as heading_in
from clairify_cli.languages.program.heading import is_heading
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.syntax import And, Assertion, Call, Fact, Name, Not, Pass, Program, Statement, Term
from clairify_cli.languages.program.vocabulary import Vocabulary, task_name, vocabulary_of
from clairify_cli.planning.repair.model import Forbidden, GroundStep
from clairify_cli.records import dataclass, replace

GOAL_NOT_REACHED = "PRG210"
OTHER_GOAL = f"clairify: ignore-file {GOAL_NOT_REACHED} -- the goal of the problem is another one"
"""The comment that suppresses "does not reach the goal" if the text asks for another goal than the problem's."""

_LONGEST_NAME = 60
_LONGEST_DOC = 1_000


@dataclass(frozen=True, slots=True)
class Written:
    """A program as text, and its findings, of which there are none if it was written by rule."""

    text: str
    findings: tuple[Diagnostic, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether it has no errors."""
        return not any(one.is_error for one in self.findings)


@dataclass(frozen=True, slots=True)
class Placing:
    """The folder of a program (None: the working folder), whether its problem `is_made`, so that no file has it, and
    the steps that it must not have."""

    folder: Path | None = None
    is_made: bool = False
    forbidden: Forbidden = Forbidden()


HERE = Placing()


def program_of_steps(
    steps: Sequence[GroundStep],
    domain: Source,
    problem: Source,
    text: str = "",
    *,
    assertions: bool = True,
    forbidden: Forbidden = Forbidden(),
) -> Program:
    """Return the program for a valid plan for a domain and a problem; `text` is the request.

    `write_guards` decides what is asserted, if no forbidden step is needed to re-establish it. Without `assertions`,
    the program has only the steps.
    """
    known, _ = vocabulary_of((domain, problem))
    assert known is not None
    words = step_words(steps, known.task, description_beside(domain, known.task))
    guards: Sequence[Sequence[Guard]] = guards_of(steps, known, domain, problem) if assertions else ()
    body: list[Statement] = []
    for at in range(len(steps) + 1):
        allowed = (one for one in (guards[at] if guards else ()) if not any(map(forbidden.never, one.recovery)))
        body += [assertion_of(one, known) for one in allowed]
        if at < len(steps):
            body.append(replace(_call(steps[at], known), comment=(f"{at + 1}: {words[at]}",)))
    if not body:
        body.append(Pass(start=0, end=0, comment=("what is asked for is so already",)))
    return Program(Name(program_name(text), 0, 0), tuple(body), shortened(text))


def write_program(
    steps: Sequence[GroundStep],
    domain: Source,
    problem: Source,
    text: str = "",
    *,
    given: Source,
    placing: Placing = HERE,
    assertions: bool = True,
) -> Written:
    """Return the checked text of a plan's program.

    `problem` has the goal that the plan reaches; `given` is the same problem, possibly with another goal.
    """
    made = program_of_steps(steps, domain, problem, text, assertions=assertions, forbidden=placing.forbidden)
    kept = _without_findings(made, domain, problem)
    return finished(kept, domain, problem, given, placing)


def finished(program: Program, domain: Source, problem: Source, given: Source, placing: Placing = HERE) -> Written:
    """Put a program under a heading with its domain and problem; findings are with respect to `problem`."""
    named = None if placing.is_made else given
    heading = heading_of(domain, named, placing.folder)
    kept = tuple(one for one in program.heading if not is_heading(one))
    program = replace(program, heading=((heading,) if heading else ()) + kept)
    text = program_text(program)
    findings = check(text, domain, problem)
    if named is not None and named.text != problem.text and _lacks_goal(text, domain, named):
        text = program_text(replace(program, heading=(*program.heading, OTHER_GOAL)))
    return Written(text, findings)


def check(text: str, domain: Source, problem: Source) -> tuple[Diagnostic, ...]:
    """Return the findings of the program checks in a text."""
    found = ProgramLanguage().check(Source(text, "<program>"), CheckOptions(context=(domain, problem)))
    return tuple(found)


def heading_of(domain: Source, problem: Source | None, folder: Path | None = None) -> str:
    """Return the comment that names a domain and a problem: bundled ones by name, files by path.

    Paths are relative to `folder`, the program's folder (by default, the working folder). Empty if a name cannot be
    written in a heading.
    """
    named = {"domain": domain, "problem": problem}
    names = {kind: _called(one, folder) for kind, one in named.items() if one is not None}
    heading = "clairify: " + ", ".join(f"{kind} {name}" for kind, name in names.items())
    found = heading_in(f"# {heading}\n")
    return heading if {kind: getattr(found, kind) for kind in names} == names else ""


def program_name(text: str) -> str:
    """Make a name for the function from as many words of a text as fit."""
    first = text.strip().split("\n")[0].replace("'", "")
    name = task_name(first)
    while len(name) > _LONGEST_NAME and "_" in name:
        name = name.rpartition("_")[0]
    return task_name(name[:_LONGEST_NAME])


def shortened(text: str) -> str:
    """Prepare a text for the docstring: normalise white space, keep its lines, and cut it to about a page."""
    text = "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
    return text if len(text) <= _LONGEST_DOC else text[: _LONGEST_DOC - 2].rstrip() + " …"


# -------------------------------------------------------------------------------------------------------------- parts


def _without_findings(program: Program, domain: Source, problem: Source) -> Program:
    """Return the program without the assertions that its own checks would report."""
    body = list(program.body)
    # Remove one at a time, because removing an assertion may resolve the finding on another.
    while True:
        text = program_text(replace(program, body=tuple(body)))
        lines = {one.span.line for one in check(text, domain, problem)}
        places = _lines_of(text, program.name.text, body)
        wrong = [at for at, one in enumerate(body) if isinstance(one, Assertion) and lines & set(places[at])]
        if not wrong:
            return replace(program, body=tuple(body))
        del body[wrong[0]]


def _lines_of(text: str, name: str, body: Sequence[Statement]) -> list[range]:
    """Return the lines (from 1) of each statement, with its comments, in a program without blocks."""
    from clairify_cli.languages.program.printing import block_lines

    total = text.count("\n")
    at = total - sum(len(list(block_lines((one,)))) for one in body) + 1
    found = []
    for one in body:
        length = len(list(block_lines((one,))))
        found.append(range(at, at + length))
        at += length
    return found


def _call(step: GroundStep, known: Vocabulary) -> Call:
    terms = tuple(Term(one, 0, 0) for one in step[1:])
    return Call(Name(known.action_name(step[0]), 0, 0), terms, (), start=0, end=0)


def assertion_of(guard: Guard, known: Vocabulary) -> Assertion:
    """Return the assertion of a guard's facts, with the steps that re-establish them."""
    facts = []
    for (predicate, *objects), wanted in guard.facts:
        name = Name(known.predicate_name(predicate), 0, 0)
        fact = Fact(name, tuple(Term(one, 0, 0) for one in objects), 0, 0)
        facts.append(fact if wanted else Not(fact, 0, 0))
    condition = facts[0] if len(facts) == 1 else And(tuple(facts), 0, 0)
    return Assertion(condition, tuple(_call(one, known) for one in guard.recovery), start=0, end=0)


def _lacks_goal(text: str, domain: Source, problem: Source) -> bool:
    return any(one.code == GOAL_NOT_REACHED for one in check(text, domain, problem))


def _called(source: Source, folder: Path | None) -> str:
    """Return the name of a domain or a problem in a heading."""
    from clairify_cli.files.data import data_path

    path = Path(source.name)
    along = data_path("domains", "").resolve()
    resolved = path.resolve()
    if along in resolved.parents:
        return path.stem
    return Path(os.path.relpath(resolved, (folder or Path()).resolve())).as_posix()


def program_of(
    made: Formalisation, given: Given, text: str = "", placing: Placing = HERE, *, assertions: bool = True
) -> Written | None:
    """Return the program of a plan that was found for a text, or for the goal of the given problem.

    None if there is no valid plan, or only one for another goal than the text's. The same text gives the same program.
    """
    planned = made.planned
    if not made.outcome.is_good or planned is None or planned.solution.plan is None or given.problem is None:
        return None
    steps = [tuple(one.words) for one in planned.solution.plan.steps]
    return write_program(
        steps, planned.domain, planned.problem, text, given=given.problem, placing=placing, assertions=assertions
    )
