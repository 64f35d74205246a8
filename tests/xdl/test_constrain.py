"""What a decoder that is held to the grammar or the schema writes at random has no fault of form."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.constrain import grammar, schema
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.languages.xdl.schema import DIALECTS

llguidance = pytest.importorskip("llguidance")
any_to_lark = pytest.importorskip("llguidance.gbnf_to_lark").any_to_lark
XDL = get("xdl")
SAMPLES = 400
MOST_BYTES = 6000
FORM = re.compile(r"XDL[0-2]|XDL30[1-49]|XDL31[25]")
"""Faults of XML, structure and references, and of the syntax of quantities; a size that is unusual is none of form."""

LABORATORY = Constraints(hardware=("beaker 1", "Büchner & co"), reagents=("salt", 'so-called "water"'))


def sampled(matcher: object, tokenizer: object, rng: Random) -> str:
    """A text of bytes that the matcher allows; what is long already is ended where it can be."""
    written = bytearray()
    while not matcher.is_stopped():  # type: ignore[attr-defined]
        mask = matcher.compute_bitmask()  # type: ignore[attr-defined]
        allowed = [byte for byte in range(256) if mask[byte // 8] >> byte % 8 & 1]
        ends = matcher.is_accepting()  # type: ignore[attr-defined]
        if ends and (len(written) > MOST_BYTES or not allowed or rng.random() < 0.3):
            break
        closing = [byte for byte in allowed if byte in b'"</>' and len(written) > 300]
        byte = rng.choice(closing if closing and rng.random() < 0.5 else allowed)
        assert matcher.consume_token(byte)  # type: ignore[attr-defined]
        written.append(byte)
    return written.decode("utf-8")


def matcher_of(form: str, options: CheckOptions) -> tuple[object, object]:
    tokenizer = llguidance.LLTokenizer("byte")
    kind = llguidance.LLMatcher
    if form == "grammar":
        made = kind.grammar_from_lark(any_to_lark(grammar(options)))
    else:
        made = kind.grammar_from_json_schema(json.dumps(schema(options)))
    matcher = kind(tokenizer, made)
    assert not matcher.is_error(), matcher.get_error()
    return matcher, tokenizer


@pytest.mark.parametrize("constraints", [Constraints(), LABORATORY], ids=["free", "laboratory"])
@pytest.mark.parametrize("form", ["grammar", "schema"])
def test_random_replies_have_no_fault_of_form(form: str, constraints: Constraints) -> None:
    rng = Random(form)
    for dialect in DIALECTS:
        options = CheckOptions(dialect, constraints=constraints)
        matcher, tokenizer = matcher_of(form, options)
        for _ in range(SAMPLES // len(DIALECTS) // 4):
            matcher.reset()  # type: ignore[attr-defined]
            program = Xdl().completed(XDL.extract(sampled(matcher, tokenizer, rng)), options)
            wrong = [one for one in XDL.check(Source(program), options) if one.is_error and FORM.match(one.code)]
            assert not wrong, (wrong[0].code, wrong[0].message, program)
