"""The libraries of the `robot` extra: imported when they are needed, and missed in one sentence."""

from __future__ import annotations

import importlib
from types import ModuleType


class RobotMissingError(ImportError):
    """A library of the `robot` extra is not installed; its message says how to get it."""


def need(module: str) -> ModuleType:
    """Imports a module of the `robot` extra (pybullet, pinocchio, coal, ompl, numpy).

    Raises `RobotMissingError` where it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise RobotMissingError(
            f"the simulated arm needs {package}, which is not installed: pip install 'clairify-cli[robot]'"
        ) from error
