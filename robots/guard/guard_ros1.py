#!/usr/bin/env python3
"""The guard as a ROS 1 node (rospy): `python3 guard_ros1.py guard.json`. Run it on the robot's computer.

It cancels goals through the action's `cancel` topic, by their ids, and takes a goal as cancelled once the action's
`status` topic lists it as ended. It uses the wall's monotonic clock, whatever `/use_sim_time` says.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import guard
import rospy
from actionlib_msgs.msg import GoalID, GoalStatusArray
from genpy.message import MessageException, fill_message_args
from roslib.message import get_message_class, get_service_class
from std_msgs.msg import String

ENDED = (2, 3, 4, 5, 8, 9)
"""PREEMPTED, SUCCEEDED, ABORTED, REJECTED, RECALLED and LOST of actionlib_msgs/GoalStatus."""


class Node:
    """The topics and services of one guard. rospy calls back from several threads, so a lock is held around `guard`."""

    def __init__(self, config):
        self.guard = guard.Guard(config)
        self.lock = threading.RLock()
        self.told = 0.0
        self.state = ""
        self.calling = set()
        self.status = rospy.Publisher(guard.STATUS, String, queue_size=10)
        self.cancels = {one: rospy.Publisher(one + "/cancel", GoalID, queue_size=10) for one in config.actions}
        self.off = {name: self.prepared(name, one) for name, one in config.off.items()}
        for action in config.actions:
            rospy.Subscriber(action + "/status", GoalStatusArray, self.see, callback_args=action)
        rospy.Subscriber(guard.HEARTBEAT, String, self.hear, queue_size=50)

    def prepared(self, name, off):
        """What sends the message of a device, made before it is needed. Raises `guard.ConfigError`."""
        by_topic = "topic" in off
        kind = get_message_class(off["type"]) if by_topic else get_service_class(off["type"])
        if kind is None:
            raise guard.ConfigError(f"{name}: there is no type {off['type']} on this computer")
        message = kind() if by_topic else kind._request_class()
        try:
            fill_message_args(message, [off["message"]])
        except MessageException as error:
            raise guard.ConfigError(f"{name}: {error}") from None
        sender = rospy.Publisher(name, kind, queue_size=10).publish if by_topic else rospy.ServiceProxy(name, kind)
        return sender, message

    def hear(self, message):
        """A heartbeat."""
        with self.lock:
            self.guard.hear(message.data)
            self.tell()

    def see(self, message, action):
        """The goals of an action."""
        with self.lock:
            ended = {one.goal_id.id for one in message.status_list if one.status in ENDED}
            for act in self.guard.acts:
                if act.kind == guard.CANCEL and act.name == action and act.goal in ended:
                    self.guard.confirm(act)

    def tell(self):
        """Publish the status."""
        self.told = time.monotonic()
        if self.guard.state != self.state:
            self.state = self.guard.state
            rospy.loginfo("guard: %s, run %s", self.state, self.guard.run)
        self.status.publish(self.guard.status())

    def spin(self):
        """Look at the clock again and again."""
        while not rospy.is_shutdown():
            with self.lock:
                for act in self.guard.tick():
                    self.do(act)
                if time.monotonic() - self.told >= guard.PERIOD:
                    self.tell()
            time.sleep(guard.TICK)

    def do(self, act):
        """Do an act once."""
        rospy.logwarn("guard: no heartbeat: %s %s %s, try %d", act.kind, act.name, act.goal, act.tries)
        if act.kind == guard.CANCEL:
            self.cancels[act.name].publish(GoalID(id=act.goal))
        elif act.by_topic:
            sender, message = self.off[act.name]
            sender(message)
        elif act not in self.calling:
            self.calling.add(act)
            threading.Thread(target=self.call, args=(act,), daemon=True).start()

    def call(self, act):
        """Call a device's service; it may hang, so nobody waits for it."""
        sender, message = self.off[act.name]
        try:
            good = getattr(sender(message), "success", True) is not False
        except (rospy.ServiceException, rospy.ROSException) as error:
            rospy.logwarn("guard: %s: %s", act.name, error)
            good = False
        with self.lock:
            self.calling.discard(act)
            if good:
                self.guard.confirm(act)


def main():
    """Run the node; the exit code comes back."""
    arguments = rospy.myargv(sys.argv)[1:]
    if len(arguments) != 1:
        print("usage: guard_ros1.py CONFIG.json", file=sys.stderr)
        return 2
    try:
        config = guard.read_config(Path(arguments[0]).read_text(encoding="utf-8"))
        rospy.init_node("clairify_guard")
        Node(config).spin()
    except (OSError, UnicodeDecodeError, guard.ConfigError) as error:
        print(f"guard: {error}", file=sys.stderr)
        return 2
    except rospy.ROSInterruptException:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
