"""The command line: names the commands, loads each only when it is called, and turns errors into sentences."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module

import click

from clairify_cli import __version__

COMMANDS: Mapping[str, str] = {
    "xdl": "Translate English into a verified XDL program.",
    "check": "Say everything that is wrong with programs.",
    "format": "Print programs in canonical form.",
    "rule": "Show the manual page of a rule.",
    "describe": "Describe a language, as a model is told of it.",
    "completion": "Print the script that completes commands in a shell.",
}
"""The commands with their short help. The module of the same name in `commands` holds each."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called; its help needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"clairify_cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            from clairify_cli.diagnostics.nearest import listing, nearest

            near = nearest(name, COMMANDS)
            meant = f"; did you mean `{near}`?" if near else f". Commands are {listing(COMMANDS)}"
            raise click.UsageError(f"there is no command `{name}`{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="clairify", message="%(prog)s %(version)s")
def cli() -> None:
    """Compile plain English into programs that a robot can run, and check such programs.

    Without a model everything works offline, by rule. Exit codes: 0 good, 1 findings, 2 usage or unreadable input,
    3 something outside failed (a model, say), 130 interrupted.
    """


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code comes back."""
    try:
        return _run(arguments)
    except (KeyboardInterrupt, click.Abort):
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read the output has enough. Python would complain when it closes stdout, so let it close nothing.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        import os

        if os.environ.get("CLAIRIFY_DEBUG"):
            raise
        print(
            f"clairify: internal error: {type(error).__name__}: {error} "
            "(this is a bug; CLAIRIFY_DEBUG=1 shows where it happened)",
            file=sys.stderr,
        )
        return 3


def _run(arguments: list[str]) -> int:
    from clairify_cli.commands.settings import SettingsError, default_map

    try:
        defaults = default_map(COMMANDS)
        code = cli.main(arguments, prog_name="clairify", standalone_mode=False, default_map=defaults)
    except click.ClickException as error:
        _complain(error)
        return error.exit_code if error.exit_code != 1 else 2
    except SettingsError as error:
        print(f"clairify: {error}", file=sys.stderr)
        return 2
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _complain(error: click.ClickException) -> None:
    """One sentence, and where to read on."""
    message = error.format_message().strip()
    message = message[:1].lower() + message[1:] if message[:2].istitle() else message
    print(f"clairify: {message.rstrip('.')}", file=sys.stderr)
    context = getattr(error, "ctx", None)
    if context is not None and isinstance(error, click.UsageError):
        print(f"Try `{context.command_path} --help`.", file=sys.stderr)
