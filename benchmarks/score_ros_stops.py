"""Ctrl-C at random moments of a run: how soon the cancel arrives at the bridge, and whether anything is dropped."""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from benchmarks.figures import figure, share
from benchmarks.score_ros_bridge import Bridge, errand
from clairify_cli.worlds.ros.profile.text import profile_named

BAR = 0.1
"""s until it has arrived."""


@dataclass(frozen=True, slots=True)
class Result:
    """One Ctrl-C so many s after the first motion began, with the s until the cancel of the arm's goal; None where none
    came. `going` is whether the arm had a goal then, `after` are motions after it, `dropped` things that fell."""

    robot: str
    moment: float
    cancel: float | None
    going: bool
    dropped: int
    code: int
    after: int
    moving: bool

    @property
    def good(self) -> bool:
        cancelled = self.cancel <= BAR if self.cancel is not None else not self.going
        return cancelled and self.code == 130 and not self.after and not self.dropped


def stops(asked: argparse.Namespace) -> int:
    """A table of all moments; the exit code."""
    chance = random.Random(asked.seed)
    results = []
    print(f"{'robot':13}{'moment s':>9}{'cancel ms':>11}{'dropped':>9}{'exit':>6}{'after':>7}")
    for number in range(asked.times):
        robot = asked.robots[number % len(asked.robots)]
        one = interrupted(robot, chance.uniform(0.0, asked.within), rate=asked.rate)
        results.append(one)
        shown = "none" if one.cancel is None else f"{1000 * one.cancel:.1f}"
        print(f"{robot:13}{one.moment:9.2f}{shown:>11}{one.dropped:9}{one.code:6}{one.after:7}", flush=True)
    both = [one.cancel for one in results if one.cancel is not None]
    good = sum(one.good for one in results)
    share("bridge stops: good", good, len(results))
    if both:
        figure("bridge stops: median", 1000 * median(both), "ms", n=len(both), better="less")
        figure("bridge stops: at most", 1000 * max(both), "ms", n=len(both), better="less")
    print(f"{good} of {len(results)} good", end="")
    print(f"; {1000 * median(both):.1f} ms in the median, {1000 * max(both):.1f} ms at most" if both else "")
    return 0 if good == len(results) else 1


def interrupted(robot: str, moment: float, *, rate: float = 1.0) -> Result:
    """Have a process of its own carry out a small plan, and press Ctrl-C so many s after its first motion began."""
    profile = replace(profile_named(robot), rate=rate)
    with tempfile.TemporaryDirectory() as name, Bridge(profile, home=errand.HOME) as bridge:
        folder = Path(name)
        command = [*errand.write_errand(folder, robot, rate), "--url", bridge.url, "--yes"]
        with (folder / "said").open("wb") as said:
            process = subprocess.Popen(
                command, cwd=folder, env=errand.environment(), stdin=subprocess.DEVNULL, stdout=said, stderr=said
            )
            try:
                _wait_for_motion(process, bridge, folder)
                time.sleep(moment)
                going, when = bridge.arm.moving, time.monotonic()
                process.send_signal(signal.SIGINT)
                code = process.wait(30)
            finally:
                process.kill()
                process.wait()
        time.sleep(0.2)
        return Result(
            robot,
            moment,
            next((one - when for one in bridge.cancels if one >= when), None),
            going,
            len(bridge.hand.dropped),
            code,
            sum(one.time > when + BAR for one in bridge.motions),
            bridge.arm.moving,
        )


def _wait_for_motion(process: subprocess.Popen[bytes], bridge: Bridge, folder: Path) -> None:
    """Until the arm moves; RuntimeError with what was said where it never does."""
    until = time.monotonic() + 180
    while not bridge.motions:
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError((folder / "said").read_text(encoding="utf-8", errors="replace")[-2000:])
        time.sleep(0.005)
