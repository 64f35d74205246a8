"""Many inputs for `clairify execute`: a run for each, in a process of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.execution.results import Options
from clairify_cli.agents.execution.task_motion import StoppedError
from clairify_cli.agents.translation import facts_of, findings_as_facts, load_reader
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.cli.shared.batch import tell_rest
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
from clairify_cli.outcomes import Outcome
from clairify_cli.services.kinds import PROGRAM
from clairify_cli.translate import Translation

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
class Running:
    """Carries out each input of a batch; what is written is the report. Films go next to it, one for each ending."""

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

    def named(self, item: Item) -> list[str]:
        """The domain and the problem, or the list of skills, that a program names or that stand next to it."""
        if self.programs is None or kind_of(item.input, item.text) != PROGRAM:
            return []
        return self.programs.beside(item.input, item.text)

    def __call__(self, item: Item, going: Going) -> Result:
        """Carry out one input; whatever comes of it is in what comes back."""
        from clairify_cli.planning.base import SolverError
        from clairify_cli.translate import ModelError, ModelSetupError
        from clairify_cli.worlds.panda.extra import RobotMissingError
        from clairify_cli.worlds.panda.film import FilmError
        from clairify_cli.worlds.panda.simulation.engine import SceneError

        source = item.input
        translation: Translation | None = None
        try:
            if self.programs is not None and kind_of(source, item.text) == PROGRAM:
                return self._run_program(self.programs, item, going)
            ready = prepared(source, item.text, self.given, alone=False)
            translation = ready.translation
            return self._run(item, ready, going)
        except RefusedError as error:
            found = error.findings
            if error.result is not None:
                return _result(error.result.outcome, error.result.error, error.result, found)
            why = next((_placed(one, source) for one in found if one.is_error), error.reason)
            return _result(Outcome.UNREADABLE if error.code == 2 else Outcome.REFUSED, why, None, found)
        except StoppedError:
            outcome = Outcome.INTERRUPTED if going.stop.is_set() else Outcome.TIMEOUT
            return _result(outcome, "the time was over before all was planned; nothing was moved", translation)
        except (ModelError, ModelSetupError) as error:
            return _result(Outcome.MODEL_FAILED, str(error), translation)
        except SolverError as error:
            return _result(Outcome.SOLVER_FAILED, str(error), translation)
        except (SceneError, RobotMissingError, FilmError, RuntimeError) as error:
            return _result(Outcome.SIMULATOR_FAILED, str(error), translation)

    def _run_program(self, programs: ProgramRuns, item: Item, going: Going) -> Result:
        made, recording = programs.made(item, self._clock(going))
        if made.outcome is Outcome.TIMEOUT and going.stop.is_set():
            return Result(Outcome.INTERRUPTED, (), made.facts, made.error)
        return replace(made, files=(*self._filmed(recording, item), *made.files))

    def _clock(self, going: Going) -> Stop:
        """Whether the time of a run that begins now is over, or all is to stop."""
        return Stop(going.stop.is_set, self.seconds)

    def _run(self, item: Item, ready: Prepared, going: Going) -> Result:
        from clairify_cli.agents.execution.carry import carried_out
        from clairify_cli.agents.execution.report import report
        from clairify_cli.agents.execution.report_values import report_text
        from clairify_cli.commands.execute_film import Filming

        scene = ready.setting.scene
        assert scene is not None
        filming = Filming(scene, ready.title) if self.films else None
        is_over = self._clock(going)
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
        outcome, error = _outcome(done, stopped=is_over(), interrupted=is_over.is_interrupted)
        if outcome is Outcome.INTERRUPTED:
            return _result(outcome, error, ready.translation)
        films = self._filmed(filming.recording(done) if filming is not None else None, item)
        findings = ready.setting.findings
        made = report(done, scene, source=ready.source.name, text=ready.source.text, findings=findings)
        steps = sum(one.completed for one in done.stages) if done.stages else len(done.planned.stages)
        result = _result(outcome, error, ready.translation, (*findings, *done.findings), steps=steps)
        return replace(result, files=(*films, File(item.output, report_text(made))))

    def _filmed(self, recording: Recording | None, item: Item) -> list[File]:
        """The films of a run, one for each ending."""
        from tempfile import TemporaryDirectory

        from clairify_cli.worlds.panda.film import Painter, write

        if recording is None or not recording.scenelets:
            return []
        files = []
        with TemporaryDirectory() as folder:
            for suffix in self.films:
                film = Path(folder, f"film{suffix}")
                write(recording, film, painters=Painter())
                files.append(File(item.output.removesuffix(SUFFIX) + suffix, film.read_bytes()))
        return files


def _result(
    outcome: Outcome,
    error: str | None,
    translation: Translation | None,
    findings: Sequence[Diagnostic] = (),
    *,
    steps: int = 0,
) -> Result:
    """A result with what the loop counted, where a text was translated first."""
    if translation is None:
        return Result(outcome, (), findings_as_facts(findings, steps=steps), error)
    return Result(outcome, (), facts_of(translation, findings, steps=steps), error or translation.error)


def _placed(found: Diagnostic, item: Input) -> str:
    """A finding in a sentence; its file is named where that is not the input, or the program made of it."""
    file = found.span.file
    where = "" if file in (item.name, "<program>") else f"{file}, "
    return f"{where}line {found.span.line}: {found.message}"


def _outcome(done: Run, *, stopped: bool, interrupted: bool) -> tuple[Outcome, str | None]:
    """What became of a run, and why it ended early, in a sentence."""
    if done.findings:
        return Outcome.REFUSED, f"line {done.findings[0].span.line}: {done.findings[0].message}"
    failure = done.failure
    if failure is None:
        return Outcome.VALID, None
    where = f"step {failure.stage.number}, line {failure.stage.span.line}"
    if stopped and failure.action is None:
        return Outcome.INTERRUPTED if interrupted else Outcome.TIMEOUT, f"{where}: the time was over"
    return Outcome.CHECK_FAILED, f"{where}: {failure.message}"


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
    from clairify_cli.agents.translation import Asking
    from clairify_cli.batch.executors.processes import Processes
    from clairify_cli.batch.manifest import ManifestError
    from clairify_cli.batch.run import Setting
    from clairify_cli.commands.execute_batch_tell import RunNarrator, counts, summed, table
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.commands.options import follows_links
    from clairify_cli.files.writing import write_text
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.services import batch as service
    from clairify_cli.services.parts import Batch

    folder, quiet, target = Path(values["output"]), values["quiet"], values["report"]
    model = model_values(values)
    given = given_of(values, Writer(model))
    with ExitStack() as stack:
        asked = open_model(stack, model)
    programs = None
    if has_programs:
        kept = {name: value for name, value in values.items() if name not in ("programs", "output")}
        programs = ProgramRuns((given.domain, given.problem, given.scene), options, kept)
    work = Running(given, options, model, tuple(dict.fromkeys(films)), values["time_limit"], programs)
    asking = Asking(asked.model, asked.options)
    setting = Setting(
        folder,
        asking.fingerprint("xdl", CheckOptions(), work.fingerprint),
        asked.model.name,
        work.named,
        follow_links=follows_links(),
        is_final=asking.is_final,
    )
    # The time limit is that of the run, which heeds it itself: ended from outside, it would leave no report.
    job = service.Job(
        setting,
        lambda workers: Processes(work, workers, fresh=True, load=load_reader),
        SUFFIX,
        values["max_size"],
        PURPOSE,
    )
    narrator = RunNarrator(folder, quiet=quiet, verbose=values["verbose"])
    try:
        result = service.run_batch(list(items), job, Batch(values["jobs"], values["resume"]), narrator)
    except ManifestError as error:
        complain(error)
        return 2
    finally:
        narrator.wipe()
    summary, code = result.summary, result.exit_code
    places = {item.name: place for place, item in enumerate(items)}
    narrator.rows.sort(key=lambda row: places.get(row.name, 0))
    if target is not None:
        made = summed(narrator.rows, summary, seconds=narrator.seconds, interrupted=result.interrupted)
        text = json.dumps(made, indent=2, ensure_ascii=False) + "\n"
        if target == "-":
            hand_out(text)
        else:
            write_text(target, text)
    if not quiet and narrator.rows:
        say(table(narrator.rows, values["dry_run"]))
    if not quiet or code:
        inform(counts(summary, narrator.seconds))
    tell_rest(result, quiet=quiet)
    return code
