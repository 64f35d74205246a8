"""Output about a program run: every action and assertion as it happens, and how the run ended."""

from __future__ import annotations

from collections.abc import Callable

from clairify_cli.agents.programs.base import Did, Looked, Ran
from clairify_cli.cli.shared.output import complain, inform
from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Source

_LONGEST = 160


class Telling:
    """Reports on a program while it runs. `wipe` clears the progress line; a bench reports its own actions.

    With `dry_run` nothing is executed; it reports what would be.
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
        for met in done.met:
            if met.is_met is not True:
                came = "could not be checked" if met.passed is None else "did not come as expected"
                wanted = met.expected.text if met.expected.expected else f"not {met.expected.text}"
                self._say(one.doing.start, f"  {wanted} {came}")

    def _looked(self, one: Looked) -> None:
        came = {True: "holds", False: "does not hold", None: "is not known"}[one.value]
        again = " now" if one.recovered else ""
        self._say(one.start, f"{one.kind} {one.condition}: {came}{again}")

    def _say(self, start: int, words: str) -> None:
        self._wipe()
        inform(f"  line {self._source.position(start)[0]}: {words}")


def show_ran(name: str, ran: Ran, *, quiet: bool, dry_run: bool = False) -> None:
    """How it ended, or would end, and how much of the goal is reached."""
    if ran.ending.value != "done":
        complain(f"{name} ended before its end: {ran.why}")
    if quiet and ran.succeeded:
        return
    parts = [counted(len(ran.actions), "action")]
    if ran.executability is not None:
        parts.append(f"{100 * ran.executability:.0f} % of them taken")
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
