"""A tiny domain for programs: doors, things, a lamp, and somebody who carries one thing at a time."""

from __future__ import annotations

from case_tables import stored

from clairify_cli.agents.programs.base import Bounds, Did, Executor, Looked, Ran
from clairify_cli.agents.programs.interpreter import run_program
from clairify_cli.agents.programs.text_executor import TaskExecutor
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Program
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of

DOMAIN = stored(__file__, "DOMAIN")

PROBLEM = stored(__file__, "PROBLEM")


def vocabulary(problem: str = PROBLEM) -> Vocabulary:
    """The words of the domain and a problem."""
    known, faults = vocabulary_of((Source(DOMAIN, "domain.pddl"), Source(problem, "problem.pddl")))
    assert known is not None, faults
    return known


def program(body: str) -> Program:
    """The program of some lines, which is without errors of its text."""
    lines = "\n".join(f"    {line}" for line in body.strip("\n").split("\n"))
    made, found = read(Source(f"def task():\n{lines}\n", "task.py"))
    assert made is not None and not any(one.is_error for one in found), found
    return made


def run(body: str, bounds: Bounds | None = None, executor: Executor | None = None) -> Ran:
    """What came of some lines in the world of the problem."""
    return run_program(program(body), executor or TaskExecutor(vocabulary()), bounds)


def told(ran: Ran) -> list[str]:
    """What was done and looked at, a line each: `!` was refused, `>` belongs to a recovery."""
    return [_line(one) for one in ran.entries]


def _line(one: Did | Looked) -> str:
    if isinstance(one, Looked):
        return f"{one.kind} {one.condition}: {one.value}"
    assert isinstance(one, Did)
    return f"{'>' if one.recovers else ''}{'' if one.done.taken else '!'}{one.doing.text}"
