"""Writes docs/options.md: every option of every command, from how the requests declare them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from clairify_cli.app import COMMANDS, load
from clairify_cli.cli.shared.help import HelpfulCommand
from clairify_cli.services.options import Declared, Does, Option, Panel, declared

TARGET = Path(__file__).with_name("options.md")
_FILES = {
    Does.MOVES: "–",
    Does.RUNS: "–",
    Does.WRITES: "own",
    Does.SENDS: "own",
    Does.ASKS: "own; any for `reader`",
}
"""Which settings files may set what an option does; what is not here, any may set."""
_HEADER = ("| option | commands | settings | meaning |", "|---|---|---|---|")


def text() -> str:
    """The page."""
    fields: dict[str, dict[str, Declared]] = {}
    for command in COMMANDS:
        found = load(command)
        assert isinstance(found, HelpfulCommand)
        for field in declared(found.request):
            if isinstance(field.declaration, Option):
                fields.setdefault(field.flag, {})[command] = field
    lines = [
        "# Options",
        "",
        "An option means the same in every command that has it; where a default differs, the table says so.",
        "*Settings*: which settings files may set it: any, your own alone (own), or none (–). Written by `make docs`.",
    ]
    for panel in Panel:
        rows = [_row(flag, of) for flag, of in sorted(fields.items()) if _declaration(of).panel is panel]
        if rows:
            lines += ["", f"## {panel.value}", "", *_HEADER, *rows]
    return "\n".join(lines) + "\n"


def _declaration(of: dict[str, Declared]) -> Option:
    found = next(iter(of.values())).declaration
    assert isinstance(found, Option)
    return found


def _row(flag: str, of: dict[str, Declared]) -> str:
    option = _declaration(of)
    names = ", ".join(f"`{one}`" for one in ((option.short, flag) if option.short else (flag,)))
    defaults = {command: one.default for command, one in of.items()}
    usual = {repr(one) for one in defaults.values()}
    commands = ", ".join(f"{one} ({_shown(defaults[one])})" if len(usual) > 1 else one for one in of)
    was = f" Was `{option.was}`." if option.was else ""
    meaning = _by_command({command: one.declaration.help for command, one in of.items()}).replace("|", "\\|")
    options = {command: one.declaration for command, one in of.items() if isinstance(one.declaration, Option)}
    files = _by_command({command: _FILES.get(one.does, "any") for command, one in options.items()})
    only = next(iter(defaults.values()))
    default = f" Default: {_shown(only)}." if len(usual) == 1 and option.shows_default else ""
    return f"| {names} | {commands} | {files} | {meaning}{default}{was} |"


def _by_command(said: dict[str, str]) -> str:
    """Return what is said of an option in each command, or once if it is the same in all."""
    alike: dict[str, list[str]] = {}
    for command, one in said.items():
        alike.setdefault(one, []).append(f"`{command}`")
    return "<br>".join(one if len(alike) == 1 else f"{', '.join(whose)}: {one}" for one, whose in alike.items())


def _shown(default: object) -> str:
    if default is dataclasses.MISSING or default is None:
        return "none"
    return f"{default:,}" if isinstance(default, int) and not isinstance(default, bool) else str(default)


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
