"""Settings from files: `[tool.clairify]` in pyproject.toml or clairify.toml, for all commands and for one.

    dialect = "2.0"          # for every command that has such an option
    [check]                  # in clairify.toml; [tool.clairify.check] in pyproject.toml
    ignore = ["XDL205"]

The file nearest to the working folder counts, alone. Names are those of the long options. Flags and environment
variables (CLAIRIFY_MODEL …) come before them.

A settings file may come with a project that somebody else wrote, so it cannot name files to write, nor send what the
user's key pays for to a server elsewhere, nor start programs, nor move a real arm: who wants that says so each time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

Loader = Callable[[str], click.Command]

_PER_RUN = ("help", "output", "trace", "record", "map", "page", "report", "resume")
"""Options that make sense for one run only, or that name a file to write."""

_PER_RUN_OF = {
    "execute": ("robot", "url", "profile", "speed-scale", "yes", "robot-log", "script", "replay-log"),
    "xdl": ("format",),
    "pddl": ("format", "emit", "write", "no-solve"),
    "replan": ("executed", "failed", "observe", "forbid", "retry", "json", "world", "learn", "reuse"),
}
"""The same for one command: what it hands out is asked for each time; `format` in a file is that of reports."""

_LISTS = ("hardware", "reagents")
"""Options whose value is a text that may hold a list."""


class SettingsError(Exception):
    """A settings file that cannot be read or understood; the message is one sentence."""


def defaults(command: str, commands: Sequence[str], load: Loader) -> dict[str, Any]:
    """Defaults for a command, by the names of its parameters, from the nearest settings file.

    `load` gives a command by name. Raises `SettingsError`.
    """
    found = _nearest()
    if found is None:
        return {}
    path, table = found
    own = _options(load(command))
    settings: dict[str, Any] = {}
    for name, value in table.items():
        if isinstance(value, dict) and name in commands:
            continue
        if _key(name) in own:
            settings[_key(name)] = value
        elif not any(_key(name) in _options(load(other)) for other in commands):
            if name in commands:
                raise SettingsError(f"{path}: `{name}` is a command, whose options stand below [{name}]")
            raise _unknown(path, "there is no option or command", name, [*_known(commands, load), *commands])
    for name, value in table.get(command, {}).items() if isinstance(table.get(command), dict) else ():
        if _key(name) not in own:
            raise _unknown(path, f"`clairify {command}` has no option", name, own)
        settings[_key(name)] = value
    return {str(own[key].name): _value(path, key, own[key], value) for key, value in settings.items()}


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options that a settings file can set, by their long names."""
    named = (
        (_key(flag), param)
        for param in command.params
        if isinstance(param, click.Option)
        for flag in param.opts
        if flag.startswith("--")
    )
    per_run = (*_PER_RUN, *_PER_RUN_OF.get(command.name or "", ()))
    return {name: param for name, param in named if name not in per_run}


def _known(commands: Sequence[str], load: Loader) -> list[str]:
    return list(dict.fromkeys(name for command in commands for name in _options(load(command))))


def _unknown(path: Path, what: str, name: str, known: Iterable[str]) -> SettingsError:
    if _key(name) in (*_PER_RUN, *itertools.chain(*_PER_RUN_OF.values())):
        return SettingsError(f"{path}: `{name}` cannot be set in a file; give it as --{_key(name)} for each run")
    from clairify_cli.diagnostics.nearest import nearest

    near = nearest(_key(name), known)
    return SettingsError(f"{path}: {what} `{name}`" + (f"; did you mean `{near}`?" if near else ""))


def _value(path: Path, key: str, option: click.Option, value: Any) -> Any:
    """The value as the option takes it. A list for an option that takes one text becomes JSON."""
    where = f"{path}: `{key}`"
    if option.is_flag:
        if not isinstance(value, bool):
            raise SettingsError(f"{where} is true or false, not {value!r}")
        return value
    if option.multiple:
        return [_single(where, option, one) for one in (value if isinstance(value, list) else [value])]
    if key in _LISTS:
        return _list(path, where, value)
    if key == "api-base":
        _refuse_elsewhere(where, str(value))
    if key == "solver" and str(value).strip().startswith("cmd:"):
        raise SettingsError(f"{where} cannot be a command in a file; give it as --solver for each run")
    return _single(where, option, value)


def _single(where: str, option: click.Option, value: Any) -> Any:
    if isinstance(value, bool | list | dict):
        raise SettingsError(f"{where} takes one text or number{' in each place' if option.multiple else ''}")
    try:
        return option.type.convert(str(value), option, None)
    except click.BadParameter as error:
        raise SettingsError(f"{where}: {error.message.rstrip('.')}") from None


def _list(path: Path, where: str, value: Any) -> str:
    if isinstance(value, list | dict):
        import json

        try:
            return json.dumps(value)
        except TypeError:
            raise SettingsError(f"{where} holds a value that is neither text nor number") from None
    if not isinstance(value, str):
        raise SettingsError(f"{where} is a list of names, or a text as the option takes it")
    return f"@{path.parent / value[1:]}" if value.startswith("@") else value


def _refuse_elsewhere(where: str, address: str) -> None:
    from urllib.parse import urlsplit

    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        host = ""
    if host not in ("localhost", "::1") and not host.startswith("127."):
        raise SettingsError(
            f"{where} in a file may only name this computer (http://localhost:PORT/v1), since a key is sent there; "
            "use --api-base or CLAIRIFY_API_BASE"
        )


def _key(name: str) -> str:
    return name.lstrip("-").replace("_", "-")


def _nearest() -> tuple[Path, dict[str, Any]] | None:
    """The nearest settings file at or above the working folder, with its table; its path as seen from here."""
    try:
        above = Path.cwd().parents
    except OSError:
        return None
    for folder in (Path(), *above):
        own = folder / "clairify.toml"
        if own.is_file():
            return own, _load(own)
        project = folder / "pyproject.toml"
        if project.is_file():
            tool = _load(project).get("tool", {})
            table = tool.get("clairify") if isinstance(tool, dict) else None
            if isinstance(table, dict):
                return project, table
    return None


def _load(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"cannot read the settings in {path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"cannot read the settings in {path}: it is not a text in UTF-8") from None
    except RecursionError:
        raise SettingsError(f"cannot read the settings in {path}: they are nested too deep") from None
    except ValueError as error:
        raise SettingsError(f"cannot read the settings in {path}: {_lowered(str(error))}") from None


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
