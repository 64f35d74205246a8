"""`clairify xdl` on tables: columns, names of programs, rows that are no good."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from case_tables import stored

from cli.batches import GRAMS, manifest, outcomes, programs
from cli.conftest import Run

ROWS = stored(__file__, "ROWS")
NAMES = stored(__file__, "NAMES")


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    return own_folder


def as_csv(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"'


@pytest.mark.parametrize(
    ("name", "jobs"), [("plans.jsonl", "1"), ("plans.jsonl", "2"), ("plans.csv", "1"), ("plans.tsv", "1")]
)
def test_names_stay_in_the_folder(clairify: Run, files: Path, tmp_path: Path, name: str, jobs: str) -> None:
    if name.endswith("jsonl"):
        content = "".join(json.dumps({"name": key, "procedure": text}) + "\n" for key, text in ROWS)
    else:
        separator = "\t" if name.endswith("tsv") else ","
        lines = [("name", "procedure"), *ROWS]
        content = "".join(separator.join(map(as_csv, line)) + "\n" for line in lines)
    (files / name).write_text(content)
    ran = clairify("xdl", name, "--id-column", "name", "-o", "a/b/out", "-j", jobs)
    assert ran.code == 0, ran.err
    lines_of_manifest = manifest("a/b/out")
    assert [line["output"] for line in lines_of_manifest] == [f"{stem}.xdl" for stem in NAMES]
    assert [line["id"] for line in lines_of_manifest] == [key for key, _ in ROWS]
    assert [line["row"] for line in lines_of_manifest] == list(range(1, len(ROWS) + 1))
    assert programs("a/b/out") == sorted(f"{stem}.xdl" for stem in NAMES)
    assert sorted(tmp_path.rglob("*.xdl")) == sorted((files / "a/b/out").glob("*.xdl"))
    assert f'mass="{ROWS[4][1].split()[1]} g"' in (files / "a/b/out/exp 1-2.xdl").read_text()


def test_rows_that_are_no_good(clairify: Run, files: Path) -> None:
    (files / "t.jsonl").write_bytes(
        json.dumps({"text": GRAMS.format(1)}).encode()
        + b'\n\n{"text": \n{"text": 5}\n{"other": ""}\n{"text": " "}\n{"text": "45 \xb0C"}\n'
        + json.dumps({"text": "x" * 2000}).encode()
        + b"\n"
        + json.dumps({"text": GRAMS.format(2)}).encode()
    )
    ran = clairify("xdl", "t.jsonl", "-o", "out", "--max-size", "1000")
    assert ran.code == 2
    assert programs() == ["t-000001.xdl", "t-000009.xdl"]
    assert [line.removeprefix("clairify: cannot read t.jsonl row ") for line in ran.err.splitlines()[:6]] == [
        "3: it is not JSON",
        "4: its column `text` holds no text but a number",
        "5: its column `text` is missing",
        "6: it is empty, and there is nothing to translate",
        "7: it is not a text in UTF-8 (byte 0xb0); save the table as UTF-8",
        "8: it is larger than 1,000 bytes; raise the limit with --max-size",
    ]
    assert ran.err.splitlines()[-1] == "8 inputs: 2 valid, 6 not read or written"
    (files / "t.jsonl").write_text("".join(json.dumps({"text": GRAMS.format(n)}) + "\n" for n in range(1, 10)))
    ran = clairify("xdl", "t.jsonl", "-o", "out", "--resume")
    assert ran.code == 0
    assert "done before         1\n" in ran.err  # row 9 has another text now
    assert outcomes() == ["valid"] * 9


def test_columns(clairify: Run, files: Path) -> None:
    (files / "t.csv").write_text(f"key,body,title\n7,{GRAMS.format(1)},one\n")
    ran = clairify("xdl", "t.csv", "-o", "out")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "clairify: t.csv: no column is called text, procedure, …; choose with --column from key, body, title",
    )
    ran = clairify("xdl", "t.csv", "-o", "out", "--column", "bodi")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "clairify: t.csv has no column `bodi`; did you mean `body`?")
    ran = clairify("xdl", "t.csv", "-o", "out", "--column", "body", "--id-column", "keys")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "clairify: t.csv has no column `keys`; did you mean `key`?")
    assert clairify("xdl", "t.csv", "-o", "out", "--column", "body", "--id-column", "key").code == 0
    assert programs() == ["7.xdl"]
    (files / "t.jsonl").write_text(json.dumps({"paper": {"si": {"text": GRAMS.format(1)}, "doi": "10.1/x"}}))
    assert clairify("xdl", "t.jsonl", "-o", "out2", "--column", "paper.si.text", "--id-column", "paper.doi").code == 0
    assert programs("out2") == ["10.1_x.xdl"]


def test_a_table_beside_files(clairify: Run, files: Path) -> None:
    (files / "t.csv").write_text(f"text\n{GRAMS.format(1)}\n")
    (files / "empty.jsonl").write_text("")
    (files / "t-000001.txt").write_text(GRAMS.format(2))
    ran = clairify("xdl", "t.csv", "empty.jsonl", "none.csv", "t-000001.txt", "-o", "out")
    assert ran.code == 2
    assert "clairify: cannot read empty.jsonl: it is empty, and there is nothing to translate" in ran.err
    assert "clairify: cannot read none.csv: there is no such file" in ran.err
    assert programs() == ["t-000001-2.xdl", "t-000001.xdl"]


def test_a_table_of_one_row_needs_a_folder_too(clairify: Run, files: Path) -> None:
    (files / "t.csv").write_text(f"text\n{GRAMS.format(1)}\n")
    ran = clairify("xdl", "t.csv")
    assert (ran.code, ran.out) == (2, "")
    assert "a batch needs a folder for its programs: add -o FOLDER" in ran.err


@pytest.mark.parametrize(
    ("name", "content", "why"),
    stored(__file__, "a_table_that_cannot_be_opened_is_no_text"),
)
def test_a_table_that_cannot_be_opened_is_no_text(
    clairify: Run, files: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str, why: str
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (files / name).write_text(content)
    ran = clairify("xdl", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"clairify: cannot read {name}: {why}")
    assert ran.err.count("\n") == 1
