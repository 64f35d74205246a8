"""`clairify execute --robot ros` as a person sees it: processes at a terminal, with an arm behind the test bridge."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
from schemas_kept import fits
from waiting import soon

pytest.importorskip("pybullet")
pytest.importorskip("websockets")

from ros_bridge.bare import Bare
from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment

from clairify_cli.worlds.ros.link.log import read_log
from cli.conftest import CLAIRIFY, Run
from cli.robots import CONFIRM, GIVEN, HOME, at_terminal, prepare

UNATTENDED = "unattended: true\n"
MOVE = {CONFIRM: "move\n"}


def robot(bridge: Bridge, *more: str) -> tuple[str, ...]:
    """The arguments of a run on the arm behind a bridge."""
    return ("execute", *GIVEN, "--robot", "ros", "--url", bridge.url, "--profile", "robot.yaml", *more)


def logs(folder: Path) -> list[Path]:
    return sorted(folder.glob("robot-*.jsonl"))


def refused(folder: Path) -> object:
    """The cause that the log has for why the script was not begun with."""
    (log,) = logs(folder)
    (entry,) = [one for one in read_log(log.read_bytes()) if one.kind == "refused"]
    return entry.fields.get("cause")


@pytest.mark.parametrize("base", ["franka-ros1", "franka-ros2"])
def test_a_person_says_move_and_the_arm_does_it_all(base: str, own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, base=base)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge, "--report", "run.json", "--script", "script.json"))
        session.until(CONFIRM)
        assert "scene: one block" in session.plain and "6 motions, " in session.plain
        assert "rad/s (joint" in session.plain and "m/s" in session.plain
        assert "no safety-rated stop" in session.plain
        assert bridge.motions == []
        assert session.end(MOVE) == 0, session.plain
        sent = json.loads((own_folder / "script.json").read_text())["commands"]
        motions = [one["points"] for one in sent if one["do"] == "motion"]
        for arrived, wanted in zip(bridge.motions, motions, strict=True):
            for point, other in zip(arrived.points, wanted, strict=True):
                assert point.positions == pytest.approx(other[1:8], abs=1e-6)
        assert bridge.logged == []
    assert "one.plan: done (6 of 6 motions" in session.plain
    made = json.loads((own_folder / "run.json").read_text())
    fits(made, "run-report")
    assert (made["robot"]["outcome"], made["robot"]["motions_done"], made["robot"]["halted"]) == ("done", 6, None)
    (log,) = logs(own_folder)
    mcap = log.with_suffix(".mcap").name
    ran = clairify("execute", "--replay-log", mcap, "--scene", "one.yaml", "--film", "run.html", "--film", "run.png")
    assert ran.code == 0, ran.err
    assert ran.out.count("off its path") == 6 and "all was done" in ran.err
    block = re.findall(r'"a": \[([-\d., ]+)\]', (own_folder / "run.html").read_text())
    first, last = ([float(one) for one in pose.split(",")[:3]] for pose in (block[0], block[-1]))
    assert math.dist(first, last) > 0.1  # the hand took it along


@pytest.mark.long  # test_robot_ask.py has a shorter one
def test_what_is_not_confirmed_does_not_move(own_folder: Path) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge))
        assert session.end({CONFIRM: "MOVE!\n"}) == 1
        assert bridge.motions == []
    assert "nothing was moved: it was not confirmed" in session.plain


@pytest.mark.long
def test_what_was_typed_before_the_question_is_no_answer(own_folder: Path) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge))
        session.until("rehearsal")
        os.write(session.terminal, b"move\n")
        session.until(CONFIRM)
        time.sleep(0.5)
        assert bridge.motions == [] and session.process.poll() is None
        session.interrupt()
        assert session.end() == 130
        assert not (bridge.motions or bridge.cancels or bridge.cancels_of_all or bridge.stops)
    assert "interrupted; nothing was moved" in session.plain
    assert refused(own_folder) is None


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, *(pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGTERM, signal.SIGHUP)), None],
)
def test_a_signal_stops_the_arm_at_once(number: signal.Signals | None, own_folder: Path) -> None:
    """So does a terminal that is closed, without a signal."""
    profile = prepare(own_folder, rate=2.0)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge, "--report", "run.json"))
        session.until(CONFIRM)
        session.answer(MOVE)
        assert soon(lambda: bool(bridge.motions))
        time.sleep(0.3)
        if number is None:
            at = time.monotonic()
            os.close(session.terminal)
            assert session.process.wait(timeout=30) == 130
        else:
            at = session.interrupt(number)
            assert session.end() == 130, session.plain
        assert min(bridge.cancels) - at < 0.5 and bridge.stops == bridge.cancels_of_all == []
        count = len(bridge.motions)
        time.sleep(0.3)
        assert len(bridge.motions) == count == 1
    if number is not None:
        assert "cause: interrupted" in session.plain and "NOT" not in session.plain
        assert "the hand was left as it is" in session.plain and "the arm stands still" in session.plain
    made = json.loads((own_folder / "run.json").read_text())
    assert (made["robot"]["outcome"], made["robot"]["motions_done"]) == ("interrupted", 0)
    assert made["robot"]["halted"]["stopped"]["gripper"] is None


def test_a_signal_in_a_dry_run_stops_nothing_of_others(own_folder: Path) -> None:
    """The arm may be moved by somebody else meanwhile."""
    profile = prepare(own_folder)
    os.mkfifo("pipe")  # nobody reads it, so that the run does not come to its end
    with Bridge(profile, home=HOME) as bridge:
        process = subprocess.Popen(
            [CLAIRIFY, *robot(bridge, "--dry-run", "--report", "pipe")],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        assert any("the arm stands where the run begins" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
        assert (process.returncode, said) == (130, "clairify: interrupted; nothing was moved\n")
        assert {one.op for one in bridge.received} <= {"subscribe", "unsubscribe", "advertise", "call_service"}
        assert bridge.stops == [] and bridge.cancels == []


@pytest.mark.long  # test_others_goals.py has a shorter one
@pytest.mark.parametrize("base", ["franka-ros1", "franka-ros2"])
def test_an_arm_that_somebody_else_moves_is_refused_at_once(base: str, own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, base=base, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge, Bare(bridge.url, profile) as other:
        other.goal(profile.trajectory, other.motion(HOME, (0.5, *HOME[1:]), 100.0), "theirs")
        assert soon(lambda: bridge.arm.moving)
        ran = clairify(*robot(bridge, "--yes"))
        assert (ran.code, ran.out) == (3, "") and "rehearsal" not in ran.err
        assert "carries out a goal of somebody else, " in ran.err and "cause: used by somebody else" in ran.err
        assert len(bridge.motions) == 1 and bridge.arm.moving
        assert not (bridge.cancels or bridge.cancels_of_all or bridge.stops)


def test_one_clairify_at_a_time_has_an_arm(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge))
        session.until(CONFIRM)
        ran = clairify(*robot(bridge, "--yes"))
        assert ran.code == 3
        assert f"Another clairify (process {session.process.pid}) has {profile.trajectory.name} at 127.0.0.1" in ran.err
        session.process.kill()
        session.process.wait()
        os.close(session.terminal)
        ran = clairify(*robot(bridge, "--yes", "-q"))  # the lock went with the process
        assert ran.code == 0, ran.err


def test_a_profile_that_is_wrong_sends_nothing(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        prepare(own_folder, more=UNATTENDED + "joint_states: {topic: /elsewhere}\n")
        assert clairify(*robot(bridge, "--yes")).code == 3
        assert {one.op for one in bridge.received} <= {"subscribe", "unsubscribe", "advertise", "call_service"}
        assert not (bridge.cancels or bridge.cancels_of_all or bridge.stops)


def test_a_signal_in_the_rehearsal_ends_it_before_anything_moves(own_folder: Path) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        process = subprocess.Popen(
            [CLAIRIFY, *robot(bridge, "--yes")], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert process.stderr is not None and "rehearsal" in process.stderr.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[1]
        assert process.returncode == 130, said
        assert bridge.motions == []
    assert said.endswith("interrupted; nothing was moved\n") and logs(own_folder) == []


def test_a_signal_while_it_connects_ends_it_at_once(own_folder: Path) -> None:
    prepare(own_folder)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"ws://127.0.0.1:{silent.getsockname()[1]}"
        process = subprocess.Popen(
            [CLAIRIFY, "execute", *GIVEN, "--robot", "ros", "--url", url, "--profile", "robot.yaml", "--dry-run"],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        connection, _ = silent.accept()
        with connection:
            process.send_signal(signal.SIGTERM)
            said = process.communicate(timeout=60)[1]
    assert (process.returncode, said) == (130, "clairify: interrupted; nothing was moved\n")


def test_a_report_that_cannot_be_written_does_not_hide_that_it_was_stopped(own_folder: Path) -> None:
    profile = prepare(own_folder, rate=2.0, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        process = subprocess.Popen(
            [CLAIRIFY, *robot(bridge, "--yes", "--report", "/dev/full")],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert soon(lambda: bool(bridge.motions), 60.0)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
        assert process.returncode == 130, said
    assert "cause: interrupted" in said and "cannot write /dev/full" in said


def test_a_disk_that_fills_up_stops_the_arm(own_folder: Path) -> None:
    import resource

    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        ran = subprocess.run(
            [CLAIRIFY, *robot(bridge, "--yes", "-q")],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)),
        )
        assert ran.returncode == 3, ran.stderr
        assert 0 < len(bridge.motions) < 6 and bridge.stops == [] and not bridge.arm.moving
    assert "cause: log not written" in ran.stderr and "the hand was left as it is" in ran.stderr
    (log,) = logs(own_folder)
    assert read_log(log.read_bytes())[-1].kind != "end"


@pytest.mark.long  # test_perform.py and test_arm_robot.py have shorter ones
def test_a_hand_of_another_name_is_refused_before_anything_moves(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        prepare(own_folder, more="gripper: {grasp: {action: /hand/grasp}}\n")
        ran = clairify(*robot(bridge, "--dry-run"))
        assert ran.code == 0, ran.err
        assert "it could not begin: the run needs /hand/grasp, and nothing is heard of it" in ran.err
        session = at_terminal(*robot(bridge))
        assert session.end() == 3 and CONFIRM not in session.shown
        assert bridge.motions == []


@pytest.mark.long  # test_robot_mode_said.py has one of another cause
def test_a_fault_stops_the_run_and_says_what_was_confirmed(own_folder: Path) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME, faults=[Fault(Kind.DRIFT, Moment.MIDDLE, motion=2)]) as bridge:
        session = at_terminal(*robot(bridge, "--report", "run.json"))
        assert session.end(MOVE) == 3, session.plain
        assert len(bridge.motions) == 2
    assert "cause: off its path" in session.plain and "expected" in session.plain
    assert "1 of 6 motions" in session.plain
    made = json.loads((own_folder / "run.json").read_text())
    fits(made, "run-report")
    assert made["robot"]["halted"]["cause"] == "off its path"


def test_an_arm_that_stands_elsewhere_is_not_moved(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=(0.02, *HOME[1:])) as bridge:
        ran = clairify(*robot(bridge, "--yes"))
        assert (ran.code, ran.out) == (3, "")
        assert bridge.motions == []
    assert "joint 1 is 0.0200 rad from there" in ran.err
    assert refused(own_folder) == "elsewhere"
    assert "expected [0.000, -0.500" in ran.err and "observed [0.020, -0.500" in ran.err


@pytest.mark.long  # it is so where one clairify at a time has an arm
def test_nobody_need_be_there_where_the_profile_says_so(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        ran = clairify(*robot(bridge, "--yes", "-q", "--robot-log", "run.jsonl"))
        assert ran.code == 0, ran.err
        assert len(bridge.motions) == 6
    assert (own_folder / "run.jsonl").exists() and logs(own_folder) == []


@pytest.mark.long  # test_arm_robot.py has a shorter one
def test_a_bridge_that_cannot_stop_is_probed_for_and_said(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME, faults=[Fault(Kind.IGNORE_CANCEL)], with_rosapi=False) as bridge:
        ran = clairify(*robot(bridge, "--yes"))
        assert ran.code == 1
        assert bridge.motions == []
    assert "a motion could not be stopped at once" in ran.err and "send_action_goals_in_new_thread" in ran.err


@pytest.mark.long  # test_stop_line.py has a shorter one
def test_a_bridge_that_can_be_stopped_on_a_second_connection_will_do(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME, one_thread=True) as bridge:
        ran = clairify(*robot(bridge, "--yes"))
        assert ran.code == 0, ran.err
        assert len(bridge.motions) == 6
    assert "one thing at a time for each connection" in ran.err


@pytest.mark.long
def test_without_a_second_connection_somebody_has_to_look(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME, most=1) as bridge:
        ran = clairify(*robot(bridge, "--yes"))
        assert ran.code == 1
        assert bridge.motions == []
        session = at_terminal(*robot(bridge))
        assert session.end(MOVE) == 0, session.plain
        assert len(bridge.motions) == 6
    assert "nothing was moved: there is no second connection" in ran.err
    assert "There is no second connection" in session.plain


def test_a_dry_run_reads_the_state_and_moves_nothing(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more="watching: {stale: 3 s}\n")
    with Bridge(profile, home=(0.02, *HOME[1:])) as bridge:
        ran = clairify(*robot(bridge, "--dry-run", "--script", "-"))
        assert ran.code == 0, ran.err
        sent = {one.op for one in bridge.received}
        assert sent <= {"subscribe", "advertise", "call_service", "unsubscribe", "unadvertise"}
        assert bridge.motions == [] and bridge.logged == []
    script = json.loads(ran.out)
    assert sum(one["do"] == "motion" for one in script["commands"]) == 6
    assert (script["scene"], script["scale"]) == ("one block", 0.1)
    assert "6 motions, " in ran.err and "waypoints" in ran.err
    assert "  - robot.yaml:6:19: `stale` of `watching` of the profile is 3 s; the usual value is 0.5 s" in ran.err
    assert "clock runs 5 times as fast as the wall's" in ran.err
    assert "it could not begin: the arm is not where the run begins: joint 1 is 0.0200 rad" in ran.err
    assert ran.err.endswith("one.plan: dry run, nothing was moved\n")
    assert logs(own_folder) == []


def test_a_dry_run_without_a_bridge_says_what_it_cannot_know(own_folder: Path, clairify: Run) -> None:
    prepare(own_folder)
    dry = ("--robot", "ros", "--profile", "robot.yaml", "--dry-run", "--script", "-", "--report", "run.json")
    ran = clairify("execute", *GIVEN, *dry)
    assert ran.code == 0, ran.err
    assert sum(one["do"] == "motion" for one in json.loads(ran.out)["commands"]) == 6
    assert "what would be sent:" in ran.err and "waypoints" in ran.err
    assert "no bridge was asked, so it is open whether the run could begin: add --url" in ran.err
    assert "the arm stands" not in ran.err
    part = json.loads((own_folder / "run.json").read_text())["robot"]
    assert (part["outcome"], part["url"], part["motions_done"]) == ("dry-run", "", 0)


@pytest.mark.long  # test_robot_ask.py and test_perform.py have shorter ones
def test_a_bridge_that_is_gone_while_a_person_thinks(own_folder: Path) -> None:
    profile = prepare(own_folder)
    with Bridge(profile, home=HOME) as bridge:
        session = at_terminal(*robot(bridge))
        session.until(CONFIRM)
        bridge.begin(Fault(Kind.RESET))
        assert session.end() == 3
    assert "closed" in session.plain
    assert refused(own_folder) == "closed"


def test_secrets_of_the_address_are_nowhere(own_folder: Path, clairify: Run) -> None:
    profile = prepare(own_folder, more=UNATTENDED)
    with Bridge(profile, home=HOME) as bridge:
        secret = bridge.url.replace("ws://", "ws://me:hunter2@") + "/?token=abc"
        arguments = [secret if one == bridge.url else one for one in robot(bridge, "--yes", "--report", "run.json")]
        ran = clairify(*arguments)
        assert ran.code == 0, ran.err
    (log,) = logs(own_folder)
    for text in (ran.err, log.read_text(), (own_folder / "run.json").read_text()):
        assert "hunter2" not in text and "abc" not in text
    assert bridge.url in ran.err
