"""Discovery of a robot before it moves: its names, and whether an active goal can be cancelled.

Names come from `rosapi`, where it runs, and from the joint states. If it does not run, the profile is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.connection import Kind
from clairify_cli.worlds.ros.link.dialects import trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.link.messages import shown
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import Cause, HaltError
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.stopping import NOT_SAFETY, resting
from clairify_cli.worlds.ros.watch.mode import subscription

_THREADS = "/rosbridge_websocket:send_action_goals_in_new_thread"
_TRAJECTORY = "trajectory"
"""What is in the names of the actions that are named first, where the one that is looked for is missing."""
_MODE = 1.0
"""How long (s) is waited for what the robot says of its state."""
_PROBE = 0.5
"""How long (s on the wall) the arm is asked to stay where it is."""
_AGAIN = 0.05
"""How often (s) its cancel is sent: one that comes before the goal is lost."""

ONE_THREAD = (
    "This bridge handles a cancel only after the goal has ended, so a stop cannot be promised: start rosbridge with "
    "send_action_goals_in_new_thread:=true. " + NOT_SAFETY
)
OTHER_LINE = (
    "This bridge does one thing at a time for each connection. Stops are sent on a second one as well; it is tried "
    "whether they are heard there, once the arm may move. Better start rosbridge with "
    "send_action_goals_in_new_thread:=true."
)
ONLY_LINE = (
    "This bridge hears a stop on the second connection only: where that one is gone, a stop is handled after the goal "
    "has ended. " + NOT_SAFETY
)
UNKNOWN = "It is not known whether this bridge handles a cancel while a goal goes on. " + NOT_SAFETY


@dataclass(frozen=True, slots=True)
class Graph:
    """What `rosapi` says that there is: actions with their types, where known, topics and services."""

    actions: dict[str, str]
    topics: frozenset[str]
    services: frozenset[str]
    types: Mapping[str, str] = field(default_factory=dict)
    """Those of topics."""

    @property
    def names(self) -> frozenset[str]:
        """Topics and services."""
        return self.topics | self.services


def graph(session: Session) -> Graph | None:
    """Ask `rosapi` what there is; None if it does not run, or knows of no topic."""
    listed = ask(session, "/rosapi/topics", {})
    topics, types = _texts(listed, "topics"), _texts(listed, "types")
    if not topics:
        return None
    services = _texts(ask(session, "/rosapi/services", {}), "services")
    kinds = dict(zip(topics, types, strict=False))
    if session.profile.dialect is Dialect.ROS1:
        actions = {
            name.removesuffix("/goal"): kinds.get(name, "").removesuffix("ActionGoal")
            for name in topics
            if name.endswith("/goal") and kinds.get(name, "ActionGoal").endswith("ActionGoal")
        }
    else:
        actions = dict.fromkeys(_texts(ask(session, "/rosapi/action_servers", {}), "action_servers"), "")
    return Graph(actions, frozenset(topics), frozenset(services), kinds)


def trajectory_action(session: Session, known: Graph | None) -> tuple[Endpoint, tuple[str, ...]]:
    """The action of the arm that there is, and remarks. Raises `HaltError` if there is none of its type."""
    profile = session.profile
    wanted = (profile.trajectory.name, *profile.other_trajectories)
    if known is None:
        return profile.trajectory, ("rosapi does not answer: what the profile says is believed.",)
    if not known.actions:  # older ones do not see the topics of actions, which are hidden
        return profile.trajectory, ("rosapi lists no actions: what the profile says is believed.",)
    name = next((one for one in wanted if one in known.actions), None)
    if name is None:
        raise HaltError(
            Cause.NO_ANSWER,
            "The robot has no action to move the arm by; is its controller running?",
            expected=" or ".join(wanted),
            actual=shown(", ".join(sorted(known.actions, key=lambda one: (_TRAJECTORY not in one, one))), 300),
        )
    kind = known.actions[name]
    if not kind and profile.dialect is Dialect.ROS2:
        kind = text_of(ask(session, "/rosapi/action_type", {"action": name}), "type")
    if kind and short(kind) != short(profile.trajectory.type):
        raise HaltError(
            Cause.REJECTED,
            f"{name} is an action of another type than the profile says.",
            expected=profile.trajectory.type,
            actual=shown(kind),
        )
    return Endpoint(name, profile.trajectory.type), ()


def missing_of_hand(profile: RobotProfile, known: Graph | None) -> tuple[str, ...]:
    """What of the hand is known not to be there."""
    if known is None or not known.actions:
        return ()
    gripper = profile.gripper
    missing = [one.name for one in (gripper.move, gripper.grasp) if one.name not in known.actions]
    there = known.services if gripper.stop_is_service else known.actions.keys()
    if there and gripper.stop.name not in there:
        missing.append(gripper.stop.name)
    return tuple(missing)


def listen(session: Session) -> tuple[str, ...]:
    """Listen to the actions, also for goals of others, and give the names of those of which nothing is heard soon.

    In ROS 1 an action tells of its goals all the time. One that does not is gone; and a goal that is published before
    the bridge and the action have found each other would be lost.
    """
    hand = session.profile.gripper
    actions = [session.trajectory, hand.move, hand.grasp, *(() if hand.stop_is_service else (hand.stop,))]
    for action in actions:
        messages = session.actions.listen(action)
        for message in messages:
            session.send(message)
        session.line.prepare(messages)
    session.send(session.actions.statuses(hand.homing))
    session.until(lambda: not any(map(session.actions.silent, actions)), min(1.0, session.profile.watching.answer))
    return tuple(action.name for action in actions if session.actions.silent(action))


def joint_names(session: Session) -> tuple[str, ...]:
    """The names of the seven joints, of those that the profile knows, which the joint states have."""
    profile, hearing = session.profile, session.hearing
    candidates = (profile.joints, *profile.other_joints)

    def found() -> tuple[str, ...] | None:
        return next((one for one in candidates if hearing.names.issuperset(one)), None)

    session.until(lambda: found() is not None, profile.watching.answer)
    names = found()
    if names is not None:
        return names
    if not hearing.names:
        raise HaltError(
            Cause.STALE,
            f"There are no joint states on {profile.joint_states.name}.",
            expected=f"one within {profile.watching.answer:g} s",
            actual="none",
        )
    raise HaltError(
        Cause.NOT_FINITE,
        "The joint states lack joints that the profile names.",
        expected=" ".join(profile.joints),
        actual=shown(" ".join(sorted(hearing.names))),
    )


def listen_to_mode(session: Session, known: Graph | None) -> bool:
    """Ask for what the robot says of its state, unless it is known that it says nothing; whether that was asked for."""
    topic = session.profile.robot_state
    if topic is None or (known is not None and topic.name not in known.topics):
        return False
    with session.hearing.condition:
        session.hearing.listeners[topic.name] = session.mode.take
    session.send(subscription(topic))
    return True


def mode_comes(session: Session) -> bool:
    """Wait a little for the first of it: a topic may be listed only since somebody listens to it."""
    return session.until(lambda: session.mode.last is not None, min(_MODE, session.profile.watching.answer))


def no_mode(profile: RobotProfile) -> str:
    """What to know where the robot does not say what state it is in."""
    topic = profile.robot_state
    why = (
        "By the profile nobody listens to what the robot says of its state"
        if topic is None
        else f"No {topic.type} comes on {topic.name}"
    )
    return (
        f"{why}, so the mode of the robot is not watched: whether it is in order, and whether its driver is there, is "
        "seen from its motions only."
    )


def cancels_at_once(session: Session, known: Graph | None) -> tuple[bool | None, tuple[str, ...]]:
    """Whether a cancel is handled while a goal goes on, without trying it, and remarks.

    In ROS 1 it is a topic like that of goals. In ROS 2 a bridge may do one thing at a time, which a parameter says.
    """
    if session.profile.dialect is Dialect.ROS1:
        return True, ()
    if known is None:
        return None, (UNKNOWN,)
    value = text_of(ask(session, "/rosapi/get_param", {"name": _THREADS, "default_value": ""}), "value").lower()
    session.prompt = {"true": True, "false": False}.get(value)
    if value == "false":
        return (None, (OTHER_LINE,)) if session.line.open else (False, (ONE_THREAD,))
    return (True, ()) if value == "true" else (None, (UNKNOWN,))


def probe(session: Session) -> tuple[bool | None, tuple[str, ...]]:
    """Ask the arm to stay where it is, cancel that, and see how it ends: whether cancels are handled, and remarks.

    The arm is sent a goal, though it does not move by it: a person has agreed before. Cancels go the ways that those
    of a stop go, on both connections.
    """
    profile, hearing = session.profile, session.hearing
    session.check()
    arm = hearing.arm
    assert arm is not None
    point = resting(arm.joints, _PROBE * profile.rate)
    logged = {"joints": plain(arm.joints), "seconds": point.seconds}
    goal = session.start(session.trajectory, trajectory(hearing.joints, [point], profile.dialect), "probe", logged)
    end = session.clock() + _PROBE + profile.watching.answer
    if session.prompt is None:
        _ask_meanwhile(session, goal)
    with session.line.listening():
        while not session.over(goal) and session.clock() < end:
            if goal.begun is not None or profile.dialect is Dialect.ROS1 or session.clock() - goal.sent > _AGAIN:
                session.cancel(goal, Kind.PLAIN)
            session.until(lambda: session.over(goal), _AGAIN)
        session.until(session.cancels_answered, min(1.0, profile.watching.answer))  # none may come after the next goal
    if not session.over(goal):
        raise HaltError(
            Cause.NO_FEEDBACK,
            f"{session.trajectory.name} neither carried out nor cancelled a goal to stay where the arm is.",
            expected=f"an end within {_PROBE + profile.watching.answer:g} s",
            actual="none",
        )
    session.done(goal)
    session.expect(None)
    if goal.good and goal.status in profile.cancelled:
        return True, (ONLY_LINE,) if session.prompt is False else ()
    if goal.good and goal.status in profile.succeeded:
        return False, (ONE_THREAD if profile.dialect is Dialect.ROS2 else f"Cancels are not handled. {NOT_SAFETY}",)
    error = failure(goal, profile)
    assert error is not None
    raise error


def _ask_meanwhile(session: Session, goal: Goal) -> None:
    """Find out whether the connection that has sent a goal hears of anything as long as that goes on."""
    call = session.call(Endpoint("/rosapi/get_param", ""), {"name": _THREADS, "default_value": ""})
    session.until(lambda: call.answered is not None or session.over(goal), _PROBE / 2)
    if call.answered is not None and not session.over(goal):
        session.prompt = True


def ask(session: Session, service: str, args: dict[str, object]) -> object:
    """The values of an answer; None if there is none in a short time."""
    call = session.call(Endpoint(service, ""), args)
    if not session.until(lambda: call.answered is not None, min(1.0, session.profile.watching.answer)):
        return None
    return call.values if call.good else None


def _texts(values: object, key: str) -> Sequence[str]:
    listed = values.get(key) if isinstance(values, dict) else None
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def text_of(values: object, key: str) -> str:
    """The text of a field of an answer, empty if there is none."""
    found = values.get(key) if isinstance(values, dict) else None
    return found if isinstance(found, str) else ""


def short(kind: str) -> tuple[str, str]:
    """The package and the last name of a type, without what only actionlib adds."""
    parts = kind.removesuffix("Action").split("/")
    return parts[0], parts[-1]
