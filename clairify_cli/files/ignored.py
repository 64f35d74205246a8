"""Find files to ignore, by `.gitignore` files and by exclude patterns of the same syntax.

The syntax is that of https://git-scm.com/docs/gitignore; git itself is not run, since it may execute programs named in
a repository.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from clairify_cli.files.reading import UnreadableError, read_bytes
from clairify_cli.records import dataclass, field

_FILE = ".gitignore"
_MOST_BYTES = 100_000
"""A larger file is left out, since compiling all of its patterns could take minutes."""
_LONGEST = 4096
"""As long as a path may be; longer patterns are left out."""
_TOKEN = re.compile(r"\*+|\[.[^\]]*\]|\\?.", re.DOTALL)
_SPECIAL = re.compile(r"[\\\[&~|]|-(?=-)")
"""What has a meaning between the brackets of a regular expression, and none in those of a glob."""


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
        if not text or text.startswith("#") or len(text) > _LONGEST:
            continue
        takes_back = text.startswith("!")
        text = text.removeprefix("!")
        only_folders = text.endswith("/")
        text = text.rstrip("/")
        below = "" if "/" in text else "**/"
        with suppress(re.error):  # a range in the wrong order matches nothing, as in git
            expression = re.compile(_expression(below + text.lstrip("/")), re.DOTALL)
            found.append(Pattern(folder, expression, takes_back, only_folders))
    return found


def _expression(glob: str) -> str:
    """Convert a glob to a regular expression, in which `*` does not match `/`, and the name `**` matches any folders.

    What stands between two wildcards is matched where it first fits, and no other place is tried (`(?>...)`): none
    could help, and trying all of them takes exponential time.
    """
    names: list[list[str]] = [[]]
    for token in _TOKEN.findall(glob):
        if token in ("/", "\\/"):
            names.append([])
        else:
            names[-1].append(token)
    runs: list[list[str]] = [[]]
    for name in names:
        if len(name) == 1 and name[0].startswith("**"):
            runs.append([])
        else:
            runs[-1].append(_of_name(name))
    if len(runs) == 1:
        return "/".join(runs[0])
    first, *between, last = ["".join(f"{name}/" for name in run) for run in runs]
    return first + "".join(f"(?>(?:[^/]*/)*?{run})" for run in between) + (f"(?:.*/)?{last[:-1]}" if last else ".*")


def _of_name(tokens: list[str]) -> str:
    pieces = [""]
    for token in tokens:
        if token[0] == "*":
            pieces.append("")
        elif token[0] == "[" and len(token) > 1:
            inner = _SPECIAL.sub(r"\\\g<0>", token[1:-1])
            pieces[-1] += f"(?!/)[{'^' + inner[1:] if inner[0] in '!^' else inner}]"
        else:
            pieces[-1] += {"?": "[^/]"}.get(token) or re.escape(token[-1])
    first, *between = pieces
    last = f"[^/]*{between.pop()}" if between else ""
    return first + "".join(f"(?>[^/]*?{piece})" for piece in between) + last


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
        if self._excludes(path, is_folder):
            return True
        last = next((one for one in reversed(self._near[parent]) if one.matches(path, is_folder)), None)
        return last is not None and not last.takes_back

    def has(self, path: Path) -> bool:
        """Whether `exclude` matches a file, given by its absolute path, or a folder that it is in."""
        return any(self._excludes(one, one is not path) for one in (path, *path.parents))

    def _excludes(self, path: Path, is_folder: bool) -> bool:
        return any(path.is_relative_to(one.folder) and one.matches(path, is_folder) for one in self._excluded)

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
        data = read_bytes(folder / _FILE, most_bytes=_MOST_BYTES, only_regular=True)
    except UnreadableError:
        return []
    return read_patterns(data.decode("utf-8", "replace").splitlines(), folder)
