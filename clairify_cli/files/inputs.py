"""Turns the arguments of a command into inputs: texts, files, directories, globs and standard input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from clairify_cli.files.reading import MOST_BYTES, UnreadableError, read_text


@dataclass(frozen=True, slots=True)
class Input:
    """One input: its name for messages, its path if it is a file, its text if it was given as text."""

    name: str
    path: Path | None = None
    literal: str | None = None

    def text(self, *, most_bytes: int = MOST_BYTES) -> str:
        """The text. Raises `UnreadableError`."""
        if self.literal is not None:
            return self.literal
        return read_text("-" if self.path is None else self.path, most_bytes=most_bytes)

    @property
    def stem(self) -> str:
        """A file name for what is made from the input, without an ending."""
        return self.path.stem if self.path is not None else "stdin" if self.literal is None else "text"


def expand(arguments: Sequence[str], suffixes: Sequence[str], *, allow_text: bool = False) -> Iterator[Input]:
    """The inputs that the arguments stand for, in order; files of a directory in order of their paths.

    With `allow_text`, an argument that names no file and does not look like a path is a text. Raises
    `UnreadableError` for a missing file and for a directory without files.
    """
    for argument in arguments:
        if argument == "-":
            yield Input("<stdin>")
            continue
        path = Path(argument)
        if _exists(path):
            yield from _files_of(path, suffixes) if path.is_dir() else [Input(argument, path)]
        elif matches := _glob(argument):
            for match in matches:
                if match.is_file():
                    yield Input(str(match), match)
        elif allow_text and not _looks_like_path(argument, suffixes):
            yield Input("<text>", literal=argument)
        else:
            raise UnreadableError(f"there is no file {argument}")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a text that is too long for a name, or holds a NUL
        return False


def _files_of(folder: Path, suffixes: Sequence[str]) -> list[Input]:
    try:
        found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in suffixes and p.is_file())
    except OSError as error:
        raise UnreadableError(f"cannot read {folder}: {(error.strerror or str(error)).lower()}") from None
    if not found:
        raise UnreadableError(f"there are no files {' or '.join('*' + s for s in suffixes)} in {folder}")
    return [Input(str(path), path) for path in found]


def _glob(argument: str) -> list[Path]:
    if not any(character in argument for character in "*?[") or "\n" in argument or len(argument) > 1000:
        return []
    import glob

    return [Path(match) for match in sorted(glob.glob(argument, recursive=True))]  # noqa: PTH207 - absolute patterns too


def _looks_like_path(argument: str, suffixes: Sequence[str]) -> bool:
    """Whether an argument that names no file was meant as a path: one word with a slash or a known ending."""
    if any(character.isspace() for character in argument):
        return False
    return "/" in argument or "\\" in argument or Path(argument).suffix.lower() in suffixes
