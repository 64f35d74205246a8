"""What `clairify execute` does with its arguments: all that can be said before anything moves, the run, its report."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.cli.shared.narrate import Narrator, show_reports
from clairify_cli.cli.shared.output import complain, hand_out, inform
from clairify_cli.commands.execute_input import (
    PURPOSE,
    Prepared,
    RefusedError,
    advice_of,
    given_of,
    inputs_of,
    model_values,
    parameters,
    prepared,
)
from clairify_cli.commands.execute_places import read_files, refuse_empty, targets
from clairify_cli.commands.execute_program_options import program_in, programs_among
from clairify_cli.commands.execute_robot_options import refuse_for_simulation, refuse_unasked
from clairify_cli.commands.execute_robot_options import wanted as wanted_robot
from clairify_cli.commands.execute_stop import stopping
from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import refuse_overwriting, refuse_places

if TYPE_CHECKING:
    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.agents.execution.results import Options, Run
    from clairify_cli.commands.execute_robot_options import Wanted
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.panda.film import Painters, Recording

KINDS = ("png", "gif", "mp4")
"""What a run is filmed as: a contact sheet, or a film."""


def run(ctx: click.Context, values: dict[str, Any]) -> int:
    """Carry out what is given; the exit code comes back. Raises `RequestError`."""
    from clairify_cli.commands.model_options import exit_code_of
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.translate import ModelError
    from clairify_cli.worlds.panda.extra import fault

    if sys.stdout is None and (values["print_scene"] or values["report"] == "-"):
        complain("cannot write to standard output: it is closed")
        return 2
    _open_standard_streams()
    refuse_empty(values)
    if values["replay_log"] is not None:
        from clairify_cli.commands.execute_replay import replay_log

        return replay_log(values)
    if not values["programs"]:
        raise click.MissingParameter(ctx=ctx, param=next(one for one in ctx.command.params if one.name == "programs"))
    items = inputs_of(values["programs"])
    is_batch = len(items) > 1 or values["output"] is not None or values["resume"]
    options = _refuse_senseless(values, items, is_batch=is_batch)
    if not is_batch and items[0].path is None:  # standard input can be read only once
        items = [items[0].holding(most_bytes=values["max_size"])]
    if not is_batch and (program := program_in(items[0], values)) is not None:
        from clairify_cli.commands.execute_program import run_one

        return run_one(program, options, values)
    if values["robot"] == "sim":
        refuse_for_simulation(values)
    programs = programs_among(items, values) if is_batch else 0
    only_programs = is_batch and programs == len(items)
    suffixes = [("." + one if is_batch else Path(one).suffix).lower() for one in values["films"]]
    if not values["print_scene"] and not only_programs and (why := fault(suffixes, gui=values["gui"])) is not None:
        complain(why)
        return 3
    try:
        wanted = None
        if values["robot"] != "sim":
            from clairify_cli.commands.execute_robot_options import missing_for_robot

            wanted = wanted_robot(values, is_batch=is_batch)
            if (sentence := missing_for_robot()) is not None:
                complain(sentence)
                return 3
            refuse_unasked(values, wanted)
        refuse_places(path for _, path in targets(values, is_batch=is_batch))
        if is_batch:
            from clairify_cli.commands.execute_batch import run_batch

            return run_batch(items, options, suffixes, values, has_programs=programs > 0)
        return _one(items[0], options, values, wanted)
    except RefusedError as error:
        error.tell()
        return error.code
    except UnwritableError as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def _open_standard_streams() -> None:
    """Where one is closed, a file that is opened later would take its place, and get what the simulator's C prints."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115 - as long as the process


def _refuse_senseless(values: dict[str, Any], items: list[Input], *, is_batch: bool) -> Options:
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.translate.resolve import is_reader

    for film in values["films"]:
        if is_batch and film.lower() not in KINDS:
            raise RequestError(f"--record {film}: for many inputs, write one of {', '.join(KINDS)}")
        if not is_batch and Path(film).suffix.lower().removeprefix(".") not in KINDS:
            hint = f"; for the only input, name a file, such as run.{film.lower()}" if film.lower() in KINDS else ""
            raise RequestError(f"--record {film}: a film is .mp4 or .gif, a contact sheet .png{hint}")
    if values["dry_run"] and values["films"]:
        raise RequestError("there is nothing to film with --dry-run")
    if values["print_scene"] and (values["films"] or values["report"] is not None):
        raise RequestError("--print-scene moves nothing: leave out --record and --report")
    if values["dry_run"] and values["improve"]:
        raise RequestError("--improve does it again, and --dry-run moves nothing: leave one of them out")
    if values["api_base"] is not None and is_reader(values["model"]):
        raise RequestError("--api-base says where a model runs: name it, as in --model openai/NAME")
    if values["checks"] == "model" and is_reader(values["model"]):
        raise RequestError("--checks model needs a model: add --model NAME")
    if values["print_scene"] and is_batch:
        raise RequestError("--print-scene is for one input, without -o and --resume")
    if is_batch and values["gui"]:
        raise RequestError("--gui shows one run: leave it out for many inputs")
    if is_batch and values["output"] is None:
        whose = f"{len(items)} inputs need a folder for their" if len(items) > 1 else "a batch needs a folder for its"
        raise RequestError(f"{whose} reports: add -o FOLDER")
    if not is_batch and values["jobs"] != 1:
        raise RequestError("-j is for many inputs, with -o FOLDER")
    written = targets(values, is_batch=is_batch)
    if len({Path(path).absolute() for _, path in written}) < len(written):
        raise RequestError(f"two of {'-o' if is_batch else '--record'} and --report name the same file")
    refuse_overwriting(written, read_files(values, items))
    return Options(
        seed=values["seed"],
        until=values["until"],
        dry_run=values["dry_run"],
        on_failure=values["on_failure"],
        best_of=values["best_of"],
        parameters=parameters(values["settings"]),
        improve=values["improve"],
        checks=values["checks"],
    )


def _one(item: Input, options: Options, values: dict[str, Any], wanted: Wanted | None = None) -> int:
    from clairify_cli.files.reading import UnreadableError

    def write(item: Input, text: str) -> Translation:
        return _translated(item, text, values)

    given = given_of(values, write)
    try:
        text = item.words(most_bytes=values["max_size"], purpose=PURPOSE)
    except UnreadableError as error:
        raise RefusedError(2, str(error)) from None
    task = prepared(item, text, given, alone=True)
    refuse_overwriting(targets(values, is_batch=False), [("what the plan is for", one) for one in task.read])
    if not values["quiet"]:
        show_reports(task.reports)
    if values["print_scene"]:
        return _print_scene(task.setting)
    if wanted is not None:
        from clairify_cli.commands.execute_robot import run_robot

        return run_robot(task, item.name, options, values, wanted)
    return _carry_out(task, item.name, options, values)


def _translated(item: Input, text: str, values: dict[str, Any]) -> Translation:
    """The program for a text in English, with what is to be said about it. Raises what `open_model` raises."""
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.languages import get
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import translate

    with ExitStack() as stack:
        asked = open_model(stack, model_values(values))
        narrator = Narrator(quiet=values["quiet"], verbose=False, keep_invalid=True)
        result = translate(
            text, get("xdl"), asked.model, asked.options, CheckOptions(), cache=asked.cache, progress=narrator.progress
        )
    narrator.wipe()
    narrator.tell(item, text, result, None)
    return result


def _print_scene(setting: Setting) -> int:
    from clairify_cli.worlds.scene.printer import print_scene

    assert setting.scene is not None
    hand_out(print_scene(setting.scene))
    return 0


def _carry_out(task: Prepared, name: str, options: Options, values: dict[str, Any]) -> int:
    from clairify_cli.agents.execution.report import report
    from clairify_cli.agents.execution.report_values import report_text
    from clairify_cli.commands.execute_narrate import show_findings, tell
    from clairify_cli.worlds.panda.film import Painters

    begun = time.monotonic()
    scene = task.setting.scene
    assert scene is not None
    with ExitStack() as stack:
        painters = stack.enter_context(Painters(scene)) if values["films"] else None
        done, recording, interrupted = _run(task, options, values)
        code = 130 if interrupted else 0 if done.succeeded else 1
        if values["report"] is not None:
            made = report(done, scene, source=task.source.name, text=task.source.text, findings=task.setting.findings)
            _write_report(values["report"], report_text(made))
        show_findings([task.source], done)
        films = 0
        try:
            films = make_films(recording, values, painters) if recording is not None and done.stages else 0
        finally:
            seconds = time.monotonic() - begun
            tell(name, done, scene, seconds, quiet=values["quiet"], verbose=values["verbose"])
        return code or films


def _run(task: Prepared, options: Options, values: dict[str, Any]) -> tuple[Run, Recording | None, bool]:
    """The run, what was filmed, and whether it was interrupted. Raises `RefusedError` where it came to nothing."""
    from clairify_cli.agents.execution.carry import carried_out
    from clairify_cli.agents.execution.task_motion import StoppedError
    from clairify_cli.commands.execute_film import Filming
    from clairify_cli.commands.execute_narrate import Progress, names_of
    from clairify_cli.planning.base import SolverError
    from clairify_cli.worlds.panda.extra import RobotMissingError
    from clairify_cli.worlds.panda.simulation.engine import SceneError

    limit = values["time_limit"]
    scene = task.setting.scene
    assert scene is not None
    progress = Progress(quiet=values["quiet"], names=names_of(scene))
    filming = Filming(scene, task.title) if values["films"] else None
    with ExitStack() as stack:
        stack.callback(progress.wipe)
        stopped = stack.enter_context(stopping(limit, lambda: progress.is_moving, progress.remark))
        advice = advice_of(stack, options, model_values(values), stopped, progress.remark)
        try:
            done = carried_out(
                task.setting,
                options,
                progress=progress,
                stop=stopped,
                watch=filming.watch if filming is not None else None,
                tuner=advice.tuner,
                improver=advice.improver,
                chooser=advice.chooser,
                gui=values["gui"],
            )
        except StoppedError:
            words = f"the {limit:g} s of --time-limit were over before all was planned; nothing was moved"
            raise RefusedError(1, words) from None
        except (SolverError, SceneError, RobotMissingError, RuntimeError) as error:
            raise RefusedError(3, str(error)) from None
        except KeyboardInterrupt:
            if progress.is_moving:
                raise
            raise RefusedError(130, "interrupted while it was planned; nothing was moved") from None
        recording = filming.recording(done) if filming is not None else None
        return done, recording, stopped.is_interrupted and done.failure is not None


def _write_report(path: str, text: str) -> None:
    """To a file, or to stdout. Raises `UnwritableError`."""
    from clairify_cli.files.writing import write_text

    if path == "-":
        hand_out(text)
    else:
        write_text(path, text)


def make_films(recording: Recording, values: dict[str, Any], painters: Painters | None) -> int:
    """Make the films; the exit code comes back."""
    from clairify_cli.commands.execute_narrate import Painting
    from clairify_cli.worlds.panda.film import FilmError, write

    if not recording.scenelets:
        if not values["quiet"]:
            inform("note: nothing moved, and there is nothing to film")
        return 0
    for path in dict.fromkeys(values["films"]):
        painting = Painting(path, quiet=values["quiet"])
        try:
            write(recording, path, progress=painting, painters=painters)
        except FilmError as error:
            complain(error)
            return 3
        except KeyboardInterrupt:
            complain(f"{path} was not made: interrupted after the run")
            return 130
        finally:
            painting.wipe()
        if not values["quiet"]:
            inform(f"{path}: {'a contact sheet' if path.lower().endswith('.png') else 'a film'} of the run")
    return 0
