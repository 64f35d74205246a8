"""The open documents of an editor with their findings, and the other files of its folders."""

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
"""The languages with a module of their own; that of all others is for data."""
_SEARCHED = (".pddl", ".plan", ".soln", ".py", ".yaml", ".yml")
"""Endings of files that may name what others declare."""
_MOST_FILES = 2000
_NAMED = re.compile(r"clairify[^\n]*|\(\s*:domain\b[^)]*", re.IGNORECASE)
"""Where a text names what it belongs to."""
_XDL = re.compile(r"<\s*(?:XDL|Synthesis)\b")
_BUNDLED = Path(os.path.realpath(data_path("domains", "")))


def kind_of(path: Path | None, text: str, language_id: str) -> str | None:
    """The language of a document; None for what is nothing of ours, such as other XML or other Python."""
    known = by_file_name(path.name) if path is not None else None
    known = known or sniff(text[:10_000]) or (language_id if language_id in KINDS else None)
    if language_id == known or (path is not None and path.suffix == ".xdl"):
        return known
    other = (known == "xdl" and not _XDL.search(text)) or (known == "program" and heading_of(text) == Heading())
    return None if other else known


class Document:
    """One version of a text. Nothing of it is worked out before it is asked for."""

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
        """The document's language, and where it is looked for what the document belongs to."""
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
        """The findings; there are none on what is nothing of ours."""
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
        """The text in canonical form; as it is if it cannot be read."""
        text = self.source.text
        with suppress(ValueError):
            made = self.language.format(self.source, self.options) if self.kind is not None else text
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
        """The module for the language."""
        name = self.kind if self.kind in _ANATOMISTS else "data"
        return cast(Anatomist, import_module(f"clairify_cli.editor.{name}"))

    @cached_property
    def anatomy(self) -> Anatomy:
        """What is known of the text."""
        return self.anatomist.anatomy(self.source, self.options) if self.kind is not None else Anatomy()

    def offers(self, offset: int) -> Iterable[Offer]:
        """What may be written at an offset."""
        return self.anatomist.offers(self.source, offset, self.options, self.anatomy) if self.kind is not None else ()

    @cached_property
    def family(self) -> list[Document]:
        """The document, and the texts that it belongs to."""
        return [self, *(self.workspace.at(Path(one.name), one.text) for one in self.options.context)]

    def declarations(self, mark: Mark | None) -> list[tuple[Document, Mark]]:
        """Where what a mark stands for is declared."""
        marks = ((one, each) for one in self.family for each in one.anatomy.marks if each.declares)
        return [(one, each) for one, each in marks if mark is not None and each.key == mark.key]

    def about(self, mark: Mark) -> str:
        """What is said of a mark: at its declaration, otherwise at itself."""
        return next((each.about for _, each in self.declarations(mark) if each.about), mark.about)

    @property
    def is_bundled(self) -> bool:
        """Whether the document came along with this package."""
        return self.real is not None and self.real.is_relative_to(_BUNDLED)


class Workspace:
    """All documents. `encoding` is that of columns, as in `Lines`; `folders` are those that the editor has open."""

    def __init__(self, request: CheckRequest) -> None:
        self.request = request
        self.encoding = "utf-16"
        self.folders: list[Path] = []
        self.open: dict[str, Document] = {}
        self.around: dict[str, tuple[tuple[str | None, ...], Kinds]] = {}
        """What is known of the files around each document, until another one changes or it names others."""

    def put(self, uri: str, path: Path | None, text: str, language_id: str, version: int = 0) -> Document:
        """A document as it is now. What was known of the files around others is forgotten."""
        self.around = {name: one for name, one in self.around.items() if name == uri}
        self.open[uri] = made = Document(self, uri, path, text, language_id, version)
        return made

    def again(self, document: Document) -> Document:
        """A document of which nothing is known yet."""
        return self.put(document.uri, document.path, document.source.text, document.language_id, document.version)

    def using(self, changed: Document) -> list[Document]:
        """The open documents that depend on another one, or may do so, made anew."""
        others = [one for one in self.open.values() if one is not changed]
        names = [{each.name for each in one.options.context} for one in others]
        found = zip(others, names, strict=True)
        return [
            self.again(one)
            for one, context in found
            if one.remarks or one.options.missing or changed.source.name in context
        ]

    def at(self, path: Path, text: str | None = None) -> Document:
        """The document of a file: as it is open, otherwise as it is on disk. Raises `UnreadableError`."""
        known = self.opened(Path(os.path.realpath(path)))
        full = Path(os.path.abspath(path))  # noqa: PTH100 - links are kept
        return known or Document(self, full.as_uri(), path, read_decoded(path).text if text is None else text)

    def opened(self, real: Path) -> Document | None:
        """The open document of a file, whose links have been followed."""
        return next((one for one in self.open.values() if one.real == real), None)

    def uses(self, document: Document, mark: Mark | None) -> list[tuple[Document, Mark]]:
        """Where what a mark stands for is named: in the document, what it belongs to, and what belongs to that."""
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
        """The folders that may be read for a document: those of the editor, or its own, and the bundled files."""
        folders = [Path(os.path.realpath(folder)) for folder in self.folders]
        real = document.real
        inside = real is None or any(real.is_relative_to(folder) for folder in folders)
        return [*(folders if inside or real is None else [real.parent]), _BUNDLED]

    @contextmanager
    def reach(self, document: Document) -> Iterator[None]:
        """Let files be read as the editor has them, and none outside of its folders, whatever a document names."""
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
