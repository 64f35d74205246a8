"""The libraries of the `robot` extra: imported on demand, with a one-sentence message if missing."""

from __future__ import annotations

import contextlib
import importlib.util
import platform
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType

from clairify_cli.files.extras import POSIX_ONLY, check_versions, install, is_posix

LIBRARIES = ("numpy", "pybullet", "pybullet_data", "pinocchio", "coal", "ompl", "ruckig")
"""The requirements of the simulated arm."""

FILM_LIBRARIES = ("PIL", "imageio_ffmpeg")
"""Additional packages for films; a moving one needs both."""

_WHEELS = ("linux", "x86_64", (3, 11))
"""The platform with wheels of all libraries: PyBullet has none after Python 3.11, OMPL 2 only some for Linux."""


class RobotMissingError(ImportError):
    """A library of the `robot` extra is unavailable or unsupported; the message says what to do."""


def fault(films: Sequence[str] = ()) -> RobotMissingError | None:
    """Return why the simulated arm cannot run: a missing or unsupported library.

    No library is imported here. `films` are the suffixes of the requested films.
    """
    drawn = {*films} - {".html"}
    wanted = (*LIBRARIES, *FILM_LIBRARIES[: 2 if ".mp4" in drawn else bool(drawn)])
    absent = next((one for one in wanted if importlib.util.find_spec(one) is None), None)
    try:
        _refuse_other_systems()
        if absent is not None:
            return missing(absent)
        check_versions("robot", "the simulated arm", RobotMissingError)
    except RobotMissingError as error:
        return error
    return None


def missing(library: str) -> RobotMissingError:
    """Return the error for a library that is not installed."""
    told = f"the simulated arm needs {library}, which is not installed: {install('robot')}"
    if library in LIBRARIES and (sys.platform, platform.machine(), sys.version_info[:2]) != _WHEELS:
        told += "; all of its libraries come built for Linux on x86-64 with Python 3.11 only"
    return RobotMissingError(told)


def _refuse_other_systems() -> None:
    if not is_posix():
        raise RobotMissingError(f"the simulated arm {POSIX_ONLY}")


def need(module: str) -> ModuleType:
    """Import a module of the `robot` extra.

    Raises `RobotMissingError` if it is not installed.
    """
    _refuse_other_systems()
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0]) from error


@contextlib.contextmanager
def needed() -> Iterator[None]:
    """Guard imports of modules that use the libraries.

    Raises `RobotMissingError` if one is not installed or has an unsupported version.
    """
    _refuse_other_systems()
    check_versions("robot", "the simulated arm", RobotMissingError)
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in (*LIBRARIES, *FILM_LIBRARIES):
            raise
        raise missing(library) from error
