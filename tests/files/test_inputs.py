from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files.inputs import Input, expand
from clairify_cli.files.reading import UnreadableError


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with files at several places."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.xdl", "a.xdl", "A.XDL", "notes.md", "sub/c.xdl", "sub/.hidden.xdl", ".git/d.xdl", "odd [1].xdl"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    (tmp_path / "empty.xdl").mkdir()
    return tmp_path


def names(*arguments: str, allow_text: bool = False) -> list[str]:
    return [item.name for item in expand(arguments, (".xdl",), allow_text=allow_text)]


def missing(*arguments: str, allow_text: bool = False) -> list[str | None]:
    return [item.missing for item in expand(arguments, (".xdl",), allow_text=allow_text)]


def test_a_directory_is_searched_in_order_without_hidden_ones(folder: Path) -> None:
    assert names(".") == ["A.XDL", "a.xdl", "b.xdl", "odd [1].xdl", "sub/c.xdl"]


def test_a_directory_that_is_named_like_a_file(folder: Path) -> None:
    assert missing("empty.xdl") == ["there are no files *.xdl in this folder"]


def test_a_named_file_may_have_any_ending(folder: Path) -> None:
    assert names("notes.md") == ["notes.md"]


def test_globs(folder: Path) -> None:
    assert names("[ab].xdl") == ["a.xdl", "b.xdl"]
    assert names("**/*.xdl") == ["a.xdl", "b.xdl", "odd [1].xdl", "sub/c.xdl"]
    assert missing("*.nope") == ["no file matches it"]
    assert missing("emp*") == ["no file matches it"]  # it matches a folder


def test_a_file_whose_name_looks_like_a_glob(folder: Path) -> None:
    assert names("odd [1].xdl") == ["odd [1].xdl"]


def test_a_file_is_taken_once(folder: Path) -> None:
    assert names("a.xdl", "./a.xdl", ".", str(folder / "b.xdl"), "-", "-") == [
        "a.xdl",
        "A.XDL",
        "b.xdl",
        "odd [1].xdl",
        "sub/c.xdl",
        "<stdin>",
    ]


def test_a_missing_file_does_not_stop_the_others(folder: Path) -> None:
    found = expand(["nope.xdl", "a.xdl"], (".xdl",))
    assert [item.name for item in found] == ["nope.xdl", "a.xdl"]
    with pytest.raises(UnreadableError, match=r"^cannot read nope.xdl: there is no such file$"):
        found[0].read()
    assert found[1].read().text == "a.xdl"


def test_the_nearest_name_is_offered(folder: Path) -> None:
    assert missing("nots.md") == ["there is no such file; did you mean notes.md?"]
    assert missing("sub/cc.xdl") == ["there is no such file; did you mean sub/c.xdl?"]


def test_an_empty_argument(folder: Path) -> None:
    assert missing("") == ["a name is expected, and this is empty"]
    assert missing("", allow_text=True) == ["a name is expected, and this is empty"]


@pytest.mark.parametrize(
    "text",
    [
        *stored(__file__, "texts"),
        "Add water. " * 1000,
    ],
)
def test_texts(folder: Path, text: str) -> None:
    assert expand([text], (".xdl",), allow_text=True) == [Input("<text>", literal=text)]


@pytest.mark.parametrize("text", ["protcol.xdl", "notes.docx", "plans/b", "plans\\b", "my protocol.xdl", "~/x"])
def test_mistyped_paths(folder: Path, text: str) -> None:
    (found,) = expand([text], (".xdl",), allow_text=True)
    assert found.name == text
    assert (found.missing or "").startswith("there is no such file")


def test_a_text_in_no_known_encoding(folder: Path) -> None:
    (found,) = expand(["Add \udcff water"], (".xdl",), allow_text=True)
    assert "not in the encoding of this terminal" in (found.missing or "")


def test_links_in_a_circle_end(folder: Path) -> None:
    (folder / "sub" / "loop").symlink_to(folder, target_is_directory=True)
    leaving: list[Path] = []
    assert [str(item.path) for item in expand(["sub"], (".xdl",), leaving=leaving)] == ["sub/c.xdl"]
    assert leaving == [Path("sub/loop")]
    assert "sub/loop/sub/c.xdl" not in names("sub")  # where links are followed, each folder is searched once


def test_a_link_to_nothing(folder: Path) -> None:
    (folder / "broken.xdl").symlink_to("nowhere")
    assert "broken.xdl" not in names(".")
    assert missing("broken.xdl") == ["it is a link to something that does not exist"]


def test_where_a_file_stood_below_its_folder_is_kept(folder: Path) -> None:
    def places(*arguments: str) -> list[str]:
        return [str(item.place) for item in expand(arguments, (".xdl",), allow_text=True)]

    assert places(".") == ["A", "a", "b", "odd [1]", "sub/c"]
    assert places(str(folder)) == ["A", "a", "b", "odd [1]", "sub/c"]
    assert places("sub") == ["c"]
    assert places("sub/c.xdl", "notes.md") == ["c", "notes"]
    assert places("**/c.xdl", f"{folder}/[ab].xdl", "su*/../b.xdl") == ["sub/c", "a", "b"]
    assert places("s*b/*.xdl") == ["sub/c"]
    assert places("sub/../s*b/../../outside.xdl", "-", "Add salt.") == ["outside", "stdin", "text"]
