"""What a decoder that is held to the grammar or the schema writes at random has no fault of form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from decoding import matcher_of, sampled

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.constrain import grammar, schema
from clairify_cli.languages.xdl.language import Xdl
from clairify_cli.languages.xdl.schema import DIALECTS
from clairify_cli.translate.judge import judge
from clairify_cli.translate.models.base import Reply

XDL = get("xdl")
SAMPLES = 500
FORM = re.compile(r"XDL[0-2]|XDL30[1-49]|XDL31[25]")
"""Faults of XML, structure and references, and of the syntax of quantities; a size that is unusual is none of form."""

LABORATORY = Constraints(hardware=("beaker 1", "Büchner & co"), reagents=("salt", 'so-called "water"'))


@pytest.mark.parametrize("constraints", [Constraints(), LABORATORY], ids=["free", "laboratory"])
@pytest.mark.parametrize("form", ["grammar", "schema"])
def test_random_replies_have_no_fault_of_form(form: str, constraints: Constraints) -> None:
    rng = Random(form)
    for dialect in DIALECTS:
        options = CheckOptions(dialect, constraints=constraints)
        matcher = matcher_of(grammar(options) if form == "grammar" else schema(options))
        for _ in range(SAMPLES // len(DIALECTS) // 4 + 1):
            reply = sampled(matcher, rng)
            if XDL.extract(reply).startswith(("NO PROCEDURE: ", "CANNOT SAY: ")):
                continue
            program = Xdl().completed(XDL.extract(reply), options)
            wrong = [one for one in XDL.check(Source(program), options) if one.is_error and FORM.match(one.code)]
            assert not wrong, (wrong[0].code, wrong[0].message, program)


@pytest.mark.parametrize(("reply", "outcome"), [("NO PROCEDURE: ", "no-procedure"), ("CANNOT SAY: ", "inexpressible")])
@pytest.mark.parametrize("form", [grammar, schema], ids=["grammar", "schema"])
def test_a_decoder_may_say_that_there_is_no_program(reply: str, outcome: str, form: Callable[..., Any]) -> None:
    matcher = matcher_of(form(CheckOptions()))
    said = f"{reply}it is a list of yields"
    written = said if form is grammar else json.dumps({"steps": said})
    assert all(matcher.consume_token(byte) for byte in written.encode())
    assert matcher.is_accepting()
    judged = judge(Reply(written), XDL, CheckOptions())
    assert judged.outcome is not None
    assert (judged.outcome.value, judged.reason) == (outcome, "it is a list of yields")
