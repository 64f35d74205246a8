"""`clairify lsp`: the language server for editors."""

from __future__ import annotations

import sys

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, say
from clairify_cli.files.extras import install
from clairify_cli.services.check.run import refuse_unknown
from clairify_cli.services.lsp import LspRequest


def run(request: LspRequest) -> int:
    """Serve until the editor ends."""
    from importlib.util import find_spec

    check = request.check
    refuse_unknown(check.selection.select + check.selection.ignore)
    if find_spec("pygls") is None:
        complain(f"the language server needs pygls, which is not installed: {install('lsp')}")
        return 3
    from clairify_cli.editor.server import serve

    if sys.stdin.isatty():
        say("clairify: waiting for an editor on standard input (docs/editors.md says how to set one up)")
    return serve(check)


command = command_of("lsp", LspRequest, run)
