"""Find files to ignore, by `.gitignore` files and by exclude patterns of the same syntax.

The syntax is that of https://git-scm.com/docs/gitignore; git itself is not run, since it may execute programs named in
a repository.
"""

from __future__ import annotations

import os
import re
from functools import cached_property
from pathlib import Path

from clairify_cli.records import dataclass, field

_FILE = ".gitignore"
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line: what it matches, below which folder, and whether it re-includes what was ignored before."""

    folder: Path
    expression: re.Pattern[str]
    takes_back: bool
    only_folders: bool

    def matches(self, path: Path, is_folder: bool) -> bool:
        """Whether the pattern matches a path below its folder."""
        if self.only_folders and not is_folder:
            return False
        return self.expression.fullmatch(path.relative_to(self.folder).as_posix()) is not None


def read_patterns(lines: list[str], folder: Path) -> list[Pattern]:
    """Return the patterns in lines, relative to a folder."""
    found = []
    for line in lines:
        text = line.rstrip("\r\n")
        text = text if text.endswith("\\ ") else text.rstrip(" ")
        if not text or text.startswith("#"):
            continue
        takes_back = text.startswith("!")
        text = text.removeprefix("!")
        only_folders = text.endswith("/")
        text = text.rstrip("/")
        anchored = "/" in text
        expression = _expression(text.lstrip("/"))
        found.append(
            Pattern(folder, re.compile(expression if anchored else f"(?:.*/)?{expression}"), takes_back, only_folders)
        )
    return found


def _expression(glob: str) -> str:
    """Convert a glob to a regular expression, in which `*` does not match `/` and `**` does."""
    made, at = "", 0
    while at < len(glob):
        if glob.startswith("**/", at):
            made, at = made + "(?:.*/)?", at + 3
        elif glob.startswith("**", at):
            made, at = made + ".*", at + 2
        elif glob[at] == "*":
            made, at = made + "[^/]*", at + 1
        elif glob[at] == "?":
            made, at = made + "[^/]", at + 1
        elif glob[at] == "[" and (end := glob.find("]", at + 2)) > 0:
            inner = glob[at + 1 : end].replace("\\", "\\\\").replace("[", "\\[")
            made, at = made + f"[{'^' + inner[1:] if inner[0] in '!^' else inner}]", end + 1
        elif glob[at] == "\\" and at + 1 < len(glob):
            made, at = made + re.escape(glob[at + 1]), at + 2
        else:
            made, at = made + re.escape(glob[at]), at + 1
    return made


@dataclass
class Ignored:
    """The files to skip in a search: by `.gitignore` files from the top of the repository down, and by `exclude`.

    The patterns in `exclude` are relative to the working folder; `.gitignore` files cannot re-include what they match.
    """

    exclude: tuple[str, ...] = ()
    _known: dict[Path, list[Pattern]] = field(default_factory=dict)
    _near: dict[str, list[Pattern]] = field(default_factory=dict)

    def __call__(self, path: Path, is_folder: bool) -> bool:
        """Whether to skip a file or folder; callers do not query the contents of a skipped folder."""
        parent = os.path.dirname(path)  # noqa: PTH120 - hashing a Path takes longer than all else here
        if parent not in self._near:
            self._near[parent] = self._patterns(path.absolute().parent)
        if not (self._near[parent] or self._excluded):
            return False
        path = path.absolute()
        if any(path.is_relative_to(one.folder) and one.matches(path, is_folder) for one in self._excluded):
            return True
        last = next((one for one in reversed(self._near[parent]) if one.matches(path, is_folder)), None)
        return last is not None and not last.takes_back

    @cached_property
    def _excluded(self) -> list[Pattern]:
        return read_patterns(list(self.exclude), Path.cwd())

    def _patterns(self, folder: Path) -> list[Pattern]:
        """Return the patterns that apply in a folder, the deepest last."""
        if folder not in self._known:
            is_top = (folder / ".git").exists() or folder.parent == folder
            above = [] if is_top else self._patterns(folder.parent)
            self._known[folder] = above + _of_file(folder)
        return self._known[folder]


def _of_file(folder: Path) -> list[Pattern]:
    try:
        if (folder / _FILE).stat().st_size > _MOST_BYTES:
            return []
        text = (folder / _FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    try:
        return read_patterns(text.splitlines(), folder)
    except re.error:  # such as a character range in the wrong order
        return []
