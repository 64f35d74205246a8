"""Output about a simulated arm: progress during the run, a table of the steps, and why it stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.agents.execution.results import STOPPED
from clairify_cli.cli.shared.narrate import show_reports
from clairify_cli.cli.shared.output import Line, columns, complain, inform, say
from clairify_cli.cli.shared.words import words_of
from clairify_cli.diagnostics.counts import counted
from clairify_cli.services.execute.words import duration, names_of, note_of, words
from clairify_cli.worlds.base import BY_ITSELF

if TYPE_CHECKING:
    from collections.abc import Mapping

    from clairify_cli.agents.execution.results import Failure, Run
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.base import Outcome
    from clairify_cli.worlds.scene.model import Scene


class Progress(Line):
    """Reports the events of a run."""

    def __init__(self, *, quiet: bool, names: Mapping[str, str]) -> None:
        super().__init__(quiet=quiet)
        self._quiet = quiet
        self._names = names
        self._stage = ""

    def __call__(self, event: object) -> None:
        match event:
            case events.Planning(stage, number, count):
                self.show(f"planning {number} of {count}: {stage.text} …")
            case events.StageStarted(stage, number, count, actions):
                self._stage = f"step {stage.number}: {stage.text}"
                if not self.moving and not self._quiet:
                    inform(f"step {stage.number} ({number} of {count}), {counted(actions, 'action')}: {stage.text}")
            case events.ActionStarted(_, action):
                self.show(f"{self._stage}: {words(action, self._names)} …")
            case events.ActionDone(_, outcome):
                self._came(outcome)
                for one in outcome.remarks:
                    if one.startswith(BY_ITSELF):
                        self.remark(one)
            case events.ActionRetuned(_, action, changes, times):
                listed = ", ".join(f"{one.name} {_shown(one.value)} ({one.why})" for one in changes)
                self.remark(f"again, for the {_ordinal(times)} time, with {listed or 'the same parameters'}")
            case events.Replanned(_, why, actions, change):
                new = f", {len(change.added)} of them new" if change is not None and change.added else ""
                self.remark(f"planned again, {counted(actions, 'action')}{new}: {why}")
            case events.RoundStarted(number):
                self.remark(f"round {number}: {'another plan' if number > 1 else 'as planned'}")
            case events.RoundDone(number, succeeded, score, seconds, best, why):
                came = f"score {score:.3f}, {duration(seconds)} simulated" if succeeded else f"it failed ({why})"
                self.remark(f"round {number}: {came}{', the best so far' if best else '; not kept'}")
            case _:
                pass

    def remark(self, sentence: str) -> None:
        """Show a note to the user."""
        if not self._quiet:
            self.wipe()
            inform(f"  note: {sentence}")

    def _came(self, outcome: Outcome) -> None:
        if self._quiet or (self.moving and outcome.succeeded):
            return
        self.wipe()
        came = (
            "ok" if outcome.succeeded else "FAILED " + ", ".join(one.name for one in outcome.checks if not one.passed)
        )
        note = note_of(outcome)
        inform(
            f"  {words(outcome.action, self._names)}: {came} ({duration(outcome.seconds)}"
            + (f", skipped {duration(outcome.skipped)}" if outcome.skipped else "")
            + (f"; {note}" if note else "")
            + ")"
        )


def show_findings(source: Source, run: Run) -> None:
    """Show the problems found before anything moved."""
    from clairify_cli.diagnostics.render.report import Report

    if run.findings:
        show_reports([Report(source, list(run.findings))])
        complain("nothing was moved: this cannot be carried out")


def show_run(name: str, run: Run, scene: Scene, seconds: float, *, quiet: bool, verbose: bool) -> None:
    """Show the table, the amounts, why the run stopped, and a line about it."""
    from clairify_cli.cli.execute.table import amounts, rounds, steps

    planned = run.options.dry_run
    if not quiet and not run.findings:
        say(steps(run, columns(), verbose=verbose))
        if masses := amounts(run, scene):
            say(masses)
        if several := rounds(run):
            say(several)
    if run.failure is not None:
        _tell_failure(run.failure, names_of(scene), replans=run.options.on_failure == "replan")
    if run.findings:
        return
    if not quiet or not run.succeeded:
        what = "can be done" if planned else "done" if run.succeeded else "stopped"
        parts = [f"score {run.score:.3f}"] if planned or any(one.motions for one in run.outcomes) else []
        if not planned:
            parts.append(f"{duration(run.seconds)} simulated")
            parts += [f"{duration(run.skipped)} skipped"] if run.skipped else []
            anew = sum(one.replanned for one in run.stages)
            parts += [f"planned anew {counted(anew, 'time')}"] if anew else []
        parts.append(f"{seconds:.2f} s")
        inform(f"{name}: {what} ({', '.join(parts)})")


def _tell_failure(failure: Failure, names: Mapping[str, str], *, replans: bool) -> None:
    """Report what was expected and observed, where, and what to do next."""
    stage = failure.stage
    where = f"step {stage.number}, line {stage.span.line}, `{stage.text}`"
    if failure.message == STOPPED:
        complain(f"{STOPPED} at {where}, by Ctrl-C or --time-limit")
        return
    if failure.action is None:
        complain(f"stopped at {where}: {failure.message}")
        return
    complain(f"stopped at {where}, in `{words(failure.action, names)}`:")
    outcome = failure.outcome
    failed = [one for one in outcome.checks if not one.passed] if outcome is not None else []
    for one in failed:
        inform(f"  {one.text}")
    if not failed:
        inform(f"  {failure.message}")
    for reason in failure.reasons if failed else ():
        inform(f"  {reason}")
    otherwise = _REPLANNED if replans else _OTHERWISE
    inform("  = help: " + (words_of("help").get(failed[0].name, otherwise) if failed else otherwise))


_OTHERWISE = "--on-failure replan tries again, otherwise or by another way, and another --seed makes another plan"
_REPLANNED = "another --seed makes another plan; or change the scene (--print-scene, --scene)"


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.3g}"
