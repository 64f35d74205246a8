"""The text level of the reader, as data: plain text, quantities as written, sentences and headings, remarks."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from case_tables import stored

from clairify_cli.english.plain import plain
from clairify_cli.english.sentences import document
from clairify_cli.english.tokens import Token, leaves, tokens
from clairify_cli.reader.protocol import read
from clairify_cli.reader.protocol.remarks import KINDS

from .cases import FOLDER


def load(name: str) -> Any:
    return yaml.load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.mark.parametrize("text", load("plain"))
def test_plain(text: str) -> None:
    made = plain(text)
    assert made.text == load("plain")[text]
    assert plain(made.text).text == made.text, "what is plain stays as it is"


@pytest.mark.parametrize("text", load("written"))
def test_quantities_as_written(text: str) -> None:
    found = [token.quantity for token in leaves(tokens(plain(text).text)) if token.quantity is not None]
    shown = [
        one.xdl + (f"..{one.upper}" if one.upper else "") + (f" x{one.times}" if one.times > 1 else "") for one in found
    ]
    assert shown == load("written")[text]


def words(text: str, held: list[Token]) -> str:
    return text[held[0].start : held[-1].end]


@pytest.mark.parametrize("case", load("sentences"), ids=lambda case: str(case["text"])[:40])
def test_sentences(case: dict[str, Any]) -> None:
    text = plain(case["text"]).text
    found = document(tokens(text))
    assert [words(text, sentence.tokens) for sentence in found.sentences] == case["sentences"]
    assert [words(text, heading) for heading in found.headings] == case.get("headings", [])
    assert (words(text, found.title) if found.title else None) == case.get("title")


@pytest.mark.parametrize("case", load("remarks"), ids=lambda case: str(case["text"])[:40])
def test_remarks(case: dict[str, Any]) -> None:
    text = case["text"]
    reading = read(text)
    made = sorted([one.kind, text[one.span.start : one.span.end]] for one in reading.remarks)
    assert made == sorted(case["remarks"])
    if "steps" in case:
        assert [step.name for step in reading.steps] == case["steps"]


def test_every_kind_of_remark_is_tried() -> None:
    tried = {kind for case in load("remarks") for kind, _ in case["remarks"]}
    assert tried == set(KINDS)


@pytest.mark.parametrize(("text", "why"), stored(__file__, "a_text_without_a_procedure_is_told_as_just_that"))
def test_a_text_without_a_procedure_is_told_as_just_that(text: str, why: str) -> None:
    reading = read(text)
    assert not reading.steps
    assert [found.code for found in reading.diagnostics] == ["XDL694"]
    assert why in reading.diagnostics[0].message
