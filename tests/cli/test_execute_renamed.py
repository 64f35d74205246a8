"""Older names of options of `clairify execute`, and what the new ones do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from cli.test_execute import TEXT


def test_older_names_of_films_still_work(clairify: Run, own_folder: Path) -> None:
    for words in (("--record", "a.png"), ("--record=a.png",), ("--record", "a.MP4")):
        ran = clairify("execute", TEXT, "--dry-run", *words)
        assert ran.code == 2
        assert ran.err.startswith("note: --record is now --film\n")
    assert "there is nothing to film with --dry-run" in ran.err


def test_replies_and_rounds_are_kept(clairify: Run, own_folder: Path) -> None:
    ran = clairify("execute", TEXT, "--print-scene", "--record", "replies.jsonl", "--trace", "trace.jsonl", "-q")
    assert (ran.code, ran.err) == (0, "")
    assert len((own_folder / "replies.jsonl").read_text().splitlines()) == 1
    assert (own_folder / "trace.jsonl").read_text()
    again = clairify("execute", TEXT, "--print-scene", "--model", "replay:replies.jsonl", "--no-cache", "-q")
    assert (again.code, again.out) == (0, ran.out)


def test_a_report_is_printed_as_json(clairify: Run) -> None:
    pytest.importorskip("pybullet")
    ran = clairify("execute", TEXT, "--dry-run", "--format", "json", "-q")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["options"]["dry_run"] is True
