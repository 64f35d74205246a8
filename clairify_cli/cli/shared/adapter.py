"""Make a typer command from a request: its declared fields become options, and their values become a request."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, TypeVar

import click
import typer
from click.core import ParameterSource
from typer.main import get_command

from clairify_cli.cli.shared.help import HelpfulCommand
from clairify_cli.cli.shared.offers import Offered
from clairify_cli.cli.shared.old_names import Rewrite
from clairify_cli.cli.shared.output import inform
from clairify_cli.cli.shared.page import page_of
from clairify_cli.services.combinations import Rule, first_broken
from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import FROM_SETTINGS, Argument, Declared, Does, Offer, Option, build, declared

R = TypeVar("R")

_LOOSENING = ("exclude", "exit_zero", "ignore", "ignore_in", "no_fidelity", "select")
"""Fields by which fewer errors are found or counted: a settings file that may be a stranger's is named with them."""


def command_of(
    name: str,
    request: type[R],
    run: Callable[[R], int],
    rules: Sequence[Rule] = (),
    rewrites: Sequence[Rewrite] = (),
    without_old: Collection[str] = (),
) -> click.Command:
    """Return the command `name`, which parses the fields of `request`, runs it, and returns its exit code.

    `rewrites` handle older options whose new names depend on the rest of the command line. `without_old` are fields
    whose older names this command never had.
    """

    def callback(**values: object) -> int:
        given = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
        for field in asking:
            if isinstance(model := given.get(field), str):
                from clairify_cli.cli.shared.settings import alias_of

                given[field] = alias_of(model)
        given[FROM_SETTINGS] = frozenset(_with_source(ParameterSource.DEFAULT_MAP))
        broken = first_broken(rules, *_typed_and_given(), values) if rules else None
        if broken is not None:
            raise RequestError(broken)
        try:
            code = run(build(request, given))
        except RequestError as error:
            raise RequestError(_with_file(str(error))) from None
        if "quiet" not in _with_source(ParameterSource.COMMANDLINE):  # a file that sets it would silence this
            for file, set_there in _set_in_files(*_LOOSENING).items():
                inform(f"note: {file} sets {' and '.join(set_there)}")
        return code

    kind: type = request
    fields = declared(kind)
    asking = [one.name for one in fields if isinstance(one.declaration, Option) and one.declaration.does is Does.ASKS]
    parameters = [_parameter(field) for field in fields]
    signature = inspect.Signature(parameters)
    callback.__signature__ = signature  # type: ignore[attr-defined]  # typer reads the fields from the signature
    callback.__annotations__ = {one.name: one.annotation for one in parameters}
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    declarations = {one.name: _without_old(one) if one.name in without_old else one.declaration for one in fields}
    page = page_of(name)
    own = {"page": page, "request": kind, "declared": declarations, "rewrites": tuple(rewrites)}
    made = type("Made", (HelpfulCommand,), own)
    app.command(name, cls=made, help=page.text)(callback)
    return get_command(app)


def _without_old(field: Declared) -> Option | Argument:
    declaration = field.declaration
    return dataclasses.replace(declaration, was="") if isinstance(declaration, Option) else declaration


def _typed_and_given() -> tuple[set[str], set[str]]:
    """Return the fields given on the command line, and all fields set by any source."""
    return _with_source(ParameterSource.COMMANDLINE), _with_source(*set(ParameterSource) - {ParameterSource.DEFAULT})


def _with_source(*sources: ParameterSource) -> set[str]:
    """Return the fields whose values come from one of the sources."""
    context = click.get_current_context()
    return {name for name in context.params if context.get_parameter_source(name) in sources}


def _set_in_files(*names: str) -> dict[str, list[str]]:
    """Return which of the fields are set in settings files, as `name = value` by file."""
    context, found = click.get_current_context(), dict[str, list[str]]()
    for name in sorted(_with_source(ParameterSource.DEFAULT_MAP).intersection(names)):
        if value := context.params[name]:
            said = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value).lower()
            found.setdefault(str(context.meta[name]), []).append(f"{name.replace('_', '-')} = {said}")
    return found


def _with_file(message: str) -> str:
    """Return a message about a value in a settings file with the name of that file before it."""
    context = click.get_current_context()
    for name in _with_source(ParameterSource.DEFAULT_MAP):
        value = context.params[name]
        given = value if isinstance(value, list | tuple) else [value]
        parts = ",".join(map(str, given)).replace("=", ",").split(",")
        if any(f"`{part.strip()}`".lower() in message.lower() for part in parts):
            return f"{context.meta[name]}: {message}"
    return message


def _parameter(field: Declared) -> inspect.Parameter:
    """Return a parameter of the callback, annotated for typer."""
    declaration = field.declaration
    info = _argument(declaration) if isinstance(declaration, Argument) else _option(field, declaration)
    default = inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=list(default) if isinstance(default, tuple) else default,
        annotation=Annotated[_listed(field.kind), info],
    )


def _listed(kind: object) -> object:
    """Return the type for typer, where a tuple of any length is a list."""
    if typing.get_origin(kind) is tuple:
        item, *_ = typing.get_args(kind)
        return types.GenericAlias(list, (item,))
    return kind


def _argument(declaration: Argument) -> object:
    kind = _offered(declaration.offer)
    return typer.Argument(metavar=declaration.metavar, help=declaration.help, click_type=kind, show_default=False)


def _option(field: Declared, declaration: Option) -> object:
    return typer.Option(
        *(one for one in (f"{field.flag}/{declaration.off}".rstrip("/"), declaration.short) if one),
        metavar=declaration.metavar or None,
        help=declaration.help,
        envvar=declaration.env or None,
        min=declaration.at_least,
        max=declaration.at_most,
        show_default=declaration.shows_default,
        click_type=_offered(declaration.offer),
        rich_help_panel=declaration.panel.value,
    )


def _offered(offer: Offer) -> Offered | None:
    """Return the type of a text value with completion; None lets typer choose by the annotation."""
    return None if offer is Offer.NOTHING else Offered(offer)
