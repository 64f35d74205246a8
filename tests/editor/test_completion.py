"""What is offered while one types, by a table: texts in which `|` stands for the cursor."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from editor.client import Editor

HEAD = stored(__file__, "HEAD")
DOMAIN = """\
(define (domain d) (:types box cup) (:constants mug - cup)
  (:predicates (in ?c - cup ?b - box) (clean ?c - cup))
"""
ACTIONS = """\
  (:action wash :parameters (?c - cup) :effect (clean ?c))
  (:action put :parameters (?c - cup ?b - box) :effect (in ?c ?b)))
"""
PROBLEM = "(define (problem p) (:domain d) (:objects kit - box tea - cup) (:init) (:goal (clean mug)))\n"
FILES = {
    "xdl": ("a.xdl", {"HEAD": HEAD, "TAIL": "\n</Procedure></Synthesis>"}),
    "pddl": ("a.pddl", {"DOMAIN": DOMAIN}),
    "plan": ("p.plan", {}),
    "program": ("a.py", {"HEAD": "# clairify: domain d.pddl, problem p.pddl\ndef a():\n"}),
    "scene": ("a.yaml", {}),
    "profile": ("b.yaml", {}),
}
CASES = [(kind, text, due) for kind in FILES for text, due in stored(__file__, kind)]


@pytest.mark.parametrize(("kind", "text", "due"), CASES)
def test_offers(editor: Editor, folder: Path, kind: str, text: str, due: list[str]) -> None:
    (folder / "d.pddl").write_text(DOMAIN + ACTIONS)
    (folder / "p.pddl").write_text(PROBLEM)
    name, parts = FILES[kind]
    for word, part in parts.items():
        text = text.replace(word, part)
    before, _, after = text.partition("|")
    editor.open(folder / name, before + after)
    line = before.rpartition("\n")[2]
    where = editor.at(folder / name, before.count("\n"), len(line.encode("utf-16-le")) // 2)
    found = editor.ask("textDocument/completion", where)
    texts = [one["textEdit"]["newText"] for one in found]
    whole = due[-1:] == ["."]
    assert texts[: len(due) - whole] == due[: len(due) - whole]
    assert not whole or len(texts) == len(due) - 1
    for one in found:
        place = one["textEdit"]["range"]
        assert place["end"] == where["position"]
        assert place["start"]["line"] == place["end"]["line"]
