"""Two ways to look at the same place of a program: as the problem has it, and whatever the problem says.

The nominal state follows the program from the initial state of the problem, step by step, as a runner would if nothing
unexpected happened: what fails there fails for sure. The wide state knows only what steps and conditions of the program
have established, so that it covers worlds that differ from the problem: both branches, recoveries, loops.
"""

from __future__ import annotations

from typing import NamedTuple

from clairify_cli.languages.program.meaning.knowledge import Knowledge, join


class Ways(NamedTuple):
    """The known state at a point; `nominal` is None if there is no problem, or the place is not on its way."""

    nominal: Knowledge | None
    wide: Knowledge

    def with_wide(self, wide: Knowledge) -> Ways:
        """The same nominal state next to another wide one."""
        return Ways(self.nominal, wide)

    def aside(self, wide: Knowledge) -> Ways:
        """Off the nominal way, where only the wide state is known."""
        return Ways(None, wide)


def meet(taken: Ways, other: Ways) -> Ways:
    """The merge of a taken branch and another one."""
    return Ways(taken.nominal, join(taken.wide, other.wide))
