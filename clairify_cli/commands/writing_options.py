"""Options of the commands that write something for a text: `xdl`, `pddl` and `program`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from clairify_cli.commands import declare
from clairify_cli.commands.batch_options import batch_options
from clairify_cli.commands.complete import complete_domains, complete_files
from clairify_cli.commands.model_options import model_options
from clairify_cli.commands.options import links_option, max_size_option

F = TypeVar("F", bound=Callable[..., Any])


def given_options(problem: str) -> Callable[[F], F]:
    """`--domain` and `--problem`, of which the help is given."""
    return _all(
        declare.reads(
            "--domain",
            metavar="FILE",
            shell_complete=complete_domains,
            help="Domain: a file, or the name of one that comes along, such as household.",
        ),
        declare.reads("--problem", metavar="FILE", shell_complete=complete_files, help=problem),
    )


def lexicon_option(command: F) -> F:
    """`--lexicon`."""
    return declare.reads(
        "--lexicon",
        metavar="FILE",
        shell_complete=complete_files,
        help="Words for the names of the domain, for the offline reader (default: NAME.lexicon.yaml beside NAME.pddl).",
    )(command)


def output_option(command: F) -> F:
    """`--output` of what goes to stdout without it."""
    return declare.writes(
        "-o",
        "--output",
        metavar="PATH",
        shell_complete=complete_files,
        help="Write it to a file instead of stdout; for several inputs, a folder.",
    )(command)


def writing_options(kept: str, most_bytes: int) -> Callable[[F], F]:
    """What is handed out and said, models, batches and sizes; `kept` is the help of `--keep-invalid`."""
    return _all(
        declare.plain("--keep-invalid", is_flag=True, help=kept),
        declare.plain("-q", "--quiet", is_flag=True, help="Say nothing on stderr but errors."),
        declare.plain(
            "-v",
            "--verbose",
            is_flag=True,
            help="Show what was wrong in every round; of several inputs, a line about each.",
        ),
        model_options,
        batch_options,
        links_option,
        max_size_option(most_bytes),
    )


def _all(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """The options in the order in which the help has them."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
