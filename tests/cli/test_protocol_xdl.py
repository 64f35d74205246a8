"""A program of XDL with devices: a pump adds, a hotplate stirs and heats, a chiller cools, and nobody is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_tables import stored

pytest.importorskip("websockets")
pytest.importorskip("pybullet")

from ros_bridge.bridge import Bridge

from cli.conftest import Run
from cli.robots import HOME, prepare

XDL = stored(__file__, "XDL")
BENCH = stored(__file__, "BENCH")
DEVICES = stored(__file__, "DEVICES")


def given(folder: Path) -> tuple[str, ...]:
    (folder / "protocol.xdl").write_text(XDL)
    (folder / "bench.yaml").write_text(BENCH)
    return ("execute", "protocol.xdl", "--scene", "bench.yaml", "--robot", "ros", "--profile", "robot.yaml")


def test_a_pump_adds_and_devices_do_the_rest(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, rate=20.0, more=DEVICES)
    with Bridge(profile, home=HOME) as bridge:
        more = ("--url", bridge.url, "--yes", "--without-guard", "--report", "report.json")
        ran = clairify(*given(own_folder), *more)
        assert ran.code == 0, ran.err
        told = {key: bridge.bench.told(*key) for key in bridge.bench.nodes}
        assert not any(node.on for node in bridge.bench.nodes.values())
    assert told[("pump1", "volume")] == [pytest.approx(20.0, abs=0.01), None]
    assert told[("plate1", "temperature")] == [45.0, None] and told[("plate1", "rpm")] == [300.0, None]
    assert told[("bath1", "temperature")] == [5.0, None]
    report = json.loads((own_folder / "report.json").read_text(encoding="utf-8"))["robot"]
    assert report["outcome"] == "done" and report["asked"] == []
    assert {(one["device"], one["setting"], one["confirmed"]) for one in report["devices"]} == {
        ("pump1", "volume", True),
        ("plate1", "temperature", True),
        ("plate1", "rpm", True),
        ("bath1", "temperature", True),
    }


def test_a_dry_run_says_what_cannot_work(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, rate=20.0, more=DEVICES)
    with Bridge(profile, home=HOME) as bridge:
        prepare(own_folder, rate=20.0, more=DEVICES.replace("/pump/stop", "/pump/halt"))
        bridge.bench.nodes["plate1", "temperature"].silent = True
        ran = clairify(*given(own_folder), "--url", bridge.url, "--dry-run")
        assert bridge.motions == [] and bridge.bench.settings == []
    assert "note: The volume of pump1 cannot be used: there is no /pump/halt." in ran.err
    assert "it could not begin: pump1 cannot be set: ROS does not reach its volume, or what switches it off." in ran.err
