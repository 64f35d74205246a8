"""The tables at the end of a batch, as in the CLAIRify study, but for this run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.cli.shared.output import aligned
from clairify_cli.diagnostics.counts import counted
from clairify_cli.records import dataclass

if TYPE_CHECKING:
    from clairify_cli.batch.summary import Spread, Summary, Tally

_LONGEST = 30
"""The most rules in a table; the report has them all."""

Cell = str | int


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of rules: two columns of words under one title, then columns of numbers, each with its own title."""

    titles: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: tuple[Cell, ...]


def tables_of(summary: Summary, seconds: float, *, fidelity: bool, warnings: bool) -> str:
    """Return as aligned text how many programs are valid, calls of the verifier, time, tokens, cost, findings by rule.

    With `fidelity`, the number of programs that match their texts is shown as well.
    """
    facts = [("valid programs", _share(summary.sound, summary.total))]
    if fidelity:
        facts.append(("faithful programs", _share(summary.valid, summary.total)))
    facts.append(("verifier calls", _spread(summary.calls)))
    facts.append(("steps of a program", _spread(summary.steps)))
    if summary.skipped:
        facts.append(("done before", f"{summary.skipped:,}"))
    new = summary.done - summary.skipped
    if new:
        facts.append(("time", f"{seconds:.1f} s, {new / max(seconds, 0.001):,.1f} inputs a second"))
    if summary.uses_tokens:
        facts.append(("tokens", f"{summary.input_tokens:,} in, {summary.output_tokens:,} out"))
        facts.append(("cost", _cost(summary)))
    width = max(len(name) for name, _ in facts)
    blocks = ["\n".join(f"{name:<{width}}  {value}" for name, value in facts)]
    if summary.first_errors.total or summary.errors.total:
        blocks.append(_aligned(_errors(summary)))
    if summary.warnings.total:
        blocks.append(_aligned(_warnings(summary.warnings)) if warnings else _warnings_in_short(summary.warnings))
    return "\n\n".join(blocks)


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def _spread(spread: Spread) -> str:
    if not spread.count:
        return "none"
    return f"mean {spread.mean:.2f}, sd {spread.deviation:.2f}, max/min {spread.most:.0f}/{spread.least:.0f}"


def _cost(summary: Summary) -> str:
    known = f"${summary.cost:.4f}"
    if summary.earlier_cost:
        known += f", and ${summary.earlier_cost:.4f} before"
    if summary.of_unknown_cost:
        texts = "text" if summary.of_unknown_cost == 1 else "texts"
        known += f", and what {summary.of_unknown_cost:,} {texts} cost is not known"
    return known


def _errors(summary: Summary) -> Grid:
    first, left = summary.first_errors, summary.errors
    codes = sorted({*first.total, *left.total}, key=lambda code: (-first.total[code], -left.total[code], code))
    names = _names()
    rows = [
        (code, names.get(code, ""), first.total[code], first.texts[code], left.total[code], left.texts[code])
        for code in codes
    ]
    total = (first.total.total(), first.texts_with_any, left.total.total(), left.texts_with_any)
    header = ("errors by rule", "", "in first programs", "texts", "left", "texts")
    return Grid(header, tuple(rows[:_LONGEST]), ("all", _more(rows), *total))


def _warnings(tally: Tally) -> Grid:
    names = _names()
    rows = [(code, names.get(code, ""), tally.total[code], tally.texts[code]) for code in tally.codes()]
    total = ("all", _more(rows), tally.total.total(), tally.texts_with_any)
    return Grid(("warnings by rule", "", "total", "texts"), tuple(rows[:_LONGEST]), total)


def _warnings_in_short(tally: Tally) -> str:
    told = f"{counted(tally.total.total(), 'warning')} in {counted(tally.texts_with_any, 'text')}"
    return f"{told}; -v lists them by rule and text"


def _more(rows: Sequence[object]) -> str:
    return f"and {counted(len(rows) - _LONGEST, 'rule')} more" if len(rows) > _LONGEST else ""


def _names() -> dict[str, str]:
    from clairify_cli.rulebook import all_rules

    return {code: rule.name for code, rule in all_rules().items()}


def _aligned(grid: Grid) -> str:
    """Align columns to their contents, words left, numbers right. The first two columns share one header."""
    lines = [[_shown(cell) for cell in row] for row in (*grid.rows, grid.total)]
    width = max(len(line[0]) for line in lines)
    rows = [(f"{code:<{width}}  {name}", *numbers) for code, name, *numbers in lines]
    return "\n".join(aligned([(grid.titles[0], *grid.titles[2:]), *rows], left={0}))


def _shown(cell: Cell) -> str:
    return f"{cell:,}" if isinstance(cell, int) else str(cell)
