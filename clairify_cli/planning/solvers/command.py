"""Any planner, by the command that starts it: `cmd:/opt/planner/plan {domain} {problem} {plan}`.

The command is split as a shell would and run without one, in a directory of its own. What fills the braces:
`{domain}` and `{problem}` the files to solve, `{plan}` the file for the plan (without it, the plan is looked for in
what the planner prints), `{seconds}` and `{memory_mb}` the limits in whole numbers. A planner that writes better and
better plans may write `{plan}.1`, `{plan}.2` and so on.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import threading
from pathlib import Path

from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.planning.solvers.base import Limits, Solution, SolverError, SolverMissingError, SolverOutcome
from clairify_cli.planning.solvers.outputs import (
    BrokenPlanError,
    ended_early,
    lacks_memory,
    memory_message,
    plan_in_output,
    plan_of_file,
    solution,
    solved,
    timeout_message,
)
from clairify_cli.planning.solvers.process import GAP, Run, run, workspace
from clairify_cli.records import dataclass

PREFIX = "cmd:"

_FILLED = ("domain", "problem", "plan", "seconds", "memory_mb")
_BRACES = re.compile(r"\{(\w+)\}")

_UNSOLVABLE = re.compile(
    r"(?!.*\?\s*$)(?=.*(?:\bunsolvable\b|\bno (?:plan|solution) exists\b|\bno plan will solve it\b))"
    r"(?!.*\bnot (?:\w+ )?unsolvable\b).*",
    re.IGNORECASE,
)
"""A line by which a planner says that there is no plan, as Fast Downward, FF, ENHSP and pyperplan do."""

_INTERPRETER = re.compile(r"(?:python|pypy)[\d.]*|java|bash|sh|env|node|julia|perl|ruby|mono|wine|timeout|nice")

_NEARLY = 0.9
"""The part of the time after which a planner that was told the limit has kept it, rather than failed."""


@dataclass(frozen=True, slots=True)
class Command:
    """A planner started by a command; `parts` are its words with braces to be filled."""

    name: str
    parts: tuple[str, ...]

    def solve(self, domain: str, problem: str, limits: Limits, *, stop: threading.Event | None = None) -> Solution:
        """See `Solver`."""
        with workspace(domain, problem) as directory:
            values = {
                "domain": str(directory / "domain.pddl"),
                "problem": str(directory / "problem.pddl"),
                "plan": str(directory / "plan"),
                "seconds": str(max(1, int(limits.seconds))),
                "memory_mb": str(limits.memory_mb),
            }
            command = [_BRACES.sub(lambda match: values[match[1]], part) for part in self.parts]
            ran = run(command, directory, limits, stop=stop)
            try:
                plan = self._plan(directory / "plan", ran)
            except BrokenPlanError as error:
                return ended_early(self.name, ran, limits) or solution(
                    self.name, ran, SolverOutcome.CRASHED, f"what {self.name} wrote {error}"
                )
        if plan is not None and ran.ended_by != "stop":
            return solved(self.name, ran, plan, note=_early_note(ran))
        return ended_early(self.name, ran, limits) or self._without_plan(ran, limits)

    def _uses(self, word: str) -> bool:
        return any(f"{{{word}}}" in part for part in self.parts)

    def _plan(self, file: Path, ran: Run) -> Plan | None:
        """The plan in the file, or the last of the numbered files, or in the output."""
        if not self._uses("plan"):
            return plan_in_output(ran.stdout.rpartition(GAP)[2] if ran.cut else ran.stdout)
        numbered = [one for one in file.parent.glob("plan.*") if one.suffix[1:].isdecimal()]
        last = max(numbered, key=lambda one: int(one.suffix[1:]), default=file)
        return plan_of_file(last)

    def _without_plan(self, ran: Run, limits: Limits) -> Solution:
        for line in reversed(f"{ran.stdout}\n{ran.stderr}".splitlines()):
            if _UNSOLVABLE.fullmatch(line):
                words = f"there is no plan: {self.name} says `{line.strip()[:200]}`"
                return solution(self.name, ran, SolverOutcome.UNSOLVABLE, words)
        if self._uses("seconds") and ran.seconds >= _NEARLY * limits.seconds:
            return solution(self.name, ran, SolverOutcome.TIMEOUT, timeout_message(self.name, limits))
        if lacks_memory(ran):
            return solution(self.name, ran, SolverOutcome.OUT_OF_MEMORY, memory_message(self.name, limits))
        if ran.exit_code:
            words = f"{self.name} failed with exit code {ran.exit_code} and without a plan"
            return solution(self.name, ran, SolverOutcome.CRASHED, words)
        words = f"{self.name} ended without a plan and did not say that there is none, so there may be one"
        return solution(self.name, ran, SolverOutcome.NOT_FOUND, words)


def parse(template: str) -> Command:
    """The planner of a template (without `cmd:`); SolverError where it cannot be run."""
    try:
        parts = shlex.split(template)
    except ValueError as error:
        raise SolverError(f"the solver's command cannot be split into words: {str(error).lower()}") from error
    if not parts:
        raise SolverError(f"the solver's command is empty; write {_EXAMPLE}")
    for part in parts:
        for word in _BRACES.findall(part):
            if word not in _FILLED:
                allowed = ", ".join(f"{{{one}}}" for one in _FILLED)
                raise SolverError(f"the solver's command has {{{word}}}; what can be filled in is {allowed}")
    for word in ("domain", "problem"):
        if not any(f"{{{word}}}" in part for part in parts):
            raise SolverError(f"the solver's command does not say where {{{word}}} goes; write {_EXAMPLE}")
    program, *rest = parts
    return Command(_name(parts), (_program(program), *(_from_here(part) for part in rest)))


_EXAMPLE = "'cmd:/path/planner {domain} {problem} {plan}'"


def _name(parts: list[str]) -> str:
    """The planner's name: that of the program, or of the file that an interpreter is given."""
    if _INTERPRETER.fullmatch(Path(parts[0]).name):
        for part in parts[1:]:
            if Path(part).is_file():
                return Path(part).name
    return Path(parts[0]).name


def _program(word: str) -> str:
    found = shutil.which(os.path.expanduser(word))  # noqa: PTH111  (Path would take the leading ./ away)
    if found is None:
        raise SolverMissingError(f"the solver's program `{word}` is not there or cannot be run")
    return str(Path(found).absolute())


def _from_here(word: str) -> str:
    """A file named from where we are is named so that it is found from the planner's directory too."""
    path = Path(word)
    return str(path.absolute()) if "/" in word and not path.is_absolute() and path.exists() else word


def _early_note(ran: Run) -> str:
    if ran.ended_by == "time":
        return " before its time was up"
    return " before it failed" if ran.exit_code else ""
