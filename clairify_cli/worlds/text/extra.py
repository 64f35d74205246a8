"""What the real worlds need beside Python: the `worlds` extra and Java, missed in one sentence."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
from pathlib import Path
from types import ModuleType

from clairify_cli.files.extras import check_versions
from clairify_cli.worlds.text.base import WorldMissingError


def need(module: str, *, world: str) -> ModuleType:
    """Import a module of the `worlds` extra. Raises `WorldMissingError` where it is missing or unsupported."""
    check_versions("worlds", world, WorldMissingError)
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise missing(module.partition(".")[0], world) from error


def folder_of(package: str, *, world: str) -> Path:
    """Where an installed package lies; it is not imported. Raises `WorldMissingError` where it is not installed."""
    try:
        spec = importlib.util.find_spec(package)
    except ValueError:  # a module that is marked as missing
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise missing(package, world)
    return Path(next(iter(spec.submodule_search_locations)))


def missing(library: str, world: str) -> WorldMissingError:
    """That a library is not installed, in a sentence."""
    return WorldMissingError(f"{world} needs {library}, which is not installed: pip install 'clairify-cli[worlds]'")


def java(world: str) -> str:
    """The Java to run: that of JAVA_HOME, else the first on the PATH.

    Raises `WorldMissingError` where there is none.
    """
    home = os.environ.get("JAVA_HOME")
    found = (shutil.which("java", path=str(Path(home) / "bin")) if home else None) or shutil.which("java")
    if found is None:
        raise WorldMissingError(
            f"{world} needs Java, which is not on the PATH: install a Java runtime (17 or newer), "
            "on Debian with `apt-get install openjdk-17-jre-headless`"
        )
    return found
