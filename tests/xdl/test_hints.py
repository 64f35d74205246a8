"""Hints are followed to the letter over broken programs: what they say makes no other error."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from case_tables import stored
from checking import check
from followed_hints import WAYS, followed
from mutations import OPERATORS, corpus
from rule_cases import KINDS, Case, cases_of

from clairify_cli.diagnostics.model import Diagnostic

FILES = corpus()
CASES = [case for kind in KINDS if kind.name == "xdl" for case in cases_of(kind) if case.fails]


def errors(found: list[Diagnostic]) -> Counter[str]:
    """The errors by rule. What a vessel holds (XDL4xx) follows from the value that the break, or the test, put in."""
    return Counter(one.code for one in found if one.is_error and not one.code.startswith("XDL4"))


def fewest_new(before: list[Diagnostic], after: list[list[Diagnostic]]) -> Counter[str]:
    """The errors that were not there before, of the text with the fewest."""
    return min((errors(found) - errors(before) for found in after), key=lambda new: new.total())


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_what_a_hint_says_makes_no_other_error(operator: object) -> None:
    rng = Random(operator.name)  # type: ignore[attr-defined]
    for name in (
        ("everything.xdl", *rng.sample(sorted(FILES), 3)) if "everything.xdl" in FILES else rng.sample(sorted(FILES), 4)
    ):
        for mutant in operator(FILES[name], rng, most=3):  # type: ignore[operator]
            before = check(mutant.text)
            for found in before:
                for texts in followed(mutant.text, found, before):
                    new = fewest_new(before, [check(after) for after in texts])
                    assert not new, (new, name, found.code, found.message, found.hint, texts)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_the_hint_of_a_rule_says_makes_no_other_error(case: Case) -> None:
    before = case.found()
    for found in before:
        for texts in followed(case.text, found, before):
            new = fewest_new(before, [case.found(after) for after in texts])
            assert not new, (new, found.code, found.message, found.hint, texts)


def test_every_way_is_tried() -> None:
    tried = {found.code for case in CASES for found in case.found() for _ in followed(case.text, found, [])}
    assert tried >= set(WAYS), set(WAYS) - tried


@pytest.mark.parametrize(
    ("step", "messages"), stored(__file__, "one_slip_is_one_message_with_advice_that_can_be_followed")
)
def test_one_slip_is_one_message_with_advice_that_can_be_followed(step: str, messages: list[str]) -> None:
    text = (
        '<XDL><Synthesis><Hardware><Component id="a" type="filter"/><Component id="b"/></Hardware>'
        '<Reagents><Reagent name="water"/></Reagents>'
        f'<Procedure><Add vessel="a" reagent="water" volume="50 mL"/>{step}</Procedure></Synthesis></XDL>'
    )
    left = [one for one in check(text) if one.is_error and not (one.fix and one.fix.safe)]
    assert len(left) == len(messages)
    for found, message in zip(left, messages, strict=True):
        assert f"{found.message}: {found.hint}".startswith(message)
