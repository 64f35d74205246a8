"""Small domains and problems, and the explanation why they have no plan."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.task import make_task
from clairify_cli.planning.explain.model import WhyNot
from clairify_cli.planning.explain.why_not import explain


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
