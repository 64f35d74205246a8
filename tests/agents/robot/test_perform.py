"""Carrying scripts out on an arm behind the test bridge: what is done, asked, weighed, written down and stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytest.importorskip("websockets")

from ros_bridge.ahead import Ahead, undisturbed
from ros_bridge.bridge import HOME, Bridge
from ros_bridge.faults import Fault, Kind, Moment

from agents.robot.scripts import BACK, DEVICES, GRASP, NEAR, OPEN, STEP, THERE, quick, script
from clairify_cli.agents.robot.perform import perform
from clairify_cli.agents.robot.performance import Answer, Ask, Bench, Performance, Question, questions
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.link.log import Entry, read_log
from clairify_cli.worlds.ros.profile.values import RobotProfile
from clairify_cli.worlds.ros.robot import Cause
from clairify_cli.worlds.ros.script.values import Pause, Script, Tare, Treatment, Weighing

BOTH = ("franka-ros1", "franka-ros2")
KINDS = {"balance1": "balance", "plate1": "hotplate", "stirrer1": "stirrer"}
NAMES = {"flask1": "the flask", "plate1": "the hotplate"}
STIR = Treatment("stir", STEP, "stir", "flask1", "stirrer1", {"time": 3.0, "rpm": 200.0})
HEAT = Treatment("heat", STEP, "heat", "flask1", "plate1", {"time": 5.0, "temperature": 60.0})
TARE, WEIGH = Tare("tare", STEP, "flask1", "balance1"), Weighing("weigh", STEP, "flask1", "balance1", 20.0, 1.0)


def nobody(question: Question, meanwhile: Callable[[], None]) -> Answer:
    raise AssertionError(f"nobody should be asked: {question.text}")


class Person:
    """Answers in order, and remembers what was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, question: Question, meanwhile: Callable[[], None]) -> Answer:
        meanwhile()
        self.asked.append(question.text)
        return self.answers.pop(0)


def done(
    bridge: Bridge,
    profile: RobotProfile,
    what: Script,
    log: Path,
    *,
    ask: Ask | None = nobody,
    stop: Callable[[], bool] = lambda: False,
    meanwhile: Callable[[RosRobot], None] | None = None,
) -> Performance:
    """Carry a script out behind a bridge."""
    with JournalFile(log) as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)
        try:
            if meanwhile is not None:
                threading.Thread(target=meanwhile, args=(robot,), daemon=True).start()
            bench = Bench(KINDS, NAMES, robot.devices.has, robot.devices.shows)
            return perform(what, robot, journal, ask, stop=stop, bench=bench, rate=profile.rate)
        finally:
            robot.close()


@pytest.mark.parametrize("name", BOTH)
def test_all_is_done_in_order_and_written_down(name: str, tmp_path: Path) -> None:
    profile = quick(name)
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(), tmp_path / "log")
        assert made.succeeded and (made.motions, made.of, made.commands) == (2, 2, 5)
        assert bridge.logged == []
        arrived = [[point.positions for point in one.points] for one in bridge.motions]
    wanted = [[point.positions for point in one.points] for one in (THERE, BACK)]
    for one, other in zip(arrived, wanted, strict=True):
        assert one == [pytest.approx(point, abs=1e-9) for point in other]
    log = read_log((tmp_path / "log").read_bytes())
    kinds = [one.kind for one in log]
    assert kinds[0] == "journal" and kinds[-1] == "end"
    assert (kinds.count("command"), kinds.count("done")) == (5, 5)
    motion = next(n for n, one in enumerate(log) if one.fields.get("what") == "motion")
    assert kinds.index("start") < kinds.index("command") < motion


@pytest.mark.parametrize("name", BOTH)
def test_elsewhere_is_refused_with_both_places(name: str, tmp_path: Path) -> None:
    profile = quick(name)
    with Bridge(profile, home=(HOME[0] + 0.02, *HOME[1:])) as bridge:
        made = done(bridge, profile, script(), tmp_path / "log")
        assert bridge.motions == []
    assert made.halted is not None
    assert (made.halted.cause, made.halted.stopped, made.motions) == (Cause.ELSEWHERE, None, 0)
    assert "joint 1 is 0.0200 rad" in made.halted.message
    assert "0.020" in made.halted.actual and "-0.785" in made.halted.expected


def test_a_hand_that_may_hold_something_is_not_opened(tmp_path: Path) -> None:
    profile = quick()
    with Bridge(profile, width=0.03) as bridge:
        made = done(bridge, profile, script(), tmp_path / "log")
        assert bridge.motions == []
    assert made.halted is not None and "open it yourself" in made.halted.message
    assert (made.halted.expected, made.halted.actual) == ("80 mm", "30 mm")


def test_devices_are_set_and_off_again(tmp_path: Path) -> None:
    profile = quick(devices=DEVICES)
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(STIR, HEAT), tmp_path / "log")
        assert made.succeeded, made
        assert bridge.bench.settings == [
            ("stirrer1", "rpm", 200.0),
            ("stirrer1", "rpm", None),
            ("plate1", "temperature", 60.0),
            ("plate1", "temperature", None),
        ]
        assert bridge.logged == []
    assert all(one.confirmed for one in made.switched) and len(made.switched) == 2


def test_a_weighing_is_the_difference_of_two_readings(tmp_path: Path) -> None:
    profile = quick(devices=DEVICES)
    with Bridge(profile) as bridge:
        bridge.bench.grams["balance"] = 100.0

        def pour(robot: RosRobot) -> None:
            while not bridge.motions:
                time.sleep(0.005)
            bridge.bench.grams["balance"] = 120.5

        made = done(bridge, profile, script(TARE, THERE, WEIGH, BACK), tmp_path / "log", meanwhile=pour)
    assert made.succeeded, made
    assert [(one.vessel, one.found, one.good) for one in made.weighings] == [("flask1", 20.5, True)]


def test_a_weighing_that_is_off_ends_the_run_and_the_arm_stays(tmp_path: Path) -> None:
    profile = quick(devices=DEVICES)
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(TARE, THERE, WEIGH, BACK), tmp_path / "log")
        assert len(bridge.motions) == 1
        assert bridge.cancels == [] and bridge.stops == []
    assert made.halted is None and made.failed is not None
    assert "expected 20.00 g ± 1.00 g, observed 0.00 g" in made.failed
    assert (made.motions, made.at) == (1, WEIGH)
    assert read_log((tmp_path / "log").read_bytes())[-1].fields["failed"] == made.failed


def test_persons_are_asked_for_what_no_device_does(tmp_path: Path) -> None:
    profile = quick()
    person = Person(Answer(done=True), Answer(done=True), Answer(done=True, grams=19.5))
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(STIR, TARE, WEIGH), tmp_path / "log", ask=person)
    assert made.succeeded and made.weighings[0].found == 19.5
    assert person.asked == [
        "Stir the flask on stirrer1 for 3 s at 200 rpm, and turn the stirrer off",
        "Set the balance below the flask to zero",
        "Weigh the flask: since the balance was set to zero 20.00 g must have been added, within 1.00 g",
    ]
    assert [one.question for one in made.asked] == person.asked


@pytest.mark.parametrize("answer", [Answer(done=False), Answer(done=True, grams=22.0)])
def test_what_a_person_weighs_counts(answer: Answer, tmp_path: Path) -> None:
    profile = quick()
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(WEIGH, THERE), tmp_path / "log", ask=Person(answer))
        assert bridge.motions == []
    assert made.failed is not None and made.weighings[0].good is False


def test_a_person_who_is_needed_is_known_before_anything_moves(tmp_path: Path) -> None:
    profile = quick()
    with Bridge(profile) as bridge:
        with pytest.raises(ValueError, match="nobody to ask"):
            done(bridge, profile, script(THERE, STIR), tmp_path / "log", ask=None)
        assert bridge.motions == []
    reached = Bench(KINDS, {}, lambda device, setting: (device, setting) in {("balance", None), ("stirrer1", "rpm")})
    asked = questions(script(STIR, HEAT, TARE, THERE, WEIGH), reached)
    assert [one.command for one in asked] == [1]


def _with_a_fault(case: tuple[str, Kind]) -> tuple[Performance, int, list[Entry]]:
    """What came of it, how many motions arrived, and what is in the log."""
    name, kind = case
    profile = quick(name, rate=2.0)

    def trial() -> tuple[Performance, int, list[Entry]]:
        with TemporaryDirectory() as folder, Bridge(profile, faults=[Fault(kind, Moment.MIDDLE)]) as bridge:
            made = done(bridge, profile, script(), Path(folder) / "log")
            time.sleep(0.2)
            return made, len(bridge.motions), read_log((Path(folder) / "log").read_bytes())

    return undisturbed(trial)


TRIALS = Ahead(
    [(name, kind) for kind in (Kind.RESET, Kind.FREEZE, Kind.ABORT, Kind.DRIFT) for name in BOTH], _with_a_fault
)


@pytest.mark.parametrize("place", TRIALS.params(lambda one: f"{one[0]}-{one[1].value}"))
def test_a_fault_ends_the_run(place: int) -> None:
    made, motions, log = TRIALS.of(place)
    assert motions == 1
    assert made.halted is not None and made.halted.stopped is not None
    assert (made.motions, made.commands, made.at) == (0, 0, THERE)
    last = next(one for one in log if one.kind == "end")
    assert last.fields["halted"] == made.halted.cause.value


def test_a_bridge_that_is_gone_is_noticed_in_a_pause(tmp_path: Path) -> None:
    profile = quick(rate=1.0)
    with Bridge(profile) as bridge:

        def vanish(robot: RosRobot) -> None:
            time.sleep(0.3)
            bridge.begin(Fault(Kind.RESET))

        begun = time.monotonic()
        made = done(bridge, profile, script(Pause("p", STEP, 60.0), THERE), tmp_path / "log", meanwhile=vanish)
        assert time.monotonic() - begun < 10.0
        assert bridge.motions == []
    assert made.halted is not None and made.halted.cause is Cause.CLOSED


def test_an_interruption_stops_and_turns_off_what_was_on(tmp_path: Path) -> None:
    profile = quick(devices=DEVICES, rate=1.0)
    stopping = threading.Event()
    long = replace(STIR, settings={"time": 600.0, "rpm": 300.0})
    with Bridge(profile) as bridge:

        def interrupt(robot: RosRobot) -> None:
            while not bridge.bench.settings:
                time.sleep(0.005)
            stopping.set()
            robot.interrupt()

        made = done(bridge, profile, script(long, THERE), tmp_path / "log", stop=stopping.is_set, meanwhile=interrupt)
        assert bridge.bench.told("stirrer1", "rpm") == [300.0, None]
        assert not (bridge.motions or bridge.cancels or bridge.stops)
    assert made.interrupted and [(one.device, one.off) for one in made.switched] == [("stirrer1", True)]
    assert made.halted is not None and made.halted.stopped is not None and made.halted.stopped.gripper is None


@pytest.mark.parametrize("name", BOTH)
def test_an_interruption_while_a_person_is_asked_and_another_while_it_stops(name: str, tmp_path: Path) -> None:
    profile = quick(name)
    stopping = threading.Event()
    asked: list[float] = []

    def ask(question: Question, meanwhile: Callable[[], None]) -> Answer:
        threading.Timer(0.1, stopping.set).start()
        while True:
            meanwhile()
            time.sleep(0.01)

    def interrupt(robot: RosRobot) -> None:
        stopping.wait(20)
        for pause in (0.0, 0.1, 0.1):
            time.sleep(pause)
            asked.append(time.monotonic())
            robot.interrupt()

    with Bridge(profile) as bridge:
        made = done(
            bridge,
            profile,
            script(THERE, GRASP, STIR, BACK),
            tmp_path / "log",
            ask=ask,
            stop=stopping.is_set,
            meanwhile=interrupt,
        )
        assert len(bridge.motions) == 1 and not bridge.arm.moving
        assert bridge.cancels == bridge.stops == bridge.hand.dropped == [] and bridge.hand.holds
    assert made.interrupted and (made.motions, made.at) == (1, STIR)
    assert made.halted is not None and made.halted.stopped is not None
    assert made.halted.stopped.gripper is None and made.halted.stopped.still is True
    assert [one.kind for one in read_log((tmp_path / "log").read_bytes())][-1] == "end"


def test_a_log_that_cannot_be_written_ends_the_run(tmp_path: Path) -> None:
    profile = quick()
    with Bridge(profile) as bridge, JournalFile(tmp_path / "log") as journal:
        robot = RosRobot.connect(bridge.url, profile, journal)

        class Full:
            def record(self, topic: str, kind: str, message: object) -> None:
                pass

            def write(self, kind: str, fields: object) -> None:
                raise OSError(28, "No space left on device")

        made = perform(script(), robot, Full(), nobody, rate=profile.rate)
        robot.close()
        assert bridge.motions == []
    assert made.halted is not None and made.halted.cause is Cause.UNWRITTEN


@pytest.mark.parametrize("name", BOTH)
def test_a_hand_that_is_not_there_is_refused_before_anything_moves(name: str, tmp_path: Path) -> None:
    profile = quick(name)
    hand = profile.gripper
    other = replace(profile, gripper=replace(hand, grasp=replace(hand.grasp, name="/other_gripper/grasp")))
    with Bridge(profile) as bridge:
        made = done(bridge, other, script(), tmp_path / "log")
        assert bridge.motions == [] and bridge.gripper.commands == []
        assert made.halted is not None and made.halted.cause is Cause.NO_ANSWER and made.halted.stopped is None
        assert "the run needs /other_gripper/grasp" in made.halted.message
        assert done(bridge, other, script(THERE, BACK), tmp_path / "other").succeeded


def test_the_arm_is_where_the_last_motion_left_it(tmp_path: Path) -> None:
    profile = quick()
    with Bridge(profile) as bridge:
        made = done(bridge, profile, script(THERE, GRASP, OPEN), tmp_path / "log")
        assert made.succeeded
        made = done(bridge, profile, replace(script(BACK), home=NEAR), tmp_path / "log2")
        assert made.succeeded, made.halted


def test_a_hotplate_with_a_thermometer_is_waited_for(tmp_path: Path) -> None:
    profile = quick(devices=DEVICES)
    with Bridge(profile) as bridge:
        waited: list[float] = []

        def warm(robot: RosRobot) -> None:
            while not bridge.bench.settings:
                time.sleep(0.005)
            bridge.bench.nodes["plate1", "temperature"].shown = 22.0
            time.sleep(0.4)
            waited.append(len(bridge.bench.settings))
            bridge.bench.nodes["plate1", "temperature"].shown = 58.0

        made = done(
            bridge,
            profile,
            script(replace(HEAT, settings={"time": 10.0, "temperature": 60.0})),
            tmp_path / "log",
            meanwhile=warm,
        )
        assert made.succeeded and made.asked == ()
        assert waited == [1]
        assert bridge.bench.settings == [("plate1", "temperature", 60.0), ("plate1", "temperature", None)]
