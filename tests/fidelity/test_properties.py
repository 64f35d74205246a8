"""Whatever the text and the program, the comparison ends, says the same twice, and points into its texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored
from effort import costs_less
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.reader.protocol import read_to_xdl
from fidelity.test_cases import program

DATA = Path(__file__).parents[3] / "shared" / "data"
XDL = get("xdl")

SENTENCES = stored(__file__, "SENTENCES")
TEXTS = st.one_of(st.lists(st.sampled_from(SENTENCES), max_size=6).map(" ".join), st.text(max_size=200))
STEPS = st.lists(st.sampled_from(stored(__file__, "STEPS")), max_size=8).map(lambda steps: program("\n".join(steps)))


@settings(max_examples=150, deadline=None)
@given(text=TEXTS, plan=st.one_of(STEPS, st.text(max_size=100)))
def test_any_program_and_any_text(text: str, plan: str) -> None:
    one, other = Source(plan, "plan.xdl"), Source(text, "text.txt")
    findings = check_fidelity(one, other, XDL, CheckOptions())
    assert findings == check_fidelity(one, other, XDL, CheckOptions())
    for finding in findings:
        assert finding.message.isprintable()
        assert 0 <= finding.span.start <= finding.span.end <= len(plan)
        assert all(0 <= r.span.start < r.span.end <= len(text) for r in finding.related)


@settings(max_examples=40, deadline=None)
@given(text=st.lists(st.sampled_from(SENTENCES[:6]), min_size=1, max_size=6).map(" ".join))
def test_a_program_of_its_own_text_invents_nothing(text: str) -> None:
    plan = read_to_xdl(text, Constraints(), "text.txt").xdl
    findings = check_fidelity(Source(plan, "plan.xdl"), Source(text, "text.txt"), XDL, CheckOptions())
    assert not [found for found in findings if found.code == "XDL605"]


def test_cost_does_not_explode() -> None:
    text = "Water (20 mL) was added and the mixture stirred for 5 min at 50 °C. " * 60
    steps = '<Add vessel="a" reagent="water" volume="20 mL"/><HeatChill vessel="a" temp="50 °C" time="5 min"/>\n' * 60
    plan, asked = Source(program(steps), "plan.xdl"), Source(text, "text.txt")
    costs_less(10, lambda: check_fidelity(plan, asked, XDL, CheckOptions()))


def test_what_is_said_very_often_is_found_near_its_place() -> None:
    text = "\n\n".join(
        f"Salt ({number}.5 g) was added to water (20 mL) in a beaker and the mixture was stirred at 50 °C for 5 min."
        " Ethanol (20 mL) was added, and the mixture was stirred at 25 °C for 5 min."
        for number in range(1, 65)
    )
    plan = read_to_xdl(text, Constraints(), "text.txt").xdl
    findings = check_fidelity(Source(plan, "plan.xdl"), Source(text, "text.txt"), XDL, CheckOptions())
    assert not [found for found in findings if found.is_error]


@pytest.mark.skipif(not DATA.is_dir(), reason=f"there is no folder {DATA}")
def test_everyday_procedures_are_clean() -> None:
    found = {}
    for path in sorted((DATA / "chem-edu").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        plan = read_to_xdl(text, Constraints(), path.name).xdl
        findings = check_fidelity(Source(plan, "plan.xdl"), Source(text, path.name), XDL, CheckOptions())
        if findings:
            found[path.name] = [f"{finding.code} {finding.message}" for finding in findings]
    assert found == {}
