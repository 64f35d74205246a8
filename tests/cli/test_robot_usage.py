"""`clairify execute --robot ros`: what is refused, in a sentence, before anything is rehearsed or moved."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files.extras import install
from cli.conftest import Run
from cli.robots import GIVEN, prepare, without_terminal
from cli.test_execute import BLOCKED, python

ROS = ("execute", *GIVEN, "--robot", "ros")
URL, PROFILE = ("--url", "ws://127.0.0.1:9"), ("--profile", "franka-ros2")
OWN = ("--profile", "robot.yaml")
WHOLE = (*ROS, *URL, *PROFILE)


@pytest.fixture(autouse=True)
def given(own_folder: Path) -> None:
    prepare(own_folder)
    (own_folder / "open.yaml").write_text("profile: 1\nextends: franka-ros2\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    stored(__file__, "wrong_use_is_a_sentence"),
)
def test_wrong_use_is_a_sentence(arguments: tuple[str, ...], said: str, clairify: Run) -> None:
    pytest.importorskip("pybullet")
    pytest.importorskip("websockets")
    ran = clairify(*arguments)
    assert (ran.code, ran.out) == (2, ""), ran.said
    assert said in ran.err
    assert "hunter2" not in ran.err and "Traceback" not in ran.err


def test_a_profile_with_errors_is_shown_at_its_lines(own_folder: Path, clairify: Run) -> None:
    (own_folder / "robot.yaml").write_text("profile: 1\nextends: franka-ros2\nwatching: {stael: 1 s}\n")
    ran = clairify(*ROS, *URL, "--profile", "robot.yaml", "--dry-run")
    assert ran.code == 1
    assert "robot.yaml:3:12: error[RUN003]" in ran.err and "write `stale`" in ran.said.replace("= fix: ", "")
    ran = clairify("check", "robot.yaml", "--format", "concise")
    assert ran.code == 1 and "robot.yaml:3:12: error[RUN003]" in ran.out


def test_without_a_bridge_it_is_one_sentence_before_the_rehearsal() -> None:
    pytest.importorskip("pybullet")
    pytest.importorskip("websockets")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"ws://me:hunter2@127.0.0.1:{taken.getsockname()[1]}"
        ran = without_terminal(*ROS, "--url", url, *PROFILE, "--dry-run")
    assert (ran.returncode, ran.stdout) == (3, "")
    first, *rest = ran.stderr.splitlines()
    assert first.startswith(f"clairify: The bridge at {url.replace('me:hunter2@', '')} cannot be had: ")
    assert rest == [
        "  cause: closed",
        "  nothing had been begun, and nothing had to be stopped",
        "  = help: see that rosbridge runs and answers, and that the arm stands; then start again",
    ]


def test_the_missing_extra_is_one_sentence() -> None:
    pytest.importorskip("pybullet")
    done = python(BLOCKED, "websockets", *WHOLE, "--dry-run")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (f"clairify: A robot behind ROS needs the extra `ros`: {install('ros')}\n")


def test_a_log_that_is_there_is_not_written_over(own_folder: Path, clairify: Run) -> None:
    pytest.importorskip("pybullet")
    pytest.importorskip("websockets")
    (own_folder / "run.jsonl").write_text("precious")
    ran = clairify(*WHOLE, "--dry-run", "--robot-log", "run.jsonl")
    assert ran.code == 2
    assert "run.jsonl is there already, and a log is never written over" in ran.err
    assert (own_folder / "run.jsonl").read_text() == "precious"
    (own_folder / "link.jsonl").symlink_to("nowhere")
    ran = clairify(*WHOLE, "--dry-run", "--robot-log", "link.jsonl")
    assert ran.code == 2 and "link.jsonl is there already" in ran.err


def test_profiles_are_completed(own_folder: Path) -> None:
    from clairify_cli.cli.shared.offers import Offered
    from clairify_cli.services.options import Offer

    offered = Offered(Offer.PROFILES).shell_complete(None, None, "franka")  # type: ignore[arg-type]
    assert [one.value for one in offered] == ["franka-ros1", "franka-ros2", "franka"]


def test_help_and_checks_load_nothing_of_robots() -> None:
    script = (
        "import sys; from clairify_cli.app import run; run(sys.argv[1:])\n"
        "heavy = ('websockets', 'numpy', 'yaml', 'clairify_cli.worlds.ros.profile.values')\n"
        "print([one for one in heavy if one in sys.modules])"
    )
    done = python(script, "execute", "--help")
    assert done.stdout.splitlines()[-1] == "[]", sys.version
