"""The program in a model's reply, however it is wrapped."""

from __future__ import annotations

import re
from random import Random

import pytest
from mutations import corpus

from clairify_cli.languages.xdl.extract import extract
from clairify_cli.languages.xdl.scan import _plain_tag, _Scanner

PROGRAM = "<XDL>\n  <Synthesis>\n    <Procedure/>\n  </Synthesis>\n</XDL>"
BETTER = PROGRAM.replace("<Procedure/>", '<Procedure><Wait time="5 s"/></Procedure>')
BARE = "<Synthesis>\n  <Procedure/>\n</Synthesis>"


@pytest.mark.parametrize(
    ("reply", "program"),
    [
        pytest.param(PROGRAM, PROGRAM, id="the program alone"),
        pytest.param(f"```xml\n{PROGRAM}\n```\n", PROGRAM, id="in a fence"),
        pytest.param(f"Here it is:\n\n~~~\n{PROGRAM}\n~~~\nEnjoy.", PROGRAM, id="in the other fence, with prose"),
        pytest.param(f"Sure! {PROGRAM} I hope it helps.", PROGRAM, id="in the middle of prose"),
        pytest.param(f"```xdl\n{BARE}\n```", BARE, id="the other root"),
        pytest.param(f"First:\n{PROGRAM}\nBetter:\n{BETTER}\n", BETTER, id="two programs: the last one"),
        pytest.param(f"{PROGRAM}\nor, shorter,\n{BETTER[:60]}", PROGRAM, id="the last complete one"),
        pytest.param(f"```xml\n{PROGRAM[:40]}\n```\nand so on", PROGRAM[:40].rstrip(), id="cut off in a fence"),
        pytest.param(PROGRAM[:40], PROGRAM[:40].rstrip(), id="cut off at the end"),
    ],
)
def test_the_program_is_found(reply: str, program: str) -> None:
    assert extract(reply).rstrip("\n") == program


def test_without_a_program_the_longest_fence_or_the_reply_comes_back() -> None:
    assert extract("I cannot do that.") == "I cannot do that."
    assert extract('Try\n```\n<Add vessel="a"/>\n```\n') == '<Add vessel="a"/>'


# -------------------------------- The quick way of reading a tag agrees with the careful one wherever it answers at all


FILES = corpus()
PIECES = ("", '"', "'", " ", "=", "<", ">", "/", "&", 'a="b"', "\n", "x ", ":")


@pytest.mark.parametrize("name", FILES)
def test_plain_tags_are_read_as_by_the_careful_scanner(name: str) -> None:
    rng = Random(name)
    read = 0
    for broken in range(10):
        text = FILES[name]
        if broken:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(PIECES) + text[at + rng.choice((0, 1, 2, 5)) :]
        for match in re.finditer("<", text):
            tag = _plain_tag(text, match.start())
            if tag is not None:
                read += 1
                assert tag == _Scanner(text, match.start()).scan()
    assert read
