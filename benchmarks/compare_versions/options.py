"""What commands and options there are, as the requests declare them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmarks.compare_versions.invocation import USAGE, Invocation
from clairify_cli.app import COMMANDS, load
from clairify_cli.cli.shared.help import HelpfulCommand
from clairify_cli.services.options import Option as Declaration
from clairify_cli.services.options import declared


@dataclass(frozen=True)
class Option:
    """An option by its names; `value` is what the help calls its value, empty for a flag."""

    names: tuple[str, ...]
    value: str

    @property
    def long(self) -> str:
        return next(one for one in self.names if one.startswith("--"))


def commands() -> tuple[str, ...]:
    """The names of all commands."""
    return tuple(COMMANDS)


def options(command: str) -> tuple[Option, ...]:
    """The options of a command, without --help."""
    found = load(command)
    assert isinstance(found, HelpfulCommand)
    return tuple(
        Option(
            tuple(one for one in (field.declaration.short, field.flag) if one),
            "" if field.kind in (bool, bool | None) else field.declaration.metavar or "VALUE",
        )
        for field in declared(found.request)
        if isinstance(field.declaration, Declaration)
    )


def uncovered(invocations: Iterable[Invocation], codes: Mapping[str, str] | None = None) -> list[str]:
    """Options that no invocation uses in earnest, as `command --option`.

    In earnest is no mistake on purpose; with the exit codes by id, also none that ended as a wrong use.
    """
    used: set[tuple[str, str]] = set()
    for one in invocations:
        if USAGE in one.tags or (codes is not None and "2" in codes.get(one.id, "2").split()):
            continue
        for words in one.commands:
            used |= {(words[0], word.partition("=")[0]) for word in words[1:] if words}
    return [
        f"{command} {option.long}"
        for command in commands()
        for option in options(command)
        if not any((command, name) in used for name in option.names)
    ]
