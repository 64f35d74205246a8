"""Scores runs on a robot behind the test bridge.

`python -m benchmarks.score_ros texts [NAME ...] [-j N]`: every text of the kitchen and the classroom, on both robots.
`python -m benchmarks.score_ros stops`: Ctrl-C at 20 random moments of `clairify execute --robot ros`.
`python -m benchmarks.score_ros busy`: Ctrl-C at 200 random moments on a busy machine, and goals of somebody else.
`python -m benchmarks.score_ros stream`: what a trajectory of 500 points takes longer than it is planned for.
`python -m benchmarks.score_ros latency`: 20 undisturbed runs at random latency on a busy machine.
`python -m benchmarks.score_ros faults`: every fault at every moment, and how soon it was noticed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks import score_ros_faults, score_ros_stops, score_ros_stops_busy, score_ros_texts

ROBOTS = ("franka-ros1", "franka-ros2")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    texts = parts.add_parser("texts")
    texts.add_argument("texts", nargs="*", help="names of texts, such as exp4 (default: all)")
    texts.add_argument("-j", type=int, default=2, help="processes")
    texts.add_argument("--scale", type=float, default=0.1, help="the share of the robot's velocities")
    texts.add_argument("--rate", type=float, default=100.0, help="how much faster than the wall its clock is")
    texts.add_argument("--seed", type=int, default=0)
    texts.add_argument("--seconds", type=float, default=900.0, help="the most wall time of a text")
    texts.add_argument("--json", type=Path, help="write the results to this file")
    texts.set_defaults(run=score_ros_texts.run)
    stops = parts.add_parser("stops")
    stops.add_argument("--times", type=int, default=20)
    stops.add_argument("--within", type=float, default=9.0, help="s of the wall from the first motion on")
    stops.add_argument("--rate", type=float, default=2.0, help="how much faster than the wall the clock is")
    stops.add_argument("--seed", type=int, default=0)
    stops.set_defaults(run=score_ros_stops.stops)
    busy = parts.add_parser("busy")
    busy.add_argument("--times", type=int, default=200)
    busy.add_argument("--others", type=int, default=10, help="goals of somebody else, for each robot")
    busy.add_argument("--busy", type=int, default=max(2, os.cpu_count() or 2), help="processes that keep a core busy")
    busy.add_argument("--seed", type=int, default=0)
    busy.set_defaults(run=score_ros_stops_busy.busy)
    stream = parts.add_parser("stream")
    stream.add_argument("--points", type=int, default=500)
    stream.add_argument("--seconds", type=float, default=10.0)
    stream.add_argument("--times", type=int, default=5)
    stream.set_defaults(run=score_ros_faults.stream)
    faults = parts.add_parser("faults")
    faults.add_argument("-j", type=int, default=6, help="trials at a time: they mostly wait")
    faults.set_defaults(run=score_ros_faults.faults)
    latency = parts.add_parser("latency")
    latency.add_argument("--times", type=int, default=20)
    latency.add_argument(
        "--busy", type=int, default=max(2, os.cpu_count() or 2), help="processes that keep a core busy"
    )
    latency.set_defaults(run=score_ros_faults.latency)
    for part in (texts, stops, busy, stream, faults, latency):
        part.add_argument("--robots", nargs="*", default=list(ROBOTS))
    asked = parser.parse_args()
    sys.exit(asked.run(asked))


if __name__ == "__main__":
    main()
