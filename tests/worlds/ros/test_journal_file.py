"""The log of a run as a file: a line for each entry, whole at once, and read again."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from clairify_cli.files.writing import UnwritableError
from clairify_cli.worlds.ros.link.ledger import JournalFile
from clairify_cli.worlds.ros.link.log import read_log


def test_every_entry_is_in_the_file_before_write_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    now = iter((10.0, 10.0, 10.25, 11.5))
    with JournalFile(path, clock=lambda: next(now)) as journal:
        journal.write("goal", {"at": [1.0, 2.0], "name": "größer\n"})
        first = read_log(path.read_bytes())
        journal.write("end", {"good": True})
    assert [(one.kind, one.seconds) for one in first] == [("journal", 0.0), ("goal", 0.25)]
    assert first[1].fields == {"at": [1.0, 2.0], "name": "größer\n"}
    assert read_log(path.read_bytes())[-1].seconds == 1.5


def test_what_json_does_not_have_is_a_word(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with JournalFile(path) as journal:
        journal.write("state", {"joints": (1.0, float("nan"), float("-inf")), "name": "\ud800", "what": Path("x")})
    line = path.read_text(encoding="utf-8").splitlines()[1]
    assert json.loads(line)["joints"] == [1.0, "NaN", "-Infinity"]
    assert json.loads(line)["what"] == "x"


def test_its_own_fields_are_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with JournalFile(path) as journal:
        journal.write("goal", {"kind": "other", "t": 7})
    entry = read_log(path.read_bytes())[1]
    assert (entry.kind, entry.fields) == ("goal", {"kind_": "other", "t_": 7})


def test_a_log_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    JournalFile(path).close()
    with pytest.raises(UnwritableError, match="there already"):
        JournalFile(path)
    with pytest.raises(UnwritableError, match="cannot write"):
        JournalFile(path / "run.jsonl")
    JournalFile(tmp_path / "new" / "run.jsonl").close()


def test_what_cannot_be_written_is_raised(tmp_path: Path) -> None:
    journal = JournalFile(tmp_path / "run.jsonl")
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.write("goal", {})
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with JournalFile(tmp_path / "deep.jsonl") as other, pytest.raises(ValueError, match="deep"):
        other.write("goal", {"deep": deep})


def test_secrets_are_written_as_something_else(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with JournalFile(path) as journal:
        journal.write(
            "halt", {"message": "The bridge at ws://me:secret@arm is gone.", "more": [{"a": "ws://me:secret@arm"}]}
        )
    assert "secret" not in path.read_text(encoding="utf-8")


def test_threads_do_not_mix_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with JournalFile(path) as journal:

        def write(name: int) -> None:
            for number in range(100):
                journal.write("state", {"who": name, "number": number, "long": "x" * 5000})

        threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = read_log(path.read_bytes())[1:]
    assert len(found) == 400
    for name in range(4):
        assert [one.fields["number"] for one in found if one.fields["who"] == name] == list(range(100))
    assert [one.seconds for one in found] == sorted(one.seconds for one in found)
