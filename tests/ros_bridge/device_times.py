"""Measure how soon a device that fails is noticed: `PYTHONPATH=tests python -m ros_bridge.device_times 10`.

Times are s of the wall at the bridge, on one machine with it; the plate shows its temperature 20 times a second.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time

from agents.robot.scripts import DEVICES, quick

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.robot import HaltError
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.trial import NEAR, Notes, motion

PLATE = ("plate1", "temperature")


def measured(*, moving: bool, silent: bool) -> tuple[float, ...]:
    """From the first reading over the limit, or the last one, to the arrival of the off, and of the cancel if any."""
    profile = quick(devices=DEVICES, rate=1.0)
    with Bridge(profile) as bridge:
        robot = RosRobot.connect(bridge.url, profile, Notes())
        node = bridge.bench.nodes[PLATE]
        robot.set(*PLATE, 45.0)
        begun: list[float] = []

        def fail() -> None:
            time.sleep(0.5)
            if silent:
                node.silent = True
                begun.append(time.monotonic())
            else:
                node.shown = 126.0

        threading.Thread(target=fail, daemon=True).start()
        try:
            if moving:
                robot.follow(motion(HOME, NEAR, 8.0))
            while True:
                robot.state()
                time.sleep(0.02)
        except HaltError:
            pass
        robot.close()
        first = begun[0] if silent else node.passed[120.0]
        return (node.offs[0] - first, *(one - first for one in bridge.cancels[:1]))


def main(trials: int = 20) -> None:
    """Print a line for each case: median and largest, in ms."""
    for silent in (False, True):
        for moving in (False, True):
            found = [measured(moving=moving, silent=silent) for _ in range(trials)]
            words = [
                f"{what} {1000 * statistics.median(times):.0f} ms (at most {1000 * max(times):.0f})"
                for what, times in zip(("off", "cancel"), zip(*found, strict=True), strict=False)
            ]
            case = f"{'silent' if silent else 'over its limit'}, {'in a motion' if moving else 'in a pause'}"
            sys.stdout.write(f"{case}: {', '.join(words)}\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
