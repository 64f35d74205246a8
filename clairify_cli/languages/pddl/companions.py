"""Find the texts that a PDDL file belongs to: the domain of a problem, the domain and the problem of a plan.

A problem names its domain, and a domain itself. Files are classified by their headings, without parsing, since there
may be many.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.patterns import late
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.records import dataclass, field

SUFFIX = ".pddl"
_MOST_FILES = 300
"""Limit on the files read per folder."""
_MOST_BYTES = 2_000_000
"""A larger file is not considered as a companion, unless it is named."""
_FOLDERS_UP = 2
"""How many folders above its problems a domain may be."""

_COMMENT = late(r";[^\n]*")
_DEFINED = late(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s()]+)", re.IGNORECASE)
_DOMAIN_OF = late(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What a text defines, in lower case: the names of its first domain and problem, and the domain of the problem."""

    domain: str | None = None
    problem: str | None = None
    domain_of_problem: str | None = None


def heading(text: str) -> Heading:
    """Return the heading of a text; all fields are None if it is not PDDL."""
    # Ignore definitions that are commented out.
    bare = _COMMENT.sub("", text)
    names: dict[str, str] = {}
    for match in _DEFINED.finditer(bare):
        names.setdefault(match[1].lower(), match[2].lower())
    of = _DOMAIN_OF.search(bare)
    return Heading(names.get("domain"), names.get("problem"), of[1].lower() if of else None)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that may be a companion."""

    path: Path
    source: Source
    heading: Heading


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The files in one place: domains by name, and problems."""

    domains: dict[str, list[_File]]
    problems: list[_File]


@dataclass
class Companions:
    """Search for companions: first those given (`domain`, `problem`), then `inputs`, then files next to a file.

    Every file is read once, and every folder listed once. `missing` says why a file's companions were not found.
    """

    inputs: Sequence[Path] = ()
    domain: Source | None = None
    problem: Source | None = None
    missing: dict[Path | None, str] = field(default_factory=dict)
    _files: dict[Path, _File | None] = field(default_factory=dict)
    _shelves: dict[tuple[str, Path], _Shelf] = field(default_factory=dict)

    def of_pddl(self, text: str, path: Path | None) -> tuple[Source, ...]:
        """Return the domain of a problem, or the domain and problem of a separate goal; nothing for a domain."""
        found = heading(text)
        if found.domain is not None:
            return ()
        if found.problem is None and found.domain_of_problem is None:
            return tuple(source for source in (self.domain, self.problem) if source is not None)
        domain = self._domain(found.domain_of_problem, path, path)
        return (domain,) if domain is not None else ()

    def of_plan(self, path: Path | None, domain_file: str = "", stated: str = "") -> tuple[Source, ...]:
        """Return the domain and the problem of a plan; nothing if one of them is not found.

        `domain_file` and `stated` are the domain and the problem that the plan names, by name or by file.
        """
        problem = self.problem or self._problem(path, Path(stated).stem.lower())
        if problem is None:
            return ()
        name = heading(problem.text).domain_of_problem
        domain = self._domain(name, Path(problem.name), path, Path(domain_file).stem.lower())
        return (domain, problem) if domain is not None else ()

    def _domain(self, name: str | None, path: Path | None, of: Path | None, stated: str = "") -> Source | None:
        """Return the domain named by the problem at `path`; note in `missing` for the file at `of` if there is none."""
        if self.domain is not None or name is None:
            return self.domain
        for shelf in self._places(path):
            if named := shelf.domains.get(name):
                found = _preferred(named, path, stated)
                if found is None:
                    self.missing[of] = f"{len(named)} domains are called `{name}` ({_listed(named)})"
                return found
        self.missing[of] = f"the domain `{name}` was not found"
        return None

    def _problem(self, path: Path | None, stated: str) -> Source | None:
        """Return the problem of a plan: the one it names, the one with its file name, or the only one available."""
        stem = path.name.split(".")[0].lower() if path is not None else ""
        why = f"the problem `{stated}` was not found" if stated else "its problem was not found"
        for shelf in self._places(path, up=0):
            named = [file for file in shelf.problems if file.path.stem.lower() == (stated or stem)]
            named += [file for file in shelf.problems if stated and file.heading.problem == stated]
            if named:
                return named[0].source
            if len(shelf.problems) == 1:  # if the plan is for another problem, its heading is reported as an error
                return shelf.problems[0].source
            if shelf.problems and not stated:
                why = f"it may be for any of {len(shelf.problems)} problems ({_listed(shelf.problems)})"
        self.missing[path] = why
        return None

    def _places(self, path: Path | None, up: int = _FOLDERS_UP) -> Iterator[_Shelf]:
        """Yield where companions may be: inputs in the same folder, all inputs, the folder, the folders above."""
        if path is not None:
            yield self._shelf(
                "inputs in", path.parent, lambda folder: [one for one in self.inputs if one.parent == folder]
            )
        yield self._shelf("inputs", Path(), lambda _: self.inputs)
        if path is None:
            return
        folder = path.parent
        for _ in range(up + 1):
            yield self._shelf("files in", folder, _files_in)
            # For `.` and `..`, `parent` is not the folder above.
            folder = folder / ".." if folder.name in ("", "..") else folder.parent

    def _shelf(self, kind: str, folder: Path, paths: Callable[[Path], Iterable[Path]]) -> _Shelf:
        key = (kind, folder)
        if key not in self._shelves:
            self._shelves[key] = self._sorted(paths(folder))
        return self._shelves[key]

    def _sorted(self, paths: Iterable[Path]) -> _Shelf:
        shelf = _Shelf({}, [])
        for path in paths:
            if path not in self._files:
                self._files[path] = _opened(path)
            file = self._files[path]
            if file is not None and file.heading.domain is not None:
                shelf.domains.setdefault(file.heading.domain, []).append(file)
            if file is not None and file.heading.problem is not None:
                shelf.problems.append(file)
        return shelf


def _preferred(named: list[_File], path: Path | None, stated: str) -> Source | None:
    """Choose among domains with one name: the stated one, or named after the problem's file, or `domain.pddl`."""
    if len(named) == 1 or len({file.source.text for file in named}) == 1:  # copies are interchangeable
        return named[0].source
    stem = path.stem.lower() if path is not None else ""
    patterns = (f"{stem}-domain", f"domain-{stem}", f"{stem}_domain", f"domain_{stem}")
    for wanted in ({stated}, {*patterns, stem.replace("problem", "domain")}, {"domain"}):
        found = [file for file in named if file.path.stem.lower() in wanted]
        if len(found) == 1:
            return found[0].source
    return None


def _listed(files: Sequence[_File]) -> str:
    return ", ".join(str(file.path) for file in files[:3]) + (", …" if len(files) > 3 else "")


def _opened(path: Path) -> _File | None:
    try:
        text = read_text(path, most_bytes=_MOST_BYTES)
    except UnreadableError:
        return None
    return _File(path, Source(text, str(path)), heading(text))


def _files_in(folder: Path) -> list[Path]:
    """Return the PDDL files in a folder, `domain.pddl` first, at most `_MOST_FILES`."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() == SUFFIX and path.is_file())
    except OSError:
        return []
    # In a folder with too many files, `domain.pddl` is still read.
    files.sort(key=lambda path: path.stem.lower() != "domain")
    return files[:_MOST_FILES]
