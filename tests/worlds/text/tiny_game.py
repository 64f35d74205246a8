"""A game of our own in the form of ALFWorld's, small enough to be read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from case_tables import stored

DOMAIN = stored(__file__, "DOMAIN")

PROBLEM = stored(__file__, "PROBLEM")

GRAMMAR = stored(__file__, "GRAMMAR")

WALKTHROUGH = ("take cup 2 from shelf 2", "go to sinkbasin 1", "put cup 2 at sinkbasin 1")


def data(**changes: Any) -> dict[str, Any]:
    """The content of the game's file, with some of it changed; None leaves a part out."""
    parts: dict[str, Any] = {
        "pddl_domain": DOMAIN,
        "pddl_problem": PROBLEM,
        "grammar": GRAMMAR,
        "walkthrough": list(WALKTHROUGH),
    }
    return {key: value for key, value in (parts | changes).items() if value is not None}


def written(folder: Path, **changes: Any) -> Path:
    """The game as a file."""
    path = folder / "tiny.tw-pddl"
    path.write_text(json.dumps(data(**changes)), encoding="utf-8")
    return path
