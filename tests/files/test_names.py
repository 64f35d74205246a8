from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clairify_cli.files.names import UniquePaths, safe_name


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        ("exp 5", "exp 5"),
        ("Fe(OTf)3, 2.5 mmol", "Fe(OTf)3, 2.5 mmol"),
        ("café µ", "café µ"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..", ""),
        (".", ""),
        ("/", ""),
        ("", ""),
        ("  ", ""),
        (".hidden", "hidden"),
        ("-rf", "rf"),
        ("--", ""),
        ("a/b\\c:d*e?f", "a_b_c_d_e_f"),
        ("a\nb\x00c\x1b[2J", "a_b_c__2J"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com1", "_com1"),
        ("console", "console"),
        ("trailing. . ", "trailing"),
        ("lone \ud800 surrogate", "lone _ surrogate"),
    ],
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
