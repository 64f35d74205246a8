"""Symbolic links that lead out of a folder that is searched or written to; what the user typed is never refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import GOOD, Run

TEXT = "Add 15 g of acetic acid to a beaker."
SECRET = "hunter2 is the key"
PLANS = ("--domain", "household", "--problem", "kitchen")


@pytest.fixture(autouse=True)
def folders(own_folder: Path) -> Path:
    """A folder `in` with a file of its own, links out of it, and a link within it."""
    outside, inside = own_folder.parent / "outside", own_folder / "in"
    for folder in (outside, inside, inside / "deep"):
        folder.mkdir()
    for suffix, text in ((".txt", TEXT), (".xdl", GOOD), (".py", "x")):
        (outside / f"secret{suffix}").write_text(SECRET)
        (inside / f"own{suffix}").write_text(text)
        (inside / f"link{suffix}").symlink_to(outside / f"secret{suffix}")
        (inside / f"same{suffix}").symlink_to(inside / f"own{suffix}")
    (inside / "deep" / "folder").symlink_to(outside)
    (inside / "deep" / "loop").symlink_to(inside)
    return own_folder


@pytest.mark.parametrize("argument", ["in", "in/**/*.xdl", "in/*.xdl"])
@pytest.mark.parametrize("command", [("check", "--format", "json"), ("format",)])
def test_a_search_stays_in_its_folder(command: tuple[str, ...], argument: str, clairify: Run) -> None:
    ran = clairify(*command, argument)
    assert "same.xdl" in ran.out or command == ("format",)
    assert "hunter2" not in ran.out + ran.err
    assert ran.err.count("out of the folder searched") == 1
    assert "skipped " in ran.err
    assert "link.xdl" not in ran.out
    assert "secret.xdl" not in ran.out
    ran = clairify("check", "--format", "json", "--follow-links", argument)
    assert "skipped" not in ran.err
    assert "link.xdl" in ran.out


@pytest.mark.parametrize("command", [("xdl",), ("pddl", *PLANS), ("program", *PLANS), ("execute", "--dry-run")])
def test_a_batch_reads_no_link_that_leads_out(command: tuple[str, ...], clairify: Run, folders: Path) -> None:
    ran = clairify(command[0], "in/link*.txt", "in/folder", *command[1:], "-o", "out")
    assert "skipped a link that leads out of the folder searched (in/link.txt)" in ran.err
    told = "".join(path.read_text() for path in folders.rglob("out/**/*") if path.is_file())
    assert "hunter2" not in ran.out + ran.err + told


def test_what_was_typed_is_read(clairify: Run, folders: Path) -> None:
    (folders / "alias").symlink_to(folders / "in")
    (folders / "file.xdl").symlink_to(folders / "in" / "own.xdl")
    (folders.parent / "outside" / "good.xdl").write_text(GOOD)
    assert clairify("check", "file.xdl", "in/same.xdl").code == 0
    assert clairify("check", "in/deep/folder/good.xdl").code == 0
    for argument in ("alias", "alias/*.xdl"):
        ran = clairify("check", "--format", "json", argument)
        assert "own.xdl" in ran.out
    ran = clairify("check", "--format", "json", "in/deep/folder")
    assert "good.xdl" in ran.out
    assert "skipped" not in ran.err


def test_a_text_beside_is_held_to_its_folder(clairify: Run, folders: Path) -> None:
    (folders / "texts").mkdir()
    (folders / "texts" / "own.txt").symlink_to(folders / "in" / "own.txt")
    ran = clairify("check", "in/own.xdl", "--source", "texts")
    assert ran.code == 2
    assert "is a link out of texts; --follow-links allows it" in ran.out + ran.err
    assert clairify("check", "in/own.xdl", "--source", "texts", "--follow-links").code != 2
    assert clairify("check", "in/own.xdl", "--source", "texts/own.txt").code != 2


OUTPUTS = stored(__file__, "OUTPUTS")


@pytest.mark.parametrize("where", OUTPUTS)
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("exists", [True, False])
def test_nothing_is_written_out_of_a_folder(
    where: str, alone: bool, exists: bool, clairify: Run, folders: Path
) -> None:
    if alone and where == "manifest":
        pytest.skip("one input has no manifest")
    link, options = OUTPUTS[where]
    target = folders.parent / "outside" / "target"
    if exists:
        target.write_text("")
    for folder in ("out", "pages", "maps"):
        (folders / folder).mkdir()
    (folders / link).symlink_to(target)
    inputs = ("in/own.txt",) if alone else ("in/own.txt", "in/same.txt")
    ran = clairify("xdl", *inputs, "-o", "out/", *options)
    assert ran.code == 2
    assert f"{link}: a link leads out of {link.split('/')[0]}; --follow-links allows it" in ran.err
    assert not target.exists() or target.read_text() == ""
    assert alone or where == "manifest" or (folders / "out" / "same.xdl").is_file()
    ran = clairify("xdl", *inputs, "-o", "out/", *options, "--follow-links")
    assert ran.code == 0, ran.err
    assert where == "manifest" or target.read_text() != ""


def test_an_output_that_was_typed_is_written(clairify: Run, folders: Path) -> None:
    for name in ("out", "one.xdl"):
        (folders / name).symlink_to(folders.parent / "outside" / name)
    (folders.parent / "outside" / "out").mkdir()
    assert clairify("xdl", "in/own.txt", "in/same.txt", "-o", "out").code == 0
    assert clairify("xdl", "in/own.txt", "-o", "one.xdl").code == 0
    assert (folders.parent / "outside" / "one.xdl").is_file()
