"""Discovery before the robot moves: its names, and whether an active goal can be cancelled.

Names come from `rosapi` and the joint states. If `rosapi` does not run, the profile is trusted.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from contextlib import suppress

from clairify_cli.records import dataclass, field, replace
from clairify_cli.worlds.ros.link.actions import Goal, failure
from clairify_cli.worlds.ros.link.connection import Kind
from clairify_cli.worlds.ros.link.dialects import trajectory
from clairify_cli.worlds.ros.link.ledger import plain
from clairify_cli.worlds.ros.link.messages import shown
from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.robot import halt, remark
from clairify_cli.worlds.ros.session import Session
from clairify_cli.worlds.ros.stopping import resting
from clairify_cli.worlds.ros.watch.mode import subscription

_THREADS = "/rosbridge_websocket:send_action_goals_in_new_thread"
LOOSEST = 0.1
"""A wider controller tolerance (rad) than this is not adopted."""
_TRAJECTORY = "trajectory"
"""If the action is missing, actions with this word in their names are listed first."""
_MODE = 1.0
"""How long (s) to wait for the first robot-state message."""
_PROBE = 0.5
"""How long (s on the wall) the probe goal asks the arm to hold its position."""
_AGAIN = 0.05
"""How often (s) the probe's cancel is repeated: one that arrives before the goal is lost."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The ROS graph as `rosapi` lists it: actions with their types (if known), topics and services."""

    actions: dict[str, str]
    topics: frozenset[str]
    services: frozenset[str]
    types: Mapping[str, str] = field(default_factory=dict)
    """Types by topic."""

    @property
    def names(self) -> frozenset[str]:
        """All topics and services."""
        return self.topics | self.services


def graph(session: Session) -> Graph | None:
    """Query `rosapi` for the graph; None if it does not run or lists no topics."""
    listed = ask(session, "/rosapi/topics", {})
    topics, types = texts_of(listed, "topics"), texts_of(listed, "types")
    if not topics:
        return None
    services = texts_of(ask(session, "/rosapi/services", {}), "services")
    kinds = dict(zip(topics, types, strict=False))
    if session.profile.dialect is Dialect.ROS1:
        actions = {
            name.removesuffix("/goal"): kinds.get(name, "").removesuffix("ActionGoal")
            for name in topics
            if name.endswith("/goal") and kinds.get(name, "ActionGoal").endswith("ActionGoal")
        }
    else:
        actions = dict.fromkeys(texts_of(ask(session, "/rosapi/action_servers", {}), "action_servers"), "")
    return Graph(actions, frozenset(topics), frozenset(services), kinds)


def generation(profile: RobotProfile, known: Graph | None) -> RobotProfile:
    """Return the profile with the names of this driver generation: namespace, controller and hand.

    Raises `HaltError` if several arms fit.
    """
    if known is None or not known.actions:
        return profile
    wanted = (profile.trajectory.name, *profile.other_trajectories)
    # Reversed, so the profile's own name wins over the alternatives.
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
    """Return remarks on the arm's action. Raises `HaltError` if none of its name and type exists."""
    wanted = session.profile.trajectory
    if known is None:
        return (remark("no-rosapi"),)
    if not known.actions:  # older rosapi versions do not see the hidden topics of actions
        return (remark("no-actions"),)
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
    """Adopt the controller's goal tolerance if it is wider than the profile's, up to `LOOSEST`."""
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
    return (remark("tolerance", widest=widest),)


def packages(session: Session, known: Graph | None) -> tuple[str, ...]:
    """Return remarks on message packages that the bridge lacks: it silently drops messages of their types."""
    topic, service = session.profile.robot_state, "/rosapi/message_details"
    if topic is None or known is None or topic.name not in known.topics or service not in known.services:
        return ()
    values = ask(session, service, {"type": topic.type})
    listed = values.get("typedefs") if isinstance(values, Mapping) else None
    if listed or (listed is None and values is not None):
        return ()
    return (remark("no-package", type=topic.type, package=short(topic.type)[0]),)


def missing_of_hand(profile: RobotProfile, known: Graph | None) -> tuple[str, ...]:
    """Return the hand's endpoints that are known to be missing."""
    if known is None or not known.actions:
        return ()
    gripper = profile.gripper
    missing = [one.name for one in (gripper.move, gripper.grasp) if one.name not in known.actions]
    there = known.services if gripper.stop_is_service else known.actions.keys()
    if there and gripper.stop.name not in there:
        missing.append(gripper.stop.name)
    return tuple(missing)


def listen(session: Session) -> tuple[str, ...]:
    """Listen to the actions, including goals of others; return the names of those that stay silent.

    In ROS 1 an action publishes its status continuously. A silent one is gone, and a goal published before the bridge
    and the action have connected would be lost.
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
    """Return the profile's joint names (its own or an older driver's) that the joint states contain.

    Raises `HaltError` if there are none.
    """
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
    """Subscribe to the robot state unless its topic is known to be missing; return whether it was subscribed to."""
    topic = session.profile.robot_state
    if topic is None or (known is not None and topic.name not in known.topics):
        return False
    with session.hearing.condition:
        session.hearing.listeners[topic.name] = session.mode.take
    session.send(subscription(topic))
    return True


def mode_comes(session: Session) -> bool:
    """Wait briefly for the first message: a topic may be listed only because we subscribed to it."""
    return session.until(lambda: session.mode.last is not None, min(_MODE, session.profile.watching.answer))


def no_mode(profile: RobotProfile) -> str:
    """Return the remark for a robot that does not report its mode."""
    topic = profile.robot_state
    unheard = "By the profile nobody listens to what the robot says of its state"
    return remark("no-mode", why=unheard if topic is None else f"No {topic.type} comes on {topic.name}")


def cancels_at_once(session: Session, known: Graph | None) -> tuple[bool | None, tuple[str, ...]]:
    """Return whether a cancel is handled during a goal, judged without a test, and remarks.

    In ROS 1 cancels have their own topic. A ROS 2 bridge may handle one request at a time; a parameter says so.
    """
    if session.profile.dialect is Dialect.ROS1:
        return True, ()
    if known is None:
        return None, (remark("not-known"),)
    value = text_of(ask(session, "/rosapi/get_param", {"name": _THREADS, "default_value": ""}), "value").lower()
    session.prompt = {"true": True, "false": False}.get(value)
    # A bridge with one thread may still hear a stop on the second connection; `probe` tries that.
    if value == "false":
        return (None, (remark("other-line"),)) if session.line.open else (False, (remark("one-thread"),))
    return (True, ()) if value == "true" else (None, (remark("not-known"),))


def probe(session: Session) -> tuple[bool | None, tuple[str, ...]]:
    """Ask the arm to hold its position and cancel that; return whether cancels are handled, and remarks.

    This sends the arm a goal, though one without motion: a person has agreed to it. The cancels take the same paths as
    those of a stop, on both connections.
    """
    profile, hearing = session.profile, session.hearing
    session.check()
    arm = hearing.arm
    assert arm is not None
    if hearing.contradicted(session.clock()):  # the reported position may be false, so holding it could be a motion
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
        session.until(session.cancels_answered, min(1.0, profile.watching.answer))  # none may hit the next goal
    if not session.over(goal):
        raise halt("no-probe", action=session.trajectory.name, limit=_PROBE + profile.watching.answer)
    session.done(goal)
    session.expect(None)
    if goal.good and goal.status in profile.cancelled:
        return True, (remark("only-line"),) if session.prompt is False else ()
    if goal.good and goal.status in profile.succeeded:
        return False, (remark("one-thread" if profile.dialect is Dialect.ROS2 else "not-handled"),)
    error = failure(goal, profile)
    assert error is not None
    raise error


def _ask_meanwhile(session: Session, goal: Goal) -> None:
    """Find out whether the connection that sent a goal answers other requests during it."""
    call = session.call(Endpoint("/rosapi/get_param", ""), {"name": _THREADS, "default_value": ""})
    session.until(lambda: call.answered is not None or session.over(goal), _PROBE / 2)
    if call.answered is not None and not session.over(goal):
        session.prompt = True


def ask(session: Session, service: str, args: Mapping[str, object]) -> object:
    """Call a service and return the values of its answer; None if there is none within a second."""
    call = session.call(Endpoint(service, ""), args)
    if not session.until(lambda: call.answered is not None, min(1.0, session.profile.watching.answer)):
        return None
    return call.values if call.good else None


def texts_of(values: object, key: str) -> Sequence[str]:
    """Return the texts in a list of an answer; none if there is no such list."""
    listed = values.get(key) if isinstance(values, dict) else None
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []


def text_of(values: object, key: str) -> str:
    """Return a text field of an answer, empty if missing."""
    found = values.get(key) if isinstance(values, dict) else None
    return found if isinstance(found, str) else ""


def short(kind: str) -> tuple[str, str]:
    """Return the package and last name of a type, without actionlib's `Action` suffix."""
    parts = kind.removesuffix("Action").split("/")
    return parts[0], parts[-1]
