"""`clairify study`: the tables of CLAIRify's study."""

from __future__ import annotations

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.services.batch.run import COMBINATIONS
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.study.tables import StudyRequest, as_json, as_markdown, cells_of, study


def run(request: StudyRequest) -> int:
    """Run the matrix, and print its tables."""
    from clairify_cli.cli.shared.batch_progress import BatchNarrator
    from clairify_cli.services.batch.run import sources

    cells_of(request)
    found = sources(texts_in(request.inputs, request.reading, inform), request.tables)
    narrator = BatchNarrator(quiet=request.narration.quiet, verbose=request.narration.verbose)
    try:
        cells = study(request, found, narrator, complain)
    finally:
        narrator.wipe()
    print_out(as_json(cells) if request.format == "json" else as_markdown(cells))
    codes = [cell.exit_code for cell in cells]
    if len(cells) < len(cells_of(request)):
        complain(f"{len(cells)} of {len(cells_of(request))} batches were begun; the same command with --resume goes on")
    return max((code for code in codes if code > 1), default=0)


command = command_of("study", StudyRequest, run, COMBINATIONS)
