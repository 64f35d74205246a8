"""Many inputs for `clairify execute`: a run for each, in a process of its own."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.execution.results import Options
from clairify_cli.agents.execution.task_motion import StoppedError
from clairify_cli.cli.shared.output import complain, hand_out, inform, say
from clairify_cli.commands.execute_input import (
    PURPOSE,
    Given,
    Prepared,
    RefusedError,
    advice_of,
    given_of,
    model_values,
    prepared,
)
from clairify_cli.commands.execute_kinds import kind_of
from clairify_cli.commands.execute_program_batch import ProgramRuns
from clairify_cli.commands.execute_stop import Stop
from clairify_cli.files.inputs import Input
from clairify_cli.services.kinds import PROGRAM
from clairify_cli.translate import Translation
from clairify_cli.translate.batch import Fate, Job, Made, Task

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.worlds.panda.film import Recording

SUFFIX = ".run.json"
"""How the files of reports end, and what the films of the same run have in its place."""


@dataclass(frozen=True)
class Writer:
    """Makes programs of texts in English, with the model that the options name."""

    values: dict[str, Any]

    def __call__(self, item: Input, text: str) -> Translation:
        from clairify_cli.commands.model_options import open_model
        from clairify_cli.languages import get
        from clairify_cli.languages.base import CheckOptions
        from clairify_cli.translate import translate

        with ExitStack() as stack:
            asked = open_model(stack, self.values)
            return translate(text, get("xdl"), asked.model, asked.options, CheckOptions(), cache=asked.cache)


@dataclass(frozen=True)
class RunMaker:
    """Carries out each input of a batch; what is written is the report. Films go beside it, one for each ending."""

    given: Given
    options: Options
    model: dict[str, Any]
    films: tuple[str, ...] = ()
    seconds: float | None = None
    programs: ProgramRuns | None = None
    """How programs (*.py) are carried out, where there may be any among the inputs."""

    @property
    def fingerprint(self) -> str:
        given = self.given
        parts = [
            repr(self.options),
            self.films,
            [source.text for source in (given.domain, given.problem) if source is not None],
            repr(given.scene),
            given.skip_unsupported,
        ]
        parts += [self.programs.shape] if self.programs is not None else []
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def beside(self, task: Task, text: str) -> list[str]:
        """The domain and the problem, or the list of skills, that a program names or that stand beside it."""
        item = Input(task.source, path=Path(task.path) if task.path is not None else None)
        if self.programs is None or kind_of(item, text) != PROGRAM:
            return []
        return self.programs.beside(item, text)

    def make(self, task: Task, text: str, job: Job, stop: threading.Event | None) -> Made:
        """Carry out one input; whatever comes of it is in what comes back."""
        from clairify_cli.planning.base import SolverError
        from clairify_cli.translate import ModelError, ModelSetupError
        from clairify_cli.worlds.panda.extra import RobotMissingError
        from clairify_cli.worlds.panda.film import FilmError
        from clairify_cli.worlds.panda.simulation.engine import SceneError

        item = Input(task.source, path=Path(task.path) if task.path is not None else None)
        translation: Translation | None = None
        try:
            if self.programs is not None and kind_of(item, text) == PROGRAM:
                return self._run_program(self.programs, task, item, text, job, stop)
            ready = prepared(item, text, self.given, alone=False)
            translation = ready.translation
            return self._run(task, ready, job, stop)
        except RefusedError as error:
            found = error.findings
            why = next((_placed(one, item) for one in found if one.is_error), error.reason)
            fate = None if error.result is not None else Fate.UNREADABLE if error.code == 2 else Fate.REFUSED
            return Made(error.result, None, 0, fate, None if fate is None else why, found)
        except StoppedError:
            interrupted = stop is not None and stop.is_set()
            fate = Fate.INTERRUPTED if interrupted else Fate.TIMEOUT
            return Made(translation, None, 0, fate, "the time was over before all was planned; nothing was moved")
        except (ModelError, ModelSetupError) as error:
            return Made(translation, None, 0, Fate.MODEL_FAILED, str(error))
        except SolverError as error:
            return Made(translation, None, 0, Fate.SOLVER_FAILED, str(error))
        except (SceneError, RobotMissingError, FilmError, RuntimeError) as error:
            return Made(translation, None, 0, Fate.SIMULATOR_FAILED, str(error))

    def _run_program(
        self, programs: ProgramRuns, task: Task, item: Input, text: str, job: Job, stop: threading.Event | None
    ) -> Made:
        made, recording = programs.made(item, text, self._clock(stop))
        if made.fate is Fate.TIMEOUT and stop is not None and stop.is_set():
            return Made(None, None, 0, Fate.INTERRUPTED, made.error)
        if recording is not None and recording.scenelets:
            self._film(recording, job.folder / task.output, job)
        return made

    def _clock(self, stop: threading.Event | None) -> Stop:
        """Whether the time of a run that begins now is over, or all is to stop."""
        return Stop(stop.is_set if stop is not None else lambda: False, self.seconds)

    def _run(self, task: Task, ready: Prepared, job: Job, stop: threading.Event | None) -> Made:
        from clairify_cli.agents.execution.carry import carried_out
        from clairify_cli.agents.execution.report import report
        from clairify_cli.agents.execution.report_values import report_text
        from clairify_cli.commands.execute_film import Filming

        scene = ready.setting.scene
        assert scene is not None
        filming = Filming(scene, ready.title) if self.films else None
        is_over = self._clock(stop)
        with ExitStack() as stack:
            advice = advice_of(stack, self.options, self.model, is_over)
            done = carried_out(
                ready.setting,
                self.options,
                watch=filming.watch if filming is not None else None,
                stop=is_over,
                tuner=advice.tuner,
                improver=advice.improver,
                chooser=advice.chooser,
            )
        fate, error = _fate(done, stopped=is_over(), interrupted=is_over.is_interrupted)
        if fate is Fate.INTERRUPTED:
            return Made(ready.translation, None, 0, fate, error)
        recording = filming.recording(done) if filming is not None else None
        if recording is not None and recording.scenelets:
            self._film(recording, job.folder / task.output, job)
        findings = ready.setting.findings
        made = report(done, scene, source=ready.source.name, text=ready.source.text, findings=findings)
        steps = sum(one.completed for one in done.stages) if done.stages else len(done.planned.stages)
        return Made(ready.translation, report_text(made), steps, fate, error, (*findings, *done.findings))

    def _film(self, recording: Recording, report: Path, job: Job) -> None:
        from clairify_cli.files.links import refuse_leaving
        from clairify_cli.worlds.panda.film import Painter, write

        for suffix in self.films:
            film = report.with_name(report.name.removesuffix(SUFFIX) + suffix)
            refuse_leaving(film, job.folder, follow=job.follow_links)
            write(recording, film, painters=Painter())


def _placed(found: Diagnostic, item: Input) -> str:
    """A finding in a sentence; its file is named where that is not the input, or the program made of it."""
    file = found.span.file
    where = "" if file in (item.name, "<program>") else f"{file}, "
    return f"{where}line {found.span.line}: {found.message}"


def _fate(done: Run, *, stopped: bool, interrupted: bool) -> tuple[Fate, str | None]:
    """What became of a run, and why it ended early, in a sentence."""
    if done.findings:
        return Fate.REFUSED, f"line {done.findings[0].span.line}: {done.findings[0].message}"
    failure = done.failure
    if failure is None:
        return Fate.VALID, None
    where = f"step {failure.stage.number}, line {failure.stage.span.line}"
    if stopped and failure.action is None:
        return Fate.INTERRUPTED if interrupted else Fate.TIMEOUT, f"{where}: the time was over"
    return Fate.CHECK_FAILED, f"{where}: {failure.message}"


def run_batch(
    items: Sequence[Input],
    options: Options,
    films: Sequence[str],
    values: dict[str, Any],
    *,
    has_programs: bool,
) -> int:
    """Carry out every input, programs (*.py) among them or not; reports and films go into the folder of -o.

    The exit code comes back.

    Raises `RefusedError`, `UsageError`, `UnwritableError`, and `KeyboardInterrupt` at the second Ctrl-C.
    """
    from clairify_cli.commands.batch import work_through
    from clairify_cli.commands.execute_batch_tell import RunNarrator, counts, summed, table
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate.batch import ManifestError

    folder, quiet, target = Path(values["output"]), values["quiet"], values["report"]
    model = model_values(values)
    given = given_of(values, Writer(model))
    with ExitStack() as stack:
        asked = open_model(stack, model)
    programs = None
    if has_programs:
        kept = {name: value for name, value in values.items() if name not in ("programs", "output")}
        programs = ProgramRuns((given.domain, given.problem, given.scene), options, kept)
    maker = RunMaker(given, options, model, tuple(dict.fromkeys(films)), values["time_limit"], programs)
    # The time limit is that of the run, which heeds it itself: ended from outside, it would leave no report.
    loop = _without_limit(asked.options)
    job = Job(
        "xdl",
        asked.model,
        folder,
        loop,
        CheckOptions(),
        most_bytes=values["max_size"],
        maker=maker,
        own_process=True,
        purpose=PURPOSE,
        beside=maker.beside,
    )
    narrator = RunNarrator(folder, quiet=quiet, verbose=values["verbose"])
    try:
        batch = work_through(job, list(items), narrator, SUFFIX, values["jobs"], resume=values["resume"])
    except ManifestError as error:
        complain(error)
        return 2
    summary, interrupted = batch.summary, batch.stopping.is_set()
    places = {item.name: place for place, item in enumerate(items)}
    narrator.rows.sort(key=lambda row: places.get(row.name, 0))
    code = 130 if interrupted else max((fate.exit_code for fate in summary.outcomes), default=0)
    if batch.gave_up is not None:
        code = max(code, 1)
    if target is not None:
        made = summed(narrator.rows, summary, seconds=narrator.seconds, interrupted=interrupted)
        text = json.dumps(made, indent=2, ensure_ascii=False) + "\n"
        if target == "-":
            hand_out(text)
        else:
            write_text(target, text)
    if not quiet and narrator.rows:
        say(table(narrator.rows, values["dry_run"]))
    if not quiet or code:
        inform(counts(summary, narrator.seconds))
    undone = summary.total - summary.done
    if undone:
        why = "interrupted" if interrupted else f"stopped: {batch.gave_up}"
        complain(f"{why}; {summary.done:,} of {summary.total:,} are done, and the same command with --resume goes on")
    return code


def _without_limit(options: Any) -> Any:
    from dataclasses import replace

    return replace(options, timeout=None)
