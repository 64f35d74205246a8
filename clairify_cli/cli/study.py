"""`clairify study`: make the tables of CLAIRify's study, of games, and of the simulated arm."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import complain, inform, print_out
from clairify_cli.files.charts import plot, write_chart
from clairify_cli.services.combinations import combinations
from clairify_cli.services.errors import RequestError
from clairify_cli.services.inputs import TEXT_SUFFIXES, found_inputs, texts_in
from clairify_cli.services.places import refuse_overwriting
from clairify_cli.services.study import tables
from clairify_cli.services.study.tables import StudyRequest, cells_of, study

_SUFFIXES = (*TEXT_SUFFIXES, ".xdl", ".pddl", ".tw-pddl")
"""Suffixes of the texts, programs and games that are searched for in a folder."""


def run(request: StudyRequest) -> int:
    """Run the matrix, and print its tables."""
    from clairify_cli.cli.shared.batch_progress import BatchNarrator
    from clairify_cli.services.batch.run import sources

    if request.kind == "arm":
        return _arm(request)
    read = found_inputs(request.inputs, _SUFFIXES, follow=True, remark=lambda _: None, allow_text=True)
    refuse_overwriting(request, (one.path for one in read))
    if request.kind == "games":
        return _games(request)
    if request.pairs:
        return _pairs(request)
    cells_of(request)
    found = sources(texts_in(request.inputs, request.reading, inform), request.tables)
    narrator = BatchNarrator(quiet=request.narration.quiet, verbose=request.narration.verbose)
    try:
        cells = study(request, found, narrator, complain)
    finally:
        narrator.wipe()
    _show(request, "Programs by model and feedback", tables, cells)
    codes = [cell.exit_code for cell in cells]
    if len(cells) < len(cells_of(request)):
        complain(f"{len(cells)} of {len(cells_of(request))} batches were begun; the same command with --resume goes on")
    return max((code for code in codes if code > 1), default=0)


def _show(request: StudyRequest, title: str, kind: ModuleType, done: object) -> None:
    """Write the plot if requested, and print the tables; `kind` is the module of what was studied."""
    if request.plot is not None:
        write_chart(request.plot, plot(title, kind.bars(done)))
    print_out(kind.as_json(done) if request.format == "json" else kind.as_markdown(done))


def _games(request: StudyRequest) -> int:
    """Play the games of the matrix, and print their tables."""
    from clairify_cli.cli.replan.games import playing
    from clairify_cli.services.study import games

    cells = games.cells_of(request)
    with playing(request.narration) as (narrator, stopping):
        done = games.study(request, narrator, stopping)
    _show(request, "Games won", games, done)
    if stopping.is_set():
        complain(f"{len(done)} of {len(cells)} cells were begun; the same command with --resume goes on")
        return 130
    return max((one.results.exit_code for one in done if one.results.exit_code > 1), default=0)


def _arm(request: StudyRequest) -> int:
    """Carry out the trials, and print their table."""
    from clairify_cli.services.execute.delivery import failures, refuse_without_extra
    from clairify_cli.services.study import household, trials

    def tell(one: trials.Done) -> None:
        if not request.narration.quiet:
            inform(one.words)

    refuse_overwriting(request)
    if request.inputs != (household.GROUP,):
        refuse_without_extra()
    with failures():
        done = trials.study(request, tell, complain)
    _show(request, "Trials that succeeded", trials, done)
    return 0


def _pairs(request: StudyRequest) -> int:
    """Write blind pairs, or print the verdicts on them."""
    from clairify_cli.services.study import pairs

    if len(request.inputs) != 2 or request.output.place is None:
        raise RequestError("--pairs compares two folders of programs: --pairs A B -o FOLDER")
    folder = Path(request.output.place)
    found = pairs.make_or_read(*request.inputs, folder, most_bytes=request.reading.max_size)
    if not found.judged:
        inform(
            f"{found.pairs} pairs are in {folder}. A reader, who must not see {pairs.KEY}, fills in {pairs.VERDICTS}: "
            "preferred is 1, 2 or =, the rest are numbers of faults. The same command then prints the tables."
        )
        return 0
    _show(request, "Preference", pairs, found)
    return 0


command = command_of("study", StudyRequest, run, combinations("study"))
