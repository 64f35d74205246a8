"""`clairify lsp`: run the language server for editors."""

from __future__ import annotations

import os
import signal
import sys

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, say, say_interrupted
from clairify_cli.files.extras import check_versions, install
from clairify_cli.outcomes import ExpectedError
from clairify_cli.services.check.files import kinds_of
from clairify_cli.services.check.run import refuse_unknown
from clairify_cli.services.lsp import LspRequest


class LspMissingError(ExpectedError):
    """The language server library is not installed, or has an unsupported version."""

    exit_code = 3


def run(request: LspRequest) -> int:
    """Serve until the editor closes the connection."""
    check = request.check
    refuse_unknown(check.selection)
    kinds_of(check, [])  # refuse invalid options now, since an editor would show no message about them later
    _check_installed()
    if sys.stdin is None or sys.stdout is None:
        complain("cannot serve an editor: standard input or output is closed")
        return 2
    from clairify_cli.editor.server import serve

    if sys.stdin.isatty():
        say("clairify: waiting for an editor on standard input (docs/editors.md says how to set one up)")
    signal.signal(signal.SIGINT, _leave)
    return serve(check)


def _check_installed() -> None:
    from importlib.util import find_spec

    if find_spec("pygls") is None:
        raise LspMissingError(f"the language server needs pygls, which is not installed: {install('lsp')}")
    check_versions("lsp", "the language server", LspMissingError)


def _leave(*_: object) -> None:
    """Exit at Ctrl-C at once: the thread reading stdin would keep the process alive until the editor's next message."""
    say_interrupted()
    os._exit(130)


command = command_of("lsp", LspRequest, run)
