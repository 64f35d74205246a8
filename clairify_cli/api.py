"""The public interface for people who script: check a text, translate a text.

>>> from clairify_cli import check, translate
>>> result = translate("Add 15 g of acetic acid to a beaker. Stir for 20 seconds.")
>>> result.is_valid
True
>>> check(result.program)
[]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from clairify_cli.translate import LoopOptions, Translation


def check(
    text: str,
    language: str = "xdl",
    *,
    name: str = "<text>",
    dialect: str | None = None,
    hardware: Iterable[str] | None = None,
    reagents: Iterable[str] | None = None,
) -> list[Diagnostic]:
    """Everything that is wrong with a program, in source order; an empty list where nothing is.

    `hardware` and `reagents` are the names of what the laboratory has; None means that anything goes. Raises
    `KeyError` for an unknown language and `ValueError` for an unknown dialect.
    """
    return get(language).check(Source(text, name), _options(dialect, hardware, reagents))


def translate(
    text: str,
    language: str = "xdl",
    model: str | None = None,
    *,
    dialect: str | None = None,
    hardware: Iterable[str] | None = None,
    reagents: Iterable[str] | None = None,
    options: LoopOptions | None = None,
    api_base: str | None = None,
    trace: str | Path | None = None,
) -> Translation:
    """Translate English into a verified program.

    `model` is `reader` (the default: offline, by rule), `replay:FILE`, or any model that litellm knows. The result's
    `is_valid` says whether `program` has no errors; `diagnostics`, `notes` and `rounds` say the rest. Raises
    `clairify_cli.translate.ModelSetupError` for a model that cannot be used at all.
    """
    from clairify_cli.translate import Trace, resolve_model
    from clairify_cli.translate import translate as run

    chosen = resolve_model(model, api_base=api_base)
    check_options = _options(dialect, hardware, reagents)
    if trace is None:
        return run(text, get(language), chosen, options, check_options)
    with Trace(trace) as opened:
        return run(text, get(language), chosen, options, check_options, trace=opened)


def _options(dialect: str | None, hardware: Iterable[str] | None, reagents: Iterable[str] | None) -> CheckOptions:
    constraints = Constraints(
        hardware=tuple(hardware) if hardware is not None else None,
        reagents=tuple(reagents) if reagents is not None else None,
    )
    return CheckOptions(dialect=dialect, constraints=constraints)
