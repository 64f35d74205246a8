"""What vessels hold after each step, by a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from editor.client import Editor

HEAD = stored(__file__, "HEAD")


@pytest.mark.parametrize("steps", stored(__file__, "hints"))
def test_hints(editor: Editor, folder: Path, steps: list[list[str]]) -> None:
    path = folder / "a.xdl"
    editor.open(path, HEAD + "\n".join(step for step, _ in steps) + "\n</Procedure></Synthesis>\n")
    first = HEAD.count("\n")
    every = {"start": {"line": first, "character": 0}, "end": {"line": 999, "character": 0}}
    found = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": every})
    told = {one["position"]["line"]: one["label"] for one in found}
    assert [told.get(number, "") for number in range(first, first + len(steps))] == [due for _, due in steps]
    for one in found:
        step = steps[one["position"]["line"] - first][0]
        assert step[: one["position"]["character"]].endswith(">")


def test_hints_tell_what_is_in_it_and_only_where_it_is_asked(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    add = '<Add vessel="flask" reagent="{}" volume="5 mL"/>\n'
    editor.open(path, HEAD + add.format("water") + add.format("ethanol") + "</Procedure></Synthesis>\n")
    last = HEAD.count("\n") + 1
    here = {"start": {"line": last, "character": 0}, "end": {"line": last, "character": 99}}
    (hint,) = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": here})
    assert (hint["label"], hint["tooltip"]) == ("10 mL", "flask: water 5 mL, ethanol 5 mL")


def test_values_of_parameters_are_read_though_no_step_says_them(editor: Editor, folder: Path) -> None:
    path = folder / "a.xdl"
    given = '<Parameters><Parameter id="v" type="volume" value="7.31 mL"/></Parameters><Procedure>'
    step = '<Add vessel="flask" reagent="water" volume="v"/>'
    editor.open(path, HEAD.replace("<Procedure>", given) + step + "\n</Procedure></Synthesis>\n")
    every = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    (hint,) = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": path.as_uri()}, "range": every})
    assert (hint["label"], hint["tooltip"]) == ("7.31 mL", "flask: water 7.31 mL")
