"""What is printed is read back the same, and no text makes the reader fall over."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.scene.printer import print_scene
from clairify_cli.worlds.scene.reader import read_scene

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "scenes").glob("*.yaml"))
TEXTS = [path.read_text(encoding="utf-8") for path in EXAMPLES]


@pytest.mark.parametrize("text", [*TEXTS, *stored(__file__, "PRINTED")])
def test_what_is_printed_is_read_back_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES[0].parent)
    scene, found = read_scene(Source(text))
    assert scene is not None and found == []
    printed = print_scene(scene)
    back, found = read_scene(Source(printed))
    assert (back, found) == (scene, [])
    assert print_scene(scene) == printed


def test_meshes_are_printed_as_seen_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES[0].parents[1])
    (text,) = (one for one in TEXTS if "mesh" in one)
    scene, _ = read_scene(Source(text), Path("scenes"))
    assert scene is not None and "mesh: scenes/half-apple.obj" in print_scene(scene)


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(TEXTS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), st.text(max_size=4)), min_size=1, max_size=6),
)
def test_no_text_makes_the_reader_fall_over(text: str, changes: list[tuple[float, int, str]]) -> None:
    for where, length, put in changes:
        at = int(where * len(text))
        text = text[:at] + put + text[at + length :]
    scene, found = read_scene(Source(text), EXAMPLES[0].parent)
    assert (scene is None) == any(one.is_error for one in found)
    for one in found:
        assert 0 <= one.span.start <= one.span.end <= len(text)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="scene: 1\n{}[],'\"&*!#-x?|>%@\t\ufeff\0é", max_size=60))
def test_nor_does_any_other(text: str) -> None:
    read_scene(Source(text))
    read_scene(Source("scene: 1\nitems: " + text))
