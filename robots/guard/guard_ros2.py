#!/usr/bin/env python3
"""The guard as a ROS 2 node (rclpy): `python3 guard_ros2.py guard.json`. UNTESTED: it was never run.

It was written from the documented interfaces of rclpy, and nobody has run it against a ROS 2 system. Its logic,
`guard.py`, is tested. Before you rely on it, do what "Try it first" in README.md says.

It cancels goals through the action's `_action/cancel_goal` service, by their UUIDs.
"""

from __future__ import annotations

import sys
import uuid
from pathlib import Path

import guard
import rclpy
from action_msgs.srv import CancelGoal
from rclpy.clock import Clock, ClockType
from rosidl_runtime_py import set_message_fields
from rosidl_runtime_py.utilities import get_message, get_service
from std_msgs.msg import String

TAKEN = (CancelGoal.Response.ERROR_NONE, CancelGoal.Response.ERROR_GOAL_TERMINATED)


class Node:
    """The topics and services of one guard. One executor calls everything, from one thread."""

    def __init__(self, node, config):
        self.guard = guard.Guard(config)
        self.log = node.get_logger()
        self.told = 0.0
        self.status = node.create_publisher(String, guard.STATUS, 10)
        self.cancels = {one: node.create_client(CancelGoal, one + "/_action/cancel_goal") for one in config.actions}
        self.off = {name: self.prepared(node, name, one) for name, one in config.off.items()}
        node.create_subscription(String, guard.HEARTBEAT, self.hear, 50)
        node.create_timer(guard.TICK, self.tick, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def prepared(self, node, name, off):
        """What sends the message of a device, made before it is needed. Raises `guard.ConfigError`."""
        try:
            if "topic" in off:
                kind = get_message(off["type"])
                sender, message = node.create_publisher(kind, name, 10), kind()
            else:
                kind = get_service(off["type"])
                sender, message = node.create_client(kind, name), kind.Request()
            set_message_fields(message, off["message"])
        except (AttributeError, ImportError, TypeError, ValueError) as error:
            raise guard.ConfigError(f"{name}: {error}") from None
        return sender, message

    def hear(self, message):
        """A heartbeat."""
        self.guard.hear(message.data)
        self.tell()

    def tell(self):
        """Publish the status."""
        self.told = self.guard.clock()
        self.status.publish(String(data=self.guard.status()))

    def tick(self):
        """Look at the clock."""
        for act in self.guard.tick():
            self.do(act)
        if self.guard.clock() - self.told >= guard.PERIOD:
            self.tell()

    def do(self, act):
        """Do an act once."""
        self.log.warning(f"no heartbeat: {act.kind} {act.name} {act.goal}, try {act.tries}")
        if act.kind == guard.CANCEL:
            try:
                goal = uuid.UUID(act.goal)
            except ValueError:  # an id of the bridge's own, which no ROS 2 node can cancel by
                return
            request = CancelGoal.Request()
            request.goal_info.goal_id.uuid = list(goal.bytes)
            sent = self.cancels[act.name].call_async(request)
            sent.add_done_callback(lambda done: self.answered(act, done, lambda one: one.return_code in TAKEN))
        elif act.by_topic:
            sender, message = self.off[act.name]
            sender.publish(message)
        else:
            sender, message = self.off[act.name]
            sent = sender.call_async(message)
            sent.add_done_callback(
                lambda done: self.answered(act, done, lambda one: getattr(one, "success", True) is not False)
            )

    def answered(self, act, done, good):
        """A service answered."""
        if done.exception() is None and good(done.result()):
            self.guard.confirm(act)


def main():
    """Run the node; the exit code comes back."""
    rclpy.init(args=sys.argv)
    arguments = rclpy.utilities.remove_ros_args(sys.argv)[1:]
    if len(arguments) != 1:
        print("usage: guard_ros2.py CONFIG.json", file=sys.stderr)
        return 2
    node = rclpy.create_node("clairify_guard")
    try:
        Node(node, guard.read_config(Path(arguments[0]).read_text(encoding="utf-8")))
        rclpy.spin(node)
    except (OSError, UnicodeDecodeError, guard.ConfigError) as error:
        print(f"guard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
