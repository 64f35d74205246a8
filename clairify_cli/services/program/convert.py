"""`clairify program --from-plan` and `--to-plan`: plans into programs and back, with the meaning kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clairify_cli.commands.output import complain, hand_out, inform
from clairify_cli.commands.program_given import texts_of
from clairify_cli.diagnostics.model import Source
from clairify_cli.services.errors import RequestError


def convert(values: dict[str, Any]) -> int:
    """Convert one file; the exit code comes back. Raises `RequestError`, `UnreadableError`, `UnwritableError`."""
    from clairify_cli.commands.execute_input import RefusedError
    from clairify_cli.files.reading import read_text
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages.program.convert import ConversionError

    back = values["to_plan"] is not None
    if back and values["from_plan"] is not None:
        raise RequestError("--from-plan and --to-plan are the two ways: give one of them")
    if values["inputs"]:
        raise RequestError(f"{'--to-plan' if back else '--from-plan'} takes a file, and no TEXT beside it")
    if values["with_problem"] is not None:
        raise RequestError("--with-problem is for a TEXT")
    if back and values["assertions"] is not None:
        raise RequestError("a plan has no assertions")
    if values["best_effort"] and not back:
        raise RequestError("--best-effort is for --to-plan: a program can say all that a plan says")
    if values["skills"] is not None:
        raise RequestError("--skills is for a TEXT: a plan is one of a domain")
    name = values["to_plan"] if back else values["from_plan"]
    source = Source(read_text(name, most_bytes=values["max_size"]), name)
    try:
        domain, problem, _ = texts_of(values, (name,))
        output = values["output"]
        folder = Path(output).parent if output not in (None, "-") else None
        text, lost = (
            _to_plan(source, domain, problem, best_effort=values["best_effort"])
            if back
            else (_from_plan(source, domain, problem, folder, assertions=bool(values["assertions"])), ())
        )
    except RefusedError as refused:
        refused.tell()
        return refused.code
    except ConversionError as error:
        complain(f"{name}: {error}" + ("; --best-effort leaves it out" if error.can_be_lost else ""))
        return 1
    if output in (None, "-"):
        hand_out(text)
    else:
        write_text(Path(output), text)
    if not values["quiet"]:
        for one in lost:
            inform(f"note: not in the plan: {one}")
    return 0


def _from_plan(
    source: Source,
    domain: Source | None,
    problem: Source | None,
    folder: Path | None,
    *,
    assertions: bool,
) -> str:
    """The program of a plan's text: its steps and comments alone, or with assertions. Raises `ConversionError`."""
    from clairify_cli.languages.pddl.plan_reader import read_plan
    from clairify_cli.languages.program.convert import ConversionError, plan_to_program
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    known, faults = vocabulary_of(tuple(one for one in (domain, problem) if one is not None))
    for name, found in faults.items():
        raise ConversionError(f"{name} has errors: {found[0].message}")
    plan, found = read_plan(source)
    if not plan.steps and not _is_reached(source, domain, problem):
        wrong = next((one for one in found if one.is_error), None) or next(iter(found), None)
        raise ConversionError(
            f"line {wrong.span.line}, column {wrong.span.column}: {wrong.message}"
            if wrong is not None
            else "there is no plan"
        )
    if not assertions:
        return plan_to_program(source, known=known)
    if domain is None or problem is None:
        raise RequestError("assertions come of a domain and a problem: add --domain and --problem")
    from clairify_cli.agents.formalise.planner import validate
    from clairify_cli.agents.programs.write import Placing, write_program
    from clairify_cli.planning.plan_heading import purpose_of

    wrong = next((one for one in validate(source, domain, problem) if one.is_error), None)
    if wrong is not None:
        raise ConversionError(f"line {wrong.span.line}: {wrong.message}; assertions are for plans that are good")
    purpose = purpose_of(source, domain, problem)
    for one in purpose.remarks:
        inform(f"note: {one}")
    steps = [tuple(one.words) for one in plan.steps]
    name = Path(source.name).stem if source.name != "<stdin>" else "task"
    return write_program(steps, domain, purpose.problem, name, given=problem, placing=Placing(folder)).text


def _is_reached(plan: Source, domain: Source | None, problem: Source | None) -> bool:
    """Whether a plan without steps is one: for a problem whose goal holds at first."""
    from clairify_cli.agents.formalise.planner import validate

    if domain is None or problem is None:
        return False
    return not any(one.is_error for one in validate(plan, domain, problem))


def _to_plan(
    source: Source, domain: Source | None, problem: Source | None, *, best_effort: bool
) -> tuple[str, tuple[str, ...]]:
    """The plan of a program's text, and what of it is not in the plan. Raises `ConversionError`."""
    from clairify_cli.languages.program.convert import ConversionError, plan_of_program
    from clairify_cli.languages.program.heading import heading_of
    from clairify_cli.languages.program.reader import read
    from clairify_cli.languages.program.vocabulary import vocabulary_of
    from clairify_cli.services.program_context import named_context

    program, found = read(source)
    wrong = next((one for one in found if one.is_error and one.fix is None), None)
    if program is None or wrong is not None:
        why = (
            f"line {wrong.span.line}, column {wrong.span.column}: {wrong.message}"
            if wrong is not None
            else "there is no program in it"
        )
        raise ConversionError(why)
    if domain is None or problem is None:
        path = Path(source.name) if source.name != "<stdin>" else None
        remarks: list[str] = []
        named = named_context(heading_of(source.text), path, domain, remarks)
        domain, problem = domain or named[0], problem or named[1]
        for one in remarks:
            inform(f"note: {one}")
    known, _ = vocabulary_of(tuple(one for one in (domain, problem) if one is not None))
    made = plan_of_program(program, known, best_effort=best_effort)
    return made.text, made.lost
