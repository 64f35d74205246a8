"""Convert the arguments of a command to inputs: texts, files, directories, globs and standard input."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath, PurePosixPath

from clairify_cli.files.encoding import Decoded
from clairify_cli.files.patterns import late
from clairify_cli.files.reading import MOST_BYTES, STDIN, UnreadableError, read_decoded, reason_of
from clairify_cli.files.writing import leads_out
from clairify_cli.records import dataclass, replace

LeftOut = Callable[[Path, bool], bool]
"""Whether to leave a path out of a search; the second argument says whether it is a folder."""

_OF_PLANNER = late(r"sas_plan(\.\d+)?", re.IGNORECASE)
"""What planners call the plans that they write; searched for with `.plan`."""

LITERAL = "<text>"
"""The name of a text given as an argument."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input: its name for messages, its path if it is a file, or its text if it was given as text.

    `missing` says why there is nothing to read, because one missing file must not stop the others. `folder` is the
    folder that was searched for the file: the argument itself, or the part of a glob before its wildcards. `held` has
    the content if it was read before, since standard input can be read only once.
    """

    name: str
    path: Path | None = None
    literal: str | None = None
    missing: str | None = None
    folder: Path | None = None
    held: Decoded | None = None

    def read(self, *, most_bytes: int = MOST_BYTES) -> Decoded:
        """Return the text with its encoding. Raises `UnreadableError`."""
        if self.missing is not None:
            raise UnreadableError(self.name, self.missing)
        if self.held is not None:
            return self.held
        if self.literal is not None:
            return Decoded(self.literal)
        return read_decoded("-" if self.path is None else self.path, most_bytes=most_bytes)

    def words(self, *, most_bytes: int = MOST_BYTES, purpose: str = "translate") -> str:
        """Return the text for translation or another `purpose`. Raises `UnreadableError`, also if it is empty."""
        text = self.read(most_bytes=most_bytes).text
        if not text.strip():
            raise UnreadableError(self.name, f"it is empty, and there is nothing to {purpose}")
        return text

    def holding(self, *, most_bytes: int = MOST_BYTES) -> Input:
        """Return the input with its content already read; if that fails, the error is raised by `read`."""
        try:
            return replace(self, held=self.read(most_bytes=most_bytes))
        except UnreadableError as error:
            return replace(self, missing=error.reason)

    @property
    def stem(self) -> str:
        """A file name for the input's output, without an extension."""
        return self.path.stem if self.path is not None else "stdin" if self.literal is None else "text"

    @property
    def place(self) -> PurePosixPath:
        """The path of the output in the output folder, without an ending; like that of the file in its own folder."""
        if self.missing is not None:
            from clairify_cli.files.names import safe_name

            return PurePosixPath(safe_name(PurePath(self.name).stem) or "missing")
        if self.path is not None and self.folder is not None and self.path.is_relative_to(self.folder):
            parents = self.path.relative_to(self.folder).parent.parts
            if ".." not in parents:
                return PurePosixPath(*parents, self.stem)
        return PurePosixPath(self.stem)


def expand(
    arguments: Sequence[str],
    suffixes: Sequence[str],
    *,
    allow_text: bool = False,
    leaving: list[Path] | None = None,
    left_out: LeftOut | None = None,
) -> list[Input]:
    """Return the inputs for the arguments, in order and each file once.

    A directory is searched for files with one of the suffixes, without hidden folders; a named file, or one found by a
    glob, may have any suffix. With `allow_text`, an argument that names no file and does not look like a path is a
    text. A missing file becomes an input that raises an error when read. If a list is given as `leaving`, links that
    lead out of the searched folder are added to it; otherwise they are followed. `left_out` decides which files and
    folders to skip in a search; files named explicitly are never skipped.
    """
    if len(arguments) == 1:  # finds no file twice
        return list(_inputs(arguments[0], suffixes, allow_text, leaving, left_out))
    found: dict[object, Input] = {}
    for argument in arguments:
        for item in _inputs(argument, suffixes, allow_text, leaving, left_out):
            key = os.path.abspath(item.path) if item.path is not None else (item.name, item.literal)  # noqa: PTH100 - links kept
            found.setdefault(key, item)
    return list(found.values())


def _inputs(
    argument: str,
    suffixes: Sequence[str],
    allow_text: bool,
    leaving: list[Path] | None,
    left_out: LeftOut | None,
) -> Iterator[Input]:
    if argument == "-":
        yield Input(STDIN)
        return
    path = Path(argument)
    if argument and exists(path):
        yield from _files_of(path, suffixes, leaving, left_out) if path.is_dir() else [Input(argument, path)]
    elif files := [match for match in _glob(argument) if match.is_file()]:
        folder = _before_wildcards(argument)
        wanted = [match for match in files if left_out is None or not left_out(match, False)]
        stay = [match for match in wanted if not _leaves(match, folder, leaving)]
        yield from (Input(str(match), match, folder=folder) for match in stay)
        if not wanted:
            yield Input(argument, missing="all that matches it is ignored or excluded")
        elif not stay:
            yield Input(argument, missing="all that matches it is behind links that lead elsewhere")
    elif allow_text and not _looks_like_path(argument, suffixes):
        yield _text(argument)
    elif _is_glob(argument):
        yield Input(argument, missing="no file matches it")
    else:
        yield Input(argument or "''", missing=_missing(path) if argument else "a name is expected, and this is empty")


def _text(argument: str) -> Input:
    try:
        argument.encode()
    except UnicodeEncodeError:  # the command line has bytes that the locale could not decode
        return Input(LITERAL, missing="it is not in the encoding of this terminal; put it into a file in UTF-8")
    return Input(LITERAL, literal=argument)


def _missing(path: Path) -> str:
    """Return why there is no such file, with the nearest name in its folder."""
    from difflib import get_close_matches

    if path.is_symlink():
        return "it is a link to something that does not exist"
    try:
        names = sorted(other.name for other in path.parent.iterdir())
    except (OSError, ValueError):
        names = []
    near = get_close_matches(path.name, names, n=1, cutoff=0.75)
    return "there is no such file" + (f"; did you mean {path.parent / near[0]}?" if near else "")


def is_file(name: str) -> bool:
    """Whether there is a file with that name."""
    return bool(name) and exists(Path(name)) and Path(name).is_file()


def exists(path: Path) -> bool:
    """Whether a path exists; False for names that the system does not accept."""
    try:
        return path.exists()
    except (OSError, ValueError):  # a text that is too long for a name, or contains NUL
        return False


def _leaves(path: Path, folder: Path, leaving: list[Path] | None) -> bool:
    if leaving is None or not leads_out(path, folder):
        return False
    leaving.append(path)
    return True


def _files_of(
    folder: Path, suffixes: Sequence[str], leaving: list[Path] | None, left_out: LeftOut | None
) -> Iterator[Input]:
    """Yield the files in the folder and its subfolders, except hidden ones."""
    count, skipped = 0, False
    failures: list[OSError] = []
    seen: set[str] = set()
    searched = tuple(suffixes)

    def is_skipped(path: Path, is_folder: bool) -> bool:
        nonlocal skipped
        is_left = left_out is not None and left_out(path, is_folder)
        skipped |= is_left
        return is_left

    for where, folders, names in os.walk(folder, onerror=failures.append, followlinks=True):
        seen.add(os.path.realpath(where))  # a folder also reached through a link is searched once; cycles end
        folders[:] = [
            name
            for name in sorted(folders)
            if not name.startswith(".")
            and os.path.realpath(Path(where, name)) not in seen
            and not _leaves(Path(where, name), folder, leaving)
            and not (leaving is not None and Path(where, name).is_symlink())  # the target is searched anyway
            and not is_skipped(Path(where, name), True)
        ]
        here, plain = Path(where), _plain_files(where)
        for name in sorted(names):
            if name.startswith(".") or not (
                name.lower().endswith(searched) or (".plan" in searched and _OF_PLANNER.fullmatch(name))
            ):
                continue
            path = here / name
            if name in plain or path.is_file():
                # No folder on the path is a link, so only the file itself can lead elsewhere.
                leaves = name not in plain and (leaving is None or path.is_symlink()) and _leaves(path, folder, leaving)
                if leaves or is_skipped(path, False):
                    continue
                count += 1
                yield Input(str(path), path, folder=folder)
    for failure in failures:
        yield Input(str(failure.filename), missing=reason_of(failure))
    if not count and not failures:
        *rest, last = ["*" + suffix for suffix in suffixes]
        but = " that are neither ignored by git nor excluded" if skipped else ""
        endings = f"{', '.join(rest)} or {last}" if rest else last
        yield Input(str(folder), missing=f"there are no files {endings} in this folder{but}")


def _plain_files(folder: str) -> set[str]:
    """Return the names of the files in a folder that are no links; asking about each would take twice as long."""
    with suppress(OSError), os.scandir(folder) as entries:
        return {entry.name for entry in entries if entry.is_file(follow_symlinks=False)}
    return set()


def _is_glob(argument: str) -> bool:
    return any(character in argument for character in "*?[") and "\n" not in argument and len(argument) <= 1000


def _glob(argument: str) -> list[Path]:
    if not _is_glob(argument):
        return []
    import glob

    return [Path(match) for match in sorted(glob.glob(argument, recursive=True))]  # noqa: PTH207 - absolute patterns too


def _before_wildcards(argument: str) -> Path:
    """Return the folder of a glob before its first wildcard."""
    parts = Path(argument).parent.parts
    plain = next((at for at, part in enumerate(parts) if _is_glob(part)), len(parts))
    return Path(*parts[:plain])


def _looks_like_path(argument: str, suffixes: Sequence[str]) -> bool:
    """Whether an argument that names no file was meant as a path, such as a word with a slash or an ending.

    Several words are a path only if they end in one of the suffixes.
    """
    if not argument:
        return True
    if any(character.isspace() for character in argument.strip()):
        return "\n" not in argument and len(argument) < 120 and Path(argument).suffix.lower() in suffixes
    return "/" in argument or "\\" in argument or Path(argument).suffix[1:].isalnum()
