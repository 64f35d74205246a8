"""Finds the texts that a PDDL file belongs to: the domain of a problem, the domain and the problem of a plan.

A problem names its domain, and a domain its own name. What a file is, is seen from its first words, without reading it
as PDDL: many files may have to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.reading import UnreadableError, read_text

SUFFIX = ".pddl"
_MOST_FILES = 300
"""Of one folder, so many files are looked at."""
_MOST_BYTES = 2_000_000
"""A larger file is nobody's companion, unless it is named."""
_FOLDERS_UP = 2
"""A domain may stand so many folders above its problems."""

_COMMENT = re.compile(r";[^\n]*")
_DEFINED = re.compile(r"\(\s*define\s*\(\s*(domain|problem)\s+([^\s()]+)", re.IGNORECASE)
_DOMAIN_OF = re.compile(r"\(\s*:domain\s+([^\s()]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heading:
    """What a text defines, in lower case: the names of its first domain and problem, and the domain of the problem."""

    domain: str | None = None
    problem: str | None = None
    domain_of_problem: str | None = None


def heading(text: str) -> Heading:
    """The heading of a text; everything is None for a text that is no PDDL."""
    # A definition that is commented out defines nothing.
    bare = _COMMENT.sub("", text)
    names: dict[str, str] = {}
    for match in _DEFINED.finditer(bare):
        names.setdefault(match[1].lower(), match[2].lower())
    of = _DOMAIN_OF.search(bare)
    return Heading(names.get("domain"), names.get("problem"), of[1].lower() if of else None)


@dataclass(frozen=True, slots=True)
class _File:
    """A file that may be somebody's companion."""

    path: Path
    source: Source
    heading: Heading


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The files of one place: domains by their names, and problems."""

    domains: dict[str, list[_File]]
    problems: list[_File]


@dataclass
class Companions:
    """Looks for companions among `inputs`, then next to a file; what is given by name (`domain`, `problem`) comes
    first.

    Every file is read once, and every folder looked into once. `missing` says why a file's companions were not found.
    """

    inputs: Sequence[Path] = ()
    domain: Source | None = None
    problem: Source | None = None
    remarks: list[str] = field(default_factory=list)
    missing: dict[Path | None, str] = field(default_factory=dict)
    _files: dict[Path, _File | None] = field(default_factory=dict)
    _shelves: dict[tuple[str, Path], _Shelf] = field(default_factory=dict)

    def of_pddl(self, text: str, path: Path | None) -> tuple[Source, ...]:
        """The domain of a problem, and the domain and problem of a goal that stands alone; of a domain, nothing."""
        found = heading(text)
        if found.domain is not None:
            return ()
        if found.problem is None and found.domain_of_problem is None:
            return tuple(source for source in (self.domain, self.problem) if source is not None)
        domain = self._domain(found.domain_of_problem, path, path)
        return (domain,) if domain is not None else ()

    def of_plan(self, path: Path | None, stated: str | None = None) -> tuple[Source, ...]:
        """The domain and the problem of a plan; nothing if one of them is not found.

        `stated` is the problem that the plan names, a name or a file.
        """
        problem = self.problem or self._problem(path, Path(stated).stem.lower() if stated else None)
        if problem is None:
            return ()
        domain = self._domain(heading(problem.text).domain_of_problem, Path(problem.name), path)
        return (domain, problem) if domain is not None else ()

    def _domain(self, name: str | None, path: Path | None, of: Path | None) -> Source | None:
        """The domain of the problem at `path`, which is needed for the file at `of`."""
        if self.domain is not None or name is None:
            return self.domain
        for shelf in self._places(path):
            if named := shelf.domains.get(name):
                found = _preferred(named, path)
                if found is None:
                    self.missing[of] = f"{len(named)} domains are called `{name}` ({_listed(named)})"
                return found
        self.missing[of] = f"the domain `{name}` was not found"
        return None

    def _problem(self, path: Path | None, stated: str | None) -> Source | None:
        """The problem of a plan: the one that it names, of its file's name, or the only one at hand."""
        stem = path.name.split(".")[0].lower() if path is not None else ""
        why = f"the problem `{stated}` was not found" if stated else "its problem was not found"
        for shelf in self._places(path, up=0):
            for file in shelf.problems:
                name = file.path.stem.lower()
                if stated in (name, file.heading.problem) if stated else name == stem:
                    return file.source
            if len(shelf.problems) == 1:  # which the plan may not be for: then its heading is an error
                return shelf.problems[0].source
            if shelf.problems and not stated:
                why = f"it may be for any of {len(shelf.problems)} problems ({_listed(shelf.problems)})"
        self.missing[path] = why
        return None

    def _places(self, path: Path | None, up: int = _FOLDERS_UP) -> Iterator[_Shelf]:
        """Where companions may be: the inputs of the same folder, all inputs, the folder, the folders above."""
        if path is not None:
            yield self._shelf("inputs in", path.parent)
        yield self._shelf("inputs", Path())
        if path is None:
            return
        folder = path.parent
        for _ in range(up + 1):
            yield self._shelf("files in", folder)
            # The `parent` of `.` and of `..` is not the folder above.
            folder = folder / ".." if folder.name in ("", "..") else folder.parent

    def _shelf(self, kind: str, folder: Path) -> _Shelf:
        key = (kind, folder)
        if key not in self._shelves:
            match kind:
                case "inputs":
                    paths = list(self.inputs)
                case "inputs in":
                    paths = [one for one in self.inputs if one.parent == folder]
                case _:
                    paths = _files_in(folder)
            self._shelves[key] = self._sorted(paths)
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


def _preferred(named: list[_File], path: Path | None) -> Source | None:
    """Of several domains of one name: the one that goes by the problem's file name, otherwise `domain.pddl`."""
    if len(named) == 1 or len({file.source.text for file in named}) == 1:
        return named[0].source
    stem = path.stem.lower() if path is not None else ""
    patterns = (f"{stem}-domain", f"domain-{stem}", f"{stem}_domain", f"domain_{stem}")
    for wanted in ({*patterns, stem.replace("problem", "domain")}, {"domain"}):
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
    """The PDDL files of a folder, `domain.pddl` first, not too many of them."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() == SUFFIX and path.is_file())
    except OSError:
        return []
    # In a folder with more files than are looked at, this one is looked at in any case.
    files.sort(key=lambda path: path.stem.lower() != "domain")
    return files[:_MOST_FILES]
