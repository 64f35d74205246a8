"""`clairify completion SHELL`: the script that makes a shell complete commands, options and values."""

from __future__ import annotations

import click

from clairify_cli.commands.output import hand_out


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
@click.pass_context
def command(ctx: click.Context, /, shell: str) -> int:
    """Print the script that completes commands in a shell: bash, zsh or fish.

    For bash, put `eval "$(clairify completion bash)"` into ~/.bashrc; for zsh likewise into ~/.zshrc, after compinit;
    for fish, write the script to ~/.config/fish/completions/clairify.fish.
    """
    from click.shell_completion import get_completion_class

    maker = get_completion_class(shell)
    assert maker is not None
    made = maker(ctx.find_root().command, {}, "clairify", "_CLAIRIFY_COMPLETE")
    # Its `source` method would start a bash to learn its version, which whoever asks for the script may not have.
    hand_out((made.source_template % made.source_vars()).strip("\n") + "\n")
    return 0
