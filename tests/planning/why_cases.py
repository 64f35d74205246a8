"""Cases of explanations as data: how `why/PLN*.yaml` is read.

A file holds a list of cases for the rule of its name. A case has a `name`, and sections of a domain in `domain` and of
a problem in `problem`, which are put into `(define ...)`. `⟦` and `⟧` in the problem stand around what the finding
points at; a problem without them gives no finding of the rule. Objects that no section declares are declared. Further:

    says        words that the message or the hint holds, one or a list
    not         words that neither holds
    near        pieces of the domain or problem that related places point at
    codes       the rules of all findings, in order, where there are others
    proven      true where a solver has proved that there is no plan
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.explain.model import WhyNot
from clairify_cli.planning.explain.why_not import explain

CASES = Path(__file__).resolve().parent / "why"
KEYS = {"name", "domain", "problem", "says", "not", "near", "codes", "proven"}


@dataclass(frozen=True)
class WhyCase:
    """A case of a rule. `start` and `end` are the offsets in the problem at which the finding is due, -1 for none."""

    code: str
    name: str
    domain: Source
    problem: Source
    start: int
    end: int
    data: Mapping[str, Any]

    @property
    def fails(self) -> bool:
        return self.start >= 0

    def listed(self, key: str) -> list[str]:
        given = self.data.get(key, [])
        return [given] if isinstance(given, str) else list(given)


def load_cases() -> list[WhyCase]:
    """All cases of all rules, in order of the rules."""
    return [case for path in sorted(CASES.glob("*.yaml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[WhyCase]:
    for data in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert set(data) <= KEYS, f"{path.name}: {data['name']}: {set(data) - KEYS}"
        domain, marked = texts(data["domain"], data["problem"])
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        problem = marked.replace("⟦", "").replace("⟧", "")
        yield WhyCase(
            path.stem, data["name"], Source(domain, "domain.pddl"), Source(problem, "problem.pddl"), start, end, data
        )


def texts(domain: str, problem: str) -> tuple[str, str]:
    """Sections as whole texts."""
    if "(:objects" not in problem:
        inside = re.sub(r"[⟦⟧]|\?[\w-]+|- +[\w-]+", " ", problem)
        names = re.findall(r"(?<=[\w-]) +([a-z][\w-]*)(?=[ )])", inside)
        words = {"and", "or", "not", "exists", "forall", "imply"}
        problem = f"(:objects {' '.join(sorted(set(names) - words))})\n{problem}"
    return f"(define (domain d)\n{domain})\n", f"(define (problem p) (:domain d)\n{problem})\n"


def why(domain: Source, problem: Source, *, proven: bool = False, clean: bool = True) -> WhyNot:
    """The explanation of two texts, which are read without errors of syntax where they are to be `clean`."""
    first, wrong = read(domain)
    second, wrong_too = read(problem)
    errors = [one for one in (*wrong, *wrong_too) if one.is_error]
    assert not (clean and errors), (domain.text, problem.text, errors)
    assert first.domain is not None and second.problem is not None
    return explain(make_task(first.domain, second.problem), domain, problem, proven=proven)
