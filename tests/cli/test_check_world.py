"""What is said of a description of a text world when it is checked, beside its domain."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from case_tables import stored

from cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples" / "worlds"


def checked(folder: Path, clairify: Run, old: str = "", new: str = "") -> str:
    """The codes and lines of the findings on the museum's description, with something replaced in it."""
    shutil.copy(EXAMPLES / "museum.pddl", folder)
    text = (EXAMPLES / "museum.world.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "museum.world.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return clairify("check", str(folder / "museum.world.yaml")).out


def test_the_example_has_nothing_wrong(tmp_path: Path, clairify: Run) -> None:
    assert "museum.world.yaml:" not in checked(tmp_path, clairify)


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    stored(__file__, "what_is_wrong_is_said"),
)  # fmt: skip
def test_what_is_wrong_is_said(tmp_path: Path, clairify: Run, old: str, new: str, code: str, said: str) -> None:
    if "same words" in said:  # two sentences of one shape
        new += "\n    - say: The {c} is shut.\n      when: (and (in-hall ?h) (stands ?c ?h) (locked ?c))"
    out = checked(tmp_path, clairify, old, new)
    assert code in out
    assert said in out


def test_what_nothing_tells_is_said(tmp_path: Path, clairify: Run) -> None:
    text = (EXAMPLES / "museum.world.yaml").read_text(encoding="utf-8")
    kept = text[: text.index("  - unmet: (not (locked ?c))")]  # what an error tells is told
    kept = kept.replace("(and (in-hall ?h) (stands ?c ?h) (locked ?c))", "(and (in-hall ?h) (stands ?c ?h))")
    out = checked(tmp_path, clairify, text, kept)
    assert "warning[RUN403]: no view tells `(locked ?c)`, which `open` requires: it learns that by being refused" in out


def test_a_world_without_things_is_said(tmp_path: Path, clairify: Run) -> None:
    text = (EXAMPLES / "museum.world.yaml").read_text(encoding="utf-8")
    head, tail = text[: text.index("views:")], text[text.index("errors:") :]
    views = "views:\n  hall:\n    - say: You are in the {h}.\n      when: (in-hall ?h)\nlook: [hall]\n"
    out = checked(tmp_path, clairify, text, head.replace("[content]", "[hall]") + views + tail)
    assert "RUN404" in out


def test_a_description_without_its_domain(tmp_path: Path, clairify: Run) -> None:
    shutil.copy(EXAMPLES / "museum.world.yaml", tmp_path)
    alone = str(tmp_path / "museum.world.yaml")
    assert "its domain museum.pddl was not found" in clairify("check", alone).out
    assert clairify("check", alone, "--domain", str(EXAMPLES / "museum.pddl")).code == 0
