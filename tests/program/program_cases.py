"""Rule cases of programs as data: how `cases/*.yaml` is read.

A file holds a list of cases. A case has the `code` of its rule, a `name`, and a text as `fail` or `pass`. `⟦`, `⟧` in a
failing text stand around what the finding points at; they are not part of the text. A text that does not begin at the
margin with `def`, `task_plan` or the like stands for the body of a function where the case says `body: true`. Any case
may have

    context                  none, household (the domain alone), kitchen (with its problem, without a goal), goal,
                             alfworld (a domain alone in which going somewhere is about all places)

and a failing one

    fix                      the text after the safe fix
    severity                 where it is not that of the rule
    says                     words that the message or the hint holds, one text or a list
    times                    how many findings of the rule there are, where it is not 1 (the mark is on the first)
    also                     codes of other findings that come with it; none other may
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any

import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEYS = {"code", "name", "fail", "pass", "body", "context", "fix", "severity", "says", "times", "also"}

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


@dataclass(frozen=True)
class ProgramCase:
    """A case of a rule. `start` and `end` are the offsets in `text` at which the finding is due."""

    code: str
    name: str
    text: str
    start: int
    end: int
    data: Mapping[str, Any]

    @property
    def fails(self) -> bool:
        return "fail" in self.data

    @property
    def options(self) -> CheckOptions:
        return CheckOptions(context=CONTEXTS[self.data.get("context", "none")])

    @property
    def fixed(self) -> str | None:
        return _whole(self.data["fix"], self.data) if "fix" in self.data else None


def load_cases() -> list[ProgramCase]:
    """All cases of all rules."""
    return [case for path in sorted((HERE / "cases").glob("*.yaml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[ProgramCase]:
    for data in yaml.safe_load(path.read_text(encoding="utf-8")):
        name = f"{path.name}: {data['code']} {data['name']}"
        assert set(data) <= KEYS, f"{name}: {set(data) - KEYS}"
        assert ("fail" in data) != ("pass" in data), name
        marked = _whole(data.get("fail", data.get("pass")), data)
        text = marked.replace("⟦", "").replace("⟧", "")
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        assert ("fail" in data) == (start >= 0), f"{name}: the mark"
        yield ProgramCase(data["code"], data["name"], text, start, end, data)


def _whole(text: str, data: Mapping[str, Any]) -> str:
    return f"def task():\n{indent(text.rstrip(), '    ')}\n" if data.get("body") else text
