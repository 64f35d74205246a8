"""Every area of the reader, case by case: the steps, vessels, title, unread words and flags of small texts."""

from __future__ import annotations

import pytest
from case_tables import stored

from clairify_cli.reader.protocol import read

from .cases import Case, lines, load, same

AREAS = stored(__file__, "AREAS")
CASES = [pytest.param(case, id=f"{area}: {case.name}") for area in AREAS for case in load(area)]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    reading = read(case.text)
    made = lines(reading, comments=case.comments)
    assert same(made, case.steps), "\n".join(["made:", *made, "expected:", *case.steps])
    if case.flags is not None:
        assert sorted(diagnostic.code for diagnostic in reading.diagnostics) == case.flags
    if "vessels" in case.extra:
        assert [f"{one.id}/{one.type}" for one in reading.vessels] == case.extra["vessels"]
    if "unread" in case.extra:
        assert [case.text[span.start : span.end] for span in reading.unread] == case.extra["unread"]
    if "title" in case.extra:
        assert reading.title == case.extra["title"]


def test_case_names_are_told_apart() -> None:
    for area in (*AREAS, "heldout", "unseen"):
        names = [case.name for case in load(area)]
        assert len(names) == len(set(names)), area
