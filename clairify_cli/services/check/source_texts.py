"""`--source`: the text that a program is compared with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.services.errors import RequestError
from clairify_cli.services.inputs import TEXT_SUFFIXES

if TYPE_CHECKING:
    from clairify_cli.checking import Check
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions, Language


def refuse_source(source: str, programs: int) -> None:
    """Raise `RequestError` if `--source` names nothing, or one text for several programs."""
    path = Path(source)
    if not path.exists():
        raise RequestError(f"--source: there is no file or folder {source}")
    if programs > 1 and not path.is_dir():
        raise RequestError(
            f"--source names one text, and there are {programs} programs: name a folder that has a text of the same "
            "name for each"
        )


def source_of(item: Input, source: str, *, most_bytes: int, follow: bool) -> Source:
    """Read the text of a program: the file itself, or the file of the same name in the folder.

    Raises `UnreadableError`.
    """
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.files.writing import leads_out

    path = Path(source)
    if path.is_dir():
        found = [candidate for suffix in TEXT_SUFFIXES if (candidate := path / f"{item.stem}{suffix}").is_file()]
        if not found:
            wanted = " or ".join(f"{item.stem}{suffix}" for suffix in TEXT_SUFFIXES)
            raise UnreadableError(item.name, f"its text is not there: {source} has no {wanted}")
        path = found[0]
        if not follow and leads_out(path, source):
            raise UnreadableError(item.name, f"its text {path} is a link out of {source}; --follow-links allows it")
    try:
        return Source(read_text(str(path), most_bytes=most_bytes), str(path))
    except UnreadableError as error:
        raise UnreadableError(item.name, f"its text {path} cannot be read: {error.reason}") from None


def with_source(language: Language, options: Callable[[Source], CheckOptions], text: Source) -> Check:
    """Return the language's check combined with the fidelity check; `options` returns the options for a program."""
    from clairify_cli.fidelity import check_with_text

    def check(program: Source) -> list[Diagnostic]:
        return check_with_text(program, text, language, options(program))

    return check
