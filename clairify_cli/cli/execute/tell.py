"""Output during execution."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from clairify_cli.agents.programs.base import Did, Looked, Ran
from clairify_cli.batch.summary import Summary
from clairify_cli.cli.execute.batch import RunNarrator
from clairify_cli.cli.execute.simulated import Progress
from clairify_cli.cli.shared.narrate import Narrator, show_reports
from clairify_cli.cli.shared.output import Line, complain, inform, print_out
from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Source
from clairify_cli.services.execute import events
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.translate import Progress as Translating


class Teller:
    """Prints the events of a request: artefacts to stdout, everything else to stderr."""

    def __init__(self, request: ExecuteRequest) -> None:
        self._quiet = request.narration.quiet
        self._dry_run = request.running.dry_run
        self._narrator = Narrator(quiet=self._quiet, verbose=request.narration.verbose, keep_invalid=True)
        self._progress: Progress | None = None
        self._program: Telling | None = None
        self._film = Line(quiet=self._quiet)
        self._batch = RunNarrator(quiet=self._quiet, verbose=request.narration.verbose)
        self._robot = None
        if request.arm.robot == "ros":
            from clairify_cli.cli.execute.robot import RobotTeller

            self._robot = RobotTeller(quiet=self._quiet, verbose=request.narration.verbose)

    def __call__(self, event: object) -> None:
        match event:
            case events.Said():
                self._say(event)
            case events.Reported(reports):
                if not self._quiet:
                    show_reports(list(reports))
            case Translating():
                if self._narrator.progress is not None:
                    self._narrator.progress(event)
            case events.Translated(item, text, result):
                self._narrator.wipe()
                self._narrator.tell(item, text, result, None)
            case events.SimulationBegun(names, rehearses):
                if rehearses and not self._quiet:
                    inform("rehearsal: the simulated arm does it first")
                self._progress = Progress(quiet=self._quiet, names=names)
            case events.ProgramBegun(source, actions, dry_run):
                wipe = self._wipe_progress
                self._program = Telling(source, quiet=self._quiet, actions=actions, dry_run=dry_run, wipe=wipe)
            case Did() | Looked() if self._program is not None:
                self._program(event)
            case events.Ended():
                self._wipe_progress()
                self._batch.wipe()
                self._progress = self._program = None
            case Summary():
                self._batch.tick(event)
            case events.InputDone():
                self._batch.done(event, dry_run=self._dry_run)
            case _:
                self._tell_run(event)

    def _tell_run(self, event: object) -> None:
        """Report the events and the result of a run."""
        match event:
            case events.Painting(path, number, count):
                self._film.show(f"{path}: picture {number} of {count} …")
            case events.Painted(path, failure):
                self._painted(path, failure)
            case _:
                if self._progress is not None:
                    self._progress(event)
                if self._robot is not None:
                    self._robot(event)

    def wipe(self) -> None:
        """Remove the progress line of a real arm."""
        if self._robot is not None:
            self._robot.wipe()

    def _wipe_progress(self) -> None:
        if self._progress is not None:
            self._progress.wipe()

    def _say(self, one: events.Said) -> None:
        match one.how:
            case "artefact":
                print_out(one.text)
            case "failure":
                complain(one.text)
            case "warning":
                inform(one.text)
            case "note" if not self._quiet:
                # Remove progress lines first, or the note would be printed into them.
                self._wipe_progress()
                self._batch.wipe()
                goes_on = self._progress is not None or self._program is not None
                inform(f"{'  ' if goes_on else ''}note: {one.text}")

    def _painted(self, path: str, failure: str | None) -> None:
        self._film.wipe()
        if failure is not None:
            complain(failure)
        elif not self._quiet:
            kind = {".png": "a contact sheet", ".html": "a page"}.get(Path(path).suffix.lower(), "a film")
            inform(f"{path}: {kind} of the run")


# ------------------------------------------------------------------------------------------- output about a program run


_LONGEST = 160


class Telling:
    """Reports on a program while it runs. `wipe` clears the progress line; a bench reports its own actions.

    With `dry_run`, nothing is executed, and it reports what would happen.
    """

    def __init__(
        self,
        source: Source,
        *,
        quiet: bool,
        actions: bool,
        dry_run: bool = False,
        wipe: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._quiet = quiet
        self._actions = actions or dry_run
        self._dry_run = dry_run
        self._wipe = wipe

    def __call__(self, event: Did | Looked) -> None:
        if self._quiet:
            return
        match event:
            case Did():
                self._did(event)
            case Looked():
                self._looked(event)

    def _did(self, one: Did) -> None:
        done = one.done
        if self._dry_run and done.succeeded:
            score = f" (score {done.score:.3f})" if done.score is not None else ""
            self._say(one.doing.start, f"{'  ' if one.recovers else ''}{one.doing.text}: can be done{score}")
            return
        if self._actions:
            came = "ok" if done.succeeded else "FAILED" if done.taken else "REFUSED"
            margin = "  " if one.recovers else ""
            self._say(one.doing.start, f"{margin}{one.doing.text}: {came}: {_short(done.message)}")
            for remark in done.remarks:
                self._say(one.doing.start, f"  {remark}")
        elif not done.taken:
            self._say(one.doing.start, f"{one.doing.text}: REFUSED: {_short(done.message)}")

    def _looked(self, one: Looked) -> None:
        came = {True: "holds", False: "does not hold", None: "is not known"}[one.value]
        again = " now" if one.recovered else ""
        self._say(one.start, f"{one.kind} {one.condition}: {came}{again}")

    def _say(self, start: int, words: str) -> None:
        self._wipe()
        inform(f"  line {self._source.position(start)[0]}: {words}")


def show_ran(name: str, ran: Ran, *, quiet: bool, dry_run: bool = False) -> None:
    """Show how the program ended, or would end, and how much of the goal is reached."""
    if ran.ending.value != "done":
        complain(f"{name} ended before its end: {ran.why}")
    if quiet and ran.succeeded:
        return
    parts = [counted(len(ran.actions), "action")]
    if ran.executability is not None:
        parts.append(f"{100 * ran.executability:.0f} % of them taken")
    failed = sum(not did.done.succeeded for did in ran.actions)
    if failed and ran.succeeded:
        parts.append(f"{failed} failed")
    recovered = sum(one.kind == "assert" and one.recovered == 1 for one in ran.looked)
    if recovered:
        parts.append(f"recovered {counted(recovered, 'time')}")
    reached, of = ran.recall
    if of:
        parts.append(f"{reached} of {of} conditions of the goal hold")
    done = "can be done" if dry_run else "done"
    what = done if ran.succeeded else "CANNOT be done" if dry_run else "FAILED"
    if ran.goal is not None:
        what = f"{done}: the goal is reached" if ran.goal else "the goal is NOT reached"
    inform(f"{name}: {what} ({', '.join(parts)})")


def _short(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 2]} …"
