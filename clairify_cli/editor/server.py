"""The Language Server Protocol: answer an editor's requests from the documents of a workspace.

https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from clairify_cli import __version__
from clairify_cli.checking import internal_error
from clairify_cli.diagnostics.fixes import fixable
from clairify_cli.diagnostics.model import Diagnostic, Edit
from clairify_cli.diagnostics.render.rules import page_address, page_markdown
from clairify_cli.editor.anatomy import Mark, Part, joined
from clairify_cli.editor.workspace import Document, Workspace
from clairify_cli.rulebook import all_rules
from clairify_cli.services.check.request import CheckRequest

_FIX_ALL = "source.fixAll.clairify"
_OF_DOCUMENTS = (
    *("DID_OPEN", "DID_CHANGE", "DID_SAVE", "DID_CLOSE", "CODE_ACTION", "HOVER", "COMPLETION", "DEFINITION"),
    *("REFERENCES", "PREPARE_RENAME", "RENAME", "DOCUMENT_SYMBOL", "FOLDING_RANGE", "FORMATTING", "INLAY_HINT"),
)
"""Messages that begin with `textDocument/`, each handled by the method of the same name."""
_OPTIONS = {
    "CODE_ACTION": lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, _FIX_ALL]),
    "COMPLETION": lsp.CompletionOptions(trigger_characters=list('< "(?:-')),
    "RENAME": lsp.RenameOptions(prepare_provider=True),
}
_LATER = 0.5
"""Delay in seconds before dependents of a document are checked, and the longest wait for a pause in typing."""


def serve(request: CheckRequest) -> int:
    """Serve an editor over standard input and output; return 0 if it sent `shutdown`, else 1."""
    logging.getLogger("pygls").addHandler(logging.NullHandler())
    logging.getLogger("pygls").propagate = False  # it would log tracebacks to stderr
    editor = Editor(request)
    editor.server.start_io()
    return 0 if editor.ended else 1


class Editor:
    """The answers to an editor's messages."""

    def __init__(self, request: CheckRequest) -> None:
        self.workspace = Workspace(request)
        self.ended = False
        self.waiting: dict[str, asyncio.TimerHandle] = {}
        self.took = self.rested = 0.0
        sync = lsp.TextDocumentSyncKind.Full
        self.server = LanguageServer("clairify", __version__, text_document_sync_kind=sync)
        for name in _OF_DOCUMENTS:
            self._on(getattr(lsp, f"TEXT_DOCUMENT_{name}"), getattr(self, name.lower()), _OPTIONS.get(name))
        self._on(lsp.INITIALIZED, self.begin)
        self._on(lsp.SHUTDOWN, self.end)
        self._on(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self.did_save)
        self._on(lsp.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self.begin)

    def _on(self, method: str, answer: Callable[..., Any], options: object = None) -> None:
        """Register the handler of a message. An internal error becomes one sentence, and the server continues."""

        @wraps(answer)
        def answered(*given: Any) -> Any:
            try:
                return answer(*given)
            except JsonRpcException:
                raise
            except Exception as error:
                raise JsonRpcInternalError(internal_error(error)) from None

        self.server.feature(method, options)(answered)

    # ------------------------------------------------------------------------------------------------- documents

    def begin(self, *_: object) -> None:
        """Store the workspace folders and the negotiated encoding."""
        space = self.server.workspace
        uris = list(space.folders) or [space.root_uri or ""]
        self.workspace.folders = [path for uri in uris if (path := _path(uri)) is not None]
        self.workspace.encoding = str(self.server.server_capabilities.position_encoding or "utf-16")
        self.did_save()

    def end(self, *_: object) -> None:
        """Note that the editor shuts the server down."""
        self.ended = True

    def did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Check a newly opened document."""
        given = params.text_document
        self.publish(self.workspace.put(given.uri, _path(given.uri), given.text, given.language_id, given.version))
        self.rested = 0.0  # the first check includes imports, so its time does not predict the next one

    def did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Check a changed document, and later those that depend on it."""
        before = self.workspace.open.get(uri := params.text_document.uri)
        if before is None or not params.content_changes:
            return
        text, version = params.content_changes[-1].text, params.text_document.version
        document = self.workspace.put(uri, before.path, text, before.language_id, version)
        if time.monotonic() >= self.rested and uri not in self.waiting:
            self.publish(document)
        else:  # too soon after the last check, relative to its duration: more keystrokes may follow
            self._later(uri, min(self.took, _LATER), lambda: self.publish(document))
        self._later(f"using {uri}", _LATER, lambda: self.publish(*self.workspace.using(document)))

    def _later(self, key: str, seconds: float, do: Callable[[], None]) -> None:
        def now() -> None:
            del self.waiting[key]
            do()

        if key in self.waiting:
            self.waiting[key].cancel()
        self.waiting[key] = asyncio.get_running_loop().call_later(seconds, now)

    def did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Forget a document, and clear its findings."""
        uri = params.text_document.uri
        self.workspace.open.pop(uri, None)
        if uri in self.waiting:
            self.waiting.pop(uri).cancel()
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def did_save(self, *_: object) -> None:
        """Check all open documents again, after files have changed."""
        self.workspace.around.clear()
        self.publish(*(self.workspace.again(one) for one in list(self.workspace.open.values())))

    def publish(self, *documents: Document) -> None:
        """Send the findings on documents to the editor."""
        for document in documents:
            begun = time.monotonic()
            found = [self._finding(one, document) for one in document.report.diagnostics]
            said = [(one, lsp.DiagnosticSeverity.Information) for one in document.remarks]
            if document.report.error is not None:
                said.append((document.report.error, lsp.DiagnosticSeverity.Error))
            found += [lsp.Diagnostic(_range(document, 0, 0), one, how, source="clairify") for one, how in said]
            given = lsp.PublishDiagnosticsParams(document.uri, found, document.version)
            self.server.text_document_publish_diagnostics(given)
            self.took = time.monotonic() - begun
            self.rested = time.monotonic() + self.took  # rest as long as the check took, to stay responsive

    def _finding(self, one: Diagnostic, document: Document) -> lsp.Diagnostic:
        files = {each.source.name: each for each in document.family} if one.related else {}
        related = [
            lsp.DiagnosticRelatedInformation(_location(files[each.span.file], each.span), each.message)
            for each in one.related
            if each.span.file in files
        ]
        page = page_address(self.workspace.request.docs_url, all_rules().get(one.code))
        return lsp.Diagnostic(
            _range(document, one.span.start, one.span.end),
            joined((one.message, one.hint or ""), "\n"),
            lsp.DiagnosticSeverity.Error if one.is_error else lsp.DiagnosticSeverity.Warning,
            one.code,
            lsp.CodeDescription(page) if page else None,
            source="clairify",
            related_information=related or None,
        )

    def _document(self, params: Any) -> Document:
        uri = params.text_document.uri
        return self.workspace.open.get(uri) or Document(self.workspace, uri, None, "")

    def _asked(self, params: Any) -> tuple[Document, int, Mark | None]:
        """Return the document and offset of a request, and the name at that offset."""
        document = self._document(params)
        offset = document.lines.offset(params.position.line, params.position.character)
        return document, offset, document.anatomy.named(offset)

    # --------------------------------------------------------------------------------------------------- answers

    def code_action(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Return the fixes for findings in a range, and an action that applies all safe fixes."""
        document, wanted = self._document(params), params.context.only or ("",)
        first, last = (document.lines.offset(at.line, at.character) for at in (params.range.start, params.range.end))
        found, made = document.report.diagnostics, []
        if any("quickfix".startswith(kind) for kind in wanted):
            for one in found:
                if one.fix is None or one.span.start > last or one.span.end < first:
                    continue
                title = f"{one.fix.description[:1].upper()}{one.fix.description[1:]}"
                title += "" if one.fix.safe else " (may change what the program does)"
                kind, told = lsp.CodeActionKind.QuickFix, [self._finding(one, document)]
                edit = lsp.WorkspaceEdit({document.uri: _edits(document, one.fix.edits)})
                made.append(lsp.CodeAction(title, kind, told, is_preferred=one.fix.safe or None, edit=edit))
        if any(_FIX_ALL.startswith(kind) for kind in wanted) and any(map(fixable, found)):
            edits = _edits(document, _difference(document.source.text, document.fixed))
            made.append(lsp.CodeAction("Apply all safe fixes", _FIX_ALL, edit=lsp.WorkspaceEdit({document.uri: edits})))
        return made

    def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """Return information about the word, and the pages of the rules with findings there."""
        document, offset, _ = self._asked(params)
        mark = document.anatomy.at(offset)
        said = [] if mark is None else [document.about(mark)]
        found = [one for one in document.report.diagnostics if one.span.start <= offset <= one.span.end]
        for rule in [all_rules()[code] for code in dict.fromkeys(one.code for one in found) if code in all_rules()]:
            said.append(f"**{rule.code} {rule.name}** ({rule.severity.value})\n\n{page_markdown(rule.page)}")
        text = joined(said, "\n\n---\n\n")
        place = None if mark is None else _range(document, mark.start, mark.end)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), place) if text else None

    def completion(self, params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        """Return completions at a position, in the order of the offers."""
        document, offset, _ = self._asked(params)
        can = self.server.client_capabilities.text_document
        item = can.completion.completion_item if can is not None and can.completion is not None else None
        snippets, made = item is not None and item.snippet_support, []
        for number, one in enumerate(document.offers(offset)):
            text, form = one.label, lsp.InsertTextFormat.PlainText
            if snippets and one.snippet:
                text, form = one.snippet, lsp.InsertTextFormat.Snippet
            made.append(
                lsp.CompletionItem(
                    one.label,
                    kind=lsp.CompletionItemKind[one.sort.completion],
                    documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, one.about) if one.about else None,
                    sort_text=f"{number:05}",
                    insert_text_format=form,
                    text_edit=lsp.TextEdit(_range(document, one.start, offset), text),
                )
            )
        return made

    def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        """Return where the word is declared."""
        document, _, mark = self._asked(params)
        return [_location(one, each) for one, each in document.declarations(mark)]

    def references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        """Return all references to what the word stands for, in all files that can name it."""
        document, _, mark = self._asked(params)
        found = self.workspace.uses(document, mark)
        return [_location(one, each) for one, each in found if params.context.include_declaration or not each.declares]

    def prepare_rename(self, params: lsp.PrepareRenameParams | lsp.RenameParams) -> lsp.Range | None:
        """Return the range of a word to rename; None for a language word, or one not declared in the editor's files."""
        document, _, mark = self._asked(params)
        where = document.declarations(mark)
        if mark is None or not where or any(one.is_bundled for one, _ in where):
            return None
        return _range(document, mark.start, mark.end)

    def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        """Return the edits that rename a word everywhere."""
        document, _, mark = self._asked(params)
        if mark is None or self.prepare_rename(params) is None:
            raise JsonRpcInvalidParams("only names that a file in the editor's folders declares can be renamed")
        changes: dict[str, list[lsp.TextEdit]] = {}
        for one, each in self.workspace.uses(document, mark):
            written = one.source.text[each.start : each.end]
            new = one.anatomist.spelled(each, params.new_name, written)
            if new is None:
                raise JsonRpcInvalidParams(f"`{params.new_name}` is not a name for a {mark.sort.word}")
            taken = (other for other in one.anatomy.marks if other.declares and other.scope == each.scope)
            names = {one.source.text[other.start : other.end].lower() for other in taken}
            if new.lower() in names - {written.lower()}:
                raise JsonRpcInvalidParams(f"`{params.new_name}` is declared in {one.source.name} already")
            changes.setdefault(one.uri, []).extend(_edits(one, [Edit(each.start, each.end, new)]))
        return lsp.WorkspaceEdit(changes)

    def document_symbol(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """Return the parts of a document."""
        document = self._document(params)
        return [_symbol(document, one) for one in document.anatomy.parts]

    def folding_range(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        """Return the parts that span several lines."""
        lines, parts = self._document(params).lines, list(self._document(params).anatomy.parts)
        for one in parts:
            parts += one.children  # extends the list being iterated, so that children are visited too
        found = {(lines.place(one.start)[0], lines.place(one.end)[0]) for one in parts}
        return [lsp.FoldingRange(first, last) for first, last in sorted(found) if first < last]

    def formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        """Return the edits that bring a document into canonical form; empty if it cannot be read."""
        document = self._document(params)
        return _edits(document, _difference(document.source.text, document.formatted))

    def inlay_hint(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        """Return the contents of vessels after each step."""
        document, first, last = self._document(params), params.range.start.line, params.range.end.line
        placed = ((lsp.Position(*document.lines.place(one.at)), one) for one in document.anatomy.hints)
        return [
            lsp.InlayHint(at, one.text, tooltip=one.more or None, padding_left=True)
            for at, one in placed
            if first <= at.line <= last
        ]


def _path(uri: str) -> Path | None:
    """Return the file of a URI; None if it is not a file on disk."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path and "\0" not in path else None


def _range(document: Document, start: int, end: int) -> lsp.Range:
    return lsp.Range(*(lsp.Position(*document.lines.place(at)) for at in (start, end)))


def _location(document: Document, one: Any) -> lsp.Location:
    return lsp.Location(document.uri, _range(document, one.start, one.end))


def _symbol(document: Document, part: Part) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        part.name or "?",
        lsp.SymbolKind[part.sort.symbol],
        _range(document, part.start, part.end),
        _range(document, part.name_start, min(part.name_end, part.end)),
        part.detail or None,
        children=[_symbol(document, one) for one in part.children],
    )


def _edits(document: Document, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(_range(document, one.start, one.end), one.text) for one in edits]


def _difference(before: str, after: str) -> tuple[Edit, ...]:
    """Return the single edit that turns one text into another, without equal lines at both ends; empty if equal."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    least = min(len(old), len(new))
    head = next((at for at in range(least) if old[at] != new[at]), least)
    tail = next((at for at in range(least - head) if old[-1 - at] != new[-1 - at]), least - head)
    start, end = sum(map(len, old[:head])), len(before) - sum(map(len, old[len(old) - tail :]))
    return (Edit(start, end, "".join(new[head : len(new) - tail])),) if before != after else ()
