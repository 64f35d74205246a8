"""The command line: names the commands, loads each only when it is called, and turns errors into sentences."""

from __future__ import annotations

import contextlib
import gc
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import FrameType
from typing import Any

import click
from typer.core import TyperGroup

from clairify_cli import __version__
from clairify_cli.cli.shared.help import options, show_help
from clairify_cli.cli.shared.output import complain, discard_stdout, inform, say, say_interrupted
from clairify_cli.cli.shared.page import Section, page_of

COMMANDS: Mapping[str, str] = {
    "xdl": "Translate English into a verified XDL program.",
    "pddl": "Turn English into PDDL, solve it, and print the plan.",
    "program": "Write a program with assertions from English.",
    "execute": "Run a program on a simulated or real arm, and measure the run.",
    "replan": "Repair a plan when the world disagrees, and play games.",
    "study": "Compare models and feedback modes over a folder of texts.",
    "check": "Report every problem in programs.",
    "format": "Print programs in canonical form.",
    "lsp": "Serve an editor with findings, fixes and more.",
    "rule": "Show the manual page of a rule.",
    "describe": "Describe a language in the words that a model is given.",
    "completion": "Print the completion script for a shell.",
}
"""The commands with their short help. The module of the same name in `cli` holds each."""


def load(name: str) -> click.Command:
    """A command, imported."""
    command: click.Command = import_module(f"clairify_cli.cli.{name}").command
    return command


class _InterruptedError(Exception):
    """Ctrl-C, hidden from click, which would print an empty line before our own message."""


class Root(TyperGroup):
    """The commands, imported when they are called; help needs none of them."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if not ctx.resilient_parsing:  # set during completion, which needs neither complaints nor settings
            if name not in COMMANDS and not name.startswith("-"):
                raise click.UsageError(_no_command(name), ctx)
            if name in COMMANDS and not {"-h", "--help"} & set(args[1:]):
                from clairify_cli.cli.shared.settings import defaults

                ctx.default_map = {name: defaults(name, list(COMMANDS), load, ctx.meta)}
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        show_help(
            self.get_usage(ctx),
            page_of("clairify"),
            [Section("Commands", tuple(COMMANDS.items())), *options(self, ctx)],
            formatter,
        )

    def _main_shell_completion(self, *args: Any, **values: Any) -> None:
        """Use click's implementation: typer's expects a script installed by typer, and ours is click's."""
        click.Group._main_shell_completion(self, *args, **values)


def _no_command(name: str) -> str:
    """Return the message for a first word that is not a command, but may be meant as an argument of one."""
    from pathlib import Path

    from clairify_cli.diagnostics.nearest import listing, nearest
    from clairify_cli.languages import by_suffix

    if any(character.isspace() for character in name.strip()):
        return "a command comes first; to translate a text, write `clairify xdl TEXT`"
    if by_suffix(Path(name).suffix):
        return f"a command comes first; to check a program, write `clairify check {name}`"
    near = nearest(name, COMMANDS)
    return f"there is no command `{name}`" + (
        f"; did you mean `{near}`?" if near else f"; the commands are {listing(COMMANDS)}"
    )


@click.group(
    cls=Root,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="clairify", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """Show the commands if none is given."""
    if ctx.invoked_subcommand is not None:
        return 0
    say(ctx.get_help())
    return 2


def main() -> None:
    """Run the command line and leave with its exit code."""
    code = run(sys.argv[1:])
    with contextlib.suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # no traceback for Ctrl-C during interpreter shutdown
    if "ompl" not in sys.modules:  # its binding complains about objects that are not collected
        gc.freeze()  # else Python looks for cycles in all that is left, for up to a fifth of a short command's time
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit code."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")  # do not fail on characters the terminal cannot show
    try:
        with _noted_interrupts() as noted:
            code = _run(arguments)
            # The exception of this Ctrl-C was lost (see `_noted_interrupts`).
            if noted and code == 0:
                raise KeyboardInterrupt
            return code
    except (KeyboardInterrupt, click.Abort, _InterruptedError):
        say_interrupted()
        return 130
    except SystemExit:  # click exits like this if the reader closes the pipe while it prints help
        return 0
    except Exception as error:
        from clairify_cli.checking import internal_error

        complain(internal_error(error))
        return 3


@contextlib.contextmanager
def _noted_interrupts() -> Iterator[list[int]]:
    """Records each Ctrl-C in addition to raising it, because an exception raised while an object is deleted is lost."""
    noted: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        noted.append(number)
        raise KeyboardInterrupt

    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield noted
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _run(arguments: list[str]) -> int:
    from clairify_cli.files.reading import WAITING
    from clairify_cli.outcomes import ExpectedError
    from clairify_cli.services.errors import RequestError

    WAITING[:] = [lambda name: inform(f"note: the pipe {name} has no writer yet, and is waited for (Ctrl-C ends this)")]
    try:
        code = cli.main(arguments, prog_name="clairify", standalone_mode=False)
    except click.ClickException as error:
        _complain(error)
        return 2
    except RequestError as error:
        complain(error)
        say(f"Try `clairify {next((one for one in arguments if one in COMMANDS), '')} --help`.")
        return 2
    except ExpectedError as error:
        complain(error)
        return error.exit_code
    except OSError as error:
        import errno

        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        discard_stdout()  # click prints help and version itself
        complain("cannot write to standard output: no space left on device")
        return 2
    return code if isinstance(code, int) else 0


def _complain(error: click.ClickException) -> None:
    """Print the error as one sentence, then where to get help."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    complain(_sentence(error))
    if context is not None:
        say(f"Try `{context.command_path} --help`.")


_KINDS = {
    "a valid integer range": "a whole number",
    "a valid float range": "a number",
    "a valid integer": "a whole number",
    "a valid float": "a number",
}


def _sentence(error: click.ClickException) -> str:
    if isinstance(error, click.NoSuchOption):
        near = f"; did you mean `{error.possibilities[0]}`?" if error.possibilities else ""
        return f"there is no option `{error.option_name}`{near}"
    message = error.format_message().strip().rstrip(".")
    for kind, plain in _KINDS.items():
        message = message.replace(kind, plain)
    return message[:1].lower() + message[1:] if message[:2].istitle() else message
