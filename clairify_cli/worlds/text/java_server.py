"""One Java process for all TextWorldExpress games of a Python process.

It is started with the first game and serves all later ones, because starting Java takes longer than playing. The system
chooses its port, and a token keeps other users of the machine out, so processes can play side by side. It ends with
Python: at the exit, and however Python dies, since Java then reads the end of its input. Ctrl-C does not reach it.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from clairify_cli.files.extras import check_versions, install
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.base import WorldError, WorldMissingError


def need(module: str, *, world: str) -> ModuleType:
    """Import a module of the `worlds` extra. Raises `WorldMissingError` if it is missing or unsupported."""
    check_versions("worlds", world, WorldMissingError)
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0], world) from error


def folder_of(package: str, *, world: str) -> Path:
    """Return the folder of an installed package without importing it. Raises `WorldMissingError` if not installed."""
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # a module that is marked as missing
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise missing(package, world)
    return Path(next(iter(spec.submodule_search_locations)))


def missing(library: str, world: str) -> WorldMissingError:
    """Return the error for a library that is not installed."""
    return WorldMissingError(f"{world} needs {library}, which is not installed: {install('worlds')}")


def java(world: str) -> str:
    """Return the Java to run: that of JAVA_HOME, otherwise the first on the PATH.

    Raises `WorldMissingError` if there is none.
    """
    home = os.environ.get("JAVA_HOME")
    found = (shutil.which("java", path=str(Path(home) / "bin")) if home else None) or shutil.which("java")
    if found is None:
        raise WorldMissingError(
            f"{world} needs Java, which is not on the PATH: install a Java runtime (17 or newer), "
            "on Debian with `apt-get install openjdk-17-jre-headless`"
        )
    return found


WORLD = "TextWorldExpress"
OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m")
"""For a short-lived process: one core, a quick start, little memory."""

END_SECONDS = 3.0
"""How long (s) Java may take to end by itself before it is killed."""


@dataclass(frozen=True, slots=True)
class JavaServer:
    """A running Java process and the connection to it; `owner` is the Python process that started it."""

    gateway: Any
    process: subprocess.Popen[bytes]
    owner: int

    @property
    def alive(self) -> bool:
        return self.owner == os.getpid() and self.process.poll() is None

    def end(self) -> None:
        """End the process reliably. A forked child does not end its parent's."""
        if self.owner != os.getpid():
            return
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


_lock = threading.Lock()
_running: JavaServer | None = None


def server() -> JavaServer:
    """Return the Java process of this Python process, starting it if necessary.

    Raises `WorldMissingError` if Java or the library is missing, or Java does not start.
    """
    global _running  # noqa: PLW0603 (one a process is what it is for)
    with _lock:
        if _running is None or not _running.alive:
            if _running is not None:
                _running.end()
            _running = _start()
        return _running


def end() -> None:
    """End the Java process of this Python process, if there is one; the next game starts another."""
    global _running  # noqa: PLW0603
    with _lock:
        if _running is not None:
            _running.end()
        _running = None


def _start() -> JavaServer:
    folder = folder_of("textworld_express", world=WORLD)
    py4j = need("py4j.java_gateway", world=WORLD)
    program = java(WORLD)
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
    return JavaServer(gateway, process, os.getpid())


def call(method: Any, *arguments: Any) -> Any:
    """Call a method of a Java object. Raises `WorldError` if Java has ended or the call fails there."""
    protocol = need("py4j.protocol", world=WORLD)
    try:
        return method(*arguments)
    except protocol.Py4JJavaError as error:
        raise WorldError(f"{WORLD} failed: {error.java_exception.toString()}") from error
    except (protocol.Py4JError, OSError) as error:
        raise WorldError(f"the Java process of {WORLD} has ended; start the game again") from error


def _after_fork() -> None:
    """Reset a forked child: it must not use its parent's server, nor a lock that a thread of the parent may hold."""
    global _running, _lock  # noqa: PLW0603
    _running = None
    _lock = threading.Lock()


atexit.register(end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
