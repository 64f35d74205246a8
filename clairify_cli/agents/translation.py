"""Translation of a batch's texts: the result of each, and the counts of its loop."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from clairify_cli import __version__
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import Facts, File, Record, Result, counted_codes
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files.encoding import as_file
from clairify_cli.files.jsonl import RelayedLines
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.outcomes import Outcome
from clairify_cli.records import asdict, dataclass, replace
from clairify_cli.translate import Hooks, LoopOptions, Model, ResponseCache, Trace, Translation, translate
from clairify_cli.translate.models.limits import RemoteLimits, with_limits
from clairify_cli.translate.models.record import RecordingModel
from clairify_cli.translate.rounds import first_good

PAGES = "pages"
"""The name of the folder of pages."""

_LIMITS = ("rounds", "timeout", "max_cost")
"""Options of the loop that decide whether a program is found, not which."""


@dataclass(frozen=True)
class Asking:
    """How the texts of a batch are put to a model. It can be pickled where its model can."""

    model: Model
    options: LoopOptions
    trace: Trace | None = None
    cache: ResponseCache | None = None
    keep_invalid: bool = False
    fallback: Model | None = None

    def hooks(self, item: Item, going: Going) -> Hooks:
        """What goes along with the loop for an item, whose name is in the lines of the trace."""
        trace = None if self.trace is None else self.trace.of(item.name, going.append)
        return Hooks(trace, self.cache, stop=going.stop)

    def model_of(self, going: Going, model: Model | None = None) -> Model:
        """The model, or another; the batch writes what it records and keeps its limits, where it does that for all."""
        model = model or self.model
        if going.ask is not None:
            model = with_limits(model, RemoteLimits(going.ask))
        if going.append is None or not isinstance(model, RecordingModel):
            return model
        return replace(model, file=RelayedLines(model.file.path, going.append))

    def fingerprint(self, language: str, check_options: CheckOptions, *parts_of_work: object) -> str:
        """A hash of everything that shapes a program: the release, the model, the dialect, the laboratory, the loop.

        `parts_of_work` are what else shapes it, as JSON.
        """
        more = [_sha256_of(parts_of_work)] if parts_of_work else []
        options = {name: value for name, value in asdict(self.options).items() if name not in _LIMITS}
        model = asked_model(self.model)
        other = [] if self.fallback is None else [self.fallback.name]
        parts = [__version__, language, model.name, model.cache_id, asdict(check_options), options, *other, *more]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()

    def is_final(self, record: Record) -> bool:
        """Whether the same would come of another try: with as many rounds, and no worse program wanted than before."""
        if record.outcome is Outcome.ROUNDS and record.rounds < self.options.rounds:
            return False
        if self.keep_invalid and record.output_sha256 is None and record.rounds:
            return False
        return record.outcome.is_final


def _sha256_of(parts: Sequence[object]) -> str:
    return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()


def asked_model(model: Model) -> Model:
    """The model itself, without what records it."""
    while isinstance(model, RecordingModel):
        model = model.model
    return model


@dataclass(frozen=True)
class Translating:
    """Translates each item into XDL. Its page is made where it is wanted.

    `folder` is where programs will be, for the names in findings.
    """

    asking: Asking
    check_options: CheckOptions
    folder: Path
    pages: bool = False

    @property
    def fingerprint(self) -> str:
        """A hash of what shapes the programs."""
        return self.asking.fingerprint("xdl", self.check_options)

    def __call__(self, item: Item, going: Going) -> Result:
        asking = self.asking
        hooks, options = asking.hooks(item, going), asking.options
        models = [asking.model_of(going, one) for one in (asking.model, asking.fallback) if one is not None]
        found = first_good(
            models, lambda model: translate(item.text, get("xdl"), model, options, self.check_options, hooks=hooks)
        )
        files = self._views(item, found)
        if found.program and (found.is_valid or found.is_sound or asking.keep_invalid):
            files.append(File(item.output, as_file(found.program)))
        facts = facts_of(found, steps=_steps(found.program))
        return Result(found.outcome, tuple(files), facts, found.error)

    def _views(self, item: Item, found: Translation) -> list[File]:
        """The page, below its own folder under the name of the program."""
        if not found.program or not self.pages:
            return []
        from clairify_cli.fidelity.page import page
        from clairify_cli.translate.views import PAGE_SUFFIX, map_of

        place = item.output.removesuffix(PurePosixPath(item.output).suffix)
        program = Source(as_file(found.program), str(self.folder / item.output))
        shown = map_of(found, Source(item.text, item.name), program, get("xdl"), self.check_options)
        return [File(place + PAGE_SUFFIX, page(shown), PAGES)]


def facts_of(found: Translation, findings: Sequence[Diagnostic] = (), *, steps: int = 0) -> Facts:
    """What a loop found, in numbers; `findings` are those in addition to the loop's."""
    first = found.rounds[0] if found.rounds else None
    caught = [*first.diagnostics, *first.fixes] if first else []
    return Facts(
        rounds=sum(1 for done in found.rounds if done.candidate is not None),
        first_errors=counted_codes(finding for finding in caught if finding.is_error),
        errors=counted_codes(one for one in (*found.diagnostics, *found.notes, *findings) if one.is_error),
        warnings=counted_codes(one for one in (*found.diagnostics, *found.notes, *findings) if not one.is_error),
        fixes=counted_codes(found.fixes),
        steps=steps,
        input_tokens=found.input_tokens,
        output_tokens=found.output_tokens,
        cost=found.cost,
    )


def findings_as_facts(findings: Sequence[Diagnostic], *, steps: int = 0) -> Facts:
    """The same if there was no loop."""
    return Facts(
        errors=counted_codes(one for one in findings if one.is_error),
        warnings=counted_codes(one for one in findings if not one.is_error),
        steps=steps,
    )


def load_reader() -> None:
    """Load the offline reader with all its data, which a forked worker then has."""
    from clairify_cli.translate.models.offline import ReaderModel

    translate("Add 1 g of salt to a flask.", get("xdl"), ReaderModel())


def _steps(program: str) -> int:
    """How many steps the program has, without the groups that they stand in."""
    from clairify_cli.languages.outline import walk_steps
    from clairify_cli.languages.xdl.outline import outline

    if not program:
        return 0
    found = outline(Source(program, "<program>"))
    return sum(1 for step in walk_steps(found.steps) if not step.is_group)
