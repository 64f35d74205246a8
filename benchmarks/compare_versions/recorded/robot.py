"""`clairify execute --robot ros` with the fake rosbridge: dry runs, short moves, and what keeps an arm from moving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import BRIDGE, TIMED, Invocation, make
from benchmarks.compare_versions.recorded.arm import ARM, ONE

PROFILE = "profile: 1\nname: quick\nextends: {}\nrate: 5\n"
UNATTENDED = "unattended: true\n"
ROS = f"execute {ONE} --robot ros --url {BRIDGE} --profile robot.yaml"
DRY: Mapping[str, tuple[str, str]] = {
    "dry": (f"{ROS} --dry-run", "ready"),
    "script": (f"{ROS} --dry-run --script - -q", "ready"),
    "script-file": (f"{ROS} --dry-run --script script.json --speed-scale 0.2", "ready"),
    "elsewhere": (f"{ROS} --dry-run", "elsewhere"),
    "without-rosapi": (f"{ROS} --dry-run", "without-rosapi"),
    "not-confirmed": (ROS, "ready"),
}
MOVING: Mapping[str, tuple[str, ...]] = {
    "all": (f"{ROS} --yes --robot-log log.jsonl --report run.json",),
    "replayed": (
        f"{ROS} --yes --robot-log log.jsonl -q",
        "execute --replay-log log.jsonl --scene one.yaml --report replay.json",
    ),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    for base in ("franka-ros1", "franka-ros2"):
        profile = PROFILE.format(base)
        for name, (line, setting) in DRY.items():
            files = {**ARM, "robot.yaml": profile}
            yield make(f"robot/{base}/{name}", line, files=files, bridge=setting, tags=[TIMED])
        for name, lines in MOVING.items():
            files = {**ARM, "robot.yaml": profile + UNATTENDED}
            yield make(f"robot/{base}/moves-{name}", *lines, files=files, bridge="ready", tags=[TIMED, "whole"])
    given = f"execute {ONE} --robot ros --profile franka-ros2"
    for name, line in (
        ("no-url", given),
        ("bad-url", f"{given} --url http://127.0.0.1:1"),
        ("nobody", f"{given} --url ws://127.0.0.1:1 --dry-run"),
        ("profile", f"execute {ONE} --robot ros --url ws://127.0.0.1:1 --profile franka-ros9"),
        ("scale", f"{given} --url ws://127.0.0.1:1 --speed-scale 0.9"),
        ("sim-url", f"execute {ONE} --url ws://127.0.0.1:1 --dry-run"),
        ("replay-missing", "execute --replay-log gone.jsonl --scene one.yaml"),
        ("replay-no-scene", "execute --replay-log one.plan"),
    ):
        yield make(f"robot/usage/{name}", line, files=ARM)
