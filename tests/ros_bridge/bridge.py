"""The test bridge: `with Bridge(profile) as bridge:` a rosbridge listens at `bridge.url`, with an arm behind it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from clairify_cli.worlds.ros.profile.values import Dialect, Endpoint, RobotProfile
from clairify_cli.worlds.ros.script.values import Joints
from ros_bridge import ros1, ros2
from ros_bridge.arm import Arm
from ros_bridge.bench import Bench
from ros_bridge.connection import Connection, Received
from ros_bridge.faults import FREEZES, Fault, Kind, Mischief, Moment, Who
from ros_bridge.goals import ActionServer
from ros_bridge.graph import Graph, Serve, offer
from ros_bridge.gripper import GripperNode, Hand
from ros_bridge.guard_node import GuardNode
from ros_bridge.schema import Message, WrongMessageError, short
from ros_bridge.states import RobotStatePublisher, StatePublisher
from ros_bridge.trajectories import Accepted, TrajectoryController
from ros_bridge.urdf import urdf

HOME: Joints = (0.0, -0.785398, 0.0, -2.356194, 0.0, 1.570796, 0.785398)
"""Where a Franka arm is ready (rad)."""
PARAMETER = "/robot_state_publisher:robot_description"
"""What rosapi also has the URDF as in ROS 2."""
LARGEST = 10_000_000
"""The longest message that is taken: `websocket_max_message_size`."""


class Bridge:
    """A rosbridge for a profile, in a thread of its own. Times are s of `time.monotonic`, on the wall.

    `joints` and `trajectory` are what the arm really has, where that is not what the profile says first. `one_thread`
    is a bridge of ROS 2 that does one thing at a time for each connection; with `own_goals` each connection knows the
    goals that it has sent only, as those of Jazzy. It takes `most` connections at a time. `split` tells arm and fingers
    apart. `guard` is the configuration of the guard next to it, None for no guard. `with_robot_state` is whether the
    robot says what state it is in, where the profile has a topic for that, and `with_statuses` whether the actions of
    ROS 2 are heard to tell of their goals. `description` is the URDF of the arm, that
    of the profile's model where it is empty, None where there is none; `passes_description` is whether a bridge of
    ROS 2 passes on what was published before. `with_setup` is whether the services of the profile's `setup` are there,
    and `parameters` are more of those that rosapi has. It listens at `port`, at any for 0.
    """

    def __init__(
        self,
        profile: RobotProfile,
        *,
        faults: Iterable[Fault] = (),
        rate: float | None = None,
        home: Joints = HOME,
        width: float = 0.08,
        lag: float = 0.0,
        noise: float = 0.0,
        joints: tuple[str, ...] | None = None,
        trajectory: str | None = None,
        one_thread: bool = False,
        own_goals: bool = False,
        most: int | None = None,
        split: bool = False,
        with_rosapi: bool = True,
        with_robot_state: bool = True,
        guard: Message | None = None,
        with_statuses: bool = True,
        description: str | None = "",
        passes_description: bool = True,
        with_setup: bool = True,
        parameters: Message | None = None,
        port: int = 0,
    ):
        clock = time.monotonic
        self.profile = profile
        self.received: list[Received] = []
        self.opened: list[float] = []
        """When connections were opened."""
        self.mischief = Mischief(faults, clock)
        rate = profile.rate if rate is None else rate
        self.arm = Arm(home, clock, rate=rate, lag=lag, noise=noise)
        self.hand = Hand(clock, rate=rate, width=width, widest=profile.gripper.widest)
        self.graph = Graph(profile.dialect)
        self.url = ""
        self._port = port
        joints = joints or profile.joints
        self.controller = TrajectoryController(self.arm, joints, profile.dialect, self.mischief)
        self._states = StatePublisher(
            profile.joint_states.name, self.arm, self.hand, joints, profile.gripper.joints, split=split
        )
        self._one_thread = one_thread
        self._own_goals = own_goals
        self.most = most
        self._trajectory = Endpoint(trajectory or profile.trajectory.name, profile.trajectory.type)
        self._description = urdf(profile, joints) if description == "" else description
        self._passes = passes_description
        self._with_rosapi, self._with_setup = with_rosapi, with_setup
        self._parameters = parameters or {}
        self._guarded = guard
        self.guard: GuardNode | None = None
        self._with_statuses = with_statuses
        self.robot_state = RobotStatePublisher(profile, self.arm) if with_robot_state and profile.robot_state else None
        self._connections: list[Connection] = []
        self._beats: list[Any] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rosbridge", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Event | None = None
        self._server: Server | None = None

    # What the tests look at.

    @property
    def motions(self) -> list[Accepted]:
        """The trajectories that the arm began to follow, without those that only ask it to stay."""
        return [one for one in self.controller.accepted if not one.still]

    def arrived(self, motion: Accepted) -> float:
        """When the message with the goal of a motion arrived."""
        for one in self.received:
            message = one.message
            content = message.get("msg")
            goal = content.get("goal_id", {}).get("id") if isinstance(content, dict) else message.get("id")
            if goal == motion.goal and message.get("op") in ("publish", "send_action_goal"):
                return one.time
        return motion.time

    @property
    def logged(self) -> list[tuple[str, str]]:
        """What the bridge wrote into its log about its clients: nothing, where they do all right."""
        return self.graph.logged

    @property
    def cancels(self) -> list[float]:
        """When cancels of a motion arrived."""
        name = self._trajectory.name
        return [
            one.time
            for one in self.received
            if (one.op == "cancel_action_goal" and one.message.get("action") == name)
            or (one.op == "publish" and one.message.get("topic") == f"{name}/cancel")
        ]

    @property
    def cancels_of_all(self) -> list[float]:
        """When cancels of whatever goes on arrived."""
        return [
            one.time
            for one in self.received
            if (one.op == "call_service" and one.message["service"].endswith("cancel_goal") and not one.message["args"])
            or (one.op == "publish" and one.message["topic"].endswith("/cancel") and not one.message["msg"]["id"])
        ]

    @property
    def stops(self) -> list[float]:
        """When stops of the gripper arrived."""
        gripper = self.profile.gripper
        wanted = ("call_service", "service", gripper.stop.name)
        if not gripper.stop_is_service:
            wanted = ("publish", "topic", f"{gripper.stop.name}/goal")
        return [one.time for one in self.received if one.op == wanted[0] and one.message.get(wanted[1]) == wanted[2]]

    def begin(self, fault: Fault) -> None:
        """Something goes wrong now."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self.mischief.begin, fault)

    # Begin and end.

    def __enter__(self) -> Bridge:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the bridge did not begin")
        return self

    def __exit__(self, *_: object) -> None:
        if self._loop is not None and self._over is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._build()
        options: dict[str, Any] = {"max_size": LARGEST, "ping_interval": None, "compression": None}
        async with serve(self._serve, "127.0.0.1", self._port, process_request=self._welcome, **options) as server:
            self._server = server
            self.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            beats = [asyncio.create_task(one) for one in self._beats]
            self.mischief.listeners.append(self._hear)
            self.mischief.reach(Moment.ALWAYS, 0)
            self.mischief.reach(Moment.BEFORE, 1)
            for fault in self.mischief.timed():
                self._loop.call_later(fault.after or 0.0, self.mischief.begin, fault)
            self._ready.set()
            await self._over.wait()
            for beat in beats:
                beat.cancel()
            for connection in self._connections:
                connection.reset()

    def _build(self) -> None:
        profile, gripper = self.profile, self.profile.gripper
        self.gripper = GripperNode(self.hand, profile.dialect, self.mischief)
        self.bench = Bench(profile.devices, self.graph)
        arm = ActionServer(
            self._trajectory.name, _kind(self._trajectory), self.controller.execute, self.controller.refuse
        )
        self.goals = arm.goals
        arm.silent = lambda: bool(any(map(self.mischief.on, (Kind.DEAD_SERVER, Kind.DEAD_DRIVER, Kind.SILENT))))
        arm.deaf = lambda: self.mischief.on(Kind.IGNORE_CANCEL) is not None
        arm.on_cancel = self.controller.heard_cancel
        hand = [(gripper.homing, self.gripper.homing), (gripper.move, self.gripper.move)]
        hand += [(gripper.grasp, self.gripper.grasp)]
        if not gripper.stop_is_service:
            hand += [(gripper.stop, self.gripper.stop)]
        servers = [arm, *(ActionServer(at.name, _kind(at), run, self.gripper.refuse) for at, run in hand)]
        types = [self._trajectory.type, *(at.type for at, _ in hand)]
        self.graph.announce(profile.joint_states.name, profile.joint_states.type, "state")
        if self._description is not None and profile.dialect is Dialect.ROS2:
            latched = {"data": self._description} if self._passes else None
            self.graph.announce(profile.description, "std_msgs/msg/String", "description", latched)
        self._beats = [self._states.beat(self.graph, self.mischief), self.bench.beat()]
        if self.robot_state is not None and profile.robot_state is not None:
            self.graph.announce(profile.robot_state.name, profile.robot_state.type, "robot state")
            self._beats.append(self.robot_state.beat(self.graph, self.mischief))
        if self._guarded is not None:
            self.guard = GuardNode(self.graph, servers, self.bench, self._guarded)
            self._beats.append(self.guard.beat())
        if profile.dialect is Dialect.ROS1:
            topics = [
                ros1.ActionTopics(server, kind.split("/")[0], self.graph)
                for server, kind in zip(servers, types, strict=True)
            ]
            self._beats += [one.beat() for one in topics]
        self._actions = ros2.ActionOperations({server.name: server for server in servers}, own_goals=self._own_goals)
        if profile.dialect is Dialect.ROS2:
            for server in servers:
                self.graph.serve(*ros2.cancel_service(server))
                if self._with_statuses:
                    ros2.ActionStatus(server, self.graph)
        if gripper.stop_is_service:
            self.graph.serve(gripper.stop.name, gripper.stop.type, short(gripper.stop.type), self.gripper.stop_service)
        self.setups: list[tuple[str, Message]] = []
        self.denies: set[str] = set()
        for one in profile.setup if self._with_setup else ():
            self.graph.serve(one.order.endpoint.name, one.order.endpoint.type, None, self._setup(one.name))
        if self._with_rosapi:
            parameters: dict[str, object] = dict(self._parameters)
            if profile.dialect is Dialect.ROS2:
                parameters["/rosbridge_websocket:send_action_goals_in_new_thread"] = not self._one_thread
            if self._description is not None:
                name = profile.description if profile.dialect is Dialect.ROS1 else PARAMETER
                parameters[name] = self._description
            named = {server.name: kind for server, kind in zip(servers, types, strict=True)}
            offer(self.graph, named, parameters, self._is_gone)

    def _is_gone(self, action: str) -> bool:
        dead = any(map(self.mischief.on, (Kind.DEAD_SERVER, Kind.DEAD_DRIVER)))
        return dead and action == self._trajectory.name

    def _setup(self, name: str) -> Serve:
        async def serve(asked: Message) -> Message:
            self.setups.append((name, asked))
            if name in self.denies:
                return {"success": False, "error": "command not possible in the current mode"}
            if self.robot_state is not None and "mass" in asked:
                self.robot_state.load = float(asked["mass"])
            return {"success": True, "error": ""}

        return serve

    def _welcome(self, socket: ServerConnection, _: Request) -> Response | None:
        """Whether a further connection is taken."""
        full = self.most is not None and len(self._connections) >= self.most
        return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "too many clients") if full else None

    async def _serve(self, socket: ServerConnection) -> None:
        connection = Connection(socket, len(self.opened) + 1, self.mischief, self.graph.log)
        self.opened.append(time.monotonic())
        self._connections.append(connection)
        try:
            await connection.read(self.received.append, self._take)
        finally:
            self._connections.remove(connection)
            self.graph.forget(connection)

    async def _take(self, connection: Connection, message: Any) -> None:
        """Do what a message says."""
        op = message.get("op") if isinstance(message, dict) else None
        goal = (message.get("topic"), f"{self._trajectory.name}/goal") if op == "publish" else None
        connection.mover |= op == "send_action_goal" or (goal is not None and goal[0] == goal[1])
        ros2_too = self.profile.dialect is Dialect.ROS2
        if op == "advertise":
            self.graph.advertise(connection, message)
        elif op == "unadvertise":
            self.graph.unadvertise(connection, message)
        elif op == "publish":
            self.graph.hear(connection, message)
        elif op == "subscribe":
            self.graph.subscribe(connection, message)
        elif op == "unsubscribe":
            self.graph.unsubscribe(connection, message)
        elif op == "call_service":
            self.graph.spawn(self.graph.call(connection, message))
        elif op == "send_action_goal" and ros2_too:
            sent = asyncio.create_task(self._send(connection, message))
            if self._one_thread or self.mischief.on(Kind.LATE_CANCEL):
                await sent
            else:
                self.graph.spawn(_joined(sent))
        elif op == "cancel_action_goal" and ros2_too:
            self._actions.cancel(connection, message)
        else:
            self.graph.log("error", f"Unknown operation: {op}")

    async def _send(self, connection: Connection, message: Message) -> None:
        try:
            await self._actions.send(connection, message)
        except WrongMessageError as error:
            self.graph.log("error", str(error))

    def _hear(self, fault: Fault) -> None:
        """Faults of the connection itself."""
        garbage = {
            Kind.GARBLED: '{"op": "publish", "topic": "/joint_sta',
            Kind.NO_OBJECT: '["op", "publish"]',
        }
        for connection in list(self._connections):
            if fault.who is not Who.ALL and connection.mover is not (fault.who is Who.MOVER):
                continue
            connection.frozen = connection.frozen or fault.kind in FREEZES
            if fault.kind in (Kind.RESET, Kind.VANISH):
                connection.reset()
            elif fault.kind is Kind.CLOSE:
                self.graph.spawn(connection.close())
            elif fault.kind is Kind.FREEZE_HARD:
                connection.stop_reading()
            elif fault.kind in garbage:
                connection.post_text(garbage[fault.kind])
            elif fault.kind is Kind.OVERSIZED:
                connection.post_text('{"op": "publish", "msg": "' + "x" * int(fault.size * 1e6) + '"}')
            elif fault.kind is Kind.SHUFFLE:
                connection.hold_back(fault.seconds)
        if fault.kind is Kind.VANISH and self._server is not None:
            self._server.close(close_connections=False)
        if fault.kind is Kind.OTHER_RESULT:
            self._send_foreign_result()

    def _send_foreign_result(self) -> None:
        name = self._trajectory.name
        if self.profile.dialect is Dialect.ROS1:
            self.graph.publish(f"{name}/result", ros1.foreign_result())
            return
        for connection in self._connections:
            connection.post(ros2.foreign_result(name), "result")


async def _joined(task: asyncio.Task[None]) -> None:
    await task


def _kind(endpoint: Endpoint) -> str:
    """`FollowJointTrajectory` of `control_msgs/FollowJointTrajectoryAction` and of `control_msgs/action/…`."""
    return short(endpoint.type).removesuffix("Action")
