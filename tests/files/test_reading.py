from __future__ import annotations

import os
import queue
import threading
from pathlib import Path

import pytest

from clairify_cli.files import reading
from clairify_cli.files.reading import UnreadableError, read_decoded, read_text


def refusal(path: str | Path, **options: int) -> str:
    with pytest.raises(UnreadableError) as caught:
        read_text(path, **options)
    return str(caught.value)


def test_line_endings_are_left_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\r\ntwo\nthree\r")
    assert read_text(tmp_path / "a.txt") == "one\r\ntwo\nthree\r"


def test_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "no") == f"cannot read {tmp_path / 'no'}: there is no such file"


def test_directory(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"cannot read {tmp_path}: it is a directory"


def test_a_name_with_nul() -> None:
    assert "cannot read a\0b: embedded null" in refusal("a\0b")


def test_a_large_file_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "large.xdl"
    with path.open("wb") as file:
        file.truncate(50_000_000_000)  # a hole in the file system; reading it would take long and much memory
    assert refusal(path).endswith("it is larger than 20,000,000 bytes; raise the limit with --max-size")


def test_the_limit_can_be_raised(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("12345")
    assert "larger than 4 bytes" in refusal(path, most_bytes=4)
    assert read_text(path, most_bytes=5) == "12345"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_read_and_its_size_is_limited(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    for most, expected in ((100, "0123456789"), (5, None)):
        writer = threading.Thread(target=path.write_text, args=("0123456789",))
        writer.start()
        if expected is None:
            assert "larger than 5 bytes" in refusal(path, most_bytes=most)
        else:
            assert read_decoded(path, most_bytes=most).text == expected
        writer.join()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_without_a_writer_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    monkeypatch.setattr(reading, "WAITING", [told.put])
    monkeypatch.setattr(reading, "_PATIENCE", 0.01)
    reader = threading.Thread(target=read_text, args=(path,))
    reader.start()
    assert str(told.get(timeout=30)) == str(path)
    path.write_text("a")  # by then, the reader waits
    reader.join()
    assert told.empty()


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null here")
def test_the_null_device_is_an_empty_text() -> None:
    assert read_text("/dev/null") == ""
