"""The libraries of the `robot` extra: imported when they are needed, and missed in one sentence.

So is a display where a window is asked for.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import subprocess
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType

from clairify_cli.files.extras import check_versions

LIBRARIES = ("numpy", "pybullet", "pybullet_data", "pinocchio", "coal", "ompl", "ruckig")
"""What the simulated arm needs."""

FILM_LIBRARIES = ("PIL", "imageio_ffmpeg")
"""Additional packages for films; a moving one needs both."""

_OPEN_WINDOW = "import pybullet, sys; sys.exit(pybullet.connect(pybullet.GUI) < 0)"
NO_WINDOW = "PyBullet can open no window here: set DISPLAY to an X display that answers, or run without a window"
_PATIENCE = 20.0
"""How long a window may take to open (s); a display that does not answer never opens one."""


class RobotMissingError(ImportError):
    """A library of the `robot` extra, or a display, is unavailable or unsupported; the message says what to do."""


def fault(films: Sequence[str] = (), *, gui: bool = False) -> RobotMissingError | None:
    """Why the simulated arm cannot run: a library is missing or of an unsupported version, or no window opens.

    No library is imported here. `films` are the endings of the films that are asked for.
    """
    wanted = (*LIBRARIES, *FILM_LIBRARIES[: 2 if ".mp4" in films else bool(films)])
    if (absent := next((one for one in wanted if importlib.util.find_spec(one) is None), None)) is not None:
        return missing(absent)
    try:
        check_versions("robot", "the simulated arm", RobotMissingError)
    except RobotMissingError as error:
        return error
    return RobotMissingError(f"--gui: {NO_WINDOW}") if gui and not opens_window() else None


@functools.cache
def opens_window() -> bool:
    """Whether PyBullet can open its window, tried in a process of its own: where it cannot, it ends the process."""
    command = [sys.executable, "-P", "-c", _OPEN_WINDOW]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False).returncode == 0  # noqa: S603
    return False


def missing(library: str) -> RobotMissingError:
    """That a library is not installed, in a sentence."""
    return RobotMissingError(
        f"the simulated arm needs {library}, which is not installed: pip install 'clairify-cli[robot]'"
    )


def need(module: str) -> ModuleType:
    """Import a module of the `robot` extra.

    Raises `RobotMissingError` if it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0]) from error


@contextlib.contextmanager
def needed() -> Iterator[None]:
    """Around imports of modules that import the libraries. Raises `RobotMissingError` if one is not installed or has
    an unsupported version.
    """
    check_versions("robot", "the simulated arm", RobotMissingError)
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in (*LIBRARIES, *FILM_LIBRARIES):
            raise
        raise missing(library) from error
