"""Whatever goes wrong at the start, in the middle or at the end of a motion: noticed in time, and stopped.

Some are tried at the same time, since a trial is mostly waiting.
"""

from __future__ import annotations

import warnings

import pytest
from ros_bridge.ahead import Ahead
from ros_bridge.cases import MOVING, Case, cases_of
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.trial import PROFILES, QUICK, Trial, both, mark, rest, run_trial

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile, Watching
from clairify_cli.worlds.ros.robot import Cause

AHEAD = 12
"""So many trials go on at the same time."""
MARGIN = 1.0
"""What a busy machine may take on top of a limit (s)."""
PAIRS = [(profile, one) for profile in PROFILES for one in cases_of(profile)]


AGAIN = 2
"""How often what was wrong is tried again, by itself. Each time is warned of, so that a rare fault is seen."""


def _tried(one: tuple[RobotProfile, Case, Moment]) -> Trial:
    profile, case, moment = one
    watching = QUICK if case.causes else Watching()  # what is not to be noticed has time not to be
    act = rest if case.resting else None
    return run_trial(profile, [case.at(moment)], watching=watching, seconds=case.motion, holding=case.holding, act=act)


TRIALS = Ahead([(profile, one, moment) for profile, one in PAIRS for moment in one.moments], _tried, AHEAD)


def _name(one: tuple[RobotProfile, Case, Moment]) -> str:
    profile, case, moment = one
    return f"{profile.name}: {case.name}, {moment.value}"


def _has_its_turn(one: tuple[RobotProfile, Case, Moment]) -> bool:
    """Each fault has one of its moments, so that over all faults each moment has its turn."""
    profile, case, moment = one
    return moment is case.moments[PAIRS.index((profile, case)) % len(case.moments)]


@pytest.mark.parametrize("place", TRIALS.params(_name, _has_its_turn))
def test_fault_is_noticed_and_stopped(place: int) -> None:
    one = TRIALS.cases[place]
    wrong = _wrong(*one[1:], TRIALS.of(place))
    for _ in range(AGAIN):
        if wrong:  # a busy machine may stand still for longer than a limit, but not each time
            warnings.warn(f"{_name(one)}: tried again, since {', '.join(wrong)}", stacklevel=1)
            wrong = _wrong(*one[1:], _tried(one))
    assert not wrong


def _wrong(case: Case, moment: Moment, trial: Trial) -> list[str]:
    """What is not as it should be."""
    levels = ("error", "broken")[case.logs :]
    said = [f"logged by the bridge: {line}" for level, line in trial.logged if level in levels]
    if not case.causes:
        if trial.error is not None:
            said.append(f"stopped for nothing: {trial.error.cause.value}: {trial.error.message}")
        return said + ([] if trial.ended == 2 else [f"{trial.ended} motions ended"])
    if trial.error is None:
        return [*said, "never noticed"]
    if trial.error.cause not in case.causes:
        said.append(f"said to be {trial.error.cause.value}: {trial.error.message}")
    limit = case.seconds(QUICK)
    if trial.noticed is None or trial.noticed > limit + MARGIN:
        said.append(f"noticed after {trial.noticed} s, {limit} s were allowed")
    if trial.after > trial.before:
        said.append(f"{trial.after - trial.before} motions after it")
    if trial.again is None:
        said.append("a further motion was begun")
    stopped = trial.stopped
    if stopped is None or trial.error.stopped is not stopped:
        return [*said, "nothing is said about the stop"]
    if not case.gone and moment in MOVING and not trial.cancels:
        said.append("no cancel arrived")
    if trial.stops or trial.dropped:
        said.append(f"{trial.stops} stops of the hand arrived, {trial.dropped} things fell")
    if trial.of_all and moment is Moment.MIDDLE:  # before, the action may not have told the id of our goal yet
        said.append(f"{trial.of_all} cancels of all goals arrived")
    if case.gone and stopped.still:
        said.append(f"confirmed what could not be: {stopped}")
    if case.held and (trial.moving or stopped.gripper is not None):
        said.append(f"{'moving, ' if trial.moving else ''}{stopped}")
    return said


@both
@pytest.mark.parametrize("moment", [Moment.START, Moment.MIDDLE, Moment.END])
def test_person_stops_a_motion(profile: RobotProfile, moment: Moment) -> None:
    trial = run_trial(profile, [mark(moment)], interrupted=True)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert trial.cancels or moment is Moment.END
    assert not trial.stops and not trial.moving
    assert trial.stopped is not None and trial.stopped.gripper is None and trial.stopped.still
    assert trial.stopped.cancel or (moment is Moment.END and trial.stopped.cancel is None)
    assert trial.after == trial.before
    assert trial.logged == []


@both
def test_cancel_that_is_ignored_is_not_called_confirmed(profile: RobotProfile) -> None:
    faults = [Fault(Kind.IGNORE_CANCEL), mark(Moment.START)]
    trial = run_trial(profile, faults, interrupted=True, seconds=3.0)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert trial.cancels and not trial.stops
    assert trial.stopped is not None and trial.stopped.cancel is False and trial.stopped.gripper is None
    assert any("cancel" in one for one in trial.stopped.remarks)


def test_bridge_with_one_thread_cannot_promise_a_stop() -> None:
    """Without a second connection it handles the cancel only after the goal has ended, and that is said."""
    profile = next(one for one in PROFILES if one.dialect is Dialect.ROS2)
    trial = run_trial(profile, [mark(Moment.START)], interrupted=True, seconds=2.0, one_thread=True, most=1)
    assert trial.error is not None and trial.error.cause is Cause.INTERRUPTED
    assert trial.cancels
    assert trial.stopped is not None and trial.stopped.cancel is False
    assert any("after the goal has ended" in one for one in trial.stopped.remarks)


@both
def test_nothing_wrong_nothing_stopped(profile: RobotProfile) -> None:
    trial = run_trial(profile, lag=0.02, noise=1e-4)
    assert trial.error is None and trial.ended == 2
    assert trial.logged == []
