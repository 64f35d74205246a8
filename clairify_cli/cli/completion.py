"""`clairify completion SHELL`: print the script that makes a shell complete commands, options and values."""

from __future__ import annotations

from typing import Literal

import click

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import print_out
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """The shell to print the script for."""

    shell: Literal["bash", "zsh", "fish"]


def run(request: CompletionRequest) -> int:
    """Print the script."""
    from click.shell_completion import get_completion_class

    maker = get_completion_class(request.shell)
    assert maker is not None
    made = maker(click.get_current_context().find_root().command, {}, "clairify", "_CLAIRIFY_COMPLETE")
    # Do not use its `source` method, which starts a bash to find its version, since bash may not be installed.
    print_out((made.source_template % made.source_vars()).strip("\n") + "\n")
    return 0


command = command_of("completion", CompletionRequest, run)
