"""The guard on the robot's side of the bridge: the file that is shipped, against the goals and devices of the fake."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clairify_cli.worlds.ros.profile.values import Dialect, RobotProfile
from ros_bridge.bench import Bench
from ros_bridge.goals import ENDED, ActionServer, Goal
from ros_bridge.graph import Graph
from ros_bridge.schema import Message

FILE = Path(__file__).parents[2] / "robots" / "guard" / "guard.py"


def logic() -> Any:
    """The module `robots/guard/guard.py`, imported from where it is shipped."""
    spec = importlib.util.spec_from_file_location("shipped_guard", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class GuardNode:
    """What `guard_ros1.py` does. `done` are the acts with the times (s of `time.monotonic`) at which they were done.

    `silent` says nothing and does nothing any more; `deaf` devices do not take what is sent to them.
    """

    def __init__(self, graph: Graph, actions: Sequence[ActionServer], bench: Bench, config: Message):
        module = logic()
        self.module = module
        self.guard = module.Guard(module.read_config(json.dumps(config)))
        self.done: list[tuple[float, str, str]] = []
        self.silent = False
        self._other: Message | None = None
        self._graph = graph
        self._actions = {one.name: one for one in actions}
        self._bench = bench
        kind = "std_msgs/String" if graph.dialect is Dialect.ROS1 else "std_msgs/msg/String"
        graph.listen(module.HEARTBEAT, kind, self._hear)
        graph.announce(module.STATUS, kind, "guard")

    @property
    def state(self) -> str:
        """`idle`, `armed` or `tripped`."""
        return str(self.guard.state)

    @property
    def arm_goals(self) -> list[Goal]:
        """The goals that the arm was given."""
        return self._actions[self.guard.config.actions[0]].goals

    def knows(self, goal: Goal) -> bool:
        """Whether the guard knows a goal by the name that the action has for it."""
        return self._name(goal) in [name for _, name in self.guard._goals]

    def keep_armed_by(self, message: Message) -> None:
        """Somebody else arms it, and lives."""
        self._other = message

    async def beat(self) -> None:
        """Look at the clock, and tell the status."""
        told = 0.0
        while True:
            if not self.silent:
                self._confirm()
                for act in self.guard.tick():
                    self._do(act)
                if time.monotonic() - told >= self.module.PERIOD:
                    told = time.monotonic()
                    if self._other is not None:
                        self._other = {**self._other, "seq": self._other["seq"] + 1}
                        self.guard.hear(json.dumps(self._other))
                    self._tell()
            await asyncio.sleep(self.module.TICK)

    def _hear(self, message: Message) -> None:
        if not self.silent:
            self.guard.hear(message["data"])
            self._tell()

    def _tell(self) -> None:
        self._graph.publish(self.module.STATUS, {"data": self.guard.status()})

    def _do(self, act: Any) -> None:
        self.done.append((time.monotonic(), act.kind, act.goal or act.name))
        if act.kind == self.module.CANCEL:
            server = self._actions[act.name]
            for goal in server.goals:
                if self._name(goal) == act.goal:
                    server.cancel(goal)
            return
        if act.by_topic:
            topic = self._graph.topics[act.name]
            assert topic.hear is not None
            topic.hear(dict(act.off["message"]))
            return
        service = self._graph.services[act.name]
        self._graph.spawn(self._call(act, service.serve(dict(act.off["message"]))))

    async def _call(self, act: Any, answer: Any) -> None:
        if (await answer).get("success") is not False:
            self.guard.confirm(act)

    def _name(self, goal: Goal) -> str:
        """What the action knows a goal by: in ROS 2 not by the bridge's id."""
        return goal.id if self._graph.dialect is Dialect.ROS1 else str(goal.uuid)

    def _confirm(self) -> None:
        for act in self.guard.acts:
            server = self._actions.get(act.name)
            goals = server.goals if server is not None else ()
            if act.kind == self.module.CANCEL and any(
                self._name(one) == act.goal and one.state in ENDED for one in goals
            ):
                self.guard.confirm(act)


def config_for(profile: RobotProfile, limit: float = 1.0) -> Message:
    """The guard's configuration for a robot: its arm, and all of its devices."""
    from clairify_cli.worlds.ros.watch.guard import off_of

    off = [off_of(setting.off) for one in profile.devices for setting in one.settings.values() if setting.off]
    return {"name": "test", "limit": limit, "actions": [profile.trajectory.name], "off": off}
