"""Runs the texts of the kitchen and the classroom on the simulated arm: English, program, bench, motions, masses.

`python -m benchmarks.score_execute` runs every text with three seeds in two processes. A run succeeds where all checks
passed and the step goals hold; masses are good where every substance in a vessel is within 10 % of what was asked for,
and little was spilled where it was less than 5 % of all that was moved. `--texts exp4 exp31`, `--seeds 0 1`,
`--retune`, `--seconds 300` (wall time of one run) and `--json FILE` choose.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import queue
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA

MASS, SPILLED, SUCCESS = 0.10, 0.05, 0.95
"""The bars."""


@dataclass(frozen=True, slots=True)
class Result:
    """One run. `deviation` is the largest of its masses, as a share; `spilled` a share of all that was moved."""

    text: str
    seed: int
    succeeded: bool
    deviation: float
    spilled: float
    seconds: float
    simulated: float
    score: float
    why: str = ""

    @property
    def good(self) -> bool:
        return self.succeeded and self.deviation <= MASS and self.spilled < SPILLED


def one_run(name: str, seed: int, retune: bool, report_to: Path | None) -> Result:
    """Read, bind, plan and run one text."""
    from clairify_cli import api
    from clairify_cli.agents.execution.jobs.totals import spilled, totals
    from clairify_cli.agents.execution.program import set_program
    from clairify_cli.agents.execution.report import done_jobs, report, report_text
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.execution.run import execute
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.planning.solvers import registry
    from clairify_cli.worlds.panda.world import PandaWorld

    begun = time.monotonic()
    text = (DATA / "chem-edu" / f"{name}.txt").read_text(encoding="utf-8")
    program = api.translate(text).program
    setting = set_program(Source(program, f"{name}.xdl"), assume="10 g")
    if setting.task is None or setting.scene is None:
        why = "; ".join(one.message for one in setting.findings if one.is_error)
        return Result(name, seed, False, 1.0, 0.0, time.monotonic() - begun, 0.0, 0.0, why)
    options = Options(seed=seed, on_failure="retune" if retune else "stop")
    with PandaWorld(setting.scene, seed=seed) as world:
        run = execute(setting.task, world, registry.get("auto", optimal=True), options)
    if report_to is not None:
        made = report(run, setting.scene, source=name, text=program, findings=setting.findings)
        (report_to / f"{name}-{seed}.json").write_text(report_text(made), encoding="utf-8")
    every = tuple(one.job for one in setting.task.stages if one.job is not None)
    assert run.first is not None
    assert run.last is not None
    masses = totals(setting.scene, every, run.last)
    moved = sum(job.grams or 0.0 for job in done_jobs(run) if job.kind in ("add", "move"))
    why = run.failure.message if run.failure is not None else "; ".join(one.message for one in run.findings)
    if run.failure is not None and run.failure.action is not None:
        why = f"step {run.failure.stage.number} {run.failure.action.text}: {why}"
    return Result(
        name,
        seed,
        run.succeeded,
        max((_off(one.asked, one.there) for one in masses), default=0.0),
        spilled(run.first, run.last) / moved if moved else 0.0,
        time.monotonic() - begun,
        run.seconds,
        run.score,
        why,
    )


def _off(asked: float, there: float) -> float:
    """The difference as a share of what was asked for; 1 if nothing was and something is there."""
    return abs(there - asked) / asked if asked > 1e-6 else float(there > 1e-6)


def _child(name: str, seed: int, retune: bool, report_to: Path | None, answers: multiprocessing.Queue[Result]) -> None:
    try:
        answers.put(one_run(name, seed, retune, report_to))
    except Exception as error:
        answers.put(Result(name, seed, False, 1.0, 0.0, 0.0, 0.0, 0.0, f"{type(error).__name__}: {error}"))


class _Running:
    """A run in a process of its own, ended when its time is up."""

    def __init__(self, name: str, seed: int, seconds: float, retune: bool, report_to: Path | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.name, self.seed = name, seed
        self.answers = context.Queue()
        self.process = context.Process(target=_child, args=(name, seed, retune, report_to, self.answers), daemon=True)
        self.begun = time.monotonic()
        self.most = seconds
        self.process.start()

    def result(self) -> Result | None:
        """The result, if it is there or will never be."""
        try:
            found: Result = self.answers.get_nowait()
        except queue.Empty:
            spent = time.monotonic() - self.begun
            if spent > self.most:
                self.process.terminate()
                return Result(self.name, self.seed, False, 1.0, 0.0, spent, 0.0, 0.0, "its time was up")
            if not self.process.is_alive() and self.answers.empty():
                return Result(self.name, self.seed, False, 1.0, 0.0, spent, 0.0, 0.0, "the process ended")
            return None
        self.process.join()
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", nargs="*", default=[], help="names of texts, such as exp4 (default: all)")
    parser.add_argument("--seeds", nargs="*", type=int, default=[0, 1, 2])
    parser.add_argument("--seconds", type=float, default=300.0, help="the most wall time of a run")
    parser.add_argument("--retune", action="store_true", help="try again with other parameters where a check fails")
    parser.add_argument("-j", type=int, default=2, help="processes")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    parser.add_argument("--reports", type=Path, help="write the reports of the runs to this folder")
    asked = parser.parse_args()
    folder = DATA / "chem-edu"
    if not folder.is_dir():
        sys.exit(f"there is no folder {folder}; name its parent in CLAIRIFY_SHARED_DATA")
    names = asked.texts or sorted(path.stem for path in folder.glob("*.txt"))
    if asked.reports is not None:
        asked.reports.mkdir(parents=True, exist_ok=True)
    waiting = [(name, seed) for name in names for seed in asked.seeds]
    running: list[_Running] = []
    results: list[Result] = []
    while waiting or running:
        while waiting and len(running) < asked.j:
            name, seed = waiting.pop(0)
            running.append(_Running(name, seed, asked.seconds, asked.retune, asked.reports))
        for one in list(running):
            found = one.result()
            if found is not None:
                running.remove(one)
                results.append(found)
                print(_line(found), flush=True)
        time.sleep(0.1)
    _summary(names, results)
    if asked.json is not None:
        asked.json.write_text(json.dumps([asdict(one) for one in results], indent=2) + "\n", encoding="utf-8")


def _line(one: Result) -> str:
    verdict = "good" if one.good else ("done" if one.succeeded else "FAILED")
    return (
        f"  {one.text:8} seed {one.seed}  {verdict:6}  off {100 * one.deviation:6.1f} %  spilled "
        f"{100 * one.spilled:5.2f} %  {one.seconds:6.1f} s wall  {one.simulated:7.1f} s simulated  {one.why}"
    ).rstrip()


def _summary(names: list[str], results: list[Result]) -> None:
    print(f"\n{'text':8} {'good':>7} {'done':>7} {'wall s':>8}")
    for name in names:
        of = [one for one in results if one.text == name]
        wall = sum(one.seconds for one in of) / max(1, len(of))
        good, done = sum(one.good for one in of), sum(one.succeeded for one in of)
        print(f"{name:8} {good:4}/{len(of)} {done:5}/{len(of)} {wall:8.1f}")
    count = max(1, len(results))
    good = sum(one.good for one in results)
    share("arm: texts good", good, len(results))
    share("arm: texts done", sum(one.succeeded for one in results), len(results))
    figure("arm: spilled, mean", 100 * sum(one.spilled for one in results) / count, "%", n=len(results), better="less")
    figure("arm: score, mean", sum(one.score for one in results) / count, n=len(results))
    print(f"\nall: {good}/{len(results)} good ({100 * good / count:.1f} %, bar {100 * SUCCESS:.0f} %)")


if __name__ == "__main__":
    main()
