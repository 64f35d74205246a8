"""Plans into programs and back, with the meaning kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.reading import STDIN
from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import put
from clairify_cli.services.program.given import About, about

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.services.program.request import ProgramRequest


@dataclass(frozen=True, slots=True)
class Converted:
    """What belongs on stdout, and what of a program is not in its plan."""

    printed: str
    lost: tuple[str, ...] = ()


def from_plan(request: ProgramRequest, name: str, remark: Callable[[str], None]) -> Converted:
    """Write the program of a plan: its steps and comments alone, or with assertions. `remark` hears of doubts.

    Raises `ConversionError` where that cannot be, and as `about`, `UnreadableError`, `UnwritableError`.
    """
    source, given = _read(request, name)
    place = request.output.place
    folder = Path(place).parent if place is not None else None
    return Converted(put(_program(source, given, folder, request.assertions is True, remark), place))


def to_plan(request: ProgramRequest, name: str, remark: Callable[[str], None]) -> Converted:
    """Write the plan of a program. Raises as `from_plan`."""
    from clairify_cli.languages.program.convert import ConversionError, plan_of_program
    from clairify_cli.languages.program.heading import heading_of
    from clairify_cli.languages.program.reader import read
    from clairify_cli.languages.program.vocabulary import vocabulary_of
    from clairify_cli.services.program_context import named_context

    source, given = _read(request, name)
    program, found = read(source)
    wrong = next((one for one in found if one.is_error and one.fix is None), None)
    if program is None or wrong is not None:
        raise ConversionError(_said(wrong) if wrong is not None else "there is no program in it")
    if given.domain is None or given.problem is None:
        path = Path(source.name) if source.name != STDIN else None
        remarks: list[str] = []
        domain, problem = named_context(heading_of(source.text), path, given.domain, remarks)
        given = About(given.domain or domain, given.problem or problem)
        for one in remarks:
            remark(one)
    known, _ = vocabulary_of(given.context)
    made = plan_of_program(program, known, best_effort=request.conversion.best_effort)
    return Converted(put(made.text, request.output.place), tuple(made.lost))


def _read(request: ProgramRequest, name: str) -> tuple[Source, About]:
    from clairify_cli.files.reading import read_text

    return Source(read_text(name, most_bytes=request.reading.max_size), name), about(request, (name,))


def _program(source: Source, given: About, folder: Path | None, assertions: bool, remark: Callable[[str], None]) -> str:
    """The text of a plan's program."""
    from clairify_cli.languages.pddl.plan_reader import read_plan
    from clairify_cli.languages.program.convert import ConversionError, plan_to_program
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    known, faults = vocabulary_of(given.context)
    for name, found in faults.items():
        raise ConversionError(f"{name} has errors: {found[0].message}")
    plan, found = read_plan(source)
    if not plan.steps and not _is_reached(source, given):
        wrong = next((one for one in found if one.is_error), None) or next(iter(found), None)
        raise ConversionError(_said(wrong) if wrong is not None else "there is no plan")
    if not assertions:
        return plan_to_program(source, known=known)
    if given.domain is None or given.problem is None:
        raise RequestError("assertions come of a domain and a problem: add --domain and --problem")
    from clairify_cli.agents.formalise.planner import validate
    from clairify_cli.agents.programs.write import Placing, write_program
    from clairify_cli.planning.plan_heading import purpose_of

    wrong = next((one for one in validate(source, given.domain, given.problem) if one.is_error), None)
    if wrong is not None:
        raise ConversionError(f"line {wrong.span.line}: {wrong.message}; assertions are for plans that are good")
    purpose = purpose_of(source, given.domain, given.problem)
    for one in purpose.remarks:
        remark(one)
    steps = [tuple(one.words) for one in plan.steps]
    task = Path(source.name).stem if source.name != STDIN else "task"
    placing = Placing(folder)
    return write_program(steps, given.domain, purpose.problem, task, given=given.problem, placing=placing).text


def _is_reached(plan: Source, given: About) -> bool:
    """Whether a plan without steps is one: for a problem whose goal holds at first."""
    from clairify_cli.agents.formalise.planner import validate

    if given.domain is None or given.problem is None:
        return False
    return not any(one.is_error for one in validate(plan, given.domain, given.problem))


def _said(wrong: Diagnostic) -> str:
    return f"line {wrong.span.line}, column {wrong.span.column}: {wrong.message}"
