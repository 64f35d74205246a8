"""Options that several commands share, and what becomes of their values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from clairify_cli.languages.base import CheckOptions

F = TypeVar("F", bound=Callable[..., Any])


def constraint_options(command: F) -> F:
    """`--dialect`, `--hardware`, `--reagents`."""
    for option in (
        click.option("--reagents", metavar="NAMES", help="Reagents that the laboratory has, likewise."),
        click.option(
            "--hardware",
            metavar="NAMES",
            help="Hardware that the laboratory has: names with commas, or @FILE of lines, JSON or YAML.",
        ),
        click.option(
            "--dialect", metavar="NAME", envvar="CLAIRIFY_DIALECT", help="Dialect: 2.0 (default), clairify, 0.5, 0.4."
        ),
    ):
        command = option(command)
    return command


def check_options(
    ctx: click.Context, language: str, dialect: str | None, hardware: str | None, reagents: str | None
) -> CheckOptions:
    """The options of the checks. Raises `click.UsageError` with one sentence."""
    from clairify_cli.languages import get
    from clairify_cli.languages.base import Constraints
    from clairify_cli.languages.constraints import ConstraintsError, constraints

    known = get(language).dialects
    if dialect is not None and dialect not in known:
        raise click.UsageError(f"there is no dialect `{dialect}` of {language}; there are {', '.join(known)}", ctx)
    if hardware is None and reagents is None:
        return CheckOptions(dialect, Constraints())
    try:
        given = constraints(_content(ctx, hardware), _content(ctx, reagents))
    except ConstraintsError as error:
        raise click.UsageError(str(error), ctx) from None
    return CheckOptions(dialect, given)


def _content(ctx: click.Context, value: Any) -> str | None:
    """The text of a list: as given, from a settings file's list, or from the file behind `@`."""
    from clairify_cli.files.reading import UnreadableError, read_text

    if value is None:
        return None
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    if not str(value).startswith("@"):
        return str(value)
    try:
        return read_text(str(value)[1:])
    except UnreadableError as error:
        raise click.UsageError(str(error), ctx) from None


def wants_color(stream_name: str) -> bool:
    """Whether to colour what goes to `stdout` or `stderr`: on a terminal, unless NO_COLOR says otherwise."""
    import os

    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return bool(getattr(sys, stream_name).isatty())


def say(message: str) -> None:
    """A line to stderr, where everything goes that is not the artefact."""
    print(message, file=sys.stderr)


def codes(values: tuple[str, ...]) -> tuple[str, ...]:
    """Rule codes of an option that may be given several times, each with commas."""
    return tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())
