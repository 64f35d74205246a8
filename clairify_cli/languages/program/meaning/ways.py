"""Two views of the same point in a program: one that follows the problem, and one independent of it.

The nominal state follows the program from the problem's initial state, step by step, as in an execution without
surprises: what fails there certainly fails. The wide state contains only what steps and conditions of the program have
established, so that it covers worlds that differ from the problem: both branches, recoveries, loops.
"""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.program.meaning.knowledge import Knowledge, join


class Ways(NamedTuple):
    """The known state at a point; `nominal` is None without a problem, or if the nominal run does not reach it."""

    nominal: Knowledge | None
    wide: Knowledge


def meet(taken: Ways, other: Ways) -> Ways:
    """Merge the branch taken in the nominal run with the other one."""
    return Ways(taken.nominal, join(taken.wide, other.wide))
