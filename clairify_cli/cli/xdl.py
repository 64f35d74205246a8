"""`clairify xdl`: translate English into verified XDL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.services.combinations import combinations
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.xdl.write import XdlRequest, options_of, xdl, xdl_batch

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input


def run(request: XdlRequest) -> int:
    """Translate, and report."""
    from clairify_cli.cli.shared.batch import tell_batch
    from clairify_cli.services.batch.texts import of_texts

    options_of(request)
    if request.dry_run:
        from clairify_cli.services.batch.run import sources
        from clairify_cli.services.xdl.dry_run import dry_run

        items = texts_in(request.inputs, request.reading, inform)
        print_out("".join(f"{sentence}\n" for sentence in dry_run(request, sources(items, request.tables))))
        return 0
    return of_texts(
        request,
        inform,
        lambda item: _one(request, item),
        lambda found: tell_batch(request, lambda watcher: xdl_batch(request, found, watcher, complain)),
    )


def _one(request: XdlRequest, item: Input) -> int:
    from clairify_cli.cli.shared.narrate import narrating

    with narrating(request.narration, keep_invalid=request.keep_invalid) as narrator:
        result = xdl(request, item, complain, narrator.progress)
    if result.printed:
        print_out(result.printed)
    narrator.tell(item, result.text, result.translation, result.target, result.verdict)
    return result.outcome.exit_code


def _old_format(words: Sequence[str], at: int) -> tuple[str, ...] | None:
    """Rewrite `--format xdl` to `--format text`, as in other commands."""
    if words[at] == "--format=xdl":
        return ("--format=text",)
    return ("text",) if words[at] == "xdl" and at > 0 and words[at - 1] == "--format" else None


command = command_of("xdl", XdlRequest, run, combinations("xdl"), rewrites=(_old_format,))
