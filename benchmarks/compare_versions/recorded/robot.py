"""`clairify execute --robot ros` with the fake rosbridge: dry runs, short moves, and what keeps an arm from moving."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import benchmarks.tests_path  # noqa: F401
from benchmarks.compare_versions.invocation import BRIDGE, TIMED, Invocation, make
from benchmarks.compare_versions.recorded.arm import ARM, ONE

UNATTENDED = "unattended: true\n"
ROS = f"execute {ONE} --robot ros --url {BRIDGE} --profile robot.yaml"
DRY: Mapping[str, tuple[str, str]] = {
    "dry": (f"{ROS} --dry-run", "ready"),
    "script": (f"{ROS} --dry-run --script - -q", "ready"),
    "script-file": (f"{ROS} --dry-run --script script.json --speed-scale 0.2", "ready"),
    "elsewhere": (f"{ROS} --dry-run", "elsewhere"),
    "without-rosapi": (f"{ROS} --dry-run", "without-rosapi"),
    "not-confirmed": (ROS, "ready"),
    "without-guard": (f"{ROS} --dry-run --without-guard", "ready"),
}
MOVING: Mapping[str, tuple[str, ...]] = {
    "all": (f"{ROS} --yes --robot-log log.jsonl --report run.json", "execute --replay-log log.jsonl"),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    for base in ("franka-ros1", "franka-ros2"):
        profile = _profile(base)
        for name, (line, setting) in DRY.items():
            files = {**ARM, "robot.yaml": profile.replace(UNATTENDED, "")}
            yield make(f"robot/{base}/{name}", line, files=files, bridge=setting, tags=[TIMED])
        for name, lines in MOVING.items():
            files = {**ARM, "robot.yaml": profile}
            yield make(f"robot/{base}/moves-{name}", *lines, files=files, bridge="ready", tags=[TIMED, "whole"])
    given = f"execute {ONE} --robot ros --profile franka-ros2"
    for name, line in (
        ("no-url", given),
        ("bad-url", f"{given} --url http://127.0.0.1:1"),
        ("nobody", f"{given} --url ws://127.0.0.1:1 --dry-run"),
        ("profile", f"execute {ONE} --robot ros --url ws://127.0.0.1:1 --profile franka-ros9"),
        ("scale", f"{given} --url ws://127.0.0.1:1 --speed-scale 0.9"),
        ("sim-url", f"execute {ONE} --url ws://127.0.0.1:1 --dry-run"),
    ):
        yield make(f"robot/usage/{name}", line, files=ARM)


def _profile(base: str) -> str:
    """The profile of the fake arm, which the tests keep as profiles have to be."""
    from ros_bridge.errand import write_errand

    with tempfile.TemporaryDirectory() as folder:
        write_errand(Path(folder), base, 5.0)
        return (Path(folder) / "robot.yaml").read_text(encoding="utf-8")
