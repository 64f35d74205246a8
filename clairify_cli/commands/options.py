"""Options that several commands share, and what becomes of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_dialects, complete_lists
from clairify_cli.languages import NAMES
from clairify_cli.languages.base import CheckOptions

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input

_LINKS = "clairify.follow-links"
F = TypeVar("F", bound=Callable[..., object])


def constraint_options(command: F) -> F:
    """`--dialect`, `--hardware`, `--reagents`."""
    for option in (
        declare.lists(
            "--reagents",
            metavar="NAMES",
            shell_complete=complete_lists,
            help="Reagents that the laboratory has, likewise.",
        ),
        declare.lists(
            "--hardware",
            metavar="NAMES",
            shell_complete=complete_lists,
            help="Hardware that the laboratory has: names with commas between them, or @FILE: a name a line, or "
            "JSON or YAML, with capacities if known. A comma inside a name, as in 1,2-dichloroethane, is kept.",
        ),
        declare.plain(
            "--dialect",
            metavar="NAME",
            envvar="CLAIRIFY_DIALECT",
            shell_complete=complete_dialects,
            help="Dialect: 2.0 (default), clairify, 0.5, 0.4.",
        ),
    ):
        command = option(command)
    return command


def max_size_option(default: int) -> Callable[[F], F]:
    """`--max-size`, the largest file that is read."""
    return declare.plain(
        "--max-size",
        type=int,
        default=default,
        metavar="BYTES",
        callback=_positive,
        help=f"Refuse larger files (default: {default:,}).",
    )


def links_option(command: F) -> F:
    """`--follow-links`. `found_inputs` and `follows_links` take the value."""
    return declare.writes(
        "--follow-links",
        is_flag=True,
        expose_value=False,
        callback=lambda ctx, _, value: ctx.meta.update({_LINKS: value}),
        help="Follow symbolic links that lead out of a folder that is searched or written to.",
    )(command)


def follows_links() -> bool:
    """Whether the command that runs was told so; it was where none runs, as in a worker."""
    ctx = click.get_current_context(silent=True)
    return ctx is None or bool(ctx.meta.get(_LINKS))


def found_inputs(arguments: Sequence[str], suffixes: Sequence[str], *, allow_text: bool = False) -> list[Input]:
    """The inputs that the arguments of a command stand for, with a word about links that are skipped."""
    from clairify_cli.cli.shared.output import inform
    from clairify_cli.services.inputs import found_inputs as found

    return found(arguments, suffixes, follow=follows_links(), remark=inform, allow_text=allow_text)


def _positive(_ctx: click.Context, _param: click.Parameter, value: int) -> int:
    if value < 1:
        raise click.BadParameter(f"{value} is not more than 0")
    return value


def check_options(ctx: click.Context, dialect: str | None, hardware: str | None, reagents: str | None) -> CheckOptions:
    """The options of the checks of XDL. Raises `RequestError` with one sentence."""
    from click.core import ParameterSource

    from clairify_cli.services.laboratory import check_options as options_of
    from clairify_cli.services.parts import Dialect, Laboratory

    names = ("hardware", "reagents")
    settings = {name for name in names if ctx.get_parameter_source(name) is ParameterSource.DEFAULT_MAP}
    return options_of(NAMES[0], Laboratory(Dialect(dialect), hardware, reagents, frozenset(settings)))


def codes(values: tuple[str, ...]) -> tuple[str, ...]:
    """Rule codes of an option that may be given several times, each with commas."""
    return tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())
