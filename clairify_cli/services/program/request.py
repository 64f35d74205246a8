"""What `program` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from clairify_cli.services.batch import COMBINATIONS as BATCH_COMBINATIONS
from clairify_cli.services.combinations import Excludes, Needs
from clairify_cli.services.options import Does, Option, Panel, reads, writes
from clairify_cli.services.parts import (
    TASKS,
    AsText,
    Batch,
    KeepInvalid,
    Lexicon,
    ModelSettings,
    Narration,
    Output,
    Reading,
    Scene,
    Skills,
    Solver,
    Tables,
    Task,
)


@dataclass(frozen=True, slots=True)
class Conversion:
    """Which plan becomes a program, or which program a plan."""

    from_plan: Annotated[
        str | None,
        reads("Write the program of a PDDL plan.", Panel.INPUT),
    ] = None
    to_plan: Annotated[
        str | None,
        reads("Write the PDDL plan of a program.", Panel.INPUT),
    ] = None
    best_effort: Annotated[
        bool,
        Option(
            "With --to-plan: leave out what a plan cannot say, and say what that is (default: refuse).", Panel.OUTPUT
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class ProgramRequest:
    """Which tasks, what they are about, who writes the programs, and what is in them."""

    inputs: Annotated[tuple[str, ...], TASKS] = ()
    conversion: Conversion = Conversion()
    task: Task = Task()
    scene: Scene = Scene()
    skills: Skills = Skills()
    print_skills: Annotated[
        bool, Option("Write what is given as a list of skills, and no program.", Panel.PLANNING)
    ] = False
    lexicon: Lexicon = Lexicon()
    assertions: Annotated[
        bool | None,
        Option(
            "Assert what steps rely on (default, except for --from-plan), or write the steps alone.",
            Panel.OUTPUT,
            does=Does.WRITES,
            off="--no-assertions",
        ),
    ] = None
    with_problem: Annotated[
        str | None,
        writes(
            "Also write the problem with the goal that TEXT asks for, and name it in the program's heading.",
            Panel.OUTPUT,
        ),
    ] = None
    shown: AsText = AsText()
    output: Output = Output()
    keep_invalid: KeepInvalid = KeepInvalid()
    solver: Solver = Solver()
    narration: Narration = Narration()
    settings: ModelSettings = ModelSettings()
    batch: Batch = Batch()
    tables: Tables = Tables()
    reading: Reading = Reading()


_CONVERSIONS = ("from_plan", "to_plan")

COMBINATIONS = (
    *BATCH_COMBINATIONS,
    Excludes(
        "print_skills",
        ("inputs", *_CONVERSIONS),
        "--print-skills writes no program: leave out what one would be written of",
    ),
    Excludes("from_plan", ("to_plan",), "--from-plan and --to-plan are the two ways: give one of them"),
    Excludes("inputs", _CONVERSIONS, "--from-plan and --to-plan take a file, and no TEXT next to it"),
    Excludes("with_problem", _CONVERSIONS, "--with-problem is for a TEXT"),
    Excludes("assertions", ("to_plan",), "a plan has no assertions"),
    Needs("best_effort", ("to_plan",), "--best-effort is for --to-plan: a program can say all that a plan says"),
    Excludes("skills", _CONVERSIONS, "--skills is for a TEXT: a plan is one of a domain"),
    Excludes("scene", ("domain", "problem"), "a scene is domain and problem in one: leave out --domain and --problem"),
    Excludes("format", ("print_skills", *_CONVERSIONS), "--format is for programs that are written for a TEXT or goal"),
)
