# mypy: ignore-errors
"""A peer for the guard's ROS 1 node, run by the system's Python with rospy: plays clairify, the arm and a hotplate.

Prints JSON lines of what it saw, with the s since its last heartbeat.
"""

import json
import sys
import threading
import time

ACTION = "/arm/follow_joint_trajectory"
GOALS = {"ours": 1, "theirs": 1}
PLATE = {"topic": "/hotplate/temperature", "type": "std_msgs/Float64", "message": {"data": 0.0}}
STIRRER = {"service": "/stirrer/enable", "type": "std_srvs/SetBool", "message": {"data": False}}

last = [0.0]
told = {}


try:
    import rospy
    from actionlib_msgs.msg import GoalID, GoalStatus, GoalStatusArray
    from std_msgs.msg import Float64, String
    from std_srvs.srv import SetBool, SetBoolResponse
except ImportError:  # a test that only wants the names above
    rospy = None


def say(what, **fields):
    print(json.dumps({"saw": what, "after": round(time.monotonic() - last[0], 4), **fields}), flush=True)


def cancelled(message):
    say("cancel", id=message.id)
    if message.id in GOALS:
        GOALS[message.id] = 2


def status(message):
    found = json.loads(message.data)
    told.clear()
    told.update(found)


def wait(holds):
    end = time.monotonic() + 10
    while not holds():
        if time.monotonic() > end:
            say("timeout", told=told)
            sys.exit(1)
        time.sleep(0.005)


def main():
    rospy.init_node("peer")
    beats = rospy.Publisher("/clairify/guard/heartbeat", String, queue_size=10)
    statuses = rospy.Publisher(ACTION + "/status", GoalStatusArray, queue_size=10)
    rospy.Subscriber("/clairify/guard/status", String, status)
    rospy.Subscriber(ACTION + "/cancel", GoalID, cancelled)
    rospy.Subscriber("/hotplate/temperature", Float64, lambda one: say("plate", value=one.data))
    calls = []

    def enable(request):
        calls.append(request.data)
        say("stirrer", value=request.data)
        return SetBoolResponse(len(calls) > 1, "")  # the first answer says that it did not work

    rospy.Service("/stirrer/enable", SetBool, enable)

    def statuses_told():
        while True:
            listed = [GoalStatus(goal_id=GoalID(id=name), status=one) for name, one in GOALS.items()]
            statuses.publish(GoalStatusArray(status_list=listed))
            time.sleep(0.1)

    threading.Thread(target=statuses_told, daemon=True).start()
    wait(lambda: told)
    say("idle", state=told["state"])
    seq = 0

    def beat(what, **fields):
        nonlocal seq
        seq += 1
        beats.publish(String(data=json.dumps({"v": 1, "say": what, "run": "run-1", "seq": seq, **fields})))
        last[0] = time.monotonic()

    def armed():
        beat("arm", goals=[{"action": ACTION}], off=[PLATE, STIRRER])
        time.sleep(0.05)
        return told["state"] == "armed" and told["run"] == "run-1"

    wait(armed)
    for _ in range(10):
        beat("beat", goals=[{"action": ACTION, "id": "ours"}], off=[PLATE, STIRRER])
        time.sleep(0.1)
    say("armed", state=told["state"], acknowledged=told["seq"] == seq)
    wait(lambda: told["state"] == "tripped" and all(one["outcome"] != "pending" for one in told["acts"]))
    say("tripped", goals=GOALS, acts=told["acts"])


if __name__ == "__main__":
    main()
