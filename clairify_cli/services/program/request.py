"""What `program` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from clairify_cli.services.batch import COMBINATIONS as BATCH_COMBINATIONS
from clairify_cli.services.combinations import Excludes
from clairify_cli.services.options import Does, Option, Panel, writes
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
class ProgramRequest:
    """Which tasks, what they are about, who writes the programs, and what is in them."""

    inputs: Annotated[tuple[str, ...], TASKS] = ()
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
            "Assert what steps rely on (default), or write the steps alone.",
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


COMBINATIONS = (
    *BATCH_COMBINATIONS,
    Excludes(
        "print_skills",
        ("inputs",),
        "--print-skills writes no program: leave out what one would be written of",
    ),
    Excludes("scene", ("domain", "problem"), "a scene is domain and problem in one: leave out --domain and --problem"),
    Excludes("format", ("print_skills",), "--format is for programs that are written for a TEXT or goal"),
)
