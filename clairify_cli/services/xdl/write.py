"""Translate English into verified XDL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from clairify_cli.records import dataclass, replace
from clairify_cli.services.batch.run import batch_folder
from clairify_cli.services.batch.texts import run_texts
from clairify_cli.services.errors import RequestError
from clairify_cli.services.laboratory import check_options
from clairify_cli.services.models import open_model
from clairify_cli.services.parts import Laboratory, Reading, TextsRequest
from clairify_cli.services.places import put, target_of
from clairify_cli.services.xdl.views import shown, views_of

if TYPE_CHECKING:
    from clairify_cli.batch.items import Source
    from clairify_cli.batch.run import Watcher
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.outcomes import Outcome
    from clairify_cli.services.batch.run import BatchResult
    from clairify_cli.translate import LoopOptions, Progress, Translation


@dataclass(frozen=True, slots=True)
class Writing:
    """Options that help a model write XDL, and differences that a person accepts."""

    accept_disputed: bool = False
    candidates: int = 1
    draft: Literal["on", "off"] = "off"
    constrain: Literal["auto", "off", "grammar", "schema"] = "off"
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class XdlRequest(TextsRequest):
    """The texts to translate, the laboratory, the model, and the output."""

    laboratory: Laboratory = Laboratory()
    page: str | None = None
    comments: Literal["attribute", "xml", "none"] | None = None
    format: Literal["text", "json", "html"] = "text"
    writing: Writing = Writing()
    dry_run: bool = False
    reading: Reading = Reading(max_size=1_000_000)


@dataclass(frozen=True, slots=True)
class XdlResult:
    """One translated text. `target` is the file that the program was written to; `printed` is the output for stdout.

    `verdict` are sentences about which words have steps, what was guessed or left out, and what is left to decide.
    """

    item: Input
    text: str
    translation: Translation
    target: Path | None
    printed: str
    verdict: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        return self.translation.outcome


def options_of(request: XdlRequest) -> CheckOptions:
    """Return the check options: dialect, laboratory and comments. Raises `RequestError`."""
    return replace(check_options("xdl", request.laboratory), comments=request.comments)


def loop_of(request: XdlRequest, options: LoopOptions) -> LoopOptions:
    """Return the options of the loop with the XDL-specific ones added."""
    writing = request.writing
    try:
        return replace(
            options,
            accept_disputed=writing.accept_disputed,
            candidates=writing.candidates,
            draft=writing.draft == "on",
            constrain=writing.constrain,
        )
    except ValueError as error:
        raise RequestError(str(error)) from None


def xdl(
    request: XdlRequest,
    item: Input,
    remark: Callable[[str], None],
    progress: Callable[[Progress], None] | None = None,
) -> XdlResult:
    """Translate one of the request's inputs, and write its output.

    `remark` receives notes for the user, `progress` each round before and after. Raises `RequestError`,
    `UnreadableError`, `UnwritableError`, and `ModelError` for a model that cannot be used at all.
    """
    from clairify_cli.languages import get
    from clairify_cli.translate import translate
    from clairify_cli.translate.rounds import first_good

    options = options_of(request)
    suffix = ".json" if request.format == "json" else ".xdl"
    target = target_of(request, item.stem + suffix, item, request.output.place)
    views = views_of(request, item, request.page, request.format, target)
    with ExitStack() as stack:
        asked = open_model(stack, request.settings, remark, fallback=request.writing.fallback)
        text = item.words(most_bytes=request.reading.max_size)
        loop = loop_of(request, asked.options)
        hooks = asked.hooks(progress)
        result = first_good(asked.models, lambda model: translate(text, get("xdl"), model, loop, options, hooks=hooks))
    artefact = _artefact(request, item, text, result)
    page, verdict = shown(result, text, item.name, target, views, options, told=asked.options.fidelity)
    if views.instead or not artefact:
        return XdlResult(item, text, result, None, page, verdict)
    return XdlResult(item, text, result, target, put(artefact, target), verdict)


def xdl_batch(
    request: XdlRequest, found: Sequence[Source], watcher: Watcher, remark: Callable[[str], None]
) -> BatchResult:
    """Translate many texts into the folder of -o. Raises what `run_texts` raises."""
    from clairify_cli.agents.translation import PAGES, Asking, Translating

    if request.format == "json":
        raise RequestError("--format json is for one input: of several, the manifest and --report say the same")
    pages = request.page
    folder = batch_folder(len(found), request.output.place, pages, request.format)
    options = options_of(request)
    folders = {PAGES: Path(pages)} if pages else {}

    def work_of(asking: Asking) -> Translating:
        asking = replace(asking, options=loop_of(request, asking.options))
        return Translating(asking, options, folder, PAGES in folders)

    return run_texts(
        request, found, folder, ".xdl", work_of, watcher, remark, folders=folders, fallback=request.writing.fallback
    )


def _artefact(request: XdlRequest, item: Input, text: str, result: Translation) -> str:
    """Return the output: the program if it is good enough, or the JSON document."""
    if request.format == "json":
        from clairify_cli.services.xdl.document import document

        return document(item.name, text, result)
    if not result.program or not (result.is_valid or result.is_sound or request.keep_invalid):
        return ""
    from clairify_cli.files.encoding import as_file

    return as_file(result.program)
