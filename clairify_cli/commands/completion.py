"""`clairify completion SHELL`: the script that makes a shell complete commands, options and values."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> int:
    """Print the script that completes commands in a shell.

    For bash, put `eval "$(clairify completion bash)"` into ~/.bashrc; for zsh likewise into ~/.zshrc; for fish,
    write the script to ~/.config/fish/completions/clairify.fish.
    """
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(ctx.find_root().command, {}, "clairify", "_CLAIRIFY_COMPLETE").source())
    return 0
