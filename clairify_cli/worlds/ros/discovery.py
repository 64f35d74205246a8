"""Discovery of a robot before it moves: its names, and whether an active goal can be cancelled.

Names come from `rosapi`, where it runs, and from the joint states. If it does not run, the profile is believed.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.connection import Kind
from clairify_cli.worlds.ros.link.dialects import trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.link.messages import shown
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import halt
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.stopping import NOT_SAFETY, resting
from clairify_cli.worlds.ros.watch.mode import subscription

_THREADS = "/rosbridge_websocket:send_action_goals_in_new_thread"
LOOSEST = 0.1
"""A tolerance (rad) of a controller that is wider is not taken over."""
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


def generation(profile: RobotProfile, known: Graph | None) -> RobotProfile:
    """The profile with the names that this generation of drivers has: its namespace, its controller and its hand.

    Raises `HaltError` where several arms fit.
    """
    if known is None or not known.actions:
        return profile
    wanted = (profile.trajectory.name, *profile.other_trajectories)
    found = {one.removesuffix(name): name for name in reversed(wanted) for one in known.actions if one.endswith(name)}
    space = profile.namespace if profile.namespace or "" in found or not found else min(found)
    if len(found) > 1 and space not in ("", profile.namespace):
        raise halt("several-arms", spaces=shown(", ".join(sorted(found)), 300))
    hand = profile.gripper
    node = next((one for one in (hand.node, *hand.others) if f"{space}{one}/move" in known.actions), hand.node)
    names = known.names | known.actions.keys()

    def below(end: Endpoint) -> Endpoint:
        name = f"{node}{end.name.removeprefix(hand.node)}" if end.name.startswith(f"{hand.node}/") else end.name
        return replace(end, name=space + name if space + name in names or name not in names else name)

    return replace(
        profile,
        trajectory=replace(profile.trajectory, name=space + found.get(space, profile.trajectory.name)),
        joint_states=below(profile.joint_states),
        robot_state=None if profile.robot_state is None else below(profile.robot_state),
        description=below(Endpoint(profile.description, "")).name,
        gripper=replace(
            hand, homing=below(hand.homing), move=below(hand.move), grasp=below(hand.grasp), stop=below(hand.stop)
        ),
        setup=tuple(
            replace(one, order=replace(one.order, endpoint=below(one.order.endpoint))) for one in profile.setup
        ),
    )


def trajectory_action(session: Session, known: Graph | None) -> tuple[str, ...]:
    """Remarks on the action of the arm. Raises `HaltError` if there is none of its type."""
    wanted = session.profile.trajectory
    if known is None:
        return ("rosapi does not answer: what the profile says is believed.",)
    if not known.actions:  # older ones do not see the topics of actions, which are hidden
        return ("rosapi lists no actions: what the profile says is believed.",)
    if wanted.name not in known.actions:
        others = ", ".join(sorted(known.actions, key=lambda one: (_TRAJECTORY not in one, one)))
        raise halt("no-action", name=wanted.name, others=shown(others, 300))
    kind = known.actions[wanted.name]
    if not kind and session.profile.dialect is Dialect.ROS2:
        kind = text_of(ask(session, "/rosapi/action_type", {"action": wanted.name}), "type")
    if kind and short(kind) != short(wanted.type):
        raise halt("other-type", name=wanted.name, expected=wanted.type, actual=shown(kind))
    return _tolerance(session)


def _tolerance(session: Session) -> tuple[str, ...]:
    """Take over how far from its end the controller lets a joint be, where it says more than the profile."""
    controller, watching = session.profile.trajectory.name.rpartition("/")[0], session.profile.watching
    is_one, joints = session.profile.dialect is Dialect.ROS1, session.hearing.joints
    goal = "{}/constraints/{}/goal" if is_one else "{}:constraints.{}.goal"
    asked = [{"name": goal.format(controller, one), "default" if is_one else "default_value": ""} for one in joints]
    calls = [session.call(Endpoint("/rosapi/get_param", ""), one) for one in asked]
    session.until(lambda: all(one.answered is not None for one in calls), min(1.0, watching.answer))
    widest = 0.0
    for call in calls:
        with suppress(ValueError):
            widest = max(widest, float(text_of(call.values, "value")))
    if not watching.end < widest <= LOOSEST:
        return ()
    session.profile = replace(session.profile, watching=replace(watching, end=widest))
    return (f"The controller lets a joint end {widest:g} rad off its goal, and so does this run.",)


def packages(session: Session, known: Graph | None) -> tuple[str, ...]:
    """Remarks on packages of messages that the bridge lacks: what is of their types is dropped without a word."""
    topic, service = session.profile.robot_state, "/rosapi/message_details"
    if topic is None or known is None or topic.name not in known.topics or service not in known.services:
        return ()
    values = ask(session, service, {"type": topic.type})
    listed = values.get("typedefs") if isinstance(values, Mapping) else None
    if listed or (listed is None and values is not None):
        return ()
    return (
        f"The bridge does not know {topic.type}: install the package {short(topic.type)[0]} where rosbridge runs, and "
        "look into the log of the bridge; nothing on such a topic or action arrives.",
    )


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
    """The names of the joints, of those that the profile knows, which the joint states have."""
    profile, hearing = session.profile, session.hearing
    candidates, hand = (profile.joints, *profile.other_joints), profile.gripper

    def found() -> tuple[str, ...] | None:
        return next((one for one in candidates if hearing.names.issuperset(one)), None)

    session.until(lambda: found() is not None, profile.watching.answer)
    names = found()
    if names is not None:
        return names
    others = sorted(hearing.names.difference(hand.joints, *hand.other_joints))
    if not others:
        raise halt("no-states", topic=profile.joint_states.name, limit=profile.watching.answer)
    both = {"expected": " ".join(profile.joints), "actual": shown(" ".join(others))}
    if hearing.names.isdisjoint(itertools.chain(*candidates)):
        raise halt("other-joints", model=profile.model.value, **both)
    raise halt("joints-missing", **both)


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
    if hearing.contradicted(session.clock()):  # to stay where it is not would be a motion
        raise halt("contradicted", topic=profile.joint_states.name)
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
        raise halt("no-probe", action=session.trajectory.name, limit=_PROBE + profile.watching.answer)
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


def ask(session: Session, service: str, args: Mapping[str, object]) -> object:
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
