"""Execute a request: report everything possible before anything moves, run it, write its report and films."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.outcomes import Outcome
from clairify_cli.services.combinations import refuse_broken
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute import events
from clairify_cli.services.execute.arm import Nobody, Person, arm_of
from clairify_cli.services.execute.delivery import Moving, deliver, failures, refuse_without_extra, stopping
from clairify_cli.services.execute.events import Tell, silent
from clairify_cli.services.execute.inputs import PURPOSE, Prepared, given_of, inputs_of, prepared
from clairify_cli.services.execute.model import RunModel
from clairify_cli.services.execute.refusals import refuse_empty, refuse_senseless, targets
from clairify_cli.services.execute.request import COMBINATIONS, ExecuteRequest
from clairify_cli.services.execute.results import ArmRun, ExecuteResult, LogReplay, Scened
from clairify_cli.services.kinds import PROGRAM
from clairify_cli.services.places import refuse_overwriting, refuse_places
from clairify_cli.services.refused import RefusedError

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options, Run
    from clairify_cli.files.inputs import Input
    from clairify_cli.worlds.panda.film_frames import Recording


def execute(request: ExecuteRequest, tell: Tell = silent, person: Person | None = None) -> ExecuteResult:
    """Execute a request; `tell` receives events, and `person` decides whether a real arm may move.

    Raises `RequestError` and `ExpectedError`; a `RefusedError` has findings.
    """
    refuse_empty(request)
    refuse_broken(COMBINATIONS, request)
    if request.replay_log is not None:
        return _replay(request.replay_log, request, tell)
    if not request.inputs:
        raise RequestError("missing argument 'TEXT|FILE...'")
    items = inputs_of(request, tell)
    batch = request.batch
    # -o always names a folder and so means a batch: a single run names its files with --report and --film.
    is_batch = len(items) > 1 or request.output.output is not None or batch.resume or batch.shard is not None
    refuse_broken(COMBINATIONS, request, is_batch=is_batch)
    refuse_senseless(request, items, is_batch=is_batch)
    options = request.options
    if is_batch:
        return _many(request, items, tell)
    item = items[0]
    if item.path is None:  # standard input can be read only once
        item = item.holding(most_bytes=request.most_bytes)
    if (program := _program_in(item, request)) is not None:
        from clairify_cli.services.execute.programs.run import run_program_file

        return run_program_file(program, options, request, tell)
    return _one(item, options, request, tell, person or Nobody())


def _replay(name: str, request: ExecuteRequest, tell: Tell) -> LogReplay:
    """Show the log of a real arm, and film it on its bench. Raises `RequestError` and `RefusedError`."""
    from clairify_cli.agents.robot.replay import recorded, replayed
    from clairify_cli.files.reading import read_bytes
    from clairify_cli.services.execute.film import make_films
    from clairify_cli.services.refused import read_scene_file
    from clairify_cli.worlds.ros.link.log import LogError, read_log

    refuse_senseless(request, (), is_batch=False)
    try:
        log = read_log(read_bytes(name, most_bytes=request.most_bytes))
        found, filmed = replayed(log), Outcome.DONE
        if request.films:
            assert request.scene is not None  # as `COMBINATIONS` requires
            refuse_without_extra([Path(one).suffix.lower() for one in request.films])
            scene = read_scene_file(request.scene, request.most_bytes)
            with failures():
                filmed = make_films(recorded(log, found.rows, scene, name), request.films, None, tell)
    except LogError as error:
        raise RefusedError(Outcome.UNREADABLE, f"{name}: {error}") from None
    outcome = Outcome.DONE if found.succeeded else Outcome.CHECK_FAILED
    return LogReplay(name, found, outcome if filmed is Outcome.DONE else filmed)


def _many(request: ExecuteRequest, items: Sequence[Input], tell: Tell) -> ExecuteResult:
    programs = sum(one.path is not None and one.path.suffix.lower() == ".py" for one in items)
    runs = "program" if programs else "other"
    refuse_broken(COMBINATIONS, request, is_batch=True, runs=runs, none="none of the inputs is one")
    if programs < len(items):
        refuse_without_extra(["." + one.lower() for one in request.films])
    refuse_places(path for _, path in targets(request, is_batch=True))
    from clairify_cli.services.execute.batch import execute_many

    return execute_many(request, items, tell, has_programs=programs > 0)


def _program_in(item: Input, request: ExecuteRequest) -> Input | None:
    """Return the input, read, if it is a program (*.py), else None. Raises `RequestError`."""
    from clairify_cli.services.execute.inputs import kind_of

    if item.missing is not None:
        return None  # reported when the input is read
    # Decide by name if possible, so that other files are not loaded into memory just to determine their kind.
    other = item.path is not None and item.path.suffix.lower() in (".xdl", ".xml", ".plan")
    held = item if other else item.holding(most_bytes=request.most_bytes)
    if not other and held.held is not None and kind_of(held, held.held.text) == PROGRAM:
        return held
    refuse_broken(COMBINATIONS, request, runs="other", none=f"{item.name} is none")
    return None


def _one(item: Input, options: Options, request: ExecuteRequest, tell: Tell, person: Person) -> ExecuteResult:
    """Execute one program, plan or text on an arm."""
    arm = arm_of(request)
    if not request.bench.print_scene:
        refuse_without_extra([Path(one).suffix.lower() for one in request.films])
    if arm is not None:
        arm.refuse_unasked(request, person)
    refuse_places(path for _, path in targets(request, is_batch=False))
    given = given_of(request)
    text = item.words(most_bytes=request.most_bytes, purpose=PURPOSE)
    with ExitStack() as stack:
        model = RunModel(stack, request, tell)
        task = prepared(item, text, given, model, alone=True)
        refuse_overwriting(request, task.read)
        if task.reports:
            tell(events.Reported(task.reports))
        if request.bench.print_scene:
            return Scened(task.scene)
        if arm is not None:
            from clairify_cli.services.execute.robot import run_robot

            return run_robot(task, item.name, options, request, arm, tell, person)
        return _carry_out(task, item.name, options, model)


def _carry_out(task: Prepared, name: str, options: Options, model: RunModel) -> ArmRun:
    from clairify_cli.agents.execution.report import report, report_text
    from clairify_cli.services.execute.film import make_films
    from clairify_cli.worlds.panda.film import PAGE, Painters

    begun = time.monotonic()
    request, tell, scene = model.request, model.tell, task.scene
    with ExitStack() as stack:
        drawn = [one for one in request.films if Path(one).suffix.lower() != PAGE]
        painters = stack.enter_context(Painters(scene)) if drawn else None
        done, recording, interrupted = _run(task, options, model)
        outcome = Outcome.INTERRUPTED if interrupted else Outcome.DONE if done.succeeded else Outcome.CHECK_FAILED
        if request.wants_report:
            source, findings = task.source, task.setting.findings
            made = report(done, scene, source=source.name, text=source.text, findings=findings)
            deliver(request, report_text(made), tell)
        if recording is not None and request.films and done.stages:
            filmed = make_films(recording, request.films, painters, tell)
            outcome = filmed if outcome is Outcome.DONE else outcome
        return ArmRun(name, task.source, done, scene, time.monotonic() - begun, outcome)


def _run(task: Prepared, options: Options, model: RunModel) -> tuple[Run, Recording | None, bool]:
    """Return the run, its recording, and whether it was interrupted. Raises `RefusedError` if there is no run."""
    from clairify_cli.agents.execution.carry import carried_out
    from clairify_cli.agents.execution.task_motion import StoppedError
    from clairify_cli.services.execute.film import Filming
    from clairify_cli.services.execute.words import names_of

    request, tell, scene = model.request, model.tell, task.scene
    watched = Moving(tell)
    filming = Filming(scene, task.title, task.source, task.english) if request.films or request.view else None
    tell(events.SimulationBegun(names_of(scene)))
    with ExitStack() as stack:
        if filming is not None and request.view:
            stack.enter_context(filming.shown(tell))
        stack.callback(tell, events.Ended())
        stopped = stack.enter_context(stopping(request.time_limit, tell, lambda: watched.is_moving))
        tuner = model.tuner(stopped)
        try:
            with failures(watched):
                done = carried_out(
                    task.setting,
                    options,
                    progress=watched,
                    stop=stopped,
                    watch=filming.watch if filming is not None else None,
                    tuner=tuner,
                )
        except StoppedError:
            words = f"the {request.time_limit:g} s of --time-limit were over before all was planned; nothing was moved"
            raise RefusedError(Outcome.TIMEOUT, words) from None
        recording = filming.recording(done.rounds) if filming is not None else None
        return done, recording, stopped.is_interrupted and done.failure is not None
