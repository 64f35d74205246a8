"""Execute many inputs, each in its own process."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.agents.execution.results import Options
from clairify_cli.agents.execution.task_motion import StoppedError
from clairify_cli.agents.translation import Asking, facts_of, findings_as_facts, load_reader
from clairify_cli.batch.executors.base import Executor, Going, Work
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Record, Result
from clairify_cli.batch.summary import Summary
from clairify_cli.outcomes import Outcome
from clairify_cli.records import astuple, dataclass, replace
from clairify_cli.services.batch import run as engine
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute import events
from clairify_cli.services.execute.delivery import Stop, deliver, failures
from clairify_cli.services.execute.events import Tell
from clairify_cli.services.execute.inputs import PURPOSE, Given, Prepared, given_of, kind_of, prepared
from clairify_cli.services.execute.model import RunModel
from clairify_cli.services.execute.request import SUFFIX, Bench, ExecuteRequest
from clairify_cli.services.execute.results import BatchRun, ProgramRun
from clairify_cli.services.kinds import PROGRAM
from clairify_cli.services.models import loop_options, open_model
from clairify_cli.services.parts import Constrained
from clairify_cli.services.refused import RefusedError

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.panda.film_frames import Recording


_NOT_OF_THE_INPUT = (Outcome.UNREADABLE, Outcome.SOLVER_FAILED, Outcome.SIMULATOR_FAILED)
"""The refusals that are recorded as what they are."""


@dataclass(frozen=True)
class Running:
    """Runs each input of a batch, and writes its report. Films go next to it, one for each film suffix."""

    request: ExecuteRequest
    given: Given
    options: Options
    has_programs: bool
    """Whether there may be programs (*.py) among the inputs."""

    @property
    def films(self) -> tuple[str, ...]:
        """The suffixes of the films, each once."""
        return tuple(dict.fromkeys("." + one.lower() for one in self.request.films))

    @property
    def parts(self) -> list[object]:
        """Everything that shapes the runs, as JSON."""
        given = self.given
        return [
            repr(self.options),
            self.films,
            [source.text for source in (given.domain, given.problem) if source is not None],
            repr(given.scene),
            self.request.running.skip_unsupported,
            *((self.request.running.assume,) if self.request.running.assume is not None else ()),
            *((astuple(given.constraints),) if given.constraints != Constrained() else ()),
            repr(self.request.programs) if self.has_programs else "",
        ]

    def named(self, item: Item) -> list[str]:
        """Return the texts of the domain and the problem named in a program or next to it."""
        from clairify_cli.diagnostics.model import Source
        from clairify_cli.services.execute.programs.run import context_of

        if not self._is_program(item):
            return []
        source = item.input
        context, _ = context_of(source, Source(item.text, source.name), self.given.texts)
        return [one.text for one in context]

    def _is_program(self, item: Item) -> bool:
        return self.has_programs and kind_of(item.input, item.text) == PROGRAM

    def __call__(self, item: Item, going: Going) -> Result:
        """Run one input; the result covers every outcome, including failures."""
        from clairify_cli.translate import ModelError

        translation: Translation | None = None
        is_over = Stop(going.stop.is_set, self.request.time_limit)
        try:
            with ExitStack() as stack, failures():
                model = RunModel(stack, self.request, is_named=True, append=going.append, ask=going.ask)
                if self._is_program(item):
                    return self._run_program(item, model, is_over)
                ready = prepared(item.input, item.text, self.given, model, alone=False)
                translation = ready.translation
                return self._run(item, ready, model, is_over)
        except RefusedError as error:
            found = error.findings
            if error.result is not None:
                return _result(error.result.outcome, error.result.error, error.result, found)
            why = next((_placed(one, item.input) for one in found if one.is_error), error.reason)
            outcome = error.outcome if error.outcome in _NOT_OF_THE_INPUT else Outcome.REFUSED
            return _result(outcome, why, translation, found)
        except StoppedError:
            outcome = Outcome.INTERRUPTED if is_over.is_interrupted else Outcome.TIMEOUT
            return _result(outcome, "the time was over before all was planned; nothing was moved", translation)
        except ModelError as error:
            return _result(Outcome.MODEL_FAILED, str(error), translation)

    def _run_program(self, item: Item, model: RunModel, is_over: Stop) -> Result:
        from clairify_cli.services.execute.programs.run import carried_out

        try:
            made = carried_out(item.input, item.text, self.given.texts, self.options, model, is_over)
        except RequestError as error:
            raise RefusedError(Outcome.REFUSED, str(error)) from None
        assert isinstance(made, ProgramRun)  # a scene is never requested here
        outcome, why = _outcome_of_program(made)
        facts = findings_as_facts(made.findings, steps=sum(one.done.taken for one in made.ran.actions))
        if outcome is Outcome.TIMEOUT and is_over.is_interrupted:
            return Result(Outcome.INTERRUPTED, (), facts, why)
        report = File(item.output, made.report_text(self.request))
        return Result(outcome, (*self._filmed(made.recording, item), report), facts, why)

    def _run(self, item: Item, ready: Prepared, model: RunModel, is_over: Stop) -> Result:
        from clairify_cli.agents.execution.carry import carried_out
        from clairify_cli.agents.execution.report import report, report_text
        from clairify_cli.services.execute.film import Filming

        scene = ready.scene
        # A process of a batch draws its own films, since it may not start others.
        filming = Filming(scene, ready.title, ready.source, ready.english) if self.films else None
        done = carried_out(
            ready.setting,
            self.options,
            watch=filming.watch if filming is not None else None,
            stop=is_over,
            tuner=model.tuner(is_over),
        )
        outcome, error = _outcome(done, stopped=is_over(), interrupted=is_over.is_interrupted)
        if outcome is Outcome.INTERRUPTED:
            return _result(outcome, error, ready.translation)
        films = self._filmed(filming.recording(done.rounds) if filming is not None else None, item)
        findings = ready.setting.findings
        made = report(done, scene, source=ready.source.name, text=ready.source.text, findings=findings)
        steps = sum(one.completed for one in done.stages) if done.stages else len(done.planned.stages)
        result = _result(outcome, error, ready.translation, (*findings, *done.findings), steps=steps)
        return replace(result, files=(*films, File(item.output, report_text(made))))

    def _filmed(self, recording: Recording | None, item: Item) -> list[File]:
        """Make the films of a run, one for each suffix."""
        from tempfile import TemporaryDirectory

        from clairify_cli.worlds.panda.film import Painters, write

        if recording is None or not recording.scenelets:
            return []
        files = []
        with TemporaryDirectory() as folder:
            for suffix in self.films:
                film = Path(folder, f"film{suffix}")
                write(recording, film, painters=Painters(recording.scene, 0))
                files.append(File(item.output.removesuffix(SUFFIX) + suffix, film.read_bytes()))
        return files


class _Told:
    """Passes on what becomes of the inputs, and sums up what their translations cost, in US dollars."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.cost = 0.0

    def tick(self, summary: Summary) -> None:
        self._tell(summary)

    def remark(self, sentence: str) -> None:
        self._tell(events.Said("note", sentence))

    def finished(self, record: Record, *, skipped: bool) -> None:
        if record.outcome is not Outcome.INTERRUPTED:
            self.cost += 0.0 if skipped else record.cost or 0.0
            self._tell(events.InputDone(record, skipped))


def execute_many(request: ExecuteRequest, items: Sequence[Input], tell: Tell, *, has_programs: bool) -> BatchRun:
    """Execute every input; `has_programs` says whether some are programs (*.py). Reports and films go into the folder
    of -o.

    Raises what `execute` raises, and `KeyboardInterrupt` at the second Ctrl-C.
    """
    job, told = _job_of(request, tell, has_programs=has_programs)
    try:
        done = engine.run_batch(list(items), job, request.batch, told)
    finally:
        tell(events.Ended())
    if request.wants_report:
        deliver(request, engine.report_text(done, request.batch.report), tell)
    # A spent budget is not the outcome of any input, since started inputs ran to their own ends.
    outcomes = [*done.summary.outcomes, *([Outcome.BUDGET] if done.gave_up is not None else [])]
    worst = max(outcomes, key=lambda outcome: outcome.exit_code, default=Outcome.DONE)
    return BatchRun(Outcome.INTERRUPTED if done.interrupted else worst, done)


def _job_of(request: ExecuteRequest, tell: Tell, *, has_programs: bool) -> tuple[engine.Job, _Told]:
    """Return the work on each input, and what passes on what becomes of it."""
    from clairify_cli.batch.executors.processes import Processes
    from clairify_cli.batch.run import Setting
    from clairify_cli.translate import resolve_model

    given = given_of(request)
    wanted = request.model.model
    with ExitStack() as stack:
        limits = open_model(stack, request.model, lambda _: None).limits  # raises now if a file cannot be opened
    model = resolve_model(wanted.model, api_base=wanted.api_base)
    bare = replace(request, inputs=(), bench=Bench(request.scene))
    work = Running(bare, replace(given, request=bare), request.options, has_programs)
    asking = Asking(model, loop_options(request.model))
    folder, budget = Path(request.output.output or ""), request.model.budget.max_cost
    setting = Setting(
        folder,
        asking.fingerprint("xdl", given.check, *work.parts),
        model.name,
        work.named,
        follow_links=request.reading.follow_links,
        is_final=asking.is_final,
    )
    told = _Told(tell)

    def executor(workers: int, work: Work[Item, Result]) -> Executor[Item, Result]:
        if request.engine.executor == "dask":
            from clairify_cli.batch.cluster import Cluster

            return Cluster(work, request.engine.scheduler, request.engine.chunk, fresh=True, answer=limits.answer)
        return Processes(work, workers, fresh=True, load=load_reader, answer=limits.answer)

    # The run enforces its time limit itself: if it were killed from outside, it would leave no report.
    job = engine.Job(
        setting,
        executor,
        work,
        SUFFIX,
        request.most_bytes,
        PURPOSE,
        request.spread,
        lambda: budget is not None and told.cost >= budget,
    )
    return job, told


def _result(
    outcome: Outcome,
    error: str | None,
    translation: Translation | None,
    findings: Sequence[Diagnostic] = (),
    *,
    steps: int = 0,
) -> Result:
    """Return a result, with the counts of the loop if a text was translated first."""
    if translation is None:
        return Result(outcome, (), findings_as_facts(findings, steps=steps), error)
    return Result(outcome, (), facts_of(translation, findings, steps=steps), error or translation.error)


def _placed(found: Diagnostic, item: Input) -> str:
    """Describe a finding; its file is named unless it is the input or the program made from it."""
    file = found.span.file
    where = "" if file in (item.name, "<program>") else f"{file}, "
    return f"{where}line {found.span.line}: {found.message}"


def _outcome(done: Run, *, stopped: bool, interrupted: bool) -> tuple[Outcome, str | None]:
    """Return the outcome of a run, and a sentence on why it ended early."""
    if done.findings:
        return Outcome.REFUSED, f"line {done.findings[0].span.line}: {done.findings[0].message}"
    failure = done.failure
    if failure is None:
        return Outcome.VALID, None
    where = f"step {failure.stage.number}, line {failure.stage.span.line}"
    if stopped and failure.action is None:
        return Outcome.INTERRUPTED if interrupted else Outcome.TIMEOUT, f"{where}: the time was over"
    return Outcome.CHECK_FAILED, f"{where}: {failure.message}"


def _outcome_of_program(made: ProgramRun) -> tuple[Outcome, str | None]:
    """Return the outcome of a program, and a sentence on why it failed."""
    ran = made.ran
    if ran.ending is Outcome.INTERRUPTED:
        return Outcome.TIMEOUT, ran.why
    if made.outcome is Outcome.DONE:
        return Outcome.VALID, None
    if ran.ending is not Outcome.DONE:
        return Outcome.CHECK_FAILED, ran.why
    reached, of = ran.recall
    if ran.goal is False:
        return Outcome.CHECK_FAILED, f"the goal is not reached: {reached} of {of} of its conditions hold"
    failed = next((one for one in ran.actions if not one.done.succeeded), None)
    return Outcome.CHECK_FAILED, f"{failed.doing.text} failed: {failed.done.message}" if failed is not None else ran.why
