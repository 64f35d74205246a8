"""`clairify xdl --map`, `--page` and `--format html`: what is written, and where."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from case_tables import stored
from schemas_kept import fits

from cli.conftest import GOOD, Run

TEXT = "Add 10 mL of water to a beaker. Stir for 20 s.\n"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    (own_folder / "text.txt").write_text(TEXT)
    (own_folder / "texts").mkdir()
    for name in ("a", "b"):
        (own_folder / "texts" / f"{name}.txt").write_text(TEXT)
    return own_folder


def loaded(path: Path) -> dict[str, Any]:
    """A map, which conforms to its schema."""
    document: dict[str, Any] = json.loads(path.read_text())
    fits(document, "map")
    return document


def replies(path: Path, program: str) -> str:
    path.write_text(json.dumps({"reply": program}) + "\n")
    return f"replay:{path}"


def test_map_and_page_beside_the_program(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "text.txt", "-o", "plan.xdl", "--map", "plan.map.json", "--page", "out/plan.html")
    assert (ran.code, ran.out) == (0, "")
    document = loaded(files / "plan.map.json")
    assert document["origin"] == "reading"
    assert document["text"] == {"file": "text.txt", "sha256": sha256(TEXT.encode()).hexdigest()}
    assert document["program"]["file"] == "plan.xdl"
    assert document["program"]["sha256"] == sha256((files / "plan.xdl").read_bytes()).hexdigest()
    assert [step["name"] for step in document["steps"]] == ["Add", "Stir"]
    page = (files / "out" / "plan.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "plan.xdl" in page


def test_the_program_on_stdout_is_the_same(clairify: Run, files: Path) -> None:
    expected = clairify("xdl", TEXT).out
    assert clairify("xdl", TEXT, "--map", "m.json", "--page", "p.html").out == expected
    assert loaded(files / "m.json")["text"]["file"] == "<text>"
    assert loaded(files / "m.json")["program"]["sha256"] == sha256(expected.encode()).hexdigest()


def test_the_page_instead(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "text.txt", "--format", "html")
    assert ran.code == 0
    assert ran.out.startswith("<!DOCTYPE html>")
    assert clairify("xdl", "text.txt", "--format", "html", "-o", "page.html").out == ""
    assert (files / "page.html").read_text(encoding="utf-8") == ran.out


def test_several_inputs_have_a_folder(clairify: Run, files: Path) -> None:
    ran = clairify("xdl", "texts", "-o", "out", "--map", "maps", "--page", "pages")
    assert ran.code == 0
    assert sorted(path.name for path in (files / "maps").iterdir()) == ["a.map.json", "b.map.json"]
    assert sorted(path.name for path in (files / "pages").iterdir()) == ["a.html", "b.html"]
    assert loaded(files / "maps" / "a.map.json")["program"]["file"] == str(Path("out", "a.xdl"))


def test_a_program_of_a_model_is_compared(clairify: Run, files: Path) -> None:
    program = GOOD.replace("<Stir ", '<Wait time="1 h"/>\n      <Stir ')
    clairify("xdl", "text.txt", "--model", replies(files / "r.jsonl", program), "--keep-invalid", "--map", "m.json")
    document = loaded(files / "m.json")
    assert document["origin"] == "comparison"
    add, wait, stir = document["steps"]
    assert "10 mL of water" in add["source"][0]["words"]
    assert wait["source"] == []
    assert [one["words"] for one in stir["source"]] == ["Stir for 20 s"]


def test_a_program_that_is_not_valid_is_shown_all_the_same(clairify: Run, files: Path) -> None:
    model = replies(files / "r.jsonl", GOOD.replace("20 s", "20 parsecs"))
    ran = clairify("xdl", "text.txt", "--model", model, "--rounds", "1", "--page", "p.html", "--map", "m.json")
    assert (ran.code, ran.out) == (1, "")
    found = loaded(files / "m.json")["diagnostics"]["program"]
    assert "XDL302" in [one["code"] for one in found]
    assert {one["file"] for one in found} == {"<program>"}
    assert "XDL302" in (files / "p.html").read_text(encoding="utf-8")


def test_findings_about_the_text_have_its_name(clairify: Run, files: Path) -> None:
    (files / "text.txt").write_text(TEXT + "The flurble was nice, see page 3.")
    clairify("xdl", "text.txt", "--map", "m.json")
    document = loaded(files / "m.json")
    assert {one["file"] for one in document["diagnostics"]["text"]} == {"text.txt"}
    assert [one["words"] for one in document["unread"]] == ["flurble was nice"]


@pytest.mark.parametrize(("arguments", "said"), stored(__file__, "what_cannot_be"))
def test_what_cannot_be(clairify: Run, files: Path, arguments: tuple[str, ...], said: str) -> None:
    ran = clairify("xdl", *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
