"""Write programs for texts, or for the goal of a problem, by rule or with a model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.agents.formalise.given import Given, Write, check_given
from clairify_cli.agents.programs.write import Placing
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.services.errors import FaultyError, RequestError
from clairify_cli.services.kinds import read_given
from clairify_cli.services.models import is_offline, open_model
from clairify_cli.services.pddl.write import WHY_EMPTY
from clairify_cli.services.places import put, target_of
from clairify_cli.services.planning.constraints import constrained
from clairify_cli.services.planning.goals import goal_reader, lexicon_of
from clairify_cli.services.planning.solving import open_planner
from clairify_cli.services.program.request import ProgramRequest, ProgramResult

if TYPE_CHECKING:
    from clairify_cli.agents.formalise.planner import Planner
    from clairify_cli.agents.formalise.result import Formalisation
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.models import Asked
    from clairify_cli.translate import Hooks, Model, Progress

SUFFIX = ".py"


@dataclass(frozen=True, slots=True)
class Prepared:
    """Settings common to all texts of a request.

    With a `planner`, programs are written by rule, otherwise by a model. `is_made`: the problem is made from a scene,
    so no file contains it. `reader` is the offline reader of goals.
    """

    given: Given
    planner: Planner | None = None
    is_made: bool = False
    reader: Model | None = None


def prepare(request: ProgramRequest) -> Prepared:
    """Read and check the given texts.

    Raises `RequestError`, `UnreadableError`, `FaultyError` for texts with errors, and `SolverError` for a solver that
    cannot be used.
    """
    given, is_made = about(request, request.inputs)
    if given.domain is None or given.problem is None:
        missing = [one for one, text in (("--domain", given.domain), ("--problem", given.problem)) if text is None]
        raise RequestError(f"a program is about something: add {' and '.join(missing)}, or a --scene")
    given = replace(given, lexicon=lexicon_of(request.lexicon, given.domain) or given.lexicon)
    faults = [one for one in check_given(given, Write.GOAL if request.inputs else None) if one.is_error]
    if faults:
        raise FaultyError(given.context, faults)
    planner = open_planner(request.solver, request.settings.time_limit) if is_offline(request.settings.model) else None
    planner = constrained(planner, request.constrained, given, request.reading.max_size)
    if planner is None and not request.inputs:
        raise RequestError("there is no TEXT that a model could write a program for")
    return Prepared(given, planner, is_made, reader=goal_reader(given))


def program(
    request: ProgramRequest,
    item: Input | None,
    remark: Callable[[str], None],
    progress: Callable[[Progress], None] | None = None,
) -> ProgramResult:
    """Write a program for one of the request's texts; without `item`, for the problem's own goal.

    `remark` receives notes for the user, `progress` each round before and after. Raises `RequestError`,
    `UnreadableError`, `UnwritableError`, `SolverError`, and `ModelError` for a model that cannot be used at all.
    """
    try:
        ready = prepare(request)
    except FaultyError as error:
        name = item.name if item is not None else error.given[-1].name
        result = ProgramResult(name, None, Outcome.INVALID, given=error.given, found=error.findings)
        return _delivered(request, result, _target(request, item, name))
    name = ready.given.problem.name if ready.given.problem is not None else ""
    target = _target(request, item, name)
    if item is None:
        result = _of_goal(request, ready, target)
    else:
        with ExitStack() as stack:
            asked = open_model(stack, request.settings, remark, ready.reader)
            text = item.words(most_bytes=request.reading.max_size)
            write = _by_model if ready.planner is None else _by_rule
            result = write(request, ready, asked, text, target, asked.hooks(progress))
            result = replace(result, name=item.name, model=asked.model.name)
    return _delivered(request, result, target)


def _of_goal(request: ProgramRequest, ready: Prepared, target: Path | None) -> ProgramResult:
    """Write the program for the problem's own goal."""
    from clairify_cli.agents.formalise.result import solve

    given = ready.given
    assert given.problem is not None and ready.planner is not None
    made = solve(given, ready.planner)
    doubts = [one for one in check_given(given, None) if one.code in WHY_EMPTY] if made.is_sound else []
    result = _of_plan(request, ready, made, f"the goal of {Path(given.problem.name).stem}", target)
    return replace(result, name=given.problem.name, given=given.context, found=tuple(doubts))


def _by_rule(
    request: ProgramRequest, ready: Prepared, asked: Asked, text: str, target: Path | None, hooks: Hooks
) -> ProgramResult:
    """The program of a plan for the goal of a text."""
    from clairify_cli.agents.formalise.run import formalise

    made = formalise(text, ready.given, Write.GOAL, asked.model, asked.options, planner=ready.planner, hooks=hooks)
    return _of_plan(request, ready, made, text, target)


def _of_plan(
    request: ProgramRequest, ready: Prepared, made: Formalisation, title: str, target: Path | None
) -> ProgramResult:
    text = text_of_plan(request, ready, made, title, target.parent if target is not None else None)
    return ProgramResult("", made.text, made.outcome, text, made.problem, made, made.translation)


def text_of_plan(request: ProgramRequest, ready: Prepared, made: Formalisation, title: str, folder: Path | None) -> str:
    """The program of a plan, for its folder; empty if there is no good plan."""
    from clairify_cli.agents.programs.write import program_of
    from clairify_cli.planning.repair.model import Forbidden

    never = ready.planner.constraints.forbidden if ready.planner is not None else ()
    placing = Placing(folder, ready.is_made, Forbidden(never))
    written = program_of(made, ready.given, title, placing, assertions=request.assertions is not False)
    return written.text if written is not None else ""


def _by_model(
    request: ProgramRequest, ready: Prepared, asked: Asked, text: str, target: Path | None, hooks: Hooks
) -> ProgramResult:
    """Let a model write a program for a domain and a problem."""
    from clairify_cli.agents.programs.write_model import goals_of, write_with_model
    from clairify_cli.files.encoding import as_file

    folder = target.parent if target is not None else None
    loop, written = write_with_model(
        text,
        ready.given,
        asked.model,
        asked.options,
        assertions=request.assertions is not False,
        placing=Placing(folder, ready.is_made),
        hooks=hooks,
    )
    made = written.text if written is not None else as_file(loop.program) if loop.program else ""
    goals = goals_of(text, ready.given)
    return ProgramResult("", text, loop.outcome, made, goals[0].text if len(goals) == 1 else None, loop=loop)


def _delivered(request: ProgramRequest, result: ProgramResult, target: Path | None) -> ProgramResult:
    """The result with its program, or the whole document, written to its destination. Raises `UnwritableError`."""
    is_good = bool(result.program) and (result.outcome.is_good or request.keep_invalid)
    if request.format == "json":
        from clairify_cli.services.program.document import document

        return replace(result, target=target, printed=put(document(result), target))
    return replace(result, target=target, printed=put(result.program, target)) if is_good else result


def _target(request: ProgramRequest, item: Input | None, problem: str) -> Path | None:
    """Return the path of the program; None for stdout. Raises what `target_of` raises."""
    suffix = ".json" if request.format == "json" else SUFFIX
    stem = item.stem if item is not None else Path(problem).stem
    return target_of(request, stem + suffix, item, request.output.place)


def about(request: ProgramRequest, inputs: tuple[str, ...]) -> tuple[Given, bool]:
    """Return the setting of a request, and whether its problem is made from a scene; `inputs` are its other inputs.

    Raises `RequestError`, `UnreadableError`, and `FaultyError` for a scene with errors.
    """
    scene, most = request.scene, request.reading.max_size
    if scene is None:
        return Given(*read_given(request.task.domain, request.task.problem, inputs, most_bytes=most)), False
    if scene.endswith(".pddl"):
        raise RequestError(f"--scene takes a scene (YAML); give {scene} as --problem")
    from clairify_cli.agents.programs.write_scene import problem_of_scene, words_of_scene
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.reading import read_text
    from clairify_cli.worlds.scene.reader import read_scene

    source = Source(read_text(scene, most_bytes=most), scene)
    made, found = read_scene(source, Path(scene).parent)
    errors = [one for one in found if one.is_error]
    if errors or made is None:
        raise FaultyError((source,), errors)
    return Given(*problem_of_scene(made), words_of_scene(made)), True
