"""Format programs in canonical form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from clairify_cli.languages.base import CheckOptions
from clairify_cli.records import dataclass, replace
from clairify_cli.services.parts import Reading

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.files.encoding import Decoded
    from clairify_cli.files.inputs import Input


@dataclass(frozen=True, slots=True)
class FormatRequest:
    """Which files to format, and what to do with the canonical text."""

    inputs: tuple[str, ...]
    exclude: tuple[str, ...] = ()
    language: str | None = None
    to: str | None = None
    write: bool = False
    check: bool = False
    diff: bool = False
    quiet: bool = False
    reading: Reading = Reading()


@dataclass(frozen=True, slots=True)
class Formatted:
    """One file in canonical form, in its original encoding; or why it has none."""

    item: Input
    before: str = ""
    after: Decoded | None = None
    unsaid: tuple[Diagnostic, ...] = ()
    """What the requested dialect cannot express, as findings in the converted text."""
    malformed: str | None = None
    failed: str | None = None
    """Why it could not be read or written."""

    @property
    def changed(self) -> bool:
        """Whether the canonical form differs from the file."""
        return self.after is not None and self.after.text != self.before


def format_programs(request: FormatRequest, remark: Callable[[str], None]) -> Iterator[Formatted]:
    """Yield the files in canonical form; with `write`, rewrite those that change.

    `remark` is told about skipped links.
    """
    from clairify_cli.files.reading import UnreadableError
    from clairify_cli.files.writing import UnwritableError, rewrite_text
    from clairify_cli.services.check.request import listed
    from clairify_cli.services.kinds import Kinds, opened
    from clairify_cli.services.laboratory import refuse_unknown_dialect

    if request.to is not None:
        refuse_unknown_dialect("xdl", request.to)
    language, most = request.language, request.reading.max_size
    follow, exclude = request.reading.follow_links, listed(request.exclude)
    items = opened(request.inputs, language, most_bytes=most, follow=follow, remark=remark, exclude=exclude)
    kinds = Kinds(items, language, lambda _kind: CheckOptions())
    for item in items:
        try:
            made = _formatted(item, item.read(most_bytes=most), kinds.of(item), request.to)
            if request.write and made.changed and item.path is not None and made.after is not None:
                rewrite_text(item.path, made.after)
            yield made
        except (UnreadableError, UnwritableError) as error:
            yield Formatted(item, failed=str(error))


def _formatted(item: Input, read: Decoded, kind: str, to: str | None) -> Formatted:
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.services.kinds import language

    source = Source(read.text, item.name)
    unsaid: list[Diagnostic] = []
    try:
        if to is None:
            after = language(kind).format(source, CheckOptions())
        elif kind == "xdl":
            from clairify_cli.languages.xdl.convert import convert

            after, unsaid = convert(source, to)
        else:
            return Formatted(item, failed=f"{item.name} is not XDL, and --to converts between dialects of XDL")
    except ValueError as error:
        return Formatted(item, malformed=str(error))
    if "\r\n" in read.text[:1000]:
        after = after.replace("\n", "\r\n")
    return Formatted(item, read.text, replace(read, text=after), tuple(unsaid))
