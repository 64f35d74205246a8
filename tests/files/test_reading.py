from __future__ import annotations

import codecs
import os
import queue
import stat
import threading
from pathlib import Path, PurePosixPath

import pytest
from case_tables import stored
from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.files import reading
from clairify_cli.files.encoding import Decoded, Encoding
from clairify_cli.files.names import UniquePaths, safe_name
from clairify_cli.files.reading import UnreadableError, read_decoded, read_text
from clairify_cli.files.writing import UnwritableError, refuse_unwritable, rewrite_text, write_text


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


LATIN = Encoding("iso8859-1")


def test_line_endings_are_written_as_they_are(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "one\r\ntwo\nthree")
    assert (tmp_path / "a").read_bytes() == b"one\r\ntwo\nthree"


def test_folders_are_made(tmp_path: Path) -> None:
    write_text(tmp_path / "x" / "y" / "a", "text")
    assert (tmp_path / "x" / "y" / "a").read_text() == "text"


@pytest.mark.parametrize("mode", [0o600, 0o755, 0o644])
def test_an_existing_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(mode)
    write_text(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UnwritableError, match="no space left on device"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_device_is_written_to_and_not_replaced() -> None:
    with pytest.raises(UnwritableError, match=r"^cannot write /dev/full: no space left on device$"):
        write_text("/dev/full", "text")
    assert not Path("/dev/full").is_file()
    write_text("/dev/null", "text")


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, reason in ((tmp_path, "it is a directory"), (tmp_path / "file" / "a", "file is not a directory")):
        with pytest.raises(UnwritableError, match=reason):
            refuse_unwritable(path)
        with pytest.raises(UnwritableError, match=reason):
            write_text(path, "text")
    refuse_unwritable(tmp_path / "new" / "a")


def test_a_character_that_the_encoding_lacks_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(UnwritableError, match="its encoding latin-1 has no `Ω`; save it as UTF-8"):
        write_text(path, "5 Ω", LATIN)
    assert path.read_text() == "old"


def test_rewriting_keeps_the_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("")
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><XDL comment="45 °C"/>'
    rewrite_text(path, Decoded(text, LATIN))
    assert path.read_bytes() == text.encode("latin-1")
    rewrite_text(path, Decoded("<XDL/>", Encoding("utf-16-be", codecs.BOM_UTF16_BE)))
    assert path.read_bytes() == codecs.BOM_UTF16_BE + "<XDL/>".encode("utf-16-be")


def test_rewriting_falls_back_to_utf8_where_the_declaration_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("")
    rewrite_text(path, Decoded('<XDL comment="45 °C"/>', LATIN))
    assert path.read_bytes() == '<XDL comment="45 °C"/>'.encode()


def test_a_text_that_would_be_read_differently_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(UnwritableError, match="its XML declaration names another encoding"):
        rewrite_text(path, Decoded('<?xml version="1.0" encoding="latin-1"?><XDL comment="45 °C"/>'))
    assert path.read_text() == "old"


def test_what_is_no_regular_file_is_not_rewritten() -> None:
    with pytest.raises(UnwritableError, match="it is not a regular file"):
        rewrite_text("/dev/null", Decoded("text"))


@pytest.mark.parametrize(
    ("wanted", "got"),
    [*stored(__file__, "names"), ("lone \ud800 surrogate", "lone _ surrogate")],
)
def test_names(wanted: str, got: str) -> None:
    assert safe_name(wanted) == got


def test_a_long_name_is_cut_between_characters() -> None:
    assert len(safe_name("é" * 200).encode()) == 120


@given(st.text(st.characters()))
def test_no_name_leads_anywhere(wanted: str) -> None:
    name = safe_name(wanted)
    assert len(name.encode()) <= 121
    assert not set(name) & set('/\\:*?"<>|')
    assert all(character.isprintable() for character in name)
    assert not name.startswith((".", "-", " "))
    assert not name.endswith((".", " "))
    assert safe_name(name) == name


def test_every_path_is_given_once() -> None:
    paths = UniquePaths()
    wanted = ["a", "A", "a", "a-2", "b/a", "B/A", "cafe\u0301", "caf\u00e9"]
    given_paths = [str(paths.give(PurePosixPath(name))) for name in wanted]
    assert given_paths == ["a", "A-2", "a-3", "a-2-2", "b/a", "B/A-2", "cafe\u0301", "caf\u00e9-2"]
