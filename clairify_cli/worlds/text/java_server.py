"""One Java process for all TextWorldExpress games of a Python process.

It is started with the first game and serves all later ones, because starting Java takes longer than playing. The system
chooses its port, and a token keeps other users of the machine out, so processes can play side by side. It ends with
Python: at the exit, and however Python dies, since Java then reads the end of its input. Ctrl-C does not reach it. A
forked process must not play on with its parent's; games are played in spawned ones.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import shutil
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

from clairify_cli.files.extras import check_versions, install
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.base import WorldError, WorldMissingError

WORLD = "TextWorldExpress"
OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m")
"""For a short-lived process: one core, a quick start, little memory."""

END_SECONDS = 3.0
"""How long (s) Java may take to end by itself before it is killed."""


def need(module: str) -> ModuleType:
    """Import a module of the `worlds` extra. Raises `WorldMissingError` if it is missing or unsupported."""
    check_versions("worlds", WORLD, WorldMissingError)
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise WorldMissingError(f"{WORLD} needs {library}, which is not installed: {install('worlds')}") from error


@dataclass(frozen=True, slots=True)
class JavaServer:
    """A running Java process and the connection to it."""

    gateway: Any
    process: subprocess.Popen[bytes]

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def end(self) -> None:
        """End the process reliably."""
        with contextlib.suppress(Exception):
            self.gateway.shutdown()
        with contextlib.suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.close()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


_running: list[JavaServer] = []


def server() -> JavaServer:
    """Return the Java process of this Python process, starting it if necessary.

    Raises `WorldMissingError` if Java or the library is missing, or Java does not start.
    """
    if not _running or not _running[0].alive:
        end()
        _running.append(_start())
    return _running[0]


def end() -> None:
    """End the Java process of this Python process, if there is one; the next game starts another."""
    while _running:
        _running.pop().end()


def _start() -> JavaServer:
    folder = Path(str(need("textworld_express").__file__)).parent
    py4j = need("py4j.java_gateway")
    home = os.environ.get("JAVA_HOME")
    program = (shutil.which("java", path=str(Path(home) / "bin")) if home else None) or shutil.which("java")
    if program is None:
        raise WorldMissingError(
            f"{WORLD} needs Java, which is not on the PATH: install a Java runtime (17 or newer), "
            "on Debian with `apt-get install openjdk-17-jre-headless`"
        )
    try:
        port, token, process = py4j.launch_gateway(
            classpath=str(folder / "textworld-express.jar"),
            java_path=program,
            javaopts=list(OPTIONS),
            cwd=str(folder),
            die_on_exit=True,
            create_new_process_group=True,
            enable_auth=True,
            return_proc=True,
        )
    except (OSError, ValueError, py4j.Py4JError) as error:  # ValueError: it ended without reporting its port
        raise WorldMissingError(f"{WORLD} needs Java 17 or newer; {program} did not start it") from error
    # Without memory management, Python does not speak with Java whenever its garbage is collected: games are let go.
    parameters = py4j.GatewayParameters(auto_field=True, port=port, auth_token=token, enable_memory_management=False)
    gateway = py4j.JavaGateway(gateway_parameters=parameters)
    return JavaServer(gateway, process)


def call(owner: Any, method: str, *arguments: Any) -> Any:
    """Call a method of a Java object. Raises `WorldError` if Java has ended or the call fails there."""
    protocol = need("py4j.protocol")
    try:
        return getattr(owner, method)(*arguments)
    except protocol.Py4JJavaError as error:
        raise WorldError(f"{WORLD} failed: {error.java_exception.toString()}") from error
    except (protocol.Py4JError, OSError) as error:
        raise WorldError(f"the Java process of {WORLD} has ended; start the game again") from error


atexit.register(end)
