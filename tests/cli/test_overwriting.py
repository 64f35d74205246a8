"""No command writes over a file that it reads: files behind links, in folders and of batches included."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.app import COMMANDS, load
from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import Argument, Declared, Does, Offer, build, declared
from clairify_cli.services.places import refuse_overwriting
from cli.conftest import GOOD, Run

DOMAINS = Path(__file__).parents[2] / "domains"


@pytest.fixture(autouse=True)
def files(own_folder: Path) -> Path:
    """Texts, programs, PDDL and recordings, some of them behind links."""
    for name, text in stored(__file__, "files").items():
        path = own_folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(GOOD if path.suffix == ".xdl" else text)
    for name in ("household.pddl", "household.lexicon.yaml"):
        shutil.copy(DOMAINS / name, own_folder)
    shutil.copy(DOMAINS / "problems" / "household" / "kitchen.pddl", own_folder)
    (own_folder / "link").symlink_to("in/a.txt")
    (own_folder / "hard").hardlink_to("in/a.txt")
    return own_folder


def texts(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("line", "said"), stored(__file__, "nothing_that_is_read_is_written_over"))
def test_nothing_that_is_read_is_written_over(line: str, said: str, clairify: Run, files: Path) -> None:
    before = texts(files)
    ran = clairify(*line.split())
    assert (ran.code, ran.out, texts(files)) == (2, "", before), ran.said
    assert f"clairify: {said}: name another file\n" in ran.err


@pytest.mark.parametrize("line", stored(__file__, "other_files_are_written"))
def test_other_files_are_written(line: str, clairify: Run) -> None:
    for _ in range(2):
        ran = clairify(*line.split())
        assert (ran.code, "would overwrite" in ran.err) == (0, False), ran.said


def _file(field: Declared) -> str | None:
    """How the field names the file `f`, if it names one."""
    if field.declaration.offer in (Offer.FILES, Offer.DOMAINS, Offer.PROBLEMS, Offer.PROFILES):
        return "f"
    return {Offer.LISTS: "@f", Offer.MODELS: "replay:f"}.get(field.declaration.offer)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_that_writes_is_held_against_every_one_that_reads(command: str, files: Path) -> None:
    (files / "f").touch()
    request: type = getattr(load(command), "request")  # noqa: B009 - an attribute of our own commands
    named = {one: _file(one) for one in declared(request) if _file(one) is not None}
    does = {one: None if isinstance(one.declaration, Argument) else one.declaration.does for one in named}
    needed: dict[str, object] = {one.name: () for one in declared(request) if one.default is dataclasses.MISSING}
    for writes in (one for one in named if does[one] is Does.WRITES):
        for reads in (one for one in named if does[one] is not Does.WRITES):
            values = {one.name: (named[one],) if "tuple" in str(one.kind) else named[one] for one in (writes, reads)}
            with pytest.raises(RequestError, match="would overwrite"):
                refuse_overwriting(build(request, needed | values))
