"""The guard's ROS 1 node with a genuine rosmaster and rospy, where the system's Python has them (Debian packages
python3-rospy, python3-rosmaster, python3-std-msgs, python3-actionlib-msgs and python3-std-srvs)."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
from ros_bridge import guard_peer
from ros_bridge.guard_node import FILE

PYTHON = "/usr/bin/python3"
NEEDED = "import rospy, actionlib_msgs.msg, std_msgs.msg, std_srvs.srv"
LIMIT = 0.6


def has_rospy() -> bool:
    if shutil.which("rosmaster") is None or not Path(PYTHON).exists():
        return False
    return subprocess.run([PYTHON, "-c", NEEDED], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not has_rospy(), reason="the system's Python has no rospy")
def test_a_heartbeat_that_lapses_on_a_genuine_ros(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"ROS_MASTER_URI": f"http://127.0.0.1:{port}", "ROS_IP": "127.0.0.1", "ROS_HOME": str(tmp_path)}
    config = {"limit": LIMIT, "actions": [guard_peer.ACTION], "off": [guard_peer.PLATE, guard_peer.STIRRER]}
    (tmp_path / "guard.json").write_text(json.dumps(config))
    commands = [
        ["rosmaster", "--core", "-p", str(port)],
        [PYTHON, str(FILE.parent / "guard_ros1.py"), str(tmp_path / "guard.json")],
    ]
    running = []
    with (tmp_path / "said.txt").open("w") as log:
        try:
            for command in commands:
                running.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
                until = time.monotonic() + 20
                while len(running) == 1 and time.monotonic() < until:
                    with socket.socket() as tried:
                        if tried.connect_ex(("127.0.0.1", port)) == 0:
                            break
                    time.sleep(0.05)
            ran = subprocess.run(
                [PYTHON, guard_peer.__file__], env=environment, capture_output=True, text=True, check=False, timeout=60
            )
        finally:
            for one in running:
                one.terminate()
            for one in running:
                one.wait(10)
    assert ran.returncode == 0, ran.stdout + ran.stderr + (tmp_path / "said.txt").read_text()
    seen = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [one["saw"] for one in seen[:2]] == ["idle", "armed"] and seen[1]["acknowledged"]
    first = {one["saw"]: one["after"] for one in reversed(seen)}
    assert all(LIMIT < first[what] < LIMIT + 0.2 for what in ("cancel", "plate", "stirrer")), seen
    assert {one["id"] for one in seen if one["saw"] == "cancel"} == {"ours"}
    assert {one["value"] for one in seen if one["saw"] in ("plate", "stirrer")} == {0.0}
    last = seen[-1]
    assert last["goals"] == {"ours": 2, "theirs": 1}
    outcomes = {one["name"]: one["outcome"] for one in last["acts"]}
    assert outcomes == {guard_peer.ACTION: "confirmed", "/hotplate/temperature": "sent", "/stirrer/enable": "confirmed"}
