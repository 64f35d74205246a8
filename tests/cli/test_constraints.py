"""Lists of hardware and reagents: names, files of lines, JSON and YAML."""

from __future__ import annotations

import pytest
from case_tables import stored
from hypothesis import given, settings
from hypothesis import strategies as st

from clairify_cli.languages.constraints import ConstraintsError, read_names, split_names

SPLIT = stored(__file__, "SPLIT")


@pytest.mark.parametrize(("line", "names"), SPLIT, ids=[line for line, _ in SPLIT])
def test_commas(line: str, names: list[str]) -> None:
    assert [name.strip() for name in split_names(line)] == names
    assert read_names(line, "reagents") == (tuple(dict.fromkeys(names)), ())


@given(st.lists(st.from_regex(r"[a-z]{3,8}( [a-z]{3,8})?", fullmatch=True), min_size=1, max_size=6, unique=True))
@settings(max_examples=50, deadline=None)
def test_plain_words_are_split_at_every_comma(words: list[str]) -> None:
    words = [word for word in words if word not in ("cis", "trans", "endo", "exo", "tert", "sec")] or ["water"]
    for separator in (",", ", "):
        assert read_names(separator.join(words), "hardware") == (tuple(words), ())


@given(st.text(max_size=60))
@settings(max_examples=300)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        names, capacities = read_names(text, "hardware")
    except ConstraintsError as error:
        assert "\n" not in str(error)
    else:
        assert len(set(names)) == len(names)
        assert {name for name, _ in capacities} <= set(names)


READ = stored(__file__, "READ")  # fmt: skip


@pytest.mark.parametrize(("text", "names", "capacities"), [pytest.param(*rest, id=name) for name, *rest in READ])
def test_lists(text: str, names: list[str], capacities: list[list[str | float]]) -> None:
    assert read_names(text, "hardware") == (tuple(names), tuple(map(tuple, capacities)))


def test_one_file_for_both() -> None:
    both = "hardware:\n  beaker: 250 mL\nreagents:\n  - water\n  - 1,2-dichloroethane\n"
    assert read_names(both, "hardware") == (("beaker",), (("beaker", 250.0),))
    assert read_names(both, "reagents") == (("water", "1,2-dichloroethane"), ())


REFUSED = [
    *stored(__file__, "REFUSED"),
    ("[" * 20_000 + "]", "the list of hardware is not JSON"),
    ("- " * 5000 + "a", "the list of hardware is not YAML"),
    ("x: " + "[" * 3000, "the list of hardware is not YAML"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_what_cannot_be_understood_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConstraintsError) as caught:
        read_names(text, "hardware")
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300


def test_a_bomb_of_aliases_ends_quickly() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 12))
    with pytest.raises(ConstraintsError):
        read_names("l0: &l0 [x, y]\n" + levels, "hardware")
    with pytest.raises(ConstraintsError):
        read_names("- &a [x, x]\n- [*a, *a]\n", "hardware")
