"""Broken files go through the server as through `check`: same findings, no crash, no stall, every place in the text."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.api import CheckRequest, serve
from editor.client import Editor, Json
from editor.conftest import Start

ROOT = Path(__file__).parents[2]
FEW, MANY = 200, 10_000
LONGEST = 15.0
"""Seconds for the findings on a file and for what is asked of it; the machine may be busy."""
NASTY = (*stored(__file__, "NASTY"), "\ud800")
PROGRAM = stored(__file__, "PROGRAM")


def originals() -> list[tuple[str, str]]:
    """Texts of every kind with names for them."""
    xdl = sorted((ROOT / "tests" / "xdl" / "corpus").glob("*.xdl"))
    yaml = [*sorted((ROOT / "examples" / "scenes").glob("*.yaml")), ROOT / "robots" / "franka-ros1.yaml"]
    pddl = [ROOT / "domains" / "blocks.pddl", ROOT / "domains" / "problems" / "household" / "kitchen.pddl"]
    plan = "(go table1 fridge1 kitchen)\n(open fridge1)\n(take egg1 fridge1) ; a comment\n"
    files = [(path.suffix, path.read_text()) for path in [*xdl, *yaml, *pddl, ROOT / "domains" / "household.pddl"]]
    return [(f"a{suffix}", text) for suffix, text in [*files, *([(".py", PROGRAM), (".plan", plan)] * 8)]]


def mutants(seed: int) -> Iterator[tuple[str, str]]:
    """Texts with one to four slips each, without an end."""
    chance, texts = random.Random(seed), originals()
    while True:
        name, text = chance.choice(texts)
        for _ in range(chance.randint(1, 4)):
            start = chance.randint(0, len(text))
            end = min(len(text), start + chance.choice((0, 1, 5, 40, 400)))
            match chance.randrange(6):
                case 0:
                    text = text[:start] + text[end:]
                case 1:
                    text = text[:start] + chance.choice(NASTY) + text[start:]
                case 2:
                    text = text[:end] + text[start:end] + text[end:]
                case 3:
                    text = text[:start]
                case 4:
                    words = re.findall(r"[\w-]+", text) or ["a"]
                    text = text[:start] + chance.choice(words) + text[end:]
                case _:
                    text = text[:start] + chance.choice(texts)[1][start:end] + text[end:]
        yield name, text


def go(editor: Editor, folder: Path, seed: int, count: int) -> None:
    """Type mutants one after the other, and ask for everything."""
    chance = random.Random(seed)
    (folder / "household.pddl").write_text((ROOT / "domains" / "household.pddl").read_text())
    (folder / "kitchen.pddl").write_text((ROOT / "domains" / "problems" / "household" / "kitchen.pddl").read_text())
    for number, (name, text) in enumerate(islice(mutants(seed), count)):
        path = folder / name
        begun = time.monotonic()
        found = editor.write(path, text) if path.as_uri() in editor.versions else editor.open(path, text)
        everything = ask(editor, path, text, chance)
        assert time.monotonic() - begun < LONGEST, f"mutant {number} of seed {seed}"
        lines = re.split(r"\r\n|\r|\n", text)
        for place in places([found, everything]):
            assert place["line"] < len(lines)
            assert 2 * place["character"] <= len(lines[place["line"]].encode("utf-16-le", "surrogatepass"))
        assert not any("internal error" in one["message"] for one in found)
        if number % 4 == 0 and (found or path.suffix in (".xdl", ".pddl")):
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            (checked,) = serve(CheckRequest(inputs=(str(path),))).checked
            due = [one.code for one in checked.report.diagnostics]
            is_same = [one.get("code") for one in found if one["severity"] < 3] == due
            assert is_same or checked.failed, f"mutant {number} of seed {seed}"
            assert not checked.crashed
            path.unlink()


def ask(editor: Editor, path: Path, text: str, chance: random.Random) -> list[Json]:
    """Some of what an editor asks, about a place in the text."""
    before = text[: chance.randint(0, len(text))]
    lines = re.split(r"\r\n|\r|\n", before)
    here = editor.at(path, len(lines) - 1, len(lines[-1].encode("utf-16-le", "surrogatepass")) // 2)
    whole = {"textDocument": here["textDocument"], "range": {"start": {"line": 0, "character": 0}}}
    whole["range"]["end"] = {"line": 10**6, "character": 0}
    asked = {
        "hover": here,
        "completion": here,
        "definition": here,
        "documentSymbol": whole,
        "foldingRange": whole,
        "inlayHint": whole,
        "references": {**here, "context": {"includeDeclaration": True}},
        "codeAction": {**whole, "context": {"diagnostics": []}},
        "formatting": {**whole, "options": {"tabSize": 2, "insertSpaces": True}},
        "prepareRename": here,
    }
    return [editor.ask(f"textDocument/{method}", asked[method]) for method in chance.sample(sorted(asked), 4)]


def places(answer: Json) -> Iterator[Json]:
    """Every place in an answer that is about the document itself."""
    if isinstance(answer, dict):
        if answer.keys() == {"line", "character"}:
            yield answer
        for key, value in answer.items():
            if key != "relatedInformation" and not (key == "range" and "uri" in answer):
                yield from places(value)
    elif isinstance(answer, list):
        for one in answer:
            yield from places(one)


def test_broken_files_are_answered(editor: Editor, folder: Path) -> None:
    go(editor, folder, 1, FEW)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_broken_files_are_answered(start: Start, tmp_path: Path, seed: int) -> None:
    editor = start()
    go(editor, tmp_path, seed, MANY // 10)
    assert editor.close() == 0
    assert editor.errors == b""
