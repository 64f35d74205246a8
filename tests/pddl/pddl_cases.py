"""Rule cases of PDDL as data: how `rules/PDL*.yaml` is read, and how sections become a text.

A file holds a list of cases for the rule of its name. A case has a `name` and one text:

    fail, pass                     a whole text
    fail_domain, pass_domain       sections, which are put into `(define (domain test) ...)`
    fail_problem, pass_problem     sections, which are put into `(define (problem test) (:domain test) ...)`

`⟦` and `⟧` in a failing text stand around what the finding points at; they are not part of the text. A failing case
may have

    fix, unsafe_fix          the text after the fix (a safe one, or an unsafe one), written as the text is
    severity                 where it is not that of the rule
    says                     words that the message or the hint holds
    times                    how many findings of the rule there are, where it is not 1 (the mark is on the first)
    also                     codes of other findings that come with it; none other may

Both kinds may have

    target                   the planner that the text is for
    domain, problem          the context: a whole text, or sections as in `fail_domain` and `fail_problem`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.base import CheckOptions

RULES = Path(__file__).resolve().parent / "rules"
KINDS = ("fail", "pass", "fail_domain", "pass_domain", "fail_problem", "pass_problem")
KEYS = {*KINDS, "name", "fix", "unsafe_fix", "severity", "says", "times", "also", "domain", "problem", "target"}


@dataclass(frozen=True)
class PddlCase:
    """A case of a rule. `start` and `end` are the offsets in `text` at which the finding is due."""

    code: str
    name: str
    kind: str
    text: str
    start: int
    end: int
    data: Mapping[str, Any]

    @property
    def fails(self) -> bool:
        return self.kind.startswith("fail")

    @property
    def options(self) -> CheckOptions:
        given = [
            Source(whole(self.data[key], f"_{key}" if not _is_whole(self.data[key]) else ""), f"{key}.pddl")
            for key in ("domain", "problem")
            if key in self.data
        ]
        return CheckOptions(context=tuple(given), target=self.data.get("target"))

    def fixed(self, key: str) -> str:
        """The whole text that `fix` or `unsafe_fix` stands for."""
        return whole(self.data[key], self.kind)


def load_cases(folder: Path = RULES) -> list[PddlCase]:
    """All cases of all rules, in order of the rules."""
    return [case for path in sorted(folder.glob("*.yaml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[PddlCase]:
    for data in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert set(data) <= KEYS, f"{path.name}: {data['name']}: {set(data) - KEYS}"
        kinds = [key for key in KINDS if key in data]
        assert len(kinds) == 1, f"{path.name}: {data['name']}: one text is due, there are {kinds}"
        marked = whole(data[kinds[0]], kinds[0])
        text = marked.replace("⟦", "").replace("⟧", "")
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        assert kinds[0].startswith("fail") == (start >= 0), f"{path.name}: {data['name']}: the mark"
        yield PddlCase(path.stem, data["name"], kinds[0], text, start, end, data)


def whole(text: str, kind: str) -> str:
    """A text as it stands, or with what belongs around its sections where the kind ends in `_domain` or `_problem`."""
    if kind.endswith("_domain"):
        return f"(define (domain test)\n{_indented(text)})\n"
    if kind.endswith("_problem"):
        return f"(define (problem test)\n  (:domain test)\n{_indented(text)})\n"
    return text


def _indented(text: str) -> str:
    return "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def _is_whole(text: str) -> bool:
    return text.lstrip().startswith("(define")
