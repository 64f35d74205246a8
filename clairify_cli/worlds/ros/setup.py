"""What is set or checked before the first motion: collision thresholds, the payload, and homing of the hand.

Franka's drivers accept parameters only in the mode `idle`; with an active controller the robot is in the mode `move`,
where such a request can stop the control loop (github.com/frankarobotics/franka_ros, issues 25 and 351).
"""

from __future__ import annotations

from collections.abc import Mapping

from clairify_cli.worlds.ros.devices import Devices
from clairify_cli.worlds.ros.gripper import home
from clairify_cli.worlds.ros.link.messages import shown
from clairify_cli.worlds.ros.profile.messages import UnfitError
from clairify_cli.worlds.ros.profile.values import Mode, Setup
from clairify_cli.worlds.ros.robot import halt, remark
from clairify_cli.worlds.ros.session import Session

_SAME = 0.01
"""The largest difference between a reported and an expected value."""


def open_points(session: Session) -> tuple[str, ...]:
    """Return sentences on settings that can be neither made now nor checked; only a person may know them."""
    if _is_idle(session) is not False:
        return ()
    return tuple(
        remark("unset", thing=_called(one), service=one.order.endpoint.name)
        for one in session.profile.setup
        if one.value is None
    )


def prepare(session: Session, devices: Devices, *, hand: bool) -> None:
    """Send the settings that can be sent and check those that are reported; with `hand`, home the hand.

    Raises `HaltError`.
    """
    for one in session.profile.setup:
        if _is_idle(session) is not False and devices.is_there(one.order.endpoint):
            _call(session, devices, one)
        if one.value is not None and one.member is not None and session.mode.message is not None:
            _check(session, one)
    if hand:
        home(session)


def _is_idle(session: Session) -> bool | None:
    """Whether parameters are accepted now; None if the robot does not report its mode."""
    last = session.mode.last
    return None if last is None or last.mode is None else last.mode is Mode.IDLE


def _called(one: Setup) -> str:
    return one.name.replace("-", " ")


def _call(session: Session, devices: Devices, one: Setup) -> None:
    thing, service, patience = _called(one), one.order.endpoint.name, session.profile.watching.answer
    try:
        order = devices.fitted(one.order)
    except UnfitError as error:
        raise halt("setup-unfit", thing=thing, why=error) from None
    call = session.call(order.endpoint, order.content)
    if not session.until(lambda: call.answered is not None, patience):
        raise halt("set-unanswered", what=service, thing=f"the {thing}", patience=patience)
    values = call.values if isinstance(call.values, Mapping) else {"error": call.values}
    if not call.good or values.get("success") is False:
        raise halt("setup-refused", thing=thing, service=service, why=shown(values.get("error") or "no reason"))


def _check(session: Session, one: Setup) -> None:
    """Check that the robot reports the setting soon after it was sent."""
    assert one.member is not None and one.value is not None
    wanted, member = one.value, one.member

    def said() -> object:
        return session.mode.number(member)

    def same() -> bool:
        value = said()
        return value is None or (isinstance(value, int | float) and abs(value - wanted) <= _SAME)

    if not session.until(same, session.profile.watching.answer):
        raise halt("setup-other", thing=_called(one), wanted=wanted, member=member, said=said())
