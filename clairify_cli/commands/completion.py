"""`clairify completion SHELL`: the script that makes a shell complete commands, options and values."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the script that completes commands in a shell.

    For bash, put `eval "$(clairify completion bash)"` into ~/.bashrc; for zsh likewise into ~/.zshrc; for fish,
    write the script to ~/.config/fish/completions/clairify.fish.
    """
    from click.shell_completion import get_completion_class

    from clairify_cli.app import cli

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(cli, {}, "clairify", "_CLAIRIFY_COMPLETE").source())
    return 0
