"""`--fix` and `--diff`: what is written, in which encoding, and what stays as it is."""

from __future__ import annotations

import codecs
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clairify_cli.app import run
from cli.conftest import BROKEN, FIXABLE, GOOD, Run

DECLARED = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
CHILLED = GOOD.replace("<Stir ", '<HeatChillToTemp temp="45 °C" ').replace(' time="20 s"', "")


def bytes_of(text: str, codec: str, mark: bytes = b"") -> bytes:
    return mark + text.encode(codec)


ENCODINGS = [
    ("utf-8", b""),
    ("utf-8", codecs.BOM_UTF8),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
    ("utf-16-be", b""),
    ("utf-32-le", codecs.BOM_UTF32_LE),
]


@pytest.mark.parametrize(("codec", "mark"), ENCODINGS)
def test_the_encoding_is_kept(codec: str, mark: bytes, clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_bytes(bytes_of(FIXABLE, codec, mark))
    ran = clairify("check", "--fix", "a.xdl")
    assert (ran.code, ran.out, ran.err) == (0, "no findings in 1 file\n", "fixed 1 finding in 1 file: XDL304\n")
    assert path.read_bytes() == bytes_of(GOOD, codec, mark)


def test_a_declared_encoding_is_kept(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_bytes((DECLARED + CHILLED.replace("45 °C", "45 C")).encode("latin-1"))
    assert clairify("check", "--fix", "a.xdl").code == 0
    assert path.read_bytes() == (DECLARED + CHILLED).encode("latin-1")


def test_a_fix_that_the_encoding_cannot_hold_is_refused(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    before = ('<?xml version="1.0" encoding="US-ASCII"?>\n' + CHILLED.replace("45 °C", "45 C")).encode()
    path.write_bytes(before)
    (own_folder / "b.xdl").write_text(FIXABLE)
    ran = clairify("check", "--fix", "a.xdl", "b.xdl")
    assert ran.code == 2
    assert "clairify: cannot write a.xdl: its encoding ascii has no `°`; save it as UTF-8\n" in ran.err
    assert "a.xdl:12:" in ran.out  # the report is that of the file as it stands
    assert path.read_bytes() == before
    assert (own_folder / "b.xdl").read_text() == GOOD  # and the other file is fixed all the same


def test_line_endings_are_kept(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    mixed = FIXABLE.replace("\n", "\r\n", 5)
    for before, after in (
        (FIXABLE.replace("\n", "\r\n"), GOOD.replace("\n", "\r\n")),
        (mixed, GOOD.replace("\n", "\r\n", 5)),
        (FIXABLE.rstrip("\n"), GOOD.rstrip("\n")),
    ):
        path.write_bytes(before.encode())
        assert clairify("check", "--fix", "a.xdl").code == 0
        assert path.read_bytes() == after.encode()


def test_the_mode_is_kept_and_links_are_followed(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_text(FIXABLE)
    path.chmod(0o640)
    (own_folder / "link.xdl").symlink_to("a.xdl")
    assert clairify("check", "--fix", "link.xdl").code == 0
    assert (own_folder / "link.xdl").is_symlink()
    assert path.read_text() == GOOD
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_file_without_fixes_is_not_touched(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_text(GOOD)
    os.utime(path, (1, 1))
    ran = clairify("check", "--fix", "a.xdl")
    assert (ran.code, ran.err) == (0, "nothing to fix\n")
    assert path.stat().st_mtime == 1


def test_fixing_is_idempotent(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_text(BROKEN)
    clairify("check", "--fix", "a.xdl")
    once = path.read_text()
    assert once != BROKEN
    assert clairify("check", "--fix", "a.xdl").err == "nothing to fix\n"
    assert path.read_text() == once


def test_only_the_chosen_rules_are_fixed(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_text(BROKEN)
    clairify("check", "--fix", "--select", "XDL304", "a.xdl")
    assert path.read_text() == BROKEN.replace("secs", "s")


def test_quiet_fixes_warnings_too(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_text(FIXABLE)
    ran = clairify("check", "--fix", "-q", "a.xdl")
    assert (ran.code, ran.err) == (0, "")
    assert path.read_text() == GOOD


def test_unsafe_fixes_are_made_only_when_asked_for(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    text = GOOD.replace("<Procedure>", "<Procedure>\n      then we begin")
    path.write_text(text)
    assert clairify("check", "--fix", "a.xdl").code == 1
    assert path.read_text() == text
    assert clairify("check", "--fix", "--unsafe-fixes", "a.xdl").code == 0
    assert "then we begin" not in path.read_text()


def test_standard_input_is_printed_and_the_report_goes_to_stderr(clairify: Run, feed: Callable[[bytes], None]) -> None:
    feed(BROKEN.encode())
    ran = clairify("check", "--fix", "-")
    assert ran.code == 1
    assert ran.out == BROKEN.replace("secs", "s").replace("reagnt", "reagent")
    assert "<stdin>:11:35: error[XDL305]" in ran.err
    feed(GOOD.encode())
    ran = clairify("check", "--fix", "-")
    assert (ran.code, ran.out) == (0, GOOD)
    feed(FIXABLE.replace("\n", "\r\n").encode())
    assert clairify("check", "--fix", "-").out == GOOD.replace("\n", "\r\n")


def test_standard_input_keeps_its_encoding(
    feed: Callable[[bytes], None], capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    feed(codecs.BOM_UTF16_BE + FIXABLE.encode("utf-16-be"))
    assert run(["check", "--fix", "-", "-q"]) == 0
    assert capfdbinary.readouterr().out == codecs.BOM_UTF16_BE + GOOD.encode("utf-16-be")
    feed((DECLARED + CHILLED.replace("45 °C", "45 C")).encode("latin-1"))
    assert run(["check", "--fix", "-", "-q"]) == 0
    assert capfdbinary.readouterr().out == (DECLARED + CHILLED).encode("latin-1")


def test_standard_input_that_cannot_be_read_prints_nothing(clairify: Run, feed: Callable[[bytes], None]) -> None:
    feed(b"\0\0\0")
    ran = clairify("check", "--fix", "-")
    assert ran.code == 2
    assert "<stdin>: error: it is not a text" in ran.said


def test_a_diff_changes_nothing_and_can_be_applied(clairify: Run, own_folder: Path) -> None:
    for name in ("a.xdl", "b.xdl"):
        (own_folder / name).write_text(BROKEN)
    ran = clairify("check", "--diff", ".")
    assert ran.code == 1
    assert (own_folder / "a.xdl").read_text() == BROKEN
    assert "would fix 4 findings in 2 files: XDL112 ×2, XDL304 ×2" in ran.err
    subprocess.run(["patch", "-p0"], input=ran.out.encode(), check=True, capture_output=True)
    assert clairify("check", "--diff", ".").out == ""
    assert (own_folder / "b.xdl").read_text() == BROKEN.replace("secs", "s").replace("reagnt", "reagent")


def test_a_diff_tells_of_warnings_that_would_go(clairify: Run, own_folder: Path) -> None:
    (own_folder / "a.xdl").write_text(FIXABLE)
    ran = clairify("check", "--diff", "a.xdl")
    assert (ran.code, ran.err) == (1, "would fix 1 finding in 1 file: XDL304\n")
    assert clairify("check", "--diff", "--fix", "a.xdl").out == ran.out  # of both, the diff changes nothing
    assert (own_folder / "a.xdl").read_text() == FIXABLE


FORMATTED = [("utf-8", b""), ("utf-8", codecs.BOM_UTF8), ("utf-16-le", codecs.BOM_UTF16_LE)]


@pytest.mark.parametrize(("codec", "mark"), FORMATTED)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_format_keeps_encoding_and_line_endings(
    codec: str, mark: bytes, newline: str, clairify: Run, own_folder: Path
) -> None:
    path = own_folder / "a.xdl"
    path.write_bytes(bytes_of(CHILLED.replace("      <Heat", "<Heat").replace("\n", newline), codec, mark))
    assert clairify("format", "--check", "a.xdl").code == 1
    ran = clairify("format", "-w", ".", "--exclude", "b*")
    assert (ran.code, ran.err) == (0, "rewrote 1 file\n")
    formatted = path.read_bytes()
    assert formatted.startswith(mark)
    text = formatted[len(mark) :].decode(codec)
    assert text.count(newline) == text.count("\n")
    assert 'temp="45 °C"' in text
    assert clairify("format", "--check", "a.xdl").code == 0
    assert clairify("format", "-w", "a.xdl").code == 0
    assert path.read_bytes() == formatted


def test_format_of_a_declared_encoding_can_be_read_again(clairify: Run, own_folder: Path) -> None:
    path = own_folder / "a.xdl"
    path.write_bytes((DECLARED + CHILLED).encode("latin-1"))
    assert clairify("format", "-w", "a.xdl").code == 0
    ran = clairify("check", "a.xdl", "--strict")
    assert (ran.code, ran.out) == (0, "no findings in 1 file\n")
    printed = clairify("format", "a.xdl").out
    assert "°" in printed


def test_format_of_several_files_goes_on_after_a_broken_one(clairify: Run, own_folder: Path) -> None:
    (own_folder / "a.xdl").write_text("<XDL><")
    (own_folder / "b.xdl").write_text(GOOD.replace("      <", "<"))
    ran = clairify("format", "-w", "a.xdl", "missing.xdl", "b.xdl")
    assert ran.code == 2
    assert ran.err.startswith("clairify: a.xdl is not well-formed: line 1, column ")
    assert "clairify: cannot read missing.xdl: there is no such file" in ran.err
    assert (own_folder / "b.xdl").read_text() == GOOD
