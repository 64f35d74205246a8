"""Files that nobody would write, and files that somebody has broken: a sentence, an exit code, no traceback."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from effort import costs_less

from clairify_cli.files.encoding import Decoded
from clairify_cli.files.reading import UnreadableError, read_decoded
from cli.conftest import FIXABLE, GOOD, Run, shell

LAUGHS = (
    '<?xml version="1.0"?>\n<!DOCTYPE lolz [\n<!ENTITY l0 "lol">\n'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">\n' for n in range(1, 10))
    + "]>\n<XDL>&l9;</XDL>\n"
)
OUTSIDE = '<!DOCTYPE XDL [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n<XDL>&secret;</XDL>\n'
DEEP = "<XDL><Synthesis><Procedure>" + '<Repeat repeats="2">' * 10_000
LATIN = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + GOOD.replace("water", "Wasser für Öl")

BAD = {  # name: (bytes, exit code, what is said)
    "empty": (b"", 1, "bad.xdl:1:1: error[XDL001]: the text is empty"),
    "blank": (b" \r\n\t\n", 1, "error[XDL001]"),
    "binary": (random.Random(0).randbytes(5000), 2, "bad.xdl: error: it is not a text: byte "),
    "png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 2, "bad.xdl: error: it is not a text: byte 9 is NUL"),
    "nul": (GOOD.replace("20 s", "20\0s").encode(), 2, "bad.xdl: error: it is not a text: byte "),
    "late nul": (GOOD.replace("</XDL>", " " * 5000 + "\0</XDL>").encode(), 1, "bad.xdl:14:5001: error[XDL"),
    "not utf-8": (
        LATIN.split("\n", 1)[1].encode("latin-1"),
        2,
        "is not a text in UTF-8 (byte 0xfc on line 7) and fits",
    ),
    "utf-16": (GOOD.encode("utf-16"), 0, "no findings"),
    "utf-16 without mark": (GOOD.encode("utf-16-be"), 0, "no findings"),
    "utf-16 cut": (b"\xff\xfe" + GOOD.encode("utf-16-le")[:-1], 2, "it is not a text in UTF-16-LE"),
    "utf-8 with mark": (b"\xef\xbb\xbf" + GOOD.encode(), 0, "no findings"),
    "latin-1": (LATIN.encode("latin-1"), 0, "no findings"),
    "crlf": (GOOD.replace("\n", "\r\n").encode(), 0, "no findings"),
    "cr": (GOOD.replace("\n", "\r").encode(), 0, "no findings"),
    "deep": (DEEP.encode(), 1, "elements are nested more than 100 deep"),
    "deep, closed": ((DEEP + "</Repeat>" * 10_000).encode(), 1, "elements are nested more than 100 deep"),
    "laughs": (LAUGHS.encode(), 1, "bad.xdl:2:1: error[XDL007]: document types and entity declarations are refused"),
    "external entity": (OUTSIDE.encode(), 1, "bad.xdl:1:1: error[XDL007]"),
    "brackets": (b"<" * 100_000, 1, "error[XDL0"),
    "ampersands": (b"<XDL>" + b"&" * 30_000, 1, "error[XDL0"),
    "quotes": (b'<XDL a="' + b"x" * 1_000_000, 1, "error[XDL0"),
    "one long line": (GOOD.replace("\n", " " * 10_000).encode(), 0, "no findings"),
    "no xml": (b"Add 5 mL of water to a beaker.\n", 1, "error[XDL0"),
    "json": (b'{"steps": []}', 1, "error[XDL0"),
    "html": (b"<!DOCTYPE html><html><body><p>hi<br></body></html>", 1, "error[XDL"),
    "control characters": (b"<XDL>\x1b[2J\x07</XDL>", 1, "error[XDL"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_file(name: str, clairify: Run, own_folder: Path) -> None:
    data, code, words = BAD[name]
    (own_folder / "bad.xdl").write_bytes(data)
    ran = costs_less(5, lambda: clairify("check", "bad.xdl"))
    assert ran.code == code
    assert words in ran.out
    assert ran.err == ""
    assert "Traceback" not in ran.said
    assert "root:" not in ran.said  # nothing of a file that it named
    assert not any(c in ran.out for c in "\x1b\x07\0")
    assert all(len(line) < 400 for line in ran.out.splitlines())
    if code == 2:
        assert len(ran.out.splitlines()) == 3


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["format", "check --fix --unsafe-fixes", "check --format json"])
def test_bad_file_with_other_commands(command: str, name: str, clairify: Run, own_folder: Path) -> None:
    (own_folder / "bad.xdl").write_bytes(BAD[name][0])
    ran = clairify(*command.split(), "bad.xdl")
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.said
    assert "internal error" not in ran.said


def test_fifty_megabytes(clairify: Run, own_folder: Path) -> None:
    with (own_folder / "big.xdl").open("wb") as file:
        file.write(b"<XDL>")
        file.truncate(50_000_000)
    ran = costs_less(2, lambda: clairify("check", "big.xdl"))
    assert (ran.code, ran.err) == (2, "")
    assert ran.out.startswith("big.xdl: error: it is larger than 20,000,000 bytes; raise the limit with --max-size\n")


def test_a_large_file_that_is_asked_for(clairify: Run, own_folder: Path) -> None:
    step = '      <Stir vessel="beaker" time="20 s"/>\n'
    text = GOOD.replace(step, step * 2_000)
    (own_folder / "large.xdl").write_text(text)
    assert clairify("check", "--max-size", str(len(text) - 1), "large.xdl").code == 2
    assert clairify("check", "--max-size", str(len(text)), "large.xdl").code == 0


def test_missing_file(clairify: Run) -> None:
    ran = clairify("check", "plan.xdl")
    assert ran.out == "plan.xdl: error: there is no such file\n\n1 file could not be read\n"
    assert ran.code == 2


def test_a_directory_named_like_a_file(clairify: Run, own_folder: Path) -> None:
    (own_folder / "x.xdl").mkdir()
    ran = clairify("check", "x.xdl")
    none = "x.xdl: error: there are no files *.xdl, *.pddl or *.plan in this folder"
    assert (ran.code, ran.out.splitlines()[0]) == (2, none)
    (own_folder / "x.xdl" / "y.xdl").mkdir()
    (own_folder / "x.xdl" / "z.xdl").write_text(GOOD)
    assert clairify("check", "x.xdl", "--format", "concise").out == ""


def test_a_file_that_disappears(clairify: Run, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_folder / "a.xdl").write_text(GOOD)
    (own_folder / "b.xdl").write_text(GOOD)

    def read_after_removal(path: Path, *, most_bytes: int) -> Decoded:
        path.unlink()
        return read_decoded(path, most_bytes=most_bytes)

    monkeypatch.setattr("clairify_cli.files.inputs.read_decoded", read_after_removal)
    ran = clairify("check", ".")
    assert ran.code == 2
    assert ran.out.splitlines()[0] == "a.xdl: error: there is no such file"
    assert ran.out.splitlines()[-1] == "2 files could not be read"


def test_the_null_device(clairify: Run) -> None:
    ran = clairify("check", "/dev/null", "--fix")
    assert ran.code == 1
    assert "error[XDL001]: the text is empty" in ran.out


def test_a_pipe(own_folder: Path) -> None:
    (own_folder / "a.xdl").write_text(FIXABLE)
    assert shell("clairify check --format concise <(cat a.xdl)").out.endswith("`s` in XDL\n")
    os.mkfifo("pipe.xdl")
    ran = shell("cat a.xdl > pipe.xdl & timeout 20 clairify check --strict pipe.xdl")
    assert ran.code == 1
    ran = shell("timeout -s INT 6 clairify check pipe.xdl")
    assert ran.err.startswith("note: the pipe pipe.xdl has no writer yet, and is waited for (Ctrl-C ends this)\n")
    ran = shell("timeout 20 clairify check .")  # which has no writer, and would wait for ever
    assert ran.code == 0
    ran = shell("cat a.xdl > pipe.xdl & timeout 20 clairify check --fix --strict pipe.xdl")
    assert (ran.code, ran.err) == (2, "clairify: cannot write pipe.xdl: it is not a regular file\n")


def test_a_thousand_files(clairify: Run, own_folder: Path) -> None:
    for number in range(1000):
        text = GOOD if number % 10 else GOOD.replace("20 s", "-20 s")
        (own_folder / f"{number:03}.xdl").write_text(text)
    ran = clairify("check", ".", "--format", "concise")
    assert ran.code == 1
    assert len(ran.out.splitlines()) == 100
    assert [line[:3] for line in ran.out.splitlines()] == [f"{number:03}" for number in range(0, 1000, 10)]


def test_a_name_that_would_drive_the_terminal(clairify: Run, own_folder: Path) -> None:
    name = "a\x1b[2Jb.xdl"
    (own_folder / name).write_text(FIXABLE)
    ran = clairify("check", name)
    assert ran.code == 0
    assert "\x1b" not in ran.said
    ran = clairify("check", name.replace("a", "c"), "--format", "json")
    assert ran.code == 2
    assert "\x1b" not in ran.said
    assert clairify("check", name, "-o", "c\x1b[2J.txt").code == 0


def test_standard_input(clairify: Run, feed: Callable[[bytes], None]) -> None:
    feed(GOOD.encode())
    assert clairify("check", "-").code == 0
    feed(GOOD.encode("utf-16"))
    assert clairify("check", "-").code == 0
    feed(b"\0\1\2")
    assert clairify("check", "-").out.startswith("<stdin>: error: it is not a text: byte 1 is NUL\n")
    feed(b"x" * 30)
    assert clairify("check", "-", "--max-size", "20").out.startswith("<stdin>: error: it is larger than 20 bytes")


def test_unreadable_error_names_standard_input() -> None:
    assert str(UnreadableError("<stdin>", "it is closed")) == "cannot read standard input: it is closed"
