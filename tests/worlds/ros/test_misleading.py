"""Causes that look like others: each is said as what it is."""

from __future__ import annotations

import asyncio
import os
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored

pytest.importorskip("websockets")

from ros_bridge.bridge import Bridge
from ros_bridge.faults import Fault, Kind, Moment
from ros_bridge.trial import QUICK, Notes
from websockets.asyncio.server import ServerConnection, serve

from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.robot import Cause, HaltError

ROS2 = profile_named("franka-ros2")
OPENING = stored(__file__, "OPENING")
CHILD = """
import sys
from ros_bridge.trial import HOME, NEAR, Notes, motion
from clairify_cli.worlds.ros.arm import RosRobot
from clairify_cli.worlds.ros.profile.text import profile_named
from clairify_cli.worlds.ros.robot import HaltError
robot = RosRobot.connect(sys.argv[1], profile_named("franka-ros2"), Notes())
print("connected", flush=True)
try:
    robot.follow(motion(HOME, NEAR, 20.0))
except HaltError as error:
    print(error.cause.value, error.message)
robot.close()
"""


class _Web(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def web() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), _Web)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()


@contextmanager
def raw() -> Iterator[int]:
    """Something that speaks first, and no HTTP."""
    over, ready = threading.Event(), threading.Event()
    port: list[int] = []

    async def main() -> None:
        server = await asyncio.start_server(lambda _, writer: writer.write(b"SSH-2.0\r\n"), "127.0.0.1", 0)
        port.append(server.sockets[0].getsockname()[1])
        ready.set()
        while not over.is_set():
            await asyncio.sleep(0.02)
        server.close()

    threading.Thread(target=asyncio.run, args=(main(),), daemon=True).start()
    assert ready.wait(5)
    try:
        yield port[0]
    finally:
        over.set()


@contextmanager
def bridge_like(folder: Path, *, tls: bool = False, status: HTTPStatus | None = None) -> Iterator[int]:
    """A websocket server that says nothing and closes, with TLS or a status of its own."""
    over, ready = threading.Event(), threading.Event()
    port: list[int] = []

    async def handle(socket: ServerConnection) -> None:
        async for _ in socket:
            await socket.close(1011)

    def answer(socket: ServerConnection, _: object) -> Any:
        return None if status is None else socket.respond(status, "no")

    async def main() -> None:
        context = None
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
        async with serve(handle, "127.0.0.1", 0, ssl=context, process_request=answer) as server:
            port.append(server.sockets[0].getsockname()[1])
            ready.set()
            while not over.is_set():
                await asyncio.sleep(0.02)

    threading.Thread(target=asyncio.run, args=(main(),), daemon=True).start()
    assert ready.wait(5)
    try:
        yield port[0]
    finally:
        over.set()


def certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    paths = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    try:
        subprocess.run([*command, *paths], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no openssl makes a certificate")


@pytest.mark.parametrize("case", OPENING)
def test_why_a_bridge_cannot_be_had(case: str, tmp_path: Path) -> None:
    scheme, what, words = OPENING[case]
    if what == "tls":
        certificate(tmp_path)
    servers = {
        "tls": lambda: bridge_like(tmp_path, tls=True),
        "plain": lambda: bridge_like(tmp_path),
        "401": lambda: bridge_like(tmp_path, status=HTTPStatus.UNAUTHORIZED),
        "503": lambda: bridge_like(tmp_path, status=HTTPStatus.SERVICE_UNAVAILABLE),
        "404": lambda: bridge_like(tmp_path, status=HTTPStatus.NOT_FOUND),
        "web": web,
        "raw": raw,
    }
    if what == "nobody":
        error = refused(f"{scheme}://127.0.0.1:1")
    elif what == "nowhere":
        error = refused(f"{scheme}://nowhere.invalid:9090")
    else:
        with servers[what]() as port:
            error = refused(f"{scheme}://127.0.0.1:{port}")
    assert error.cause is Cause.CLOSED and words in error.message, error.message


def refused(url: str) -> HaltError:
    with pytest.raises(HaltError) as caught:
        RosRobot.connect(url, replace(ROS2, watching=QUICK), Notes())
    return caught.value


def test_a_bridge_that_lacks_a_package_of_messages_is_remarked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    from ros_bridge import schema

    types = {name: one for name, one in schema.TYPES.items() if name != "FrankaRobotState"}
    monkeypatch.setattr(schema, "TYPES", types)
    with Bridge(ROS2) as bridge:
        robot = RosRobot.connect(bridge.url, ROS2, Notes())
        (remark,) = (one for one in robot.found.remarks if "does not know" in one)
        robot.close()
    assert "install the package franka_msgs where rosbridge runs" in remark and "the log of the bridge" in remark


def test_a_goal_that_a_bridge_of_humble_does_not_answer_was_rejected() -> None:
    error = broken(Kind.REJECTED_UNSAID)
    assert error.cause is Cause.REJECTED and "bridges of Humble never say" in error.message


def test_a_controller_that_is_gone_is_not_said_to_have_rejected_anything() -> None:
    error = broken(Kind.DEAD_SERVER)
    assert error.cause is Cause.NO_FEEDBACK and "is gone" in error.message


def broken(kind: Kind) -> HaltError:
    """What the second motion leads to."""
    from ros_bridge.trial import run_trial

    trial = run_trial(ROS2, [Fault(kind, Moment.BEFORE, motion=2)])
    assert trial.error is not None
    return trial.error


def test_stamps_that_stand_still_are_not_called_silence() -> None:
    from ros_bridge.trial import run_trial

    error = run_trial(ROS2, [Fault(Kind.FROZEN_STAMPS, Moment.MIDDLE)], seconds=1.4).error
    assert error is not None and error.cause is Cause.STALE and "their stamps have stood still" in error.message


def test_a_program_that_was_stopped_says_so() -> None:
    """A process that gets SIGSTOP for a while sees old states when it goes on; that is not the robot's fault."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
    with (
        Bridge(ROS2) as bridge,
        subprocess.Popen(
            [sys.executable, "-c", CHILD, bridge.url], stdout=subprocess.PIPE, text=True, env=environment
        ) as process,
    ):
        assert process.stdout is not None and process.stdout.readline() == "connected\n"
        end = time.monotonic() + 20.0
        while not bridge.motions and time.monotonic() < end:
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
        time.sleep(3.0)
        process.send_signal(signal.SIGCONT)
        said, _ = process.communicate(timeout=30)
    assert said.startswith("paused This program stood still for "), said
