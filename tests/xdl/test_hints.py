"""Hints are followed to the letter over broken programs: what they say removes an error and makes no other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from mutations import OPERATORS, corpus

from clairify_cli.diagnostics.model import Diagnostic, Edit, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.schema import load

XDL = get("xdl")
FILES = corpus()
VALUES = {
    "time": "5 min", "temp": "45 °C", "volume": "5 mL", "mass": "5 g", "amount": "5 mmol", "count": "2",
    "wavelength": "365 nm", "volumeOrAll": "all",
}  # fmt: skip
ADDS = re.compile(r'^add `(\w+)="…"`')
DID_YOU_MEAN = re.compile(r"^did you mean `([^`]+)`\?")


def check(text: str) -> list[Diagnostic]:
    return XDL.check(Source(text), CheckOptions())


def followed(text: str, found: Diagnostic) -> Iterator[str]:
    """The text as it is after its fix, and after its hint is followed literally, where it says what to write."""
    if found.fix is not None:
        yield edited(text, found.fix.edits)
    hint, span = found.hint or "", found.span
    is_one_tag = text[span.start - 1 : span.start] == "<" and "/>" in text[span.end :].partition("<")[0]
    renamed = found.code == "XDL112" or (found.code == "XDL111" and is_one_tag)
    if renamed and (meant := DID_YOU_MEAN.match(hint)):
        yield edited(text, (Edit(span.start, span.end, meant[1]),))
    if found.code == "XDL113" and text[span.start : span.end] in load().elements and (added := ADDS.match(hint)):
        value = value_for(text, text[span.start : span.end], added[1])
        yield edited(text, (Edit(span.end, span.end, f' {added[1]}="{value}"'),))


def value_for(text: str, step: str, name: str) -> str:
    """A value of the property's type: something that is declared, an allowed word, or a quantity."""
    prop = load().elements[step].properties[name]
    kind = prop.type.name
    if kind in ("vessel", "reagent", "material"):
        declared = re.findall(
            r'<Component[^>]*\bid=["\']([^"\']+)' if kind == "vessel" else r'<Reagent[^>]*\bname=["\']([^"\']+)', text
        )
        return str(declared[0]) if declared else "x"
    return prop.type.values[0] if prop.type.values else VALUES.get(kind, "x")


def edited(text: str, edits: tuple[Edit, ...]) -> str:
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def errors(found: list[Diagnostic]) -> Counter[str]:
    """The errors by rule. What a vessel holds (XDL4xx) follows from the value that the break, or the test, put in."""
    return Counter(one.code for one in found if one.is_error and not one.code.startswith("XDL4"))


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda one: one.name)
def test_what_a_hint_says_removes_an_error_and_makes_no_other(operator: object) -> None:
    rng = Random(operator.name)  # type: ignore[attr-defined]
    for name in (
        ("everything.xdl", *rng.sample(sorted(FILES), 3)) if "everything.xdl" in FILES else rng.sample(sorted(FILES), 4)
    ):
        for mutant in operator(FILES[name], rng, most=3):  # type: ignore[operator]
            before = check(mutant.text)
            for found in before:
                for after in followed(mutant.text, found) if found.is_error else ():
                    new = errors(check(after)) - errors(before)
                    assert not new, (name, found.code, found.message, found.hint, new)


@pytest.mark.parametrize(
    ("step", "messages"),
    [
        ('<Heat vessel="a" temp="100 degrees C"/>', ["there is no step `Heat`: did you mean `HeatChillToTemp`?"]),
        ('<Cool vessel="a" temp="0 °C" time="5 min"/>', ["there is no step `Cool`: did you mean `HeatChill`?"]),
        ('<Wash vessel="a" solvent="water" volume="5 mL"/>', ["there is no step `Wash`: a solid on a filter"]),
        ('<Store vessel="a"/>', ["there is no step `Store`: steps are"]),
        ('<WashSolid vessel="a" solvent="water"/>', ['`WashSolid` has no `volume`: add `volume="…"`']),
    ],
)
def test_one_slip_is_one_message_with_advice_that_can_be_followed(step: str, messages: list[str]) -> None:
    text = (
        '<XDL><Synthesis><Hardware><Component id="a" type="filter"/></Hardware>'
        '<Reagents><Reagent name="water"/></Reagents>'
        f'<Procedure><Add vessel="a" reagent="water" volume="50 mL"/>{step}</Procedure></Synthesis></XDL>'
    )
    left = [one for one in check(text) if one.is_error and not (one.fix and one.fix.safe)]
    assert len(left) == len(messages)
    for found, message in zip(left, messages, strict=True):
        assert f"{found.message}: {found.hint}".startswith(message)
