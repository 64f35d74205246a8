"""A decoder that is held to a grammar and otherwise writes at random."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

llguidance = pytest.importorskip("llguidance")
any_to_lark = pytest.importorskip("llguidance.gbnf_to_lark").any_to_lark
MOST_BYTES = 6000


def matcher_of(grammar: str | Mapping[str, object] | None) -> Any:
    """A matcher of bytes for a grammar in GBNF, or for a JSON schema."""
    kind = llguidance.LLMatcher
    is_grammar = isinstance(grammar, str)
    made = (
        kind.grammar_from_lark(any_to_lark(grammar))
        if is_grammar
        else kind.grammar_from_json_schema(json.dumps(grammar))
    )
    matcher = kind(llguidance.LLTokenizer("byte"), made)
    assert not matcher.is_error(), matcher.get_error()
    return matcher


def sampled(matcher: Any, rng: Random) -> str:
    """A text of bytes that the matcher allows; what is long already is ended where it can be."""
    matcher.reset()
    written = bytearray()
    while not matcher.is_stopped():
        mask = matcher.compute_bitmask()
        allowed = [byte for byte in range(256) if mask[byte // 8] >> byte % 8 & 1]
        ends = matcher.is_accepting()
        if ends and (len(written) > MOST_BYTES or not allowed or rng.random() < 0.3):
            break
        closing = [byte for byte in allowed if byte in b'"</>)' and len(written) > 300]
        byte = rng.choice(closing if closing and rng.random() < 0.5 else allowed)
        assert matcher.consume_token(byte)
        written.append(byte)
    return written.decode("utf-8")
