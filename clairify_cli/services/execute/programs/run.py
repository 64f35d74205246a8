"""Execute a program on the arm's bench, or in the state of a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.services.combinations import refuse_broken
from clairify_cli.services.execute import events
from clairify_cli.services.execute.delivery import Moving, Stop, deliver, failures, refuse_without_extra, stopping
from clairify_cli.services.execute.events import Tell, silent
from clairify_cli.services.execute.film import Filming
from clairify_cli.services.execute.inputs import PURPOSE, Texts, given_of
from clairify_cli.services.execute.model import RunModel
from clairify_cli.services.execute.refusals import targets
from clairify_cli.services.execute.request import COMBINATIONS, ExecuteRequest
from clairify_cli.services.execute.results import ProgramRun, Scened
from clairify_cli.services.execute.words import names_of
from clairify_cli.services.kinds import Kinds
from clairify_cli.services.places import refuse_places
from clairify_cli.services.refused import RefusedError, refuse_errors

if TYPE_CHECKING:
    from clairify_cli.agents.execution.events import Event
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.programs.base import AfterFailure, Bounds, Executor, Ran
    from clairify_cli.agents.programs.panda_setting import PandaSetting
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.program.heading import Heading
    from clairify_cli.languages.program.syntax import Program
    from clairify_cli.languages.program.vocabulary import Vocabulary
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene


@dataclass(frozen=True, slots=True)
class Given:
    """A program without syntax errors, its context, its world, and the model of the run."""

    source: Source
    program: Program
    context: tuple[Source, ...]
    world: str
    scene: Scene | None
    model: RunModel

    @property
    def request(self) -> ExecuteRequest:
        return self.model.request

    @property
    def tell(self) -> Tell:
        return self.model.tell

    @property
    def dry_run(self) -> bool:
        return self.request.running.dry_run


def checked(source: Source, context: tuple[Source, ...], tell: Tell = silent) -> tuple[Diagnostic, ...]:
    """Check a program and return its warnings. Raises `RefusedError` for errors."""
    from clairify_cli.languages import get

    found = get("program").check(source, CheckOptions(context=context))
    refuse_errors([source], found)
    if found:
        tell(events.Reported((Report(source, found),)))
    return tuple(found)


def refuse_context(context: tuple[Source, ...]) -> None:
    """Raise `RefusedError` if the domain or the problem has errors."""
    from clairify_cli.agents.formalise import given as formalising

    if len(context) > 1:
        refuse_errors(context, formalising.check_given(formalising.Given(context[0], context[1]), None))


def ended(
    given: Given,
    ran: Ran,
    bounds: Bounds,
    stopped: Stop,
    context: tuple[Source, ...],
    findings: Sequence[Diagnostic],
) -> ProgramRun:
    """Return the result of a program, with the reason if it timed out, and without a goal that is not its own."""
    if ran.ending is Outcome.INTERRUPTED and stopped.is_late:
        ran = replace(ran, why=f"its time was up (--time-limit {given.request.time_limit:g})")
    ran = _without_other_goal(given, ran, context, findings)
    if ran.ending is Outcome.INTERRUPTED:
        outcome = Outcome.INTERRUPTED if stopped.is_interrupted else Outcome.TIMEOUT
    else:
        outcome = Outcome.DONE if ran.succeeded and ran.ending is Outcome.DONE else Outcome.CHECK_FAILED
    return ProgramRun(given.source, ran, bounds, tuple(findings), given.world, outcome)


def _without_other_goal(given: Given, ran: Ran, context: tuple[Source, ...], shown: Sequence[Diagnostic]) -> Ran:
    """Drop the problem's goal from the result if the program declares that it has another goal.

    It does so with `# clairify: ignore-file PRG210`, which keeps PRG210 out of the `shown` findings.
    """
    from clairify_cli.agents.programs.write import GOAL_NOT_REACHED
    from clairify_cli.languages.program.checks.run import check_program

    if ran.goal is None or any(one.code == GOAL_NOT_REACHED for one in shown):
        return ran
    found = check_program(given.program, given.source, context, ())
    if not any(one.code == GOAL_NOT_REACHED for one in found):
        return ran
    why = f"as the program says ({GOAL_NOT_REACHED}), and does not count"
    given.tell(events.Said("note", f"the goal of the problem is another one, {why}"))
    return replace(ran, goal=None, recall=(0, 0))


def bounds_of(request: ExecuteRequest, after_failure: AfterFailure) -> Bounds:
    """Return the limits of a program run; a dry run ends at the first impossible action."""
    from clairify_cli.agents.programs.base import Bounds

    how: AfterFailure = "end" if request.running.dry_run else after_failure
    return Bounds(assertions=not request.programs.no_assertions, after_failure=how)


PANDA = "panda"
_NOT_THERE = "the problem that its heading names is not there"


def run_program_file(item: Input, options: Options, request: ExecuteRequest, tell: Tell) -> ProgramRun | Scened:
    """Execute one program. Raises what `execute` raises."""
    from clairify_cli.services.execute.film import make_films

    refuse_broken(COMBINATIONS, request, runs="program")
    refuse_places(path for _, path in targets(request, is_batch=False))
    text = item.words(most_bytes=request.most_bytes, purpose=PURPOSE)
    with ExitStack() as stack:
        made = carried_out(item, text, given_of(request).texts, options, RunModel(stack, request, tell))
    if isinstance(made, Scened):
        return made
    if request.wants_report:
        deliver(request, made.report_text(request), tell)
    if made.recording is None:
        return made
    filmed = make_films(made.recording, request.films, None, tell)
    return replace(made, outcome=filmed) if made.outcome is Outcome.DONE else made


def carried_out(
    item: Input,
    text: str,
    inputs: Texts,
    options: Options,
    model: RunModel,
    stop: Callable[[], bool] | None = None,
) -> ProgramRun | Scened:
    """Execute a program and return its result, or only the scene if requested.

    Without `stop`, Ctrl-C and the time limit end it. Raises `RefusedError` and `RequestError`, and what opening a
    model raises.
    """
    request = model.request
    given = _given(item, text, inputs, model)
    refuse_broken(COMBINATIONS, request, place=given.world)
    if given.world != PANDA:
        return _in_text(given, stop)
    if not request.bench.print_scene:
        refuse_without_extra()
    return in_panda(given, options, stop)


def _given(item: Input, text: str, inputs: Texts, model: RunModel) -> Given:
    """Return the program with its world. Raises `RefusedError` for errors, also in the program's own text."""
    from clairify_cli.languages.program.heading import Heading, heading_of
    from clairify_cli.languages.program.reader import read

    source = Source(text, item.name)
    program, found = read(source)
    refuse_errors([source], found)
    assert program is not None  # without a program there is an error
    domain, problem, scene = inputs
    world = model.request.programs.world
    heading = heading_of(text)
    context: tuple[Source, ...] = ()
    if domain is not None or problem is not None or heading != Heading() or scene is None:
        context, unread = context_of(item, source, inputs)
        if _is_elsewhere(heading, context, inputs):
            why = unread or _NOT_THERE
            raise RefusedError(Outcome.UNREADABLE, f"{source.name}: {why}", reason=why)
        elif unread:
            model.tell(events.Said("note", f"{source.name}: {unread}"))
    return Given(source, program, context, world or _world_of(context, scene), scene, model)


def _is_elsewhere(heading: Heading, context: tuple[Source, ...], inputs: Texts) -> bool:
    """Whether only the heading says where a program runs, and the named texts are unavailable."""
    if any(one is not None for one in inputs):
        return False
    return len(context) < (2 if heading.problem is not None else 1 if heading.domain is not None else 0)


def context_of(item: Input, source: Source, inputs: Texts) -> tuple[tuple[Source, ...], str]:
    """Return the context of a program (given, named in it, or found next to it), and why one named is missing."""
    kinds = Kinds([item], "program", lambda _: CheckOptions(), *inputs[:2])
    found = kinds.options(item, source)
    return found.context, found.missing


def _world_of(context: tuple[Source, ...], scene: Scene | None) -> str:
    """Return the default world for a program with this context."""
    from clairify_cli.languages.pddl.companions import heading

    if scene is not None:
        return PANDA
    if not context:
        where = "add --scene, or --domain and --problem, or `# clairify: domain …, problem …` to the program"
        why = f"it is not known in which world the program is to be carried out: {where}"
        raise RefusedError(Outcome.UNREADABLE, why)
    name = (heading(context[0].text).domain or "").lower()
    return PANDA if name in ("lab", "tabletop") else "pddl"


# ------------------------------------------------------------------------------------------- the state of a problem


def _in_text(given: Given, stop: Callable[[], bool] | None) -> ProgramRun:
    """Execute a program in the state of its problem."""
    from clairify_cli.agents.programs.interpreter import run_program
    from clairify_cli.languages.program.vocabulary import vocabulary_of

    context = _with_problem(given)
    refuse_context(context)
    findings = checked(given.source, context, given.tell)
    known, _ = vocabulary_of(context)
    assert known is not None
    executor = _executor(known, context, given)
    bounds = bounds_of(given.request, "go-on")
    given.tell(events.ProgramBegun(given.source, shows_actions=True, dry_run=given.dry_run))
    with ExitStack() as stack:
        stack.callback(given.tell, events.Ended())
        stopped = stack.enter_context(stopping(given.request.time_limit, given.tell, stop=stop))
        ran = run_program(given.program, executor, bounds, given.tell, stop=stopped)
    return ended(given, ran, bounds, stopped, context, findings)


def _with_problem(given: Given) -> tuple[Source, Source]:
    """Return the domain and the problem. Raises `RefusedError` if there are none."""
    if len(given.context) > 1:
        return given.context[0], given.context[1]
    missing = "--problem" if given.context else "--domain and --problem"
    why = f"{given.source.name}: a program runs in the world of a problem: add {missing}"
    raise RefusedError(Outcome.UNREADABLE, why)


def _executor(known: Vocabulary, context: tuple[Source, Source], given: Given) -> Executor:
    from clairify_cli.agents.programs.text_executor import TaskExecutor

    chance = given.request.running.disturb
    if given.dry_run or not chance:
        return TaskExecutor(known)
    from clairify_cli.agents.programs.disturb import Disturbed, Reach
    from clairify_cli.planning.solvers.base import SolverError
    from clairify_cli.planning.solvers.registry import get

    try:
        reach = Reach(known.task, *context, get("auto"))
    except SolverError as error:
        why = f"--disturb keeps the goal within reach: {error}"
        raise RefusedError(Outcome.SOLVER_FAILED, why) from None
    return Disturbed(known, given.request.running.seed, reach, chance=chance)


# ------------------------------------------------------------------------- programs on the bench of the simulated Panda


def in_panda(given: Given, options: Options, stop: Callable[[], bool] | None) -> ProgramRun | Scened:
    """Execute a program in simulation, or return only the scene if requested. Raises `RefusedError`."""
    from clairify_cli.agents.execution.carry import world_of
    from clairify_cli.agents.execution.rules import rules
    from clairify_cli.agents.execution.tuning.told import read_told
    from clairify_cli.agents.programs.panda_setting import assumed, domain_for, setting_of_problem
    from clairify_cli.agents.programs.write_scene import problem_of_scene, with_table

    source, context, scene = given.source, given.context, given.scene
    if len(context) < 2 and scene is None:
        why = f"{source.name}: a bench is made for a problem: add --problem, or --scene"
        raise RefusedError(Outcome.UNREADABLE, why)
    context = context or (domain_for(given.program),)
    refuse_context(context)
    checked(source, context)  # before a simulation starts, which takes seconds
    if scene is not None:
        scene = with_table(scene)
        context = context if len(context) > 1 else problem_of_scene(scene, context[0])
    setting = setting_of_problem(context[0], context[1], scene)
    refuse_errors(setting.sources, setting.findings)
    assert setting.scene is not None
    if given.request.bench.print_scene:
        return Scened(setting.scene)
    unread = read_told(options.told, setting.scene).unread
    if unread and given.model.tuner(lambda: False) is None:
        name = given.program.name
        refuse_errors([source], [rules.words_unread(source.span(name.start, name.end), "; ".join(unread))])
    with ExitStack() as stack:
        with failures():
            world = stack.enter_context(world_of(setting.scene, options))
        findings = checked(source, setting.sources, given.tell)
        if taken := assumed(setting, given.program, source):
            given.tell(events.Reported((Report(source, taken),)))
        return _run(given, setting, world, options, (*findings, *taken), stop)


def _run(
    given: Given,
    setting: PandaSetting,
    world: PandaWorld,
    options: Options,
    findings: Sequence[Diagnostic],
    stop: Callable[[], bool] | None,
) -> ProgramRun:
    from clairify_cli.agents.programs.panda_executor import run_in_panda
    from clairify_cli.agents.programs.panda_setting import PlannedWorld

    request, tell = given.request, given.tell
    watched = Moving(tell)
    is_seen, doc = bool(request.films) or request.view, given.program.doc
    filming = (
        Filming(world.scene, " ".join(doc.split()) or given.program.name.text, given.source, calls=True)
        if is_seen
        else None
    )
    film = filming.watch(world) if filming is not None else None

    def told(event: Event) -> None:
        if film is not None:
            film(event)
        watched(event)

    bounds = bounds_of(request, "look")
    tell(events.SimulationBegun(names_of(world.scene)))
    tell(events.ProgramBegun(given.source, shows_actions=False, dry_run=given.dry_run))
    with ExitStack() as stack:
        if filming is not None and request.view:
            stack.enter_context(filming.shown(tell))
        stack.callback(tell, events.Ended())
        stopped = stack.enter_context(stopping(request.time_limit, tell, lambda: watched.is_moving, stop))
        with failures(watched):
            ran, _ = run_in_panda(
                given.program,
                given.source,
                setting,
                PlannedWorld(world, options.seed) if given.dry_run else world,
                options,
                bounds,
                tell=tell,
                progress=(lambda event: None) if given.dry_run else told,
                tuner=given.model.tuner(stopped),
                stop=stopped,
            )
    made = ended(given, ran, bounds, stopped, setting.sources, findings)
    recording = filming.recording() if filming and request.films else None
    return replace(made, on_failure=options.on_failure, recording=recording)
