"""The libraries of the `robot` extra: imported when they are needed, and missed in one sentence."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from types import ModuleType

LIBRARIES = ("numpy", "pybullet", "pybullet_data", "pinocchio", "coal", "ompl")
"""What the simulated arm needs."""

FILM_LIBRARIES = ("PIL", "imageio_ffmpeg")
"""What films need beside."""


class RobotMissingError(ImportError):
    """A library of the `robot` extra is not installed; its message says how to get it."""


def missing(library: str) -> RobotMissingError:
    """That a library is not installed, in a sentence."""
    return RobotMissingError(
        f"the simulated arm needs {library}, which is not installed: pip install 'clairify-cli[robot]'"
    )


def need(module: str) -> ModuleType:
    """Imports a module of the `robot` extra.

    Raises `RobotMissingError` where it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0]) from error


@contextlib.contextmanager
def needed() -> Iterator[None]:
    """Around imports of modules that import the libraries. Raises `RobotMissingError` where one is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in (*LIBRARIES, *FILM_LIBRARIES):
            raise
        raise missing(library) from error
