"""The tables of CLAIRify's study, for models, feedback modes and repeated runs over the same texts."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from clairify_cli.files.charts import Bar
from clairify_cli.records import asdict, dataclass, replace
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import (
    Batch,
    Engine,
    Laboratory,
    ModelSettings,
    Narration,
    Output,
    Reading,
    Spread,
    Tables,
)
from clairify_cli.services.xdl.write import Writing, XdlRequest, xdl_batch

if TYPE_CHECKING:
    from clairify_cli.batch.items import Source
    from clairify_cli.batch.run import Watcher
    from clairify_cli.batch.summary import Summary

Way = Literal["naive", "last-errors", "all-errors", "previous+errors"]
WAYS: tuple[Way, ...] = ("naive", "last-errors", "all-errors", "previous+errors")
"""The feedback modes in the order of the paper's Table III."""

_KINDS = {"0": "XML", "1": "structure", "2": "references", "3": "quantities", "4": "vessels", "5": "chemistry"}
"""Types of errors, as in Table II, by the first digit of a code; fidelity errors are a further type."""


_AS_ASKED = ("inputs", "laboratory", "narration", "writing", "engine", "spread", "tables", "reading")
"""What a batch of the matrix takes unchanged from the request."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Which games to play, with which policies: names separated by commas; a world may have sizes."""

    worlds: str | None = None
    policies: str | None = None
    games: int | None = None
    seed: int = 0
    fold: Literal["train", "dev", "test"] | None = None
    domain_from: Literal["given", "model"] | None = None
    learn: bool = False
    state: Literal["model", "read"] | None = None
    prompt: str | None = None


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """Which texts, models, feedback modes and runs; each combination has its own folder below that of -o.

    For `games`, a matrix of worlds and policies replaces the texts; for `arm`, bundled trials do.

    With `pairs`, the inputs are two folders of programs; a reader compares programs of the same name.
    """

    kind: Literal["xdl", "games", "arm"]
    inputs: tuple[str, ...] = ()
    matrix: Matrix = Matrix()
    laboratory: Laboratory = Laboratory()
    output: Output = Output()
    format: Literal["markdown", "json"] = "markdown"
    narration: Narration = Narration()
    settings: ModelSettings = ModelSettings()
    all_feedback: bool = False
    runs: int = 1
    pairs: bool = False
    plot: str | None = None
    writing: Writing = Writing()
    batch: Batch = Batch()
    engine: Engine = Engine()
    spread: Spread = Spread()
    tables: Tables = Tables()
    reading: Reading = Reading(max_size=1_000_000)


@dataclass(frozen=True, slots=True)
class Cell:
    """One batch of the matrix, possibly incomplete."""

    model: str
    feedback: str
    run: int
    summary: Summary
    exit_code: int


def cells_of(request: StudyRequest) -> list[tuple[str, str, int]]:
    """Return the matrix: each (model, feedback mode, run). Models are separated by commas. Raises `RequestError`."""
    if request.output.place is None:
        raise RequestError("a study needs a folder for its programs: add -o FOLDER")
    if not request.inputs:
        raise RequestError("name the texts of the study")
    names = [name.strip() for name in (request.settings.model.model or "reader").split(",") if name.strip()]
    ways = WAYS if request.all_feedback else (request.settings.loop.feedback,)
    return [(name, way, run) for name in names for way in ways for run in range(1, request.runs + 1)]


def study(
    request: StudyRequest, found: Sequence[Source], watcher: Watcher, remark: Callable[[str], None]
) -> list[Cell]:
    """Translate all texts once for each cell of the matrix, within one budget. Raises what `xdl_batch` raises.

    It ends early if it is interrupted or the budget is spent; --resume continues it.
    """
    done: list[Cell] = []
    for name, way, run in cells_of(request):
        one = _request_of(request, name, way, run, spent=sum(cell.summary.cost for cell in done))
        result = xdl_batch(one, found, watcher, remark)
        done.append(Cell(name, way, run, result.summary, result.exit_code))
        if result.interrupted or result.gave_up is not None:
            break
    return done


def _request_of(request: StudyRequest, name: str, way: str, run: int, spent: float) -> XdlRequest:
    """Return the request for the batch of one cell. The cache is not used if runs should differ."""
    settings, most = request.settings, request.settings.budget.max_cost
    folder = Path(request.output.place or "", re.sub(r"[^\w.-]+", "_", name), way, f"run-{run}")
    model = replace(
        settings.model,
        model=name,
        api_base=None if name == "reader" else settings.model.api_base,
        no_cache=settings.model.no_cache or request.runs > 1,
    )
    loop = replace(settings.loop, feedback=cast("Way", way))
    budget = replace(settings.budget, max_cost=None if most is None else max(most - spent, 0.0))
    return XdlRequest(
        output=Output(str(folder)),
        keep_invalid=True,
        settings=replace(settings, model=model, loop=loop, budget=budget),
        batch=replace(request.batch, report=None),
        **{name: getattr(request, name) for name in _AS_ASKED},
    )


def as_json(cells: Sequence[Cell]) -> str:
    """Return the numbers of each cell."""
    rows = [{"model": one.model, "feedback": one.feedback, "run": one.run, **asdict(_numbers([one]))} for one in cells]
    return json.dumps({"format": "clairify-study", "version": 1, "cells": rows}, indent=2) + "\n"


def as_markdown(cells: Sequence[Cell]) -> str:
    """Tables I to III: valid and faithful programs, errors by type with verifier calls, and feedback modes."""
    rows = _rows(cells)
    first = [
        [*key, *(share_of(good, one.texts) for good in (one.valid, one.faithful)), f"{one.input_tokens:,}", _cost(one)]
        for key, one in rows.items()
    ]
    second = [
        [*key, *(str(one.errors.get(kind, 0)) for kind in (*_KINDS.values(), "fidelity")), _calls(one)]
        for key, one in rows.items()
    ]
    models = list(dict.fromkeys(model for model, _ in rows))
    third = [
        [way, *(share_of(rows[m, way].valid, rows[m, way].texts) if (m, way) in rows else "-" for m in models)]
        for way in WAYS
    ]
    return "\n".join(
        [
            "Table I: valid programs (95 % interval)\n",
            table(["model", "feedback", "valid", "faithful to the text", "tokens in", "cost"], first),
            "Table II: errors of first programs by type, and verifier calls\n",
            table(["model", "feedback", *_KINDS.values(), "fidelity", "calls: mean ± sd, max/min"], second),
            "Table III: valid programs by feedback\n",
            table(["feedback", *models], [row for row in third if set(row[1:]) != {"-"}]),
        ]
    )


def bars(cells: Sequence[Cell]) -> list[Bar]:
    """Return the shares of valid and of faithful programs as bars of a plot."""
    return [
        bar(f"{model}, {way}: {what}", good, one.texts)
        for (model, way), one in _rows(cells).items()
        for what, good in (("valid", one.valid), ("faithful", one.faithful))
    ]


@dataclass(frozen=True, slots=True)
class Numbers:
    """The combined figures of cells that differ only in their run."""

    texts: int
    valid: int
    faithful: int
    errors: dict[str, int]
    calls_mean: float
    calls_sd: float
    calls_max: float
    calls_min: float
    input_tokens: int
    output_tokens: int
    cost: float
    texts_of_unknown_cost: int


def _rows(cells: Sequence[Cell]) -> dict[tuple[str, str], Numbers]:
    """Return the figures of each model and feedback mode."""
    keys = dict.fromkeys((one.model, one.feedback) for one in cells)
    return {key: _numbers([one for one in cells if (one.model, one.feedback) == key]) for key in keys}


def _numbers(cells: Sequence[Cell]) -> Numbers:
    summaries = [one.summary for one in cells]
    errors: Counter[str] = Counter()
    for one in summaries:
        for code, count in one.first_errors.total.items():
            errors["fidelity" if code.startswith("XDL6") else _KINDS.get(code[3:4], "other")] += count
    called = [one.calls for one in summaries if one.calls.count]
    n = sum(one.count for one in called)
    mean = sum(one.mean * one.count for one in called) / n if n else 0.0
    squares = sum((one.deviation**2 + (one.mean - mean) ** 2) * one.count for one in called)
    return Numbers(
        texts=sum(one.done for one in summaries),
        valid=sum(one.sound for one in summaries),
        faithful=sum(one.valid for one in summaries),
        errors=dict(errors),
        calls_mean=round(mean, 3),
        calls_sd=round(math.sqrt(squares / n), 3) if n else 0.0,
        calls_max=max((one.most for one in called), default=0),
        calls_min=min((one.least for one in called), default=0),
        input_tokens=sum(one.input_tokens for one in summaries),
        output_tokens=sum(one.output_tokens for one in summaries),
        cost=round(sum(one.cost + one.earlier_cost for one in summaries), 6),
        texts_of_unknown_cost=sum(one.of_unknown_cost for one in summaries),
    )


def interval(good: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval for a share."""
    if not of:
        return 0.0, 1.0
    z, share = 1.959964, good / of
    middle, scale = share + z * z / (2 * of), 1 + z * z / of
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)


def bar(label: str, good: int, of: int) -> Bar:
    """Return a share with its interval as a bar of a plot."""
    return Bar(label, good / max(of, 1), *interval(good, of))


def share_of(good: int, of: int) -> str:
    """Describe a share with its interval."""
    low, high = interval(good, of)
    return f"{good} of {of} ({100 * low:.0f} to {100 * high:.0f} %)"


def _calls(numbers: Numbers) -> str:
    return f"{numbers.calls_mean:.2f} ± {numbers.calls_sd:.2f}, {numbers.calls_max:g}/{numbers.calls_min:g}"


def _cost(numbers: Numbers) -> str:
    unknown = f", {numbers.texts_of_unknown_cost} not known" if numbers.texts_of_unknown_cost else ""
    return f"${numbers.cost:.4f}{unknown}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)
