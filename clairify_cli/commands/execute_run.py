"""What `clairify execute` does with its arguments: all that can be said before anything moves, the run, its report."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.commands.execute_input import RefusedError, missing_library, model_values, parameters, setting_of
from clairify_cli.commands.output import complain, hand_out, inform

if TYPE_CHECKING:
    from types import FrameType

    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.agents.execution.results import Options, Run
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.panda.film import Painters, Recording

_FILMS = (".mp4", ".gif", ".png")


def run(ctx: click.Context, values: dict[str, Any]) -> int:
    """Carry out what is given; the exit code comes back. Raises `click.UsageError`."""
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate import ModelError, ModelSetupError

    options = _refuse_senseless(ctx, values)
    if not values["print_scene"] and (missing := missing_library(values["films"])) is not None:
        complain(f"the simulated arm needs {missing}, which is not installed: pip install 'clairify-cli[robot]'")
        return 3
    try:
        _refuse_unwritable(values)
        setting, source = setting_of(ctx, values)
        if values["print_scene"]:
            return _print_scene(setting)
        return _carry_out(ctx, setting, source, options, values)
    except RefusedError as error:
        return error.code
    except (UnwritableError, ModelSetupError) as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return 3


def _refuse_senseless(ctx: click.Context, values: dict[str, Any]) -> Options:
    from clairify_cli.agents.execution.results import Options

    for film in values["films"]:
        if Path(film).suffix.lower() not in _FILMS:
            raise click.UsageError(f"--record {film}: a film is .mp4 or .gif, a contact sheet .png", ctx)
    if values["dry_run"] and values["films"]:
        raise click.UsageError("there is nothing to film with --dry-run", ctx)
    if values["print_scene"] and (values["films"] or values["report"] is not None):
        raise click.UsageError("--print-scene moves nothing: leave out --record and --report", ctx)
    return Options(
        seed=values["seed"],
        until=values["until"],
        dry_run=values["dry_run"],
        on_failure=values["on_failure"],
        best_of=values["best_of"],
        parameters=parameters(ctx, values["settings"]),
    )


def _refuse_unwritable(values: dict[str, Any]) -> None:
    from clairify_cli.files.writing import refuse_unwritable

    for path in (*values["films"], values["report"]):
        if path is not None and path != "-":
            refuse_unwritable(path)


def _print_scene(setting: Setting) -> int:
    from clairify_cli.worlds.scene.printer import print_scene

    assert setting.scene is not None
    hand_out(print_scene(setting.scene))
    return 0


def _carry_out(ctx: click.Context, setting: Setting, source: Source, options: Options, values: dict[str, Any]) -> int:
    from clairify_cli.agents.execution.report import report, report_text
    from clairify_cli.commands.execute_narrate import show_findings, tell
    from clairify_cli.planning.base import SolverError
    from clairify_cli.worlds.panda.film import Painters
    from clairify_cli.worlds.panda.simulation.engine import SceneError

    begun = time.monotonic()
    assert setting.scene is not None
    scene = setting.scene
    with ExitStack() as stack:
        painters = stack.enter_context(Painters(scene)) if values["films"] else None
        try:
            done, recording, interrupted = _run(ctx, setting, options, values)
        except SolverError as error:
            complain(error)
            return 3
        except (SceneError, RuntimeError) as error:
            complain(error)
            return 3
        if values["report"] is not None:
            made = report_text(report(done, scene, source=source.name, text=source.text, findings=setting.findings))
            if values["report"] == "-":
                hand_out(made)
            else:
                from clairify_cli.files.writing import write_text

                write_text(values["report"], made)
        code = 130 if interrupted else 0 if done.succeeded else 1
        show_findings([source], done)
        films = _films(recording, values, painters) if recording is not None and done.stages else 0
        tell(values["name"], done, scene, time.monotonic() - begun, quiet=values["quiet"], verbose=values["verbose"])
        return code or films


def _run(
    ctx: click.Context, setting: Setting, options: Options, values: dict[str, Any]
) -> tuple[Run, Recording | None, bool]:
    """The run, what was filmed, and whether it was interrupted."""
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.commands.execute_narrate import Progress
    from clairify_cli.planning.solvers import get
    from clairify_cli.worlds.panda.film import Recorder
    from clairify_cli.worlds.panda.world import PandaWorld

    assert setting.scene is not None
    assert setting.task is not None
    solver = get("auto", optimal=True)
    deadline = None if values["time_limit"] is None else time.monotonic() + values["time_limit"]
    with ExitStack() as stack:
        tuner = None
        if options.on_failure == "retune" and values["model"] not in (None, "reader"):
            from clairify_cli.agents.execution.retune_model import model_tuner
            from clairify_cli.commands.model_options import open_model

            tuner = model_tuner(open_model(ctx, stack, model_values(values)).model)
        world = stack.enter_context(PandaWorld(setting.scene, seed=values["seed"], gui=values["gui"]))
        recorder = Recorder(world.simulation, values["title"]) if values["films"] else None
        progress = Progress(quiet=values["quiet"], names=_names(setting), recorder=recorder)
        with _interrupts(progress) as stopping:
            done = execute(
                setting.task,
                world,
                solver,
                options,
                progress=progress,
                tuner=tuner,
                stop=lambda: stopping() or (deadline is not None and time.monotonic() > deadline),
            )
            progress.wipe()
        return done, recorder.recording() if recorder is not None else None, stopping()


def _names(setting: Setting) -> dict[str, str]:
    assert setting.scene is not None
    return {one.id: one.name for one in (*setting.scene.things, *setting.scene.places)}


@contextlib.contextmanager
def _interrupts(progress: Any) -> Iterator[Callable[[], bool]]:
    """Ctrl-C ends the run after the action that goes on, and is a `KeyboardInterrupt` the second time, or while nothing
    moves yet. What comes is asked for whether there was one."""
    stopped = threading.Event()

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stopped.is_set() or not progress.is_moving:
            raise KeyboardInterrupt
        stopped.set()
        progress.remark("stopping after this action; Ctrl-C again stops at once")

    if threading.current_thread() is not threading.main_thread():
        yield stopped.is_set
        return
    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _films(recording: Recording, values: dict[str, Any], painters: Painters | None) -> int:
    """Make the films; the exit code comes back."""
    from clairify_cli.commands.execute_narrate import Painting
    from clairify_cli.worlds.panda.film import FilmError, write

    for path in dict.fromkeys(values["films"]):
        painting = Painting(path, quiet=values["quiet"])
        try:
            write(recording, path, progress=painting, painters=painters)
        except FilmError as error:
            complain(error)
            return 3
        finally:
            painting.wipe()
        if not values["quiet"]:
            inform(f"{path}: {'a contact sheet' if path.lower().endswith('.png') else 'a film'} of the run")
    return 0
