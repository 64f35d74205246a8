"""The inputs of a batch, numbered, each with its text and its output path; parts of them for several machines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from clairify_cli.files.inputs import Input
from clairify_cli.files.names import UniquePaths, safe_name
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.files.tables import Row, Table
from clairify_cli.records import dataclass

Source = Input | Table


@dataclass(frozen=True, slots=True)
class Item:
    """One text to work on.

    `number` is its index in the batch, from 0, and `output` the path of its output below the output folder. `source` is
    the file or table, `path` the file that the text was read from, `row` and `id` the place in a table. It has either a
    `text`, or a `problem` that says why there is none.
    """

    number: int
    source: str
    output: str
    text: str = ""
    problem: str | None = None
    path: str | None = None
    row: int | None = None
    id: str | None = None

    @property
    def name(self) -> str:
        """The item's name in messages."""
        return name_of(self.source, self.row, self.id)

    @property
    def input(self) -> Input:
        """The item as a single input."""
        return Input(self.source, path=Path(self.path) if self.path is not None else None)


def name_of(source: str, row: int | None, id_: str | None) -> str:
    """Return the name of an input in messages."""
    if row is None:
        return source
    return f"{source} row {row}" + (f" ({id_})" if id_ is not None else "")


def count(sources: Sequence[Source]) -> int:
    """Count the items in the sources. Reads tables to the end; a table that has disappeared counts as one item."""
    return sum(_rows_of(source) if isinstance(source, Table) else 1 for source in sources)


def items(
    sources: Sequence[Source],
    suffix: str,
    *,
    most_bytes: int = 1_000_000,
    purpose: str = "translate",
    shard: Shard | None = None,
    per_folder: int | None = None,
) -> Iterator[Item]:
    """Yield the items in order, or those of a `shard`; texts outside the shard are not read.

    Output paths end in `suffix` and are distinct on every file system. `purpose` describes the use of texts, for the
    message about an empty one. If `per_folder` is given, outputs of a table go into subfolders of that many rows.
    """
    shard = shard or Shard()
    for number, (source, each, place) in enumerate(placed(sources, per_folder)):
        if shard.takes(number):
            yield _item(number, source, each, f"{place}{suffix}", most_bytes, purpose)


def placed(
    sources: Sequence[Source], per_folder: int | None = None
) -> Iterator[tuple[Source, Input | Row, PurePosixPath]]:
    """Yield each input or row after its source, with the path of its output, without an ending."""
    paths = UniquePaths()
    for source in sources:
        for each in _each(source):
            yield source, each, paths.give(_place(source, each, per_folder))


def _rows_of(table: Table) -> int:
    try:
        return table.count()
    except UnreadableError:
        return 1


def _each(source: Source) -> Iterator[Input | Row]:
    if isinstance(source, Input):
        yield source
        return
    number = 0
    try:
        for row in source.rows():
            number = row.number
            yield row
    except UnreadableError as error:  # the file was there when the batch began
        yield Row(number + 1, error=error.reason)


def _place(source: Source, each: Input | Row, per_folder: int | None) -> PurePosixPath:
    if isinstance(each, Input):
        return each.place
    assert isinstance(source, Table)
    name = safe_name(each.id) if each.id is not None else ""
    place = PurePosixPath(name or f"{safe_name(source.path.stem) or 'row'}-{each.number:06}")
    return place if per_folder is None else PurePosixPath(f"{(each.number - 1) // per_folder:05}", place)


def _item(number: int, source: Source, each: Input | Row, output: str, most_bytes: int, purpose: str) -> Item:
    name = each.name if isinstance(each, Input) else str(source.path) if isinstance(source, Table) else ""
    path = str(each.path) if isinstance(each, Input) and each.path is not None else None
    row, id_ = (each.number, each.id) if isinstance(each, Row) else (None, None)
    try:
        text = _text(each, most_bytes, purpose)
    except UnreadableError as error:
        return Item(number, name, output, problem=error.reason, path=path, row=row, id=id_)
    return Item(number, name, output, text, path=path, row=row, id=id_)


def _text(each: Input | Row, most_bytes: int, purpose: str) -> str:
    """Return the text of an input. Raises `UnreadableError`."""
    if isinstance(each, Input) and each.path is not None:
        text = read_text(each.path, most_bytes=most_bytes)
    elif isinstance(each, Row) and each.error is not None:
        raise UnreadableError("", each.error)
    else:
        text = each.text if isinstance(each, Row) else each.read().text
        if len(text.encode("utf-8", "surrogatepass")) > most_bytes:
            raise UnreadableError("", f"it is larger than {most_bytes:,} bytes; raise the limit with --max-size")
    if not text.strip():
        raise UnreadableError("", f"it is empty, and there is nothing to {purpose}")
    return text


_WRITTEN = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `part` of `of`, counted from 1: every `of`-th input, so that a run of expensive inputs is shared out."""

    part: int = 1
    of: int = 1

    def takes(self, number: int) -> bool:
        """Whether the input with this number, from 0, belongs to the part."""
        return number % self.of == self.part - 1

    def count(self, total: int) -> int:
        """Return how many of `total` inputs belong to the part."""
        return len(range(self.part - 1, total, self.of))

    @property
    def is_all(self) -> bool:
        return self.of == 1


def shard_of(written: str) -> Shard:
    """Parse a part written as `K/N`. Raises `ValueError` with one sentence."""
    match = _WRITTEN.fullmatch(written.strip())
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"a part is written K/N, with K from 1 to N, such as 2/8, not `{written}`")
    return Shard(int(match[1]), int(match[2]))
