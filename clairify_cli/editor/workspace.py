"""The open documents of an editor with their findings, and the other files in its folders."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import cast

from clairify_cli.checking import check_inputs
from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.editor.anatomy import Anatomist, Anatomy, Mark, Offer
from clairify_cli.editor.lines import Lines
from clairify_cli.files.data import data_path
from clairify_cli.files.encoding import Decoded
from clairify_cli.files.inputs import Input, expand
from clairify_cli.files.reading import REACH, UnreadableError, read_decoded
from clairify_cli.languages import KINDS, by_file_name, sniff
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.languages.program.heading import Heading, heading_of
from clairify_cli.services.check.files import checker_of, kinds_of
from clairify_cli.services.check.request import CheckRequest
from clairify_cli.services.kinds import Kinds, language

_ANATOMISTS = ("xdl", "pddl", "program", "plan")
"""The languages with a module of their own; all others use `data`."""
_SEARCHED = (".pddl", ".plan", ".soln", ".py", ".yaml", ".yml")
"""Endings of files that may use names declared in other files."""
_MOST_FILES = 2000
_NAMED = re.compile(r"clairify[^\n]*|\(\s*:domain\b[^)]*", re.IGNORECASE)
"""The places where a text names the texts that it belongs to."""
_XDL = re.compile(r"<\s*(?:XDL|Synthesis)\b")
_BUNDLED = Path(os.path.realpath(data_path("domains", "")))


def kind_of(path: Path | None, text: str, language_id: str) -> str | None:
    """Return the language of a document; None for unsupported files, such as other XML or other Python."""
    known = by_file_name(path.name) if path is not None else None
    known = known or sniff(text[:10_000]) or (language_id if language_id in KINDS else None)
    if language_id == known or (path is not None and path.suffix == ".xdl"):
        return known
    other = (known == "xdl" and not _XDL.search(text)) or (known == "program" and heading_of(text) == Heading())
    return None if other else known


class Document:
    """One version of a text. Everything about it is computed on demand."""

    def __init__(
        self, workspace: Workspace, uri: str, path: Path | None, text: str, language_id: str = "", version: int = 0
    ) -> None:
        self.workspace, self.uri, self.path, self.language_id, self.version = workspace, uri, path, language_id, version
        self.real = Path(os.path.realpath(path)) if path is not None else None
        self.source = Source(text, str(path) if path is not None else "<untitled>")
        self.lines = Lines(text, workspace.encoding)
        self.kind = kind_of(path, text, language_id)
        self.item = Input(self.source.name, path, held=Decoded(text))

    @cached_property
    def kinds(self) -> Kinds:
        """The document's language, and where to find the texts that it belongs to."""
        named = (self.kind, *_NAMED.findall(self.source.text))
        known, kinds = self.workspace.around.get(self.uri, ((), None))
        if kinds is None or known != named:
            kinds = kinds_of(self.workspace.request, [])
            kinds.chosen = self.kind
            self.workspace.around[self.uri] = named, kinds
        kinds.items = [self.item]
        return kinds

    @cached_property
    def report(self) -> Report:
        """The findings; none for an unsupported file."""
        if self.kind is None:
            return Report(self.source, [])
        request, kinds = self.workspace.request, self.kinds
        with self.workspace.reach(self):
            (checked,) = check_inputs([self.item], checker_of(request, kinds), request.selection)
        return Report(self.source, checked.report.diagnostics, checked.report.error)

    @cached_property
    def fixed(self) -> str:
        """The text after all safe fixes."""
        selection, options = self.workspace.request.selection, self.options

        def check(text: str) -> list[Diagnostic]:
            return selection.of_rules(self.language.check(Source(text, self.source.name), options))

        with self.workspace.reach(self):
            return fix_until_stable(self.source.text, check).text

    @property
    def formatted(self) -> str:
        """The text in canonical form; unchanged if it cannot be read."""
        text = self.source.text
        with suppress(ValueError):
            made = self.language.format(self.source, self.options) if self.kind is not None else text
            # Keep the document's line endings.
            return made.replace("\n", "\r\n") if made != text and "\r\n" in text[:1000] else made
        return text

    @property
    def remarks(self) -> list[str]:
        """Sentences about undecided questions, such as a domain that was not found."""
        return self.kinds.remarks if self.kind is not None else []

    @cached_property
    def options(self) -> CheckOptions:
        """The options of the checks, with the texts that the document belongs to."""
        if self.kind is None:
            return CheckOptions()
        kinds = self.kinds
        with self.workspace.reach(self):
            return kinds.options(self.item, self.source)

    @property
    def language(self) -> Language:
        """The language of a document that has one."""
        return language(self.kind or "")

    @cached_property
    def anatomist(self) -> Anatomist:
        """The editor module for the language."""
        name = self.kind if self.kind in _ANATOMISTS else "data"
        return cast(Anatomist, import_module(f"clairify_cli.editor.{name}"))

    @cached_property
    def anatomy(self) -> Anatomy:
        """The anatomy of the text."""
        return self.anatomist.anatomy(self.source, self.options) if self.kind is not None else Anatomy()

    def offers(self, offset: int) -> Iterable[Offer]:
        """Return completions at an offset."""
        return self.anatomist.offers(self.source, offset, self.options, self.anatomy) if self.kind is not None else ()

    @cached_property
    def family(self) -> list[Document]:
        """The document, and the texts that it belongs to."""
        return [self, *(self.workspace.at(Path(one.name), one.text) for one in self.options.context)]

    def declarations(self, mark: Mark | None) -> list[tuple[Document, Mark]]:
        """Return the declarations of what a mark stands for."""
        marks = ((one, each) for one in self.family for each in one.anatomy.marks if each.declares)
        return [(one, each) for one, each in marks if mark is not None and each.key == mark.key]

    def about(self, mark: Mark) -> str:
        """Return the description of a mark: that of its declaration, otherwise its own."""
        return next((each.about for _, each in self.declarations(mark) if each.about), mark.about)

    @property
    def is_bundled(self) -> bool:
        """Whether the document is bundled with this package."""
        return self.real is not None and self.real.is_relative_to(_BUNDLED)


class Workspace:
    """All documents. `encoding` is the unit of columns, as in `Lines`; `folders` are the editor's open folders."""

    def __init__(self, request: CheckRequest) -> None:
        self.request = request
        self.encoding = "utf-16"
        self.folders: list[Path] = []
        self.open: dict[str, Document] = {}
        self.around: dict[str, tuple[tuple[str | None, ...], Kinds]] = {}
        """Cached files around each document, until another document changes or it names other files."""

    def put(self, uri: str, path: Path | None, text: str, language_id: str, version: int = 0) -> Document:
        """Store and return the present version of a document, and drop the cached surroundings of all others."""
        self.around = {name: one for name, one in self.around.items() if name == uri}
        self.open[uri] = made = Document(self, uri, path, text, language_id, version)
        return made

    def again(self, document: Document) -> Document:
        """Return a fresh copy of a document, without computed data."""
        return self.put(document.uri, document.path, document.source.text, document.language_id, document.version)

    def using(self, changed: Document) -> list[Document]:
        """Return fresh copies of the open documents that depend, or may depend, on a changed one."""
        others = [one for one in self.open.values() if one is not changed]
        names = [{each.name for each in one.options.context} for one in others]
        found = zip(others, names, strict=True)
        return [
            self.again(one)
            for one, context in found
            if one.remarks or one.options.missing or changed.source.name in context
        ]

    def at(self, path: Path, text: str | None = None) -> Document:
        """Return the open document of a file, or else one read from disk. Raises `UnreadableError`."""
        known = self.opened(Path(os.path.realpath(path)))
        full = Path(os.path.abspath(path))  # noqa: PTH100 - links are kept
        return known or Document(self, full.as_uri(), path, read_decoded(path).text if text is None else text)

    def opened(self, real: Path) -> Document | None:
        """Return the open document of a file, given by its real path; None if it is not open."""
        return next((one for one in self.open.values() if one.real == real), None)

    def uses(self, document: Document, mark: Mark | None) -> list[tuple[Document, Mark]]:
        """Return the uses of what a mark stands for: in the document, its family, and the files that belong to that."""
        documents = {one.uri: one for one in document.family}
        owner = next((one for one, _ in document.declarations(mark)), None)
        if owner is not None and owner.real is not None and mark is not None and not mark.scope:
            roots = [str(root) for root in self.roots(document) if root != _BUNDLED]
            with self.reach(document):
                for item in expand(roots, _SEARCHED, leaving=[])[:_MOST_FILES] if document.kind != "xdl" else ():
                    with suppress(UnreadableError):
                        one = self.at(item.path or Path())
                        if owner.real in {Path(os.path.realpath(each.name)) for each in one.options.context}:
                            documents.setdefault(one.uri, one)
        marks = ((one, each) for one in documents.values() for each in one.anatomy.marks)
        return [(one, each) for one, each in marks if mark is not None and each.key == mark.key]

    def roots(self, document: Document) -> list[Path]:
        """Return the folders that may be read for a document: those of the editor or its own, and the bundled files."""
        folders = [Path(os.path.realpath(folder)) for folder in self.folders]
        real = document.real
        inside = real is None or any(real.is_relative_to(folder) for folder in folders)
        return [*(folders if inside or real is None else [real.parent]), _BUNDLED]

    @contextmanager
    def reach(self, document: Document) -> Iterator[None]:
        """Make reads use the editor's open texts, and refuse files outside its folders even if a document names one."""
        roots = self.roots(document)

        def held(path: Path) -> Decoded | None:
            real = Path(os.path.realpath(path))
            if not any(real.is_relative_to(root) for root in roots):
                raise UnreadableError(str(path), "it lies outside of the editor's folders")
            known = self.opened(real)
            return None if known is None else Decoded(known.source.text)

        token = REACH.set(held)
        try:
            yield
        finally:
            REACH.reset(token)
