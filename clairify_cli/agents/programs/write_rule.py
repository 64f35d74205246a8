"""Writes a program for a text by rule: the reader of goals, a solver, and the program of its plan."""

from __future__ import annotations

from clairify_cli.agents.formalise import Formalisation, Given, Planner, Write
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.agents.programs.write import HERE, Placing, Written, write_program
from clairify_cli.translate import NO_HOOKS, Hooks, LoopOptions, Model


def write_by_rule(
    text: str,
    given: Given,
    reader: Model,
    planner: Planner,
    options: LoopOptions | None = None,
    *,
    placing: Placing = HERE,
    assertions: bool = True,
    hooks: Hooks = NO_HOOKS,
) -> tuple[Formalisation, Written | None]:
    """What came of the text's goal and its plan, and the program of the plan, None where there is none.

    `reader` is the reader of goals for `given`, which has a domain and a problem without errors. The same text gives
    the same program.
    """
    made = formalise(
        text,
        given,
        Write.GOAL,
        reader,
        options,
        planner=planner,
        hooks=hooks,
    )
    if made.outcome.exit_code:
        return made, None
    return made, program_of(made, given, text, placing, assertions=assertions)


def program_of(
    made: Formalisation, given: Given, text: str = "", placing: Placing = HERE, *, assertions: bool = True
) -> Written | None:
    """The program of a plan that was found; None where none was."""
    planned = made.planned
    if planned is None or not planned.solved or planned.solution.plan is None or given.problem is None:
        return None
    steps = [tuple(one.words) for one in planned.solution.plan.steps]
    return write_program(
        steps, planned.domain, planned.problem, text, given=given.problem, placing=placing, assertions=assertions
    )
