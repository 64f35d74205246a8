"""Every executable text through the test bridge: what arrives there is what the twin checked, and it all succeeds."""

from __future__ import annotations

import argparse
import json
import queue
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from typing import TYPE_CHECKING

from benchmarks.figures import share
from benchmarks.score_ros_bridge import Bridge, Notes
from benchmarks.shared_data import DATA

if TYPE_CHECKING:
    from clairify_cli.agents.robot.performance import Answer, Question
    from clairify_cli.worlds.ros.script.values import Script, Waypoint

EXACT = 1e-6
"""How far what arrives may be from what was checked: rad, rad/s, rad/s², s."""


@dataclass(frozen=True, slots=True)
class Result:
    """One text on one robot. `apart` is the largest difference of a number that arrived from that of the script."""

    text: str
    robot: str
    succeeded: bool
    motions: int
    arrived: int
    apart: float
    points: int
    seconds: float
    """How long the script is, in s of the robot's clock."""
    rehearsed: float
    performed: float
    asked: int
    why: str = ""

    @property
    def good(self) -> bool:
        return self.succeeded and self.motions == self.arrived and self.apart <= EXACT


def one_text(name: str, robot: str, scale: float, rate: float, seed: int) -> Result:
    """Rehearse a text in the twin and perform it behind the bridge."""
    from clairify_cli import api
    from clairify_cli.agents.execution.program import set_program
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.agents.robot.rehearse import rehearse
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.ros.profile.text import profile_named

    begun = time.monotonic()
    profile = replace(profile_named(robot), rate=rate)
    text = (DATA / "chem-edu" / f"{name}.txt").read_text(encoding="utf-8")
    setting = set_program(Source(api.translate(text).program, f"{name}.xdl"))
    if setting.task is None:
        why = "; ".join(one.message for one in setting.findings if one.is_error)
        return Result(name, robot, False, 0, 0, 0.0, 0, 0.0, 0.0, 0.0, 0, f"not executable: {why}")
    rehearsal = rehearse(setting, Options(seed=seed), profile, scale)
    rehearsed = time.monotonic() - begun
    script = rehearsal.script
    if script is None or not rehearsal.good:
        failure = rehearsal.run.failure
        why = rehearsal.why or (failure.message if failure is not None else "no script")
        return Result(name, robot, False, 0, 0, 0.0, 0, 0.0, rehearsed, 0.0, 0, f"rehearsal: {why}")
    made = performed(script, robot, rate)
    return replace(made, text=name, rehearsed=rehearsed)


def performed(script: Script, robot: str, rate: float) -> Result:
    """Perform a script behind the bridge with a clock that runs so many times faster, and compare what arrived."""
    from clairify_cli.agents.robot.perform import perform
    from clairify_cli.worlds.ros.arm import RosRobot
    from clairify_cli.worlds.ros.profile.text import profile_named
    from clairify_cli.worlds.ros.robot import HaltError

    profile = replace(profile_named(robot), rate=rate)
    asked: list[str] = []

    def ask(question: Question, meanwhile: Callable[[], None]) -> Answer:
        from clairify_cli.agents.robot.performance import Answer

        meanwhile()
        asked.append(question.text)
        return Answer(True, question.grams)

    begun = time.monotonic()
    journal = Notes()
    with Bridge(profile, home=script.home, width=script.width) as bridge:
        try:
            arm = RosRobot.connect(bridge.url, profile, journal)
            made = perform(script, arm, journal, ask, rate=rate)
            arm.close()
            succeeded, why = made.succeeded, made.failed or (str(made.halted) if made.halted is not None else "")
        except HaltError as error:
            succeeded, why = False, f"{error.cause.value}: {error}"
        spent = time.monotonic() - begun
        arrived = [one.points for one in bridge.controller.accepted]
        wrong = [line for level, line in bridge.logged if level != "info"]
    wanted = [one.points for one in script.motions]
    if wrong:
        succeeded, why = False, f"{why} the bridge logged: {wrong[0]}".strip()
    return Result(
        script.scene,
        robot,
        succeeded,
        len(wanted),
        len(arrived),
        apart(wanted, arrived),
        sum(map(len, wanted)),
        script.seconds,
        0.0,
        spent,
        len(asked),
        why,
    )


def apart(wanted: Sequence[Sequence[Waypoint]], arrived: Sequence[Sequence[Waypoint]]) -> float:
    """The largest difference of any number of any waypoint; infinite where there are not as many."""
    if len(wanted) != len(arrived) or any(len(one) != len(two) for one, two in zip(wanted, arrived, strict=True)):
        return float("inf")
    pairs = [pair for one, two in zip(wanted, arrived, strict=True) for pair in zip(one, two, strict=True)]
    return max((_apart(one, two) for one, two in pairs), default=0.0)


def _apart(one: Waypoint, two: Waypoint) -> float:
    rows = ("positions", "velocities", "accelerations")
    if any(len(getattr(one, row)) != len(getattr(two, row)) for row in rows):
        return float("inf")
    far: list[float] = [abs(a - b) for row in rows for a, b in zip(getattr(one, row), getattr(two, row), strict=True)]
    return max(abs(one.seconds - two.seconds), *far)


def _child(name: str, robot: str, asked: tuple[float, float, int], answers: Queue[Result]) -> None:
    try:
        answers.put(one_text(name, robot, *asked))
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        answers.put(Result(name, robot, False, 0, 0, 0.0, 0, 0.0, 0.0, 0.0, 0, why))


class _Running:
    """A text in a process of its own."""

    def __init__(self, name: str, robot: str, asked: tuple[float, float, int], most: float):
        context = get_context("spawn")
        self.name, self.robot = name, robot
        self.answers: Queue[Result] = context.Queue()
        self.process: SpawnProcess = context.Process(target=_child, args=(name, robot, asked, self.answers))
        self.until = time.monotonic() + most
        self.process.start()

    def result(self) -> Result | None:
        """The result, if it is there or will never be."""
        try:
            found = self.answers.get_nowait()
        except queue.Empty:
            over = time.monotonic() > self.until
            if not over and (self.process.is_alive() or not self.answers.empty()):
                return None
            self.process.terminate()
            why = "its time was up" if over else "the process ended"
            found = Result(self.name, self.robot, False, 0, 0, 0.0, 0, 0.0, 0.0, 0.0, 0, why)
        self.process.join()
        return found


def run(asked: argparse.Namespace) -> int:
    """Every text on every robot, in processes; a table, and the exit code."""
    folder = DATA / "chem-edu"
    if not folder.is_dir():
        sys.exit(f"there is no folder {folder}; name its parent in CLAIRIFY_SHARED_DATA")
    names = asked.texts or sorted(path.stem for path in folder.glob("*.txt"))
    waiting = [(name, robot) for name in names for robot in asked.robots]
    running: list[_Running] = []
    results: list[Result] = []
    print(f"{'text':8}{'robot':13}{'motions':>8}{'points':>8}{'apart':>9}{'script s':>10}{'asked':>6}{'wall s':>8}  ")
    while waiting or running:
        while waiting and len(running) < asked.j:
            name, robot = waiting.pop(0)
            running.append(_Running(name, robot, (asked.scale, asked.rate, asked.seed), asked.seconds))
        for one in list(running):
            found = one.result()
            if found is not None:
                running.remove(one)
                results.append(found)
                print(_line(found), flush=True)
        time.sleep(0.1)
    good = sum(one.good for one in results)
    print(f"{good} of {len(results)} arrived within {EXACT:g} as they were checked, and succeeded")
    share("bridge texts: good", good, len(results))
    if asked.json is not None:
        asked.json.write_text(json.dumps([asdict(one) for one in results], indent=1), encoding="utf-8")
    return 0 if good == len(results) else 1


def _line(one: Result) -> str:
    return (
        f"{one.text:8}{one.robot:13}{one.arrived:8}{one.points:8}{one.apart:9.1e}{one.seconds:10.1f}{one.asked:6}"
        f"{one.rehearsed + one.performed:8.1f}  {'good' if one.good else one.why or 'not the same'}"
    )
