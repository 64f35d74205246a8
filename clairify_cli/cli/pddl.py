"""`clairify pddl`: English into a goal, a problem or a domain of PDDL, and that into a plan."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.help import Page
from clairify_cli.cli.shared.output import complain, hand_out, inform
from clairify_cli.services.pddl import COMBINATIONS, PddlRequest, artefact_of, found_texts, pddl, prepare, read_files

if TYPE_CHECKING:
    from clairify_cli.agents.formalise import Formalisation
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.diagnostics.model import Source as Text
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate.batch import Job, Source

PAGE = Page(
    """Write PDDL for English, solve it, and print the plan.

    The goal is written for the --domain and the scene (--problem), checked, compared with the text (PDL601 and on; not
    with --no-fidelity) and solved; the plan is validated step by step and goes to stdout. Domain and scene are never
    altered. Where there is no plan, stderr says why. Without TEXT, the problem is solved with the goal that it has.

    Without --model the offline reader writes the goal: no network, no key. A text that it can read in several ways is
    not guessed at: the readings are listed. Solvers are installed by pip install 'clairify-cli[plan]'.""",
    (
        ('clairify pddl "Put an apple in the fridge." --domain household --problem kitchen', "plan for a text"),
        ("clairify pddl --domain domain.pddl --problem problem.pddl --optimal", "solve a problem as it is"),
        ("clairify pddl tasks/ --domain household --problem kitchen -o plans/ --resume", "plan for many texts"),
    ),
    (
        (0, "there is a plan (with --no-solve: what was written is good)"),
        (1, "the text is ambiguous, no good PDDL was found, the goal differs from the text, or there is no plan"),
        (2, "a file could not be read or written, or the command line is wrong"),
        (3, "the model or the solver failed, is missing, or ran out of time or memory"),
        (130, "interrupted"),
    ),
)


def run(request: PddlRequest) -> int:
    """Write and solve, and tell."""
    from clairify_cli.commands.batch import is_batch, sources
    from clairify_cli.commands.model_options import exit_code_of
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.planning.base import SolverError, SolverMissingError
    from clairify_cli.translate import ModelError

    batch = request.batch
    try:
        if not request.inputs:
            return _one(request, None)
        items = found_texts(request, inform)
        found = sources(items, request.tables.column, request.tables.id_column)
        if is_batch(found, _output(request), asked_for=batch.resume or batch.report is not None):
            return _batch(request, items, found)
        return _one(request, items[0])
    except SolverMissingError as error:
        complain(f"{error}; --no-solve writes and verifies without one" if request.inputs else error)
        return 3
    except (UnreadableError, UnwritableError, SolverError) as error:
        complain(error)
        return 2
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def _one(request: PddlRequest, item: Input | None) -> int:
    from clairify_cli.cli.shared.formalised import show_given, tell
    from clairify_cli.cli.shared.narrate import Narrator

    quiet, verbose = request.narration.quiet.quiet, request.narration.verbose
    narrator = Narrator(quiet=quiet, verbose=verbose, keep_invalid=request.keep_invalid.keep_invalid)
    try:
        result = pddl(request, item, complain, narrator.progress)
    finally:
        narrator.wipe()
    if result.printed:
        hand_out(result.printed)
    if result.made.faults:
        return _refuse(result.given, result.found)
    if not quiet:
        show_given(result.given, result.found)
    tell(result.name, result.made, result.target, model=result.model, quiet=quiet)
    return result.outcome.exit_code


def _refuse(given: Sequence[Text], errors: Sequence[Diagnostic]) -> int:
    """Show the errors in the given texts; the exit code comes back."""
    from clairify_cli.cli.shared.formalised import show_given
    from clairify_cli.outcomes import Outcome

    show_given(given, errors)
    complain("nothing was written or solved: what is given has errors")
    return Outcome.INVALID.exit_code


def _output(request: PddlRequest) -> str | None:
    """The file or the folder of -o; None for stdout."""
    return None if request.output.output == "-" else request.output.output


def _batch(request: PddlRequest, items: Sequence[Input], found: Sequence[Source]) -> int:
    """Do every text into the folder of -o; the exit code comes back. Raises as `run_batch` does."""
    from clairify_cli.agents.formalise.batch import FormalisingMaker
    from clairify_cli.cli.shared.batch_bridge import batch_values
    from clairify_cli.commands.batch import batch_folder, run_batch
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.services.places import refuse_overwriting
    from clairify_cli.translate.batch import Job

    ready = prepare(request)
    given, part = ready.given, ready.part
    assert part is not None
    if ready.errors:
        return _refuse(given.context, ready.errors)
    output, wanted, suffix = _output(request), request.artefact(part), request.suffix(part)
    if output is not None:
        refuse_overwriting([("-o", str(Path(output, one.stem + suffix))) for one in items], read_files(request, given))
    what = "results" if request.is_json else "plans" if wanted == "plan" else "texts"
    folder = batch_folder(len(found), output, what=what)

    def job_of(asked: Asked) -> Job:
        def artefact(name: str, made: Formalisation) -> str | None:
            return artefact_of(request, name, made, asked.model.name)

        return Job(
            "pddl",
            asked.model,
            folder,
            asked.options,
            CheckOptions(),
            asked.trace,
            asked.cache,
            keep_invalid=request.keep_invalid.keep_invalid,
            most_bytes=request.reading.max_size,
            maker=FormalisingMaker(given, part, ready.planner, artefact, f"{request.shown.format} {wanted}"),
            follow_links=request.reading.follow_links,
        )

    return run_batch(
        found,
        folder,
        batch_values(request.settings, request.batch, request.tables),
        job_of,
        suffix=suffix,
        reader=ready.reader,
        quiet=request.narration.quiet.quiet,
        verbose=request.narration.verbose,
    )


command = command_of("pddl", PddlRequest, PAGE, run, COMBINATIONS)
