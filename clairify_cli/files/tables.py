"""Read tables of texts (JSON Lines, CSV, TSV, Parquet) row by row, so that a table may be larger than memory.

An unreadable row carries an error and does not stop the others. A table that cannot be used at all raises
`UnreadableError`, one without the requested column `ColumnError`.
"""

from __future__ import annotations

import codecs
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

from clairify_cli.files.extras import install
from clairify_cli.files.reading import UnreadableError, reason_of
from clairify_cli.records import dataclass

USUAL_COLUMNS = ("text", "procedure", "paragraph", "protocol")
"""Names by which the column with texts is found if none is given."""

_JSON_LINES = (".jsonl", ".ndjson")
_SEPARATED = (".csv", ".tsv")
_PARQUET = ".parquet"
_ROWS_AT_ONCE = 1000
_LONGEST_ROW = 20_000_000
"""Longest line of JSON or cell, in characters; rows with longer ones are refused unread."""

_ROWS_LOOKED_AT = 100
_COLUMNS_NAMED = 20


class ColumnError(Exception):
    """The requested column does not exist; the message is one sentence that lists the columns."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number`, from 1, is the line of a JSON Lines file or the record of another, without the header.

    `error` says why there is no `text`, as a clause. `id` is None if the row has none.
    """

    number: int
    text: str = ""
    id: str | None = None
    error: str | None = None


Records = Generator[tuple[int, dict[str, Any] | Row], None, None]
"""Rows with their numbers, as dictionaries by column or as `Row` objects with an error."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the columns to read, as made by `open_table`."""

    path: Path
    column: str
    id_column: str | None
    codec: str
    separator: str | None
    """None for JSON Lines and Parquet."""

    def rows(self) -> Iterator[Row]:
        """Yield the rows in order. Raises `UnreadableError` if the file is gone."""
        wanted = [self.column, *([self.id_column] if self.id_column is not None else [])]
        for number, record in _records(self.path, self.codec, self.separator, wanted):
            yield record if isinstance(record, Row) else _row(number, record, self.column, self.id_column)

    def count(self) -> int:
        """Return the number of rows, counted by reading the file (except Parquet). Raises `UnreadableError`."""
        if _is_parquet(self.path):
            with _parquet(self.path) as file:
                return int(file.metadata.num_rows)
        if self.separator is None:
            with closing(_lines(self.path, self.codec)) as lines:
                return sum(1 for line in lines if not line.isspace())
        return sum(1 for _ in _records(self.path, self.codec, self.separator))


def is_table(path: Path) -> bool:
    """Whether a file has the ending of a table."""
    return path.suffix.lower() in (*_JSON_LINES, *_SEPARATED, _PARQUET)


def open_table(path: Path, column: str | None = None, id_column: str | None = None) -> Table:
    """Open the table at `path`; its columns are determined from its first rows.

    Without `column`, the one named `text`, `procedure`, `paragraph` or `protocol` is used. In JSON Lines, dots in a
    name lead into nested objects. Raises `UnreadableError` and `ColumnError`.
    """
    codec = "utf-8" if _is_parquet(path) else _codec(path)
    separator = None if path.suffix.lower() in (*_JSON_LINES, _PARQUET) else _separator(path, codec)
    columns = _columns(path, codec, separator)
    return Table(
        path,
        _chosen(path, column, columns),
        None if id_column is None else _existing(path, id_column, columns),
        codec,
        separator,
    )


def _chosen(path: Path, column: str | None, columns: Sequence[str]) -> str:
    if column is not None:
        return _existing(path, column, columns)
    usual = [name for name in columns if name.strip().lower() in USUAL_COLUMNS]
    if len(usual) == 1:
        return usual[0]
    problem = "more than one column may hold the texts" if usual else "no column is called text, procedure, …"
    raise ColumnError(f"{path}: {problem}; choose with --column from {_listed(usual or columns)}")


def _existing(path: Path, column: str, columns: Sequence[str]) -> str:
    if column in columns:
        return column
    from difflib import get_close_matches

    near = get_close_matches(column, columns, n=1)
    meant = f"; did you mean `{near[0]}`?" if near else f"; the columns are {_listed(columns)}"
    raise ColumnError(f"{path} has no column `{column}`{meant}")


def _listed(columns: Sequence[str]) -> str:
    named = ", ".join(name if len(name) <= 60 else f"{name[:60]}…" for name in columns[:_COLUMNS_NAMED])
    return named + (f" and {len(columns) - _COLUMNS_NAMED} more" if len(columns) > _COLUMNS_NAMED else "")


def _codec(path: Path) -> str:
    """Return the codec given by the byte order mark, otherwise UTF-8."""
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        raise UnreadableError(str(path), reason_of(error)) from None
    if start.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    return "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"


def _opened(path: Path, codec: str, newline: str) -> IO[str]:
    # Invalid UTF-8 bytes become surrogates, so that only the rows that contain them get an error.
    errors = "surrogateescape" if codec.startswith("utf-8") else "replace"
    try:
        return path.open(encoding=codec, errors=errors, newline=newline)
    except OSError as error:
        raise UnreadableError(str(path), reason_of(error)) from None


def _separator(path: Path, codec: str) -> str:
    """Return the separator in the header: a tab, a comma or, if commas are decimal separators, a semicolon."""
    if path.suffix.lower() == ".tsv":
        return "\t"
    with _opened(path, codec, "") as file:
        header = file.readline(_LONGEST_ROW)
    return max(",;\t", key=header.count)


def _columns(path: Path, codec: str, separator: str | None) -> list[str]:
    if separator is not None:
        return _header(path, codec, separator)
    if _is_parquet(path):
        with _parquet(path) as parquet:
            return list(parquet.schema_arrow.names)
    found: dict[str, None] = {}
    problem: str | None = None
    with closing(_records(path, codec, None)) as records:
        for _, record in islice(records, _ROWS_LOOKED_AT):
            if isinstance(record, Row):
                problem = problem or f"line {record.number}: {record.error}"
            else:
                found.update(dict.fromkeys(_names(record)))
    if not found:
        raise UnreadableError(str(path), problem or "it is empty, and there is nothing to translate")
    return list(found)


def _names(record: dict[str, Any], prefix: str = "", depth: int = 3) -> Iterator[str]:
    """Yield the columns of a JSON object, with dotted names for those of nested objects."""
    for name, value in record.items():
        if isinstance(value, dict) and depth:
            yield from _names(value, f"{prefix}{name}.", depth - 1)
        else:
            yield prefix + name


def _header(path: Path, codec: str, separator: str) -> list[str]:
    import csv

    with _opened(path, codec, "") as file:
        try:
            header = next(iter(csv.reader(file, delimiter=separator)), [])
        except csv.Error as error:
            raise UnreadableError(str(path), f"its header is no row of a table ({error})") from None
    if not any(name.strip() for name in header):
        raise UnreadableError(str(path), "its first line names no columns")
    return header


def _records(path: Path, codec: str, separator: str | None, columns: Sequence[str] = ()) -> Records:
    if _is_parquet(path):
        return _parquet_records(path, columns)
    return _json_records(path, codec) if separator is None else _separated_records(path, codec, separator)


def _is_parquet(path: Path) -> bool:
    return path.suffix.lower() == _PARQUET


@contextmanager
def _parquet(path: Path) -> Iterator[Any]:
    """Open a Parquet file. Raises `UnreadableError`, also for errors while it is open."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError:
        raise UnreadableError(str(path), f"pyarrow is needed for it and not installed: {install('parquet')}") from None
    try:
        with parquet.ParquetFile(path) as file:
            yield file
    except OSError as error:
        raise UnreadableError(str(path), reason_of(error) if error.strerror else "it is not Parquet") from None
    except ArrowException as error:
        raise UnreadableError(str(path), f"it is not Parquet that can be read ({str(error).splitlines()[0]})") from None


def _parquet_records(path: Path, columns: Sequence[str]) -> Records:
    number = 0
    with _parquet(path) as file:
        for batch in file.iter_batches(_ROWS_AT_ONCE, columns=list(columns)):
            for record in batch.to_pylist():
                number += 1
                yield number, record


def _separated_records(path: Path, codec: str, separator: str) -> Records:
    import csv

    csv.field_size_limit(_LONGEST_ROW)  # the default of 131,072 characters is too small for long texts
    with _opened(path, codec, "") as file:
        reader = csv.reader(file, delimiter=separator)
        header = next(reader, [])
        number = 0
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except (csv.Error, UnicodeDecodeError) as error:
                number += 1
                yield number, Row(number, error=f"it is no row of a table ({error})")
                continue
            if cells:
                number += 1
                filled = [*cells[: len(header)], *[None] * (len(header) - len(cells))]
                # Of two columns with the same name, the first is used.
                yield number, dict(zip(reversed(header), reversed(filled), strict=True))


def _json_records(path: Path, codec: str) -> Records:
    import json

    with closing(_lines(path, codec)) as lines:
        for number, line in enumerate(lines, start=1):
            if line.isspace():
                continue
            if len(line) > _LONGEST_ROW:
                yield number, Row(number, error=f"it is longer than {_LONGEST_ROW:,} characters")
                continue
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                yield number, Row(number, error="it is not JSON")
                continue
            yield number, record if isinstance(record, dict) else Row(number, error="it is not a JSON object")


def _lines(path: Path, codec: str) -> Generator[str, None, None]:
    """Yield the lines of a file; one that is too long is cut to just over the limit."""
    with _opened(path, codec, "\n") as file:
        while line := file.readline(_LONGEST_ROW + 1):
            rest = line
            while len(rest) > _LONGEST_ROW and not rest.endswith("\n"):
                rest = file.readline(_LONGEST_ROW + 1)
            yield line


def _row(number: int, record: dict[str, Any], column: str, id_column: str | None) -> Row:
    name = _value(record, id_column) if id_column is not None else None
    identity = str(name) if isinstance(name, str | int | float) and not isinstance(name, bool) else None
    text = _value(record, column)
    if text is None:
        return Row(number, id=identity, error=f"its column `{column}` is missing")
    if not isinstance(text, str):
        return Row(number, id=identity, error=f"its column `{column}` holds no text but {_kind(text)}")
    bad = next((character for character in text if "\udc80" <= character <= "\udcff"), None)
    if bad is not None:
        byte = ord(bad) - 0xDC00
        return Row(number, id=identity, error=f"it is not a text in UTF-8 (byte 0x{byte:02x}); save the table as UTF-8")
    return Row(number, text, identity)


def _value(record: dict[str, Any], column: str) -> Any:
    """Return the value under a name, or at the end of its dotted path."""
    if column in record:
        return record[column]
    value: Any = record
    for part in column.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _kind(value: object) -> str:
    kinds = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return kinds.get(type(value), "something else")
