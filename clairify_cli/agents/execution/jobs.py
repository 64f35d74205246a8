"""What is to be done, one thing after another, as a program of either kind says it: jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from clairify_cli.diagnostics.model import Span

Kind = Literal["add", "move", "stir", "heat", "cool", "rest", "wait", "wash"]


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do. Several jobs may come from one step of a program; they share its `number`, from 1.

    add: put `grams` of `reagent` into `vessel`. move: put `grams` (None: all) of what `source` contains into `vessel`.
    stir: `seconds` at `rpm`. heat, cool: to `temperature` (°C) and hold it for `seconds`, stirring at `rpm` where there
    is one. rest: let `vessel` come to room temperature. wait: let `seconds` pass. wash: empty and clean `vessel`.
    `vessel`, `source` and `reagent` are called as in the program until they are bound to a scene, then by their ids
    there. `text` is the job in words, `span` where the program asks for it.
    """

    number: int
    kind: Kind
    text: str
    span: Span
    vessel: str = ""
    reagent: str = ""
    source: str = ""
    grams: float | None = None
    temperature: float | None = None
    seconds: float = 0.0
    rpm: float | None = None
    weighed: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def settings(self) -> dict[str, float]:
        """What the actions of the job need to know, by the names that `Action.settings` has."""
        known = {"mass": self.grams, "temperature": self.temperature, "rpm": self.rpm}
        found = {name: value for name, value in known.items() if value is not None}
        return {**found, "time": self.seconds} if self.kind in _LASTING else found


_LASTING = ("stir", "heat", "cool")
