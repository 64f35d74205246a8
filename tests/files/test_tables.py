from __future__ import annotations

import sys
from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.files import tables
from clairify_cli.files.reading import UnreadableError
from clairify_cli.files.tables import ColumnError, Row, open_table


def table(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def rows(path: Path, column: str | None = None, id_column: str | None = None) -> list[Row]:
    opened = open_table(path, column, id_column)
    found = list(opened.rows())
    assert opened.count() == len(found)
    return found


def test_json_lines(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        "a.jsonl",
        '{"text": "Add salt.", "n": 1}\n\n{"n": 2}\n[1]\n{"text": "cut\n'
        '{"text": 5}\n{"text": null}\n{"text": "é \\u2028"}',
    )
    assert rows(path, id_column="n") == [
        Row(1, "Add salt.", "1"),
        Row(3, id="2", error="its column `text` is missing"),
        Row(4, error="it is not a JSON object"),
        Row(5, error="it is not JSON"),
        Row(6, error="its column `text` holds no text but a number"),
        Row(7, error="its column `text` is missing"),
        Row(8, "é \u2028"),
    ]


def test_dots_lead_into_objects(tmp_path: Path) -> None:
    path = table(tmp_path, "a.ndjson", '{"a": {"b": {"c": "in"}}, "a.b": "dotted", "x": [1]}\n{"a": 1}\n')
    assert rows(path, "a.b.c") == [Row(1, "in"), Row(2, error="its column `a.b.c` is missing")]
    assert rows(path, "a.b")[0] == Row(1, "dotted")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separated_values(tmp_path: Path, separator: str) -> None:
    lines = ["Name|Procedure", 'one|"Add ""A""| then\r\nstir."', "", "two|", "three", "four|Wait.|more"]
    content = "\ufeff" + "".join(line.replace("|", separator) + "\r\n" for line in lines)
    assert rows(table(tmp_path, "a.csv", content), id_column="Name") == [
        Row(1, f'Add "A"{separator} then\r\nstir.', "one"),
        Row(2, "", "two"),
        Row(3, id="three", error="its column `Procedure` is missing"),
        Row(4, "Wait.", "four"),
    ]


def test_a_tsv_has_tabs(tmp_path: Path) -> None:
    assert rows(table(tmp_path, "a.tsv", "text, or so\ttext\n1,2\tStir.\n")) == [Row(1, "Stir.")]


def test_the_first_of_two_columns_counts(tmp_path: Path) -> None:
    assert rows(table(tmp_path, "a.csv", "text,n,n\nStir.,1,2\n"), "n") == [Row(1, "1")]


def test_bytes_that_are_no_text_cost_their_row_only(tmp_path: Path) -> None:
    problem = "it is not a text in UTF-8 (byte 0xb0); save the table as UTF-8"
    path = table(tmp_path, "a.csv", b"text\nHeat to 45 \xb0C.\nHeat to 45 \xc2\xb0C.\n")
    assert rows(path) == [Row(1, error=problem), Row(2, "Heat to 45 °C.")]
    path = table(tmp_path, "a.jsonl", b'{"text": "45 \xb0C"}\n{"text": "45 \xc2\xb0C"}\n')
    assert rows(path) == [Row(1, error=problem), Row(2, "45 °C")]


def test_utf16(tmp_path: Path) -> None:
    assert rows(table(tmp_path, "a.csv", "text\nHeat to 45 °C.\n".encode("utf-16"))) == [Row(1, "Heat to 45 °C.")]


def test_rows_that_are_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_LONGEST_ROW", 50)
    long = "x" * 170
    path = table(tmp_path, "a.jsonl", f'{{"text": "a"}}\n{{"text": "{long}"}}\n{{"text": "b"}}\n')
    assert rows(path) == [Row(1, "a"), Row(2, error="it is longer than 50 characters"), Row(3, "b")]
    found = rows(table(tmp_path, "a.csv", f"text\na\n{long}\nb\n"))
    assert [row.text for row in found] == ["a", "", "b"]
    assert found[1].error == "it is no row of a table (field larger than field limit (50))"


@pytest.mark.parametrize(
    ("name", "content", "column", "words"),
    stored(__file__, "columns_that_are_not_there"),
)
def test_columns_that_are_not_there(tmp_path: Path, name: str, content: str, column: str | None, words: str) -> None:
    with pytest.raises(ColumnError) as caught:
        open_table(table(tmp_path, name, content), column)
    assert words in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)


@pytest.mark.parametrize(("name", "content", "words"), stored(__file__, "tables_that_cannot_be_used"))
def test_tables_that_cannot_be_used(tmp_path: Path, name: str, content: str | None, words: str) -> None:
    if content is not None:
        table(tmp_path, name, content)
    with pytest.raises(UnreadableError) as caught:
        open_table(tmp_path / name)
    assert words in str(caught.value)


def test_a_column_that_comes_late_is_found(tmp_path: Path) -> None:
    path = table(tmp_path, "a.jsonl", '{"id": 1}\n' * 5 + '{"text": "Stir."}\n')
    assert rows(path)[-1] == Row(6, "Stir.")


def test_parquet_is_read_row_by_row(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "texts.parquet"
    texts = ["Stir.", None, "Heat to 60 °C."]
    parquet.write_table(pyarrow.table({"doi": ["a", "b", "c"], "text": texts, "n": [1, 2, 3]}), path)
    table = open_table(path, id_column="doi")
    assert (table.column, table.count()) == ("text", 3)
    assert [(row.number, row.text or None, row.id) for row in table.rows()] == [
        (1, "Stir.", "a"),
        (2, None, "b"),
        (3, "Heat to 60 °C.", "c"),
    ]
    assert [row.error is None for row in table.rows()] == [True, False, True]
    with pytest.raises(ColumnError, match="has no column `txt`; did you mean `text`"):
        open_table(path, "txt")
    path.write_bytes(b"PAR1 no table")
    with pytest.raises(UnreadableError):
        open_table(path)


def test_parquet_without_its_library_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises(
        UnreadableError, match=r"pyarrow is needed for it and not installed: (uv )?pip install .*\[parq"
    ):
        open_table(tmp_path / "a.parquet")
