"""Options of the commands that ask a model, and what becomes of their values."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clairify_cli.cli.shared.output import complain
from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_files, complete_models
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.translate import LoopOptions, Model, ModelError, ResponseCache, Trace

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T", bound=AbstractContextManager[Any])

FEEDBACK = ("naive", "last-errors", "all-errors", "previous+errors")


def model_options(command: F) -> F:
    """`--model` and everything that shapes the loop. `open_model` takes the values, by name."""
    options = (
        declare.asks(
            "-m",
            "--model",
            metavar="NAME",
            envvar="CLAIRIFY_MODEL",
            shell_complete=complete_models,
            help="reader (default: offline, by rule), replay:FILE, or any model of litellm, such as openai/gpt-4o.",
        ),
        declare.sends(
            "--api-base", metavar="URL", envvar="CLAIRIFY_API_BASE", help="Address of a local or other server."
        ),
        declare.plain(
            "--rounds", default=10, show_default=True, help="Most rounds of writing and checking, for an input."
        ),
        declare.plain(
            "--timeout", default=600.0, show_default=True, metavar="SECONDS", help="Time limit for an input."
        ),
        declare.plain("--max-cost", type=float, metavar="DOLLARS", help="Budget of the run, for all inputs together."),
        declare.plain("--temperature", type=float, help="Temperature of the model."),
        declare.plain("--seed", type=int, help="Seed of the model."),
        declare.plain("--max-tokens", type=int, help="Most tokens of a reply."),
        declare.plain(
            "--feedback",
            type=click.Choice(FEEDBACK),
            default="previous+errors",
            show_default=True,
            help="What the model is told of a program with errors.",
        ),
        declare.plain(
            "--no-fidelity", is_flag=True, help="Do not hold what is written to the text: take anything that is valid."
        ),
        declare.plain("--feed-warnings", is_flag=True, help="Tell the model of warnings too."),
        declare.writes(
            "--trace",
            metavar="FILE",
            shell_complete=complete_files,
            help="Append every round to FILE, as JSON lines.",
        ),
        declare.writes(
            "--record",
            metavar="FILE",
            shell_complete=complete_files,
            help="Append every reply to FILE, for --model replay:FILE.",
        ),
        declare.plain("--no-cache", is_flag=True, help="Ask again for replies that are in the cache."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True)
class Asked:
    """A model ready to be asked, with the loop's options, the trace and the cache."""

    model: Model
    options: LoopOptions
    trace: Trace | None
    cache: ResponseCache | None


def open_model(stack: ExitStack, values: dict[str, Any], reader: Model | None = None) -> Asked:
    """Make the model and open the files; `stack` closes them. Raises `RequestError`, or `ModelSetupError`.

    `reader` is the offline reader, where it is not that of XDL.
    """
    from clairify_cli.translate import JsonLines, ResponseCache, Trace, resolve_model

    options = loop_options(values)
    record = _opened(stack, JsonLines, values["record"])
    trace = _opened(stack, Trace, values["trace"])
    model = resolve_model(values["model"], api_base=values["api_base"], record=record, reader=reader)
    cache = None if values["no_cache"] else ResponseCache(warn=complain)
    return Asked(model, options, trace, cache)


def exit_code_of(error: ModelError) -> int:
    """2 for a model that is named wrongly or whose file cannot be read; 3 for one that failed, or is not installed."""
    from clairify_cli.translate.models.errors import ModelMissingError, ModelSetupError

    return 2 if isinstance(error, ModelSetupError) and not isinstance(error, ModelMissingError) else 3


def loop_options(values: dict[str, Any]) -> LoopOptions:
    """The options of the loop. Raises `RequestError` for a value that makes no sense."""
    from clairify_cli.translate import Feedback, LoopOptions

    try:
        return LoopOptions(
            rounds=values["rounds"],
            timeout=values["timeout"],
            max_cost=values["max_cost"],
            temperature=values["temperature"],
            seed=values["seed"],
            max_tokens=values["max_tokens"],
            feedback=Feedback(values["feedback"]),
            feed_warnings=values["feed_warnings"],
            fidelity=not values["no_fidelity"],
        )
    except ValueError as error:
        raise RequestError(str(error)) from None


def _opened(stack: ExitStack, kind: Callable[[str], T], path: str | None) -> T | None:
    """The file, opened for appending. Raises `UnwritableError`."""
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, refuse_unwritable

    if path is None:
        return None
    refuse_unwritable(path)
    try:
        opened: T = stack.enter_context(kind(path))
        return opened
    except OSError as error:
        raise UnwritableError(path, reason_of(error)) from None
