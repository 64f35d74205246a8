"""What `clairify pddl` does with its arguments: solving what is given, or writing what is missing first."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.formalise import Formalisation, Given, Planner, Write, check_given, solve
from clairify_cli.commands.output import complain, hand_out
from clairify_cli.commands.pddl_narrate import show_given, tell
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.reading import STDIN
from clairify_cli.outcomes import Outcome
from clairify_cli.services.errors import RequestError
from clairify_cli.services.goals import goal_reader, lexicon_of
from clairify_cli.services.kinds import SEARCHED

if TYPE_CHECKING:
    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.files.inputs import Input

TEXT_SUFFIXES = (".txt", ".md")
WHY_EMPTY = ("PDL411", "PDL412")
"""Warnings that a person who gets an empty plan has to see: the goal asks for nothing, or is true at first."""


@dataclass(frozen=True)
class Wanted:
    """What is to be handed out, and where: `emit` is None where nothing was said."""

    emit: str | None
    format: str
    output: str | None
    solve: bool = True
    keep_invalid: bool = False

    def what(self, write: Write | None) -> str:
        """The artefact: the plan, or without one what was written."""
        if self.emit is not None:
            return self.emit
        if self.solve:
            return "plan"
        return "pddl" if write is Write.BOTH else write.value if write is not None else "problem"

    def suffix(self, write: Write | None) -> str:
        """The ending of the artefact's file."""
        if self.format == "json":
            return ".json"
        return ".plan" if self.what(write) == "plan" else ".pddl"


def solve_given(
    domain: Source | None,
    problem: Source | None,
    planner: Planner | None,
    wanted: Wanted,
    write: str | None,
    *,
    quiet: bool,
) -> int:
    """Solve a problem with the goal that it has; the exit code comes back."""
    if write is not None:
        raise RequestError(f"--write {write} needs something to write from: give a TEXT or FILE")
    if domain is None or problem is None:
        missing = "--domain and --problem" if domain is problem else "--domain" if domain is None else "--problem"
        raise RequestError(f"give a TEXT or FILE to write from, or {missing} to solve what is there")
    if planner is None:
        raise RequestError(
            f"there is nothing to do with --no-solve and no text; to check the files, write "
            f"`clairify check {problem.name} --domain {domain.name}`"
        )
    given = Given(domain, problem)
    target = _target(wanted, Path(problem.name).stem if problem.name != STDIN else "stdin", None, given)
    found = check_given(given, None)
    if any(one.is_error for one in found):
        return _refuse_errors(given, found, None, wanted, target)
    made = solve(given, planner)
    if made.is_sound and not quiet:
        show_given(given.context, [one for one in found if one.code in WHY_EMPTY])
    return _finish(problem.name, made, wanted, target, None, quiet=quiet)


def run_texts(
    inputs: tuple[str, ...],
    texts: tuple[Source | None, Source | None],
    write: str | None,
    lexicon: str | None,
    planner: Planner | None,
    wanted: Wanted,
    values: dict[str, Any],
    *,
    quiet: bool,
    verbose: bool,
    most_bytes: int,
) -> int:
    """Write what is missing for every text, and solve it; the exit code comes back."""
    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.commands.batch import is_batch, sources
    from clairify_cli.commands.model_options import exit_code_of, open_model
    from clairify_cli.commands.options import found_inputs
    from clairify_cli.translate import ModelError
    from clairify_cli.translate.resolve import is_reader

    _refuse_programs(inputs)
    part = what_to_write(write, *texts, offline=is_reader(values["model"]) and values["api_base"] is None)
    if wanted.emit == "plan" and planner is None:
        raise RequestError("--emit plan does not go with --no-solve")
    if lexicon is not None and part is not Write.GOAL:
        raise RequestError("--lexicon has words for goals, and no goal is to be written by itself")
    given = Given(*texts, lexicon_of(lexicon, texts[0]) if part is Write.GOAL else None)
    items = found_inputs(inputs, TEXT_SUFFIXES, allow_text=True)
    found = sources(items, values["column"], values["id_column"])
    batch = is_batch(found, wanted.output, asked_for=values["resume"] or values["report"] is not None)
    errors = check_given(given, part)
    if any(one.is_error for one in errors):
        one = None if batch else _target(wanted, items[0].stem, part, given, (items[0].path, lexicon))
        return _refuse_errors(given, errors, part, wanted, one, batch)
    reader = goal_reader(given) if part is Write.GOAL else None
    try:
        if batch:
            from clairify_cli.commands.pddl_batch import run_pddl_batch
            from clairify_cli.services.places import refuse_overwriting

            names = [f"{one.stem}{wanted.suffix(part)}" for one in items] if wanted.output is not None else []
            written = [("-o", str(Path(str(wanted.output), name))) for name in names]
            refuse_overwriting(written, _read_files(given, (lexicon,)))
            return run_pddl_batch(
                found, given, part, reader, planner, wanted, values, quiet=quiet, verbose=verbose, most_bytes=most_bytes
            )
        target = _target(wanted, items[0].stem, part, given, (items[0].path, lexicon))
        with ExitStack() as stack:
            asked = open_model(stack, values, reader)
            narrator = Narrator(quiet=quiet, verbose=verbose, keep_invalid=wanted.keep_invalid)
            return _one(
                items[0], given, part, asked, planner, wanted, target, narrator, quiet=quiet, most_bytes=most_bytes
            )
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def _refuse_programs(inputs: tuple[str, ...]) -> None:
    """Raise `RequestError` for a file that is no text in English."""
    from clairify_cli.files.inputs import is_file

    for argument in inputs:
        suffix = Path(argument).suffix.lower() if is_file(argument) else ""
        if suffix == ".pddl":
            raise RequestError(
                f"{argument} is no text in English: give it as --problem {argument} or --domain {argument}"
            )
        if suffix in SEARCHED:
            raise RequestError(f"{argument} is no text in English; to check it, write `clairify check {argument}`")


def what_to_write(write: str | None, domain: Source | None, problem: Source | None, *, offline: bool) -> Write:
    """What is to be written for what is given. Raises `RequestError` where that makes no sense."""
    if write is None:
        part = Write.BOTH if domain is None else Write.PROBLEM if problem is None else Write.GOAL
        if part is Write.BOTH and problem is not None:
            raise RequestError("a scene needs its domain: add --domain FILE")
    else:
        part = Write(write)
    if part is Write.GOAL and (domain is None or problem is None):
        missing = "--domain" if domain is None else "--problem"
        raise RequestError(f"a goal is written for a domain and a scene: add {missing} FILE")
    if part is Write.PROBLEM and (domain is None or problem is not None):
        raise RequestError(
            "a problem is written for a domain: "
            + ("add --domain FILE" if domain is None else "leave out --problem, or write the goal only: --write goal")
        )
    if part is Write.BOTH and (domain is not None or problem is not None):
        raise RequestError("--write both writes domain and problem: leave out --domain and --problem")
    if offline and part is not Write.GOAL:
        wanted = "a problem" if part is Write.PROBLEM else "a domain and a problem"
        given = "--problem FILE" if part is Write.PROBLEM else "--domain FILE and --problem FILE"
        raise RequestError(
            f"the offline reader writes goals, not {wanted}: add {given} for it, or name a language model with --model"
        )
    return part


def _refuse_errors(
    given: Given,
    found: Sequence[Diagnostic],
    write: Write | None,
    wanted: Wanted,
    target: Path | None,
    batch: bool = False,
) -> int:
    """Show the errors in the given texts; the exit code comes back. Raises `UnwritableError`."""
    errors = tuple(one for one in found if one.is_error)
    if wanted.format == "json" and not batch:
        _hand_out(
            artefact_of(Formalisation(Outcome.INVALID, write=write, given=given.context, faults=errors), wanted, None),
            target,
        )
    show_given(given.context, errors)
    complain("nothing was written or solved: what is given has errors")
    return Outcome.INVALID.exit_code


def _target(
    wanted: Wanted, stem: str, write: Write | None, given: Given, read: Sequence[Path | str | None] = ()
) -> Path | None:
    """Where the artefact goes; None for stdout. `read` are files that are read beside those that are given.

    Raises `UnwritableError` where it is plain that it cannot go there, `RequestError` where it would go over a file
    that is read.
    """
    from clairify_cli.commands.options import follows_links
    from clairify_cli.services.places import target_of

    if wanted.output is None:
        return None
    return target_of(
        wanted.output, f"{stem}{wanted.suffix(write)}", _read_files(given, read), follow_links=follows_links()
    )


def _read_files(given: Given, read: Sequence[Path | str | None]) -> list[tuple[str, str]]:
    """The files that nothing is written over, each with what it is."""
    sources = [*zip(("the domain", "the scene"), (given.domain, given.problem), strict=True)]
    files = [(what, source.name) for what, source in sources if source is not None]
    return [*files, *(("a file that is read", str(path)) for path in read if path is not None)]


def _one(
    item: Input,
    given: Given,
    write: Write,
    asked: Asked,
    planner: Planner | None,
    wanted: Wanted,
    target: Path | None,
    narrator: Narrator,
    *,
    quiet: bool,
    most_bytes: int,
) -> int:
    from clairify_cli.agents.formalise import formalise
    from clairify_cli.files.reading import UnreadableError

    try:
        text = item.words(most_bytes=most_bytes)
    except UnreadableError as error:
        complain(error)
        return 2
    made = formalise(
        text,
        given,
        write,
        asked.model,
        asked.options,
        planner=planner,
        trace=asked.trace,
        cache=asked.cache,
        progress=narrator.progress,
    )
    narrator.wipe()
    return _finish(item.name, made, wanted, target, asked.model.name, quiet=quiet)


def _finish(
    name: str, made: Formalisation, wanted: Wanted, target: Path | None, model: str | None, *, quiet: bool
) -> int:
    """Hand out the artefact, say what happened; the exit code comes back. Raises `UnwritableError`."""
    artefact = artefact_of(made, wanted, model)
    _hand_out(artefact, target)
    tell(name, made, target if artefact is not None else None, model=model, quiet=quiet)
    return made.outcome.exit_code


def _hand_out(artefact: str | None, target: Path | None) -> None:
    """Write what there is to where it belongs. Raises `UnwritableError`."""
    if artefact is not None and target is None:
        hand_out(artefact)
    elif artefact is not None and target is not None:
        from clairify_cli.files.writing import write_text

        write_text(target, artefact)


def artefact_of(made: Formalisation, wanted: Wanted, model: str | None) -> str | None:
    """What is handed out; None where there is nothing good of the kind that is wanted."""
    if wanted.format == "json":
        from clairify_cli.agents.formalise.report import result_json

        return result_json(made, model)
    what = wanted.what(made.write)
    if what == "plan":
        return made.plan
    if not made.is_sound and not wanted.keep_invalid:
        return None
    parts = {
        "goal": made.goal,
        "problem": made.problem,
        "domain": made.domain,
        "pddl": None if made.domain is None or made.problem is None else f"{made.domain.rstrip()}\n\n{made.problem}",
    }
    text = parts[what]
    if text is None and made.translation is not None and wanted.keep_invalid:
        text = made.translation.program or None
    return None if text is None else text if text.endswith("\n") else text + "\n"
