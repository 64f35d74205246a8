"""What `clairify program` does with its arguments: programs for texts, by rule or by a model."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.agents.formalise import Formalisation, Given, Planner, Write, check_given, solve
from clairify_cli.agents.programs.write import Placing, Written
from clairify_cli.cli.shared.formalised import show_given, tell
from clairify_cli.commands.execute_input import RefusedError
from clairify_cli.commands.output import complain, hand_out, inform
from clairify_cli.commands.program_given import texts_of
from clairify_cli.commands.solver_options import open_planner
from clairify_cli.diagnostics.model import Source
from clairify_cli.services.errors import RequestError
from clairify_cli.services.goals import goal_reader, lexicon_of
from clairify_cli.services.pddl import WHY_EMPTY
from clairify_cli.services.source_texts import TEXT_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.commands.model_options import Asked
    from clairify_cli.files.inputs import Input
    from clairify_cli.translate.batch import Job
    from clairify_cli.translate.batch import Source as Item
    from clairify_cli.translate.batch.work import Maker

SUFFIX = ".py"


@dataclass(frozen=True)
class Wanted:
    """What is asked for: by rule with a `planner`, else by a model. `is_made`: no file has the problem.

    With `skills` nothing is `given` but that list.
    """

    given: Given
    planner: Planner | None
    is_made: bool
    values: dict[str, Any]
    skills: Source | None = None

    @property
    def assertions(self) -> bool:
        return self.values["assertions"] is not False

    @property
    def quiet(self) -> bool:
        return bool(self.values["quiet"])


def run(ctx: click.Context, values: dict[str, Any]) -> int:
    """Write the programs; the exit code comes back. Raises `RequestError` and whatever `command` turns into 2."""
    from clairify_cli.translate.resolve import is_reader

    if values["best_effort"]:
        raise RequestError("--best-effort is for --to-plan")
    inputs = values["inputs"]
    if values["skills"] is not None:
        from clairify_cli.commands.program_skills import skills_of

        skills = skills_of(values)
        return 1 if skills is None else _asked_for(Wanted(Given(), None, False, values, skills))
    try:
        domain, problem, made = texts_of(values, inputs)
    except RefusedError as refused:
        refused.tell()
        return refused.code
    if domain is None or problem is None:
        missing = "--problem" if domain is not None else "--domain" if problem is not None else "--domain and --problem"
        raise RequestError(f"a program is about something: add {missing}, or a --world")
    by_rule = is_reader(values["model"]) and values["api_base"] is None
    given = Given(domain, problem, lexicon_of(values["lexicon"], domain))
    faults = check_given(given, Write.GOAL if inputs else None)
    if any(one.is_error for one in faults):
        show_given(given.context, [one for one in faults if one.is_error])
        complain("no program was written: what is given has errors")
        return 1
    planner = open_planner({**values, "solve": True}) if by_rule else None
    return _asked_for(Wanted(given, planner, made, values))


def _asked_for(wanted: Wanted) -> int:
    from clairify_cli.commands.model_options import exit_code_of
    from clairify_cli.translate import ModelError

    inputs = wanted.values["inputs"]
    try:
        if not inputs:
            return _of_goal(wanted)
        return _of_texts(inputs, wanted)
    except ModelError as error:
        complain(error)
        return exit_code_of(error)


def _of_goal(wanted: Wanted) -> int:
    """The program for the goal that the problem has."""
    from clairify_cli.agents.programs.write_rule import program_of

    assert wanted.given.problem is not None
    if wanted.planner is None:
        raise RequestError("there is no TEXT that a model could write a program for")
    target = _target(wanted, Path(wanted.given.problem.name).stem)
    made = solve(wanted.given, wanted.planner)
    if made.is_sound and not wanted.quiet:
        show_given(wanted.given.context, [one for one in check_given(wanted.given, None) if one.code in WHY_EMPTY])
    name = f"the goal of {Path(wanted.given.problem.name).stem}"
    written = program_of(made, wanted.given, name, _placing(wanted, target), assertions=wanted.assertions)
    return _end(wanted.given.problem.name, made, written, wanted, target, None)


def _of_texts(inputs: Sequence[str], wanted: Wanted) -> int:
    from clairify_cli.commands.batch import is_batch, sources
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.commands.options import found_inputs

    values = wanted.values
    found = sources(found_inputs(list(inputs), TEXT_SUFFIXES, allow_text=True), values["column"], values["id_column"])
    if is_batch(found, values["output"], asked_for=values["resume"] or values["report"] is not None):
        return _batch(found, wanted)
    item: Input = found[0]  # type: ignore[assignment]
    target = _target(wanted, item.stem)
    reader = goal_reader(wanted.given) if wanted.skills is None else None
    with ExitStack() as stack:
        asked = open_model(stack, values, reader)
        return _one(item, asked, wanted, target)


def _one(item: Input, asked: Asked, wanted: Wanted, target: Path | None) -> int:
    """Write one program; the exit code comes back. Raises `UnreadableError`, `UnwritableError`."""
    from clairify_cli.cli.shared.narrate import Narrator
    from clairify_cli.files.encoding import as_file

    values = wanted.values
    text = item.words(most_bytes=values["max_size"])
    narrator = Narrator(quiet=wanted.quiet, verbose=values["verbose"], keep_invalid=values["keep_invalid"])
    if wanted.planner is not None:
        from clairify_cli.agents.programs.write_rule import write_by_rule

        made, written = write_by_rule(
            text,
            wanted.given,
            asked.model,
            wanted.planner,
            asked.options,
            placing=_placing(wanted, target),
            assertions=wanted.assertions,
            trace=asked.trace,
            cache=asked.cache,
            progress=narrator.progress,
        )
        narrator.wipe()
        return _end(item.name, made, written, wanted, target, asked.model.name)
    if wanted.skills is not None:
        return _with_skills(item, text, asked, wanted, wanted.skills, narrator, target)
    from clairify_cli.agents.programs.write_model import goals_of, write_with_model

    result, program = write_with_model(
        text,
        wanted.given,
        asked.model,
        asked.options,
        assertions=wanted.assertions,
        placing=_placing(wanted, target),
        trace=asked.trace,
        cache=asked.cache,
        progress=narrator.progress,
    )
    narrator.wipe()
    is_good = result.is_valid or (values["keep_invalid"] and bool(result.program))
    if is_good:
        goals = goals_of(text, wanted.given)
        if values["with_problem"] is not None and len(goals) == 1:
            _keep_problem(wanted, goals[0].text)
        _write(program.text if program is not None else as_file(result.program), target)
    narrator.tell(item, text, result, target if is_good else None)
    return result.outcome.exit_code


def _with_skills(
    item: Input, text: str, asked: Asked, wanted: Wanted, skills: Source, narrator: Narrator, target: Path | None
) -> int:
    """Have a model write one program that is held to a list of skills; the exit code comes back."""
    from clairify_cli.agents.programs.write_skills import write_with_skills

    result, program = write_with_skills(
        text,
        skills,
        asked.model,
        asked.options,
        folder=target.parent if target is not None else None,
        trace=asked.trace,
        cache=asked.cache,
        progress=narrator.progress,
    )
    narrator.wipe()
    is_good = result.is_valid or (wanted.values["keep_invalid"] and bool(program))
    if is_good:
        _write(program, target)
    narrator.tell(item, text, result, target if is_good else None)
    if wanted.values["verbose"]:
        inform(f"note: {skills.name} does not say what skills need and do: what the steps lead to was not checked")
    return result.outcome.exit_code


def _end(
    name: str, made: Formalisation, written: Written | None, wanted: Wanted, target: Path | None, model: str | None
) -> int:
    """Hand out a program by rule, and say what happened."""
    if written is not None:
        if wanted.values["with_problem"] is not None and made.problem is not None:
            _keep_problem(wanted, made.problem)
        _write(written.text, target)
    tell(name, made, target if written is not None else None, model=model, quiet=wanted.quiet)
    return made.outcome.exit_code


def _keep_problem(wanted: Wanted, text: str) -> None:
    from clairify_cli.files.writing import write_text

    write_text(Path(wanted.values["with_problem"]), text if text.endswith("\n") else text + "\n")


def _batch(found: Sequence[Item], wanted: Wanted) -> int:
    """Write a program for each input into the folder of -o; the exit code comes back."""
    from clairify_cli.agents.formalise.batch import FormalisingMaker
    from clairify_cli.agents.programs.write_batch import ProgramMaker
    from clairify_cli.agents.programs.write_rule import program_of
    from clairify_cli.agents.programs.write_skills import SkillsMaker
    from clairify_cli.commands.batch import batch_folder, run_batch
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate.batch import Job

    values = wanted.values
    if values["with_problem"] is not None:
        raise RequestError("--with-problem is for one input")
    folder = batch_folder(len(found), values["output"])

    def artefact(_name: str, made: Formalisation) -> str | None:
        if made.outcome.exit_code:
            return None
        placing = Placing(folder, is_made=wanted.is_made)
        written = program_of(made, wanted.given, made.text or "", placing, assertions=wanted.assertions)
        return written.text if written is not None else None

    def maker_of() -> Maker:
        if wanted.skills is not None:
            return SkillsMaker(wanted.skills)
        if wanted.planner is None:
            return ProgramMaker(wanted.given, wanted.is_made, wanted.assertions)
        return FormalisingMaker(wanted.given, Write.GOAL, wanted.planner, artefact, f"program {wanted.assertions}")

    def job_of(asked: Asked) -> Job:
        return Job(
            "program",
            asked.model,
            folder,
            asked.options,
            CheckOptions(),
            asked.trace,
            asked.cache,
            keep_invalid=values["keep_invalid"],
            most_bytes=values["max_size"],
            maker=maker_of(),
        )

    return run_batch(
        found,
        folder,
        values,
        job_of,
        suffix=SUFFIX,
        reader=goal_reader(wanted.given) if wanted.skills is None else None,
        quiet=wanted.quiet,
        verbose=values["verbose"],
    )


def _target(wanted: Wanted, stem: str) -> Path | None:
    """Where the program goes; None for stdout. Raises `UnwritableError` where it is plain that it cannot."""
    from clairify_cli.commands.options import follows_links
    from clairify_cli.files.writing import refuse_unwritable
    from clairify_cli.services.places import target_of

    output = wanted.values["output"]
    if wanted.values["with_problem"] is not None:
        refuse_unwritable(Path(wanted.values["with_problem"]))
    if output in (None, "-"):
        return None
    return target_of(output, f"{stem}{SUFFIX}", [], follow_links=follows_links())


def _placing(wanted: Wanted, target: Path | None) -> Placing:
    """What the heading of the program names."""
    kept = wanted.values["with_problem"]
    return Placing(
        target.parent if target is not None else None, Path(kept) if kept is not None else None, wanted.is_made
    )


def _write(text: str, target: Path | None) -> None:
    """Write a program to where it belongs. Raises `UnwritableError`."""
    from clairify_cli.files.writing import write_text

    if target is None:
        hand_out(text)
    else:
        write_text(target, text)
