"""Programs by rule: of a plan that was found for the goal of a text or of a problem."""

from __future__ import annotations

from clairify_cli.agents.formalise import Formalisation, Given
from clairify_cli.agents.programs.write import HERE, Placing, Written, write_program


def program_of(
    made: Formalisation, given: Given, text: str = "", placing: Placing = HERE, *, assertions: bool = True
) -> Written | None:
    """The program of a plan that was found for a text, or for the goal of the given problem.

    None where there is no good plan, or one for something else than the text asks for. The same text gives the same
    program.
    """
    planned = made.planned
    if not made.outcome.is_good or planned is None or planned.solution.plan is None or given.problem is None:
        return None
    steps = [tuple(one.words) for one in planned.solution.plan.steps]
    return write_program(
        steps, planned.domain, planned.problem, text, given=given.problem, placing=placing, assertions=assertions
    )
