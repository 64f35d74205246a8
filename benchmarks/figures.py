"""The figures of a score, for machines: a line of JSON each in the file that CLAIRIFY_FIGURES names, if it does.

The scripts print their tables for people; `benchmarks.score_all` runs them with that variable set, and reads the file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Literal, TypedDict

Better = Literal["more", "less", ""]
"""Which way is better; empty where neither is."""

VARIABLE = "CLAIRIFY_FIGURES"


class Figure(TypedDict):
    """A figure of `n` cases. Shares are given in %, times in ms or s."""

    name: str
    value: float
    unit: str
    n: int
    better: Better


def figure(name: str, value: float, unit: str = "", *, n: int = 0, better: Better = "more") -> None:
    """Note a figure, where somebody wants to know."""
    path = os.environ.get(VARIABLE)
    if not path:
        return
    made = Figure(name=name, value=float(value), unit=unit, n=n, better=better)
    with Path(path).open("a", encoding="utf-8") as file:
        file.write(json.dumps(made) + "\n")


def share(name: str, some: int, of: int, *, better: Better = "more") -> None:
    """Note how many % some are of all."""
    figure(name, 100 * some / of if of else 0.0, "%", n=of, better=better)
