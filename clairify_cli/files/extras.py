"""The extras of the package: how to install them here, and their lowest versions as declared."""

from __future__ import annotations

import functools
import importlib.util
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import Distribution

NAME = "clairify-cli"
_CHECKOUT = Path(__file__).parents[2]
_IS_CHECKOUT = (_CHECKOUT / "pyproject.toml").is_file()

_BOUND = re.compile(r"""([\w.-]+)[^;]*>=([\w.]+).*extra == ["'](\w+)["']""")
"""In a `Requires-Dist` line: the package, its lowest version, and the extra that requires it."""


POSIX_ONLY = "needs Linux or macOS; on Windows, install clairify in WSL"


def is_posix() -> bool:
    """Whether the system has POSIX file locks and process limits."""
    return all(importlib.util.find_spec(name) is not None for name in ("fcntl", "resource"))


@functools.cache
def check_versions(extra: str, user: str, error: type[Exception]) -> None:
    """Raise `error`, saying what `user` needs, if a package of an extra is older than its lowest declared version.

    No library is imported. Missing packages are skipped, and nothing is checked if this package itself runs without
    being installed.
    """
    from importlib.metadata import PackageNotFoundError, requires, version

    declared: list[str] = []
    with suppress(PackageNotFoundError):
        declared = requires(NAME) or declared
    for name, least, asking in (found.groups() for line in declared if (found := _BOUND.match(line))):
        with suppress(PackageNotFoundError):
            if asking == extra and _numbers(have := version(name)) < _numbers(least):
                told = f"{user} needs {name} {least} or newer, and {have} is installed"
                raise error(f"{told}: {install(extra)}")


@functools.cache
def install(extra: str) -> str:
    """Return the command that adds an extra to this installation, for the tool and the origin of the installation.

    For tools that replace an installation, the command includes the existing extras. The origin is recorded as in
    https://packaging.python.org/en/latest/specifications/direct-url/.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution(NAME)
    except PackageNotFoundError:  # it runs from a checkout
        return f"pip install {shlex.quote(f'{_CHECKOUT}[{extra}]' if _IS_CHECKOUT else f'{NAME}[{extra}]')}"
    origin: dict[str, Any] = json.loads(found.read_text("direct_url.json") or "{}")
    editable = "-e " * bool(origin.get("dir_info", {}).get("editable"))
    command, extras = _installer(found)
    return f"{command} {editable}{shlex.quote(_requirement(','.join(sorted({*extras, extra})), origin))}"


def _installer(found: Distribution) -> tuple[str, list[str]]:
    """Return the command of the tool that installed a package, and the extras that it would otherwise remove."""
    import json
    import tomllib

    receipt, pipx = Path(sys.prefix, "uv-receipt.toml"), Path(sys.prefix, "pipx_metadata.json")
    if receipt.is_file():
        wanted = tomllib.loads(receipt.read_text(encoding="utf-8"))["tool"]["requirements"]
        return "uv tool install", [name for one in wanted if one["name"] == NAME for name in one.get("extras", ())]
    if pipx.is_file():
        wanted = json.loads(pipx.read_text(encoding="utf-8"))["main_package"]["package_or_url"] or ""
        had = re.search(r"\[([\w,-]+)\]", wanted)
        return "pipx install --force", had[1].split(",") if had else []
    by_uv = (found.read_text("INSTALLER") or "").strip() == "uv"
    return "uv pip install" if by_uv else "pip install", []


def _requirement(extras: str, origin: dict[str, Any]) -> str:
    """Return the requirement to install: by path for a folder or file, by URL for a repository, else by name."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    from clairify_cli.files.addresses import without_secrets

    url, vcs = without_secrets(origin.get("url", "")), origin.get("vcs_info", {})
    if url.startswith("file:") and not vcs:
        return f"{url2pathname(urlsplit(url).path)}[{extras}]"
    at = f"@{vcs.get('requested_revision') or vcs.get('commit_id')}" if vcs else ""
    return f"{NAME}[{extras}]" + (f" @ {vcs.get('vcs', '')}{'+' if vcs else ''}{url}{at}" if url else "")


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
