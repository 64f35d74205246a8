"""Texts that language models and a household simulator wrote: read, formatted, and nothing lost on the way."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest
from pddl_trees import bare

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.extract import extract
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.writing.format import format_pddl
from clairify_cli.languages.pddl.writing.printing import print_tree

SHARED = Path(os.environ.get("CLAIRIFY_SHARED_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
PAIRS = SHARED / "pddl-llm" / "pairs.jsonl.gz"
GAMES = sorted((SHARED / "alfworld").glob("*.tw-pddl"))


def of_models() -> list[str]:
    if not PAIRS.exists():
        pytest.skip(f"no {PAIRS}; set CLAIRIFY_SHARED_DATA to the shared data")
    with gzip.open(PAIRS, "rt", encoding="utf-8") as file:
        pairs = [json.loads(line) for line in file]
    return list(dict.fromkeys(pair[part] for pair in pairs for part in ("domain", "problem")))


def of_games() -> list[str]:
    if not GAMES:
        pytest.skip(f"no games in {SHARED / 'alfworld'}; set CLAIRIFY_SHARED_DATA to the shared data")
    games = [json.loads(path.read_text(encoding="utf-8")) for path in GAMES]
    return list(dict.fromkeys(game[part] for game in games for part in ("pddl_domain", "pddl_problem")))


def test_texts_of_models() -> None:
    formatted = [hold(text) for text in of_models()[::6]]
    # Those with brackets at fault are not formatted; there are some 70 of them.
    assert formatted.count(True) > 0.9 * len(formatted)


def test_texts_of_games() -> None:
    for text in of_games()[::6]:
        assert {one.code for one in read(Source(text))[1]} <= {"PDL013"}  # the domain has one comma
        text = text.replace("location, ?r", "location ?r")
        assert not read(Source(text))[1]
        assert hold(text)
        tree, _ = read(Source(text))
        assert bare(read(Source(print_tree(tree)))[0].definitions) == bare(tree.definitions)


def hold(text: str) -> bool:
    """Hold a text against what is true of any; gives back whether it can be formatted."""
    source = Source(text)
    file, found = read(source)
    assert all(0 <= one.span.start <= one.span.end <= len(text) for one in found)
    try:
        formatted = format_pddl(source)
    except ValueError:
        return False
    again = read(Source(formatted))[0]
    assert bare(again.definitions) == bare(file.definitions)
    assert sorted(one.text for one in again.comments) == sorted(one.text for one in file.comments)
    assert format_pddl(Source(formatted)) == formatted
    return True


def test_texts_of_models_in_a_reply() -> None:
    for text in of_models()[::20]:
        if read(Source(text))[1]:
            continue
        found = extract(f"Sure, here it is (at last):\n\n```pddl\n{text}\n```\n\nI hope that helps :)")
        assert bare(read(Source(found))[0].definitions) == bare(read(Source(text))[0].definitions)
