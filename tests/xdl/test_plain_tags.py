"""The quick way of reading a tag agrees with the careful one wherever it answers at all."""

from __future__ import annotations

import re
from random import Random

import pytest
from mutations import corpus

from clairify_cli.languages.xdl.scan import _plain_tag, _Scanner

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
