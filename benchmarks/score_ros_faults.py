"""Every fault at every moment, with the limits that robots have unless they say otherwise: how soon it was noticed."""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import repeat
from statistics import median

from benchmarks.figures import figure
from benchmarks.score_ros_bridge import (
    HOME,
    NEAR,
    Bridge,
    Case,
    Fault,
    FaultKind,
    Moment,
    Notes,
    Trial,
    cases_of,
    motion,
    one_trial,
    rest,
)
from benchmarks.score_ros_stops_busy import loops
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.profile.values import RobotProfile, Watching

SECONDS = 2.5
"""How long a motion is: there is time to notice in its second half."""
MARGIN = 0.2
"""What reading, writing and a busy machine may take on top of a limit (s)."""


def faults(asked: argparse.Namespace) -> int:
    """A table of all faults; the exit code."""
    wrong, noticed_after, count = 0, [], 0
    for robot in asked.robots:
        profile = profile_named(robot)
        pairs = [(case, moment) for case in cases_of(profile) for moment in case.moments]
        print(f"{robot}\n{'fault':28}{'moment':9}{'noticed':>9}{'limit':>8}{'stop took':>11}  said")
        with ThreadPoolExecutor(asked.j) as pool:
            trials = pool.map(_tried, repeat(profile), *zip(*pairs, strict=True))
            for (case, moment), trial in zip(pairs, trials, strict=True):
                said = _said(case, moment, trial)
                wrong += said.startswith("WRONG")
                count += 1
                noticed_after += [] if trial.noticed is None or trial.error is None else [trial.noticed]
                limit = "-" if not case.causes else f"{_limit(case):.2f}"
                noticed = "-" if trial.noticed is None or trial.error is None else f"{trial.noticed:.3f}"
                took = "-" if trial.error is None else f"{trial.halted:.2f}"
                print(f"{case.name:28}{moment.value:9}{noticed:>9}{limit:>8}{took:>11}  {said}", flush=True)
    print(f"{wrong} wrong")
    figure("bridge faults: wrong", wrong, "trials", n=count, better="less")
    if noticed_after:
        figure("bridge faults: noticed, median", 1000 * median(noticed_after), "ms", n=count, better="less")
        figure("bridge faults: noticed, at most", 1000 * max(noticed_after), "ms", n=count, better="less")
    return 1 if wrong else 0


def _tried(profile: RobotProfile, case: Case, moment: Moment) -> Trial:
    act = rest if case.resting else None
    return one_trial(profile, [case.at(moment)], watching=Watching(), seconds=SECONDS, holding=case.holding, act=act)


def _limit(case: Case) -> float:
    return replace(case, motion=SECONDS).seconds(Watching())


def _said(case: Case, moment: Moment, trial: Trial) -> str:
    """What was said about it, or what is wrong with that."""
    if not case.causes:
        return "went on" if trial.error is None else f"WRONG: stopped, {trial.error.cause.value}"
    if trial.error is None:
        return "WRONG: not noticed"
    cause = trial.error.cause.value
    if trial.error.cause not in case.causes:
        return f"WRONG: {cause}: {trial.error.message}"
    if trial.noticed is None or trial.noticed > _limit(case) + MARGIN:
        return f"WRONG: late, {cause}"
    if trial.after > trial.before or trial.again is None:
        return f"WRONG: went on after it, {cause}"
    unheard = not case.gone and moment in (Moment.START, Moment.MIDDLE) and not trial.cancels
    if unheard or trial.stops or trial.dropped:  # a stop of the hand would drop what it holds
        return f"WRONG: {trial.cancels} cancels, {trial.stops} stops of the hand, {trial.dropped} dropped, {cause}"
    return cause


def latency(asked: argparse.Namespace) -> int:
    """Undisturbed runs where each message takes 50 to 300 ms, while all cores are busy; how many were stopped."""
    stopped = 0
    with loops(asked.busy):
        for number in range(asked.times):
            profile = profile_named(asked.robots[number % len(asked.robots)])
            slow = Fault(FaultKind.LATENCY, seconds=0.05, size=0.3)
            trial = one_trial(profile, [slow], watching=None, seconds=SECONDS, holding=number % 4 > 1)
            stopped += trial.error is not None
            said = "went on" if trial.error is None else f"WRONG: {trial.error.cause.value}: {trial.error.message}"
            print(f"{profile.name:12} {trial.ended} motions  {said}", flush=True)
    figure("bridge latency: stopped for nothing", stopped, "runs", n=asked.times, better="less")
    return 1 if stopped else 0


def stream(asked: argparse.Namespace) -> int:
    """How much longer a motion of 500 points takes than it is planned for, in % of that; the exit code."""
    worst = 0.0
    for robot in asked.robots:
        profile = profile_named(robot)
        shares = []
        with Bridge(profile) as bridge:
            from clairify_cli.worlds.ros.arm import RosRobot

            arm = RosRobot.connect(bridge.url, profile, Notes())
            for number in range(asked.times):
                start, end = (HOME, NEAR) if number % 2 == 0 else (NEAR, HOME)
                planned = motion(start, end, asked.seconds, points=asked.points)
                begun = time.monotonic()
                arm.follow(planned)
                shares.append(100 * (time.monotonic() - begun - asked.seconds) / asked.seconds)
            arm.close()
        worst = max(worst, *shares)
        figure(f"bridge stream, {robot}: overhead, median", median(shares), "%", n=asked.times, better="less")
        print(
            f"{robot}: {asked.points} points in {asked.seconds:g} s, {asked.times} times: overhead "
            f"{median(shares):.2f} % in the median, {max(shares):.2f} % at most (bar 5 %)"
        )
    return 0 if worst < 5 else 1
