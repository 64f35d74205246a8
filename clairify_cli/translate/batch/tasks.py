"""What a batch has to do: one task per text, made as it is needed, since a table may hold a million."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from clairify_cli.files.inputs import Input
from clairify_cli.files.names import UniquePaths, safe_name
from clairify_cli.files.reading import UnreadableError
from clairify_cli.files.tables import Row, Table

Source = Input | Table


@dataclass(frozen=True, slots=True)
class Task:
    """One text to translate.

    `number` is its place in the batch, from 0, and `output` that of its program, below the output folder. `source` is
    the file or table, `row` and `id` the place in a table. Either the text stands in the file `path`, or it is `text`,
    or `problem` says why there is none.
    """

    number: int
    source: str
    output: str
    path: str | None = None
    text: str | None = None
    problem: str | None = None
    row: int | None = None
    id: str | None = None

    @property
    def name(self) -> str:
        """What messages call it."""
        if self.row is None:
            return self.source
        return f"{self.source} row {self.row}" + (f" ({self.id})" if self.id is not None else "")


def count(sources: Sequence[Source]) -> int:
    """How many tasks the sources make. Reads tables to their ends; one that is gone by now counts as one."""
    return sum(_rows_of(source) if isinstance(source, Table) else 1 for source in sources)


def tasks(sources: Sequence[Source], suffix: str) -> Iterator[Task]:
    """The tasks in order. Their outputs end in `suffix` and differ from each other on every file system."""
    paths = UniquePaths()
    number = 0
    for source in sources:
        for item in _items(source):
            place = paths.give(_place(source, item))
            yield _task(number, source, item, f"{place}{suffix}")
            number += 1


def _rows_of(table: Table) -> int:
    try:
        return table.count()
    except UnreadableError:
        return 1


def _items(source: Source) -> Iterator[Input | Row]:
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


def _place(source: Source, item: Input | Row) -> PurePosixPath:
    if isinstance(item, Input):
        return item.place
    assert isinstance(source, Table)
    name = safe_name(item.id) if item.id is not None else ""
    return PurePosixPath(name or f"{safe_name(source.path.stem) or 'row'}-{item.number:06}")


def _task(number: int, source: Source, item: Input | Row, output: str) -> Task:
    if isinstance(item, Input):
        if item.path is not None:
            return Task(number, item.name, output, str(item.path))
        try:  # here and not in a worker, which has no standard input
            return Task(number, item.name, output, text=item.read().text)
        except UnreadableError as error:
            return Task(number, item.name, output, problem=error.reason)
    assert isinstance(source, Table)
    text = item.text if item.error is None else None
    return Task(number, str(source.path), output, text=text, problem=item.error, row=item.number, id=item.id)
