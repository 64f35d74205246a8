"""Settings from files: the user's own, and the project's.

The user's are in `$XDG_CONFIG_HOME/clairify/config.toml`, or `~/.config/clairify/config.toml`. The project's are in
`clairify.toml`, or in `[tool.clairify]` of `pyproject.toml`: only the file nearest to the working folder counts.

    dialect = "2.0"          # for every command that has such an option
    [models]                 # short names for --model and --fallback; in the user's file only
    sonnet = "anthropic/..."
    [check]                  # in clairify.toml; [tool.clairify.check] in pyproject.toml
    ignore = ["XDL205"]

Names are those of the long options. Flags take precedence over environment variables (CLAIRIFY_MODEL ...), then the
user's file, the project's file, and defaults. A project's file is untrusted; what it may set depends on the declared
effect of an option, never on its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from clairify_cli.files.reading import UnreadableError, read_bytes, reason_of
from clairify_cli.files.writing import leads_out
from clairify_cli.outcomes import ExpectedError
from clairify_cli.records import dataclass
from clairify_cli.services.options import Declaring, Does, Option

Loader = Callable[[str], click.Command]


@dataclass(frozen=True, slots=True)
class Settable:
    """An option with its effect."""

    option: click.Option
    does: Does
    was: str = ""
    """Its older name."""


def options_of(command: click.Command) -> list[Settable]:
    """Return the options of a command that have a declared effect."""
    known = command.declared if isinstance(command, Declaring) else {}
    found = ((one, known.get(str(one.name))) for one in command.params if isinstance(one, click.Option))
    return [Settable(one, declared.does, declared.was) for one, declared in found if isinstance(declared, Option)]


_MOST_BYTES = 1_000_000
_PART = r"""(?:(?<![\w-])[\w-]++|(?<!\\)"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_TOO_DEEP = re.compile(f"(?:{_PART}){{50}}")
"""A key of so many parts: the parser keeps each beginning of a key, and so takes quadratic time and memory."""

_NOT_IN_A_FILE = (Does.MOVES, Does.RUNS)
_NOT_IN_A_PROJECT = (*_NOT_IN_A_FILE, Does.WRITES, Does.SENDS)


class SettingsError(ExpectedError):
    """A settings file that cannot be read or understood; the message is one sentence."""


@dataclass(frozen=True)
class _File:
    """A settings file: its path relative to the working folder, its table, and whether it is the user's own."""

    path: Path
    table: dict[str, object]
    is_users: bool

    def may_set(self, option: Settable) -> bool:
        return option.does not in (_NOT_IN_A_FILE if self.is_users else _NOT_IN_A_PROJECT)


def defaults(command: str, commands: Sequence[str], load: Loader, files: dict[str, object]) -> dict[str, object]:
    """Return defaults for a command, by parameter name, from the settings files; keep in `files` where each stands.

    `load` returns a command by name. Raises `SettingsError`.
    """
    found: dict[str, object] = {}
    for file in (_project(), _users()):
        own = _of_file(file, command, commands, load) if file is not None else {}
        files.update(dict.fromkeys(own, file and file.path))
        found |= own
    return found


_ALIASES = "models"


def alias_of(name: str) -> str:
    """Return the model for a short name in the table `models` of the user's file; any other name is returned as it is.

    Names with a provider or a file are never aliases. Raises `SettingsError`.
    """
    if not name or name == "reader" or "/" in name or ":" in name or (file := _users()) is None:
        return name
    table = file.table.get(_ALIASES, {})
    if not (isinstance(table, dict) and all(isinstance(one, str) for one in table.values())):
        raise SettingsError(f'{file.path}: [{_ALIASES}] holds names of models, as in sonnet = "anthropic/..."')
    return str(table.get(name, name))


def _of_file(file: _File, command: str, commands: Sequence[str], load: Loader) -> dict[str, object]:
    own = _options(load(command))
    settings: dict[str, object] = {}
    if _ALIASES in file.table and not file.is_users:
        why = f"since it {Does.ASKS.value}; set it in {_shown()}"
        raise SettingsError(f"{file.path}: [{_ALIASES}] cannot be set in a project's file, {why}")
    for name, value in file.table.items():
        if (isinstance(value, dict) and name in commands) or name == _ALIASES:
            continue
        if _key(name) in own and file.may_set(own[_key(name)]):
            settings[_key(name)] = value
        else:
            _refuse_for_all(file, name, commands, load)
    own_table = file.table.get(command)
    for name, value in own_table.items() if isinstance(own_table, dict) else ():
        if _key(name) not in own:
            raise _unknown(file.path, f"`clairify {command}` has no option", name, own)
        settings[_key(name)] = value
    return {str(own[key].option.name): _value(file, key, own[key], value) for key, value in settings.items()}


def _refuse_for_all(file: _File, name: str, commands: Sequence[str], load: Loader) -> None:
    """Raise `SettingsError` if no command has an option of that name that the file may set."""
    found = (named[_key(name)] for other in commands if _key(name) in (named := _options(load(other))))
    option = next(found, None)
    if option is not None and not any(map(file.may_set, (option, *found))):
        raise _refused(file, _key(name), option)
    if option is None and name in commands:
        raise SettingsError(f"{file.path}: `{name}` is a command, whose options stand below [{name}]")
    if option is None:
        known = [one for other in commands for one in _options(load(other))]
        raise _unknown(file.path, "there is no option or command", name, [*known, *commands])


def _options(command: click.Command) -> dict[str, Settable]:
    """Return the options by long name; options without a declared effect cannot be set."""
    options = options_of(command)
    older = [(one.was, one) for one in options]
    found = [*older, *((flag, one) for one in options for flag in one.option.opts)]  # current names override old ones
    return {_key(flag): one for flag, one in found if flag.startswith("--")}


def _unknown(path: Path, what: str, name: str, known: Iterable[str]) -> SettingsError:
    from clairify_cli.diagnostics.nearest import nearest

    near = nearest(_key(name), known)
    return SettingsError(f"{path}: {what} `{name}`" + (f"; did you mean `{near}`?" if near else ""))


def _refused(file: _File, key: str, option: Settable) -> SettingsError:
    whose = "a settings file" if option.does in _NOT_IN_A_FILE else "a project's file"
    environment = f", as {variable}" if isinstance(variable := option.option.envvar, str) else ""
    how = f"give it as --{key}" + ("" if option.does in _NOT_IN_A_FILE else f"{environment} or in {_shown()}")
    return SettingsError(f"{file.path}: `{key}` cannot be set in {whose}, since it {option.does.value}; {how}")


def _value(file: _File, key: str, option: Settable, value: object) -> object:
    """Convert a value for the option. A list for an option that takes one text becomes JSON."""
    if not file.may_set(option):
        raise _refused(file, key, option)
    where = f"{file.path}: `{key}`"
    if option.option.is_flag:
        if not isinstance(value, bool):
            raise SettingsError(f"{where} is true or false, not {value!r}")
        return value
    if option.option.multiple:
        if isinstance(value, dict):  # of options written NAME=VALUE
            value = [
                f"{name}={','.join(map(str, one)) if isinstance(one, list) else one}" for name, one in value.items()
            ]
        return [_single(where, option.option, one) for one in (value if isinstance(value, list) else [value])]
    if option.does is Does.LISTS:
        return _list(file, where, value)
    taken = _single(where, option.option, value)
    if not isinstance(taken, str):
        return taken
    if option.does is Does.READS:
        return _below(file, where, taken)
    if not file.is_users and option.does is Does.ASKS and taken.strip() not in ("", "reader"):
        raise _refused(file, key, option)
    if option.does is Does.LOADS:
        from clairify_cli.languages import KINDS

        if taken not in KINDS:
            raise SettingsError(f"{where} is one of {', '.join(KINDS)} in a settings file; give others as --{key}")
    # A project's file is untrusted, and `cmd:` would start any program that it names.
    if not file.is_users and option.does is Does.STARTS:
        from clairify_cli.planning.solvers.registry import NAMES

        if taken not in NAMES:
            raise SettingsError(f"{where} is one of {', '.join(NAMES)} in a project's file; give others as --{key}")
    return taken


def _below(file: _File, where: str, name: str) -> str:
    """Return the named file next to the settings, or the name as it is. A project may only name files in its folder."""
    folder = file.path.parent
    if not file.is_users and (leads_out(folder / name, folder) or leads_out(name, folder)):
        raise SettingsError(f"{where} may only name a file below the folder of this settings file, links followed")
    return str(folder / name) if name and os.path.lexists(folder / name) else name


def _single(where: str, option: click.Option, value: object) -> object:
    if isinstance(value, bool | list | dict):
        raise SettingsError(f"{where} takes one text or number{' in each place' if option.multiple else ''}")
    try:
        return option.type.convert(str(value), option, None)
    except click.BadParameter as error:
        raise SettingsError(f"{where}: {error.message.rstrip('.')}") from None


def _list(file: _File, where: str, value: object) -> str:
    if isinstance(value, list | dict):
        import json

        try:
            return json.dumps(value)
        except (TypeError, ValueError, RecursionError):
            raise SettingsError(f"{where} holds a value that is neither text nor number") from None
    if not isinstance(value, str):
        raise SettingsError(f"{where} is a list of names, or a text as the option takes it")
    return f"@{_below(file, where, value[1:])}" if value.startswith("@") else value


def _key(name: str) -> str:
    return name.lstrip("-").replace("_", "-")


def users_path() -> Path:
    """Return the path of the user's own settings file. A relative XDG_CONFIG_HOME is ignored, as specified by XDG."""
    base = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (base if base.is_absolute() else Path("~/.config").expanduser()) / "clairify" / "config.toml"


def _shown() -> str:
    """Return that path as a person writes it."""
    path, home = users_path(), Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)


def _users() -> _File | None:
    path = users_path()
    return _File(path, _load(path), is_users=True) if path.is_file() else None


def _project() -> _File | None:
    """Return the nearest project file at or above the working folder."""
    try:
        above = Path.cwd().parents
    except OSError:
        return None
    # Only the nearest file counts, as with other tools configured in `pyproject.toml`.
    for folder in (Path(), *above):
        own = folder / "clairify.toml"
        if own.is_file():
            return _File(own, _load(own), is_users=False)
        project = folder / "pyproject.toml"
        if project.is_file():
            tool = _load(project).get("tool", {})
            table = tool.get("clairify") if isinstance(tool, dict) else None
            if isinstance(table, dict):
                return _File(project, table, is_users=False)
    return None


def _load(path: Path) -> dict[str, object]:
    import tomllib

    try:
        text = read_bytes(path, most_bytes=_MOST_BYTES, only_regular=True).decode("utf-8-sig").replace("\r\n", "\n")
        if _TOO_DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except UnreadableError as error:
        raise SettingsError(f"cannot read the settings in {path}: {error.reason}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"cannot read the settings in {path}: it is not a text in UTF-8") from None
    except RecursionError:
        raise SettingsError(f"cannot read the settings in {path}: they are nested too deep") from None
    except ValueError as error:
        raise SettingsError(f"cannot read the settings in {path}: {reason_of(error)}") from None
