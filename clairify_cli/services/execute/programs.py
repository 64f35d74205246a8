"""`clairify execute plan.py`: a program, carried out on the Panda's bench, in a problem, or in a world of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.narrate import show_reports
from clairify_cli.cli.shared.output import complain, hand_out, inform
from clairify_cli.commands.execute_input import (
    PURPOSE,
    RefusedError,
    refuse_errors,
    texts_of,
)
from clairify_cli.commands.execute_program_options import (
    PANDA,
    refuse_for_programs,
    refuse_without_arm,
)
from clairify_cli.commands.execute_stop import Stop, stopping
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import Kinds

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.programs.base import Bounds, Executor, Ran
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.program.heading import Heading
    from clairify_cli.languages.program.syntax import Program
    from clairify_cli.languages.program.vocabulary import Vocabulary
    from clairify_cli.worlds.panda.film import Recording
    from clairify_cli.worlds.scene.model import Scene

_TEXT_WORLDS = {"household": "household", "coin_collector": "coin-collector"}
"""The domain of each world of text."""


@dataclass(frozen=True, slots=True)
class _Given:
    """A program without errors of its text, and what it is held to."""

    source: Source
    program: Program
    context: tuple[Source, ...]
    world: str
    scene: Scene | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """What came of a program: the run, its bounds, what was found before, its world, and what was filmed.

    `is_interrupted` says that somebody asked to stop it.
    """

    source: Source
    ran: Ran
    bounds: Bounds
    findings: list[Diagnostic]
    world: str
    on_failure: str | None = None
    recording: Recording | None = None
    is_interrupted: bool = False

    @property
    def code(self) -> int:
        """The exit code of a run that was not interrupted."""
        return 0 if self.ran.succeeded and self.ran.ending.value == "done" else 1

    def report_text(self, values: dict[str, Any]) -> str:
        """The report as JSON."""
        from clairify_cli.agents.execution.report_values import report_text
        from clairify_cli.agents.programs.report import report

        made = report(
            self.ran,
            self.source,
            world=self.world,
            seed=values["seed"],
            bounds=self.bounds,
            on_failure=self.on_failure,
            dry_run=values["dry_run"],
            findings=tuple(self.findings),
        )
        return report_text(made)


def run_one(item: Input, options: Options, values: dict[str, Any]) -> int:
    """Carry a program out; the exit code comes back. Raises `RequestError`."""
    from clairify_cli.commands.execute_places import targets
    from clairify_cli.commands.model_options import exit_code_of
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.services.places import refuse_places
    from clairify_cli.translate import ModelError

    refuse_for_programs(values)
    try:
        refuse_places(path for _, path in targets(values, is_batch=False))
        text = item.words(most_bytes=values["max_size"], purpose=PURPOSE)
        carried = carry_out(item, text, texts_of(values), options, values)
        if carried is None:
            return 0
        code = _end(carried, values)
        if carried.recording is None:
            return code
        from clairify_cli.commands.execute_run import make_films

        return code or make_films(carried.recording, values, None)
    except RefusedError as error:
        error.tell()
        return error.code
    except (UnwritableError, UnreadableError) as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def carry_out(
    item: Input,
    text: str,
    inputs: Inputs,
    options: Options,
    values: dict[str, Any],
    stop: Callable[[], bool] | None = None,
) -> Carried | None:
    """What comes of a program; None where only its scene was asked for.

    Without `stop`, Ctrl-C and the time limit end it. Raises `RefusedError` and `RequestError`, and what opening a
    model raises.
    """
    given = _given(item, text, inputs, values)
    if given.world != PANDA:
        refuse_without_arm(values, given.world)
        return _in_text(given, values, stop)
    from clairify_cli.worlds.panda.extra import fault

    if values["disturb"]:
        raise RequestError("--disturb is for PDDL problems and worlds of text")
    if not values["print_scene"] and (error := fault(gui=values["gui"])) is not None:
        raise RefusedError(3, str(error))
    from clairify_cli.commands.execute_program_panda import in_panda

    return in_panda(given.source, given.program, given.context, given.scene, options, values, stop)


Inputs = tuple["Source | None", "Source | None", "Scene | None"]
"""The domain, the problem and the scene that the options give."""


def _given(item: Input, text: str, inputs: Inputs, values: dict[str, Any]) -> _Given:
    """The program with its world. Raises `RefusedError` for errors, also for those that its own text has."""
    from clairify_cli.languages.program.heading import Heading, heading_of
    from clairify_cli.languages.program.reader import read
    from clairify_cli.languages.program.skills import is_skill_list

    source = Source(text, item.name)
    program, found = read(source)
    refuse_errors([source], found)
    assert program is not None  # without a program there is an error
    domain, problem, scene = inputs
    heading = heading_of(text)
    context: tuple[Source, ...] = ()
    is_there = scene is not None or values["world"] in _TEXT_WORLDS
    if domain is not None or problem is not None or heading != Heading() or not is_there:
        context, remarks = context_of(item, source, inputs)
        if heading.skills is not None:
            _hold_to_list(item, source, heading)
            context = () if context and is_skill_list(context[0]) else context  # a list names no world to run in
        elif _is_elsewhere(heading, context, inputs):
            why = next((one for one in remarks if "in its heading: " in one), f"{source.name}: {_NOT_THERE}")
            raise RefusedError(2, why, reason=why.partition(": ")[2])
        for remark in () if values["quiet"] else remarks:
            inform(f"note: {remark}")
    return _Given(source, program, context, values["world"] or _world_of(context, scene), scene)


_NOT_THERE = "the problem that its heading names is not there"


def _is_elsewhere(heading: Heading, context: tuple[Source, ...], inputs: Inputs) -> bool:
    """Whether a heading alone says where a program runs, and what it names cannot be had."""
    if any(one is not None for one in inputs):
        return False
    return len(context) < (2 if heading.problem is not None else 1 if heading.domain is not None else 0)


def _hold_to_list(item: Input, source: Source, heading: Heading) -> None:
    """Hold a program to the list that its heading names. Raises `RefusedError` for errors, and where there is none."""
    from clairify_cli.services.program_context import named_skills

    said: list[str] = []
    listed = named_skills(heading, item.path, said)
    if listed is None:
        why = "".join(said)
        raise RefusedError(2, why, reason=why.removeprefix(f"{item.path}: "))
    checked(source, (listed,), quiet=True)


def context_of(item: Input, source: Source, inputs: Inputs) -> tuple[tuple[Source, ...], list[str]]:
    """What a program is held to: what is given, or what it names or has beside it; and what is to be said of that."""
    kinds = Kinds([item], "program", lambda _: CheckOptions(), *inputs[:2])
    return kinds.options(item, source).context, kinds.remarks


def _world_of(context: tuple[Source, ...], scene: Scene | None) -> str:
    """Where a program of that context runs, where that is not said."""
    from clairify_cli.languages.pddl.companions import heading

    if scene is not None:
        return PANDA
    if not context:
        where = "add --scene, or --domain and --problem, or `# clairify: domain …, problem …` to the program"
        raise RefusedError(2, f"it is not known in which world the program is to be carried out: {where}")
    name = (heading(context[0].text).domain or "").lower()
    if name in ("lab", "tabletop"):
        return PANDA
    return next((world for world, one in _TEXT_WORLDS.items() if one == name), "pddl")


# --------------------------------------------------------------------------------------- errors before anything is done


def checked(source: Source, context: tuple[Source, ...], *, quiet: bool) -> list[Diagnostic]:
    """What is to be known of a program that has no errors; warnings are shown. Raises `RefusedError` for errors."""
    from clairify_cli.diagnostics.render.report import Report
    from clairify_cli.languages import get

    found = get("program").check(source, CheckOptions(context=context))
    refuse_errors([source], found)
    if found and not quiet:
        show_reports([Report(source, found)])
    return found


def told_late(ran: Ran, stopped: Stop, values: dict[str, Any]) -> Ran:
    """What came of a program, with the reason where its time was up."""
    from clairify_cli.outcomes import Outcome

    if ran.ending is not Outcome.INTERRUPTED or not stopped.is_late:
        return ran
    return replace(ran, why=f"its time was up (--time-limit {values['time_limit']:g})")


def without_other_goal(
    ran: Ran,
    source: Source,
    program: Program,
    context: tuple[Source, ...],
    shown: Sequence[Diagnostic],
    *,
    quiet: bool,
) -> Ran:
    """What came of a program without the goal of its problem, where the program says that its own is another one.

    It does so with `# clairify: ignore-file PRG210`, so that this is not among what is `shown` of it.
    """
    from clairify_cli.agents.programs.write import GOAL_NOT_REACHED
    from clairify_cli.languages.program.checks.run import check_program

    if ran.goal is None or any(one.code == GOAL_NOT_REACHED for one in shown):
        return ran
    if not any(one.code == GOAL_NOT_REACHED for one in check_program(program, source, context, ())):
        return ran
    if not quiet:
        why = f"as the program says ({GOAL_NOT_REACHED}), and does not count"
        inform(f"note: the goal of the problem is another one, {why}")
    return replace(ran, goal=None, recall=(0, 0))


def refuse_context(context: tuple[Source, ...]) -> None:
    """Raise `RefusedError` where the domain or the problem has errors."""
    from clairify_cli.agents.formalise.given import Given, check_given

    if len(context) > 1:
        refuse_errors(context, check_given(Given(context[0], context[1]), None))


# ------------------------------------------------------------------------------------------- worlds whose state is PDDL


def _in_text(given: _Given, values: dict[str, Any], stop: Callable[[], bool] | None) -> Carried:
    """Carry a program out in a problem of PDDL or a world of text; with --dry-run, in the state of its problem."""
    from clairify_cli.agents.programs.interpreter import run_program
    from clairify_cli.commands.execute_program_tell import Telling
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    context = _with_problem(given, values)
    refuse_context(context)
    findings = checked(given.source, context, quiet=values["quiet"])
    known, _ = vocabulary_of(context)
    assert known is not None
    executor = _executor(known, context[0], given.world, values)
    bounds = bounds_of(values, after_failure="go-on")
    tell = Telling(given.source, quiet=values["quiet"], actions=True, dry_run=values["dry_run"])
    with stopping(values["time_limit"], stop=stop) as stopped:
        ran = run_program(given.program, executor, bounds, tell, stop=stopped)
    ran = told_late(ran, stopped, values)
    ran = without_other_goal(ran, given.source, given.program, context, findings, quiet=values["quiet"])
    return Carried(given.source, ran, bounds, findings, given.world, is_interrupted=stopped.is_interrupted)


def _with_problem(given: _Given, values: dict[str, Any]) -> tuple[Source, ...]:
    """The domain and the problem; of a world of text without a problem, the game of the seed."""
    domain, problem = (*given.context, None, None)[:2]
    shipped = _TEXT_WORLDS.get(given.world)
    if problem is None and shipped is not None:
        from clairify_cli.files import data_text
        from clairify_cli.worlds.text.library import SIZES, made_problem

        made = made_problem(given.world, values["seed"], SIZES[given.world])
        domain = domain or Source(data_text("domains", f"{shipped}.pddl"), f"{shipped}.pddl")
        return domain, Source(made.problem, f"<{given.world} {values['seed']}>")
    if domain is None or problem is None:
        missing = "--problem" if domain is not None else "--domain and --problem"
        raise RefusedError(2, f"{given.source.name}: a program runs in the world of a problem: add {missing}")
    return domain, problem


def _executor(known: Vocabulary, domain: Source, world: str, values: dict[str, Any]) -> Executor:
    from clairify_cli.agents.programs.text_executor import TaskExecutor, TextExecutor

    executor: TaskExecutor
    if world in _TEXT_WORLDS:
        from clairify_cli.files.data import data_path
        from clairify_cli.worlds.text.base import WorldError
        from clairify_cli.worlds.text.description import SUFFIX, load_description

        try:
            where = data_path("domains", f"{_TEXT_WORLDS[world]}{SUFFIX}")
            executor = TextExecutor(known, load_description(where, known.task.domain))
        except WorldError as error:
            raise RefusedError(2, f"the world `{world}` cannot be had with this domain: {error}") from None
    else:
        executor = TaskExecutor(known)
    if values["dry_run"]:
        return TaskExecutor(known)
    if not values["disturb"]:
        return executor
    from clairify_cli.agents.programs.disturb import Disturbed
    from clairify_cli.agents.programs.reach import Reach
    from clairify_cli.planning.base import SolverError
    from clairify_cli.planning.solvers import get

    try:
        reach = Reach(known.task, domain.text, get("auto"))
    except SolverError as error:
        raise RefusedError(3, f"--disturb keeps the goal within reach: {error}") from None
    return Disturbed(executor, values["seed"], reach, chance=values["disturb"])


# ----------------------------------------------------------------------------------------------------------- the end


def bounds_of(values: dict[str, Any], *, after_failure: str) -> Bounds:
    """How far the program may go; in thought, to the first action that cannot be done."""
    from clairify_cli.agents.programs.base import Bounds

    how = "end" if values["dry_run"] else after_failure
    return Bounds(assertions=not values["no_assertions"], after_failure=how)  # type: ignore[arg-type]


def _end(carried: Carried, values: dict[str, Any]) -> int:
    """Write the report, say how it ended; the exit code comes back. Raises `UnwritableError`."""
    from clairify_cli.commands.execute_program_tell import tell
    from clairify_cli.files.writing import write_text
    from clairify_cli.outcomes import Outcome

    if values["report"] is not None:
        text = carried.report_text(values)
        if values["report"] == "-":
            hand_out(text)
        else:
            write_text(values["report"], text)
    tell(carried.source.name, carried.ran, quiet=values["quiet"], dry_run=values["dry_run"])
    if carried.ran.ending is Outcome.INTERRUPTED and carried.is_interrupted:
        return 130
    return carried.code
