"""Cases as data: a text with the steps that it should give, one a line: `Name | property: value | …`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from clairify_cli.reader.protocol.model import Reading, Step

FOLDER = Path(__file__).with_name("cases")


@dataclass(frozen=True)
class Case:
    """One text with what is expected of it; what is None is not looked at."""

    name: str
    text: str
    steps: list[str]
    comments: bool
    flags: list[str] | None
    extra: dict[str, Any]


def load(name: str) -> list[Case]:
    """The cases of a file; `comments: true` compares comments too."""
    entries = yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    cases = []
    for entry in entries:
        known = {"name", "text", "steps", "comments", "flags"}
        cases.append(
            Case(
                entry["name"],
                entry["text"],
                (entry.get("steps") or "").rstrip().splitlines(),
                bool(entry.get("comments")),
                entry.get("flags"),
                {key: value for key, value in entry.items() if key not in known},
            )
        )
    return cases


def lines(reading: Reading, *, comments: bool = False) -> list[str]:
    """The steps of a reading in the notation of the case files."""
    made: list[str] = []
    for step in reading.steps:
        _lines(step, 0, made, comments=comments)
    return made


def _lines(step: Step, depth: int, made: list[str], *, comments: bool) -> None:
    parts = [step.name] + [f"{key}: {value}" for key, value in step.properties if comments or key != "comment"]
    made.append("  " * depth + " | ".join(parts))
    for child in step.children:
        _lines(child, depth + 1, made, comments=comments)


def same(one: list[str], other: list[str]) -> bool:
    """Whether two lists of steps agree, whatever the order of properties within a step."""
    return [_parts(line) for line in one] == [_parts(line) for line in other]


def _parts(line: str) -> tuple[int, str, frozenset[str]]:
    name, *properties = line.strip().split(" | ")
    return len(line) - len(line.lstrip()), name, frozenset(properties)
