"""What the cases of programs are held against: domains and problems, by the name that a case gives."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from clairify_cli.diagnostics.model import Source

ROOT = Path(__file__).resolve().parents[2]

HOUSEHOLD = Source((ROOT / "domains/household.pddl").read_text(encoding="utf-8"), "household.pddl")
_KITCHEN = (ROOT / "domains/problems/household/kitchen.pddl").read_text(encoding="utf-8")
KITCHEN = Source(re.sub(r"\(:goal.*\Z", "(:goal (and)))\n", _KITCHEN, flags=re.DOTALL), "kitchen.pddl")
ALFWORLD = Source((ROOT / "domains/alfworld.pddl").read_text(encoding="utf-8"), "alfworld.pddl")
WITH_GOAL = Source(_KITCHEN, "kitchen.pddl")

CONTEXTS: Mapping[str, tuple[Source, ...]] = {
    "none": (),
    "household": (HOUSEHOLD,),
    "alfworld": (ALFWORLD,),
    "kitchen": (HOUSEHOLD, KITCHEN),
    "goal": (HOUSEHOLD, WITH_GOAL),
}
