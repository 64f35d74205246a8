"""The public interface for people who script: check a text, translate a text.

>>> from clairify_cli.api import check, translate
>>> result = translate("Add 15 g of acetic acid to a beaker. Stir for 20 seconds.")
>>> result.is_valid
True
>>> check(result.program)
[]
>>> broken = result.program.replace("20 s", "twenty")
>>> for finding in check(broken, name="plan.xdl"):
...     print(finding.span.line, finding.code, finding.severity.value)
11 XDL301 error

What the laboratory has can be said, with capacities where they are known:

>>> result = translate("Add 200 mL of water to a beaker.", hardware={"beaker": "100 mL"}, reagents=["water"])
>>> result.is_valid
False
>>> [finding.code for finding in result.diagnostics if finding.is_error]
['XDL405']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages import NAMES, get
from clairify_cli.languages.base import CheckOptions, Constraints, Language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from clairify_cli.translate import LoopOptions, Translation

    Hardware = Iterable[str] | Mapping[str, str | float | None]


def check(
    text: str,
    language: str = "xdl",
    *,
    name: str = "<text>",
    source_text: str | None = None,
    dialect: str | None = None,
    hardware: Hardware | None = None,
    reagents: Iterable[str] | None = None,
) -> list[Diagnostic]:
    """Everything that is wrong with a program, in source order; an empty list where nothing is.

    `name` is the file that the spans of the findings name. With `source_text`, the program is also held to the English
    text that it was made from: what is missing, invented or something else (XDL601 to XDL613). `hardware` and
    `reagents` are the names of what the laboratory has; None means that anything goes. A mapping of hardware gives
    capacities: a number of millilitres, a text such as `1 L`, or None.

    Raises `ValueError`, with one sentence, for an unknown language or dialect and for a list that makes no sense.
    """
    chosen = _language(language)
    options = _options(chosen, dialect, hardware, reagents)
    program = Source(text, name)
    if source_text is None:
        return chosen.check(program, options)
    from clairify_cli.fidelity import check_with_text

    return check_with_text(program, Source(source_text, "<source>"), chosen, options)


def translate(
    text: str,
    language: str = "xdl",
    model: str | None = None,
    *,
    dialect: str | None = None,
    hardware: Hardware | None = None,
    reagents: Iterable[str] | None = None,
    options: LoopOptions | None = None,
    api_base: str | None = None,
    trace: str | Path | None = None,
) -> Translation:
    """Translate English into a verified program.

    `model` is `reader` (the default: offline, by rule), `replay:FILE`, or any model that litellm knows; `api_base`
    is the address of its server. `options` are the limits of the loop. Every round is appended to the file `trace`.
    The other arguments are those of `check`.

    The result's `is_valid` says whether `program` has no errors; `diagnostics`, `notes` and `rounds` say the rest.
    A model that fails is an outcome, not an exception.

    Raises `ValueError` as `check` does, `clairify_cli.translate.ModelSetupError` for a model that cannot be used at
    all, and `OSError` where the trace cannot be opened.
    """
    from clairify_cli.translate import Trace, resolve_model
    from clairify_cli.translate import translate as run

    chosen = _language(language)
    check_options = _options(chosen, dialect, hardware, reagents)
    asked = resolve_model(model, api_base=api_base)
    if trace is None:
        return run(text, chosen, asked, options, check_options)
    with Trace(trace) as opened:
        return run(text, chosen, asked, options, check_options, trace=opened)


def _language(name: str) -> Language:
    if name not in NAMES:
        raise ValueError(f"there is no language `{name}`; there are {', '.join(NAMES)}")
    return get(name)


def _options(
    language: Language, dialect: str | None, hardware: Hardware | None, reagents: Iterable[str] | None
) -> CheckOptions:
    if dialect is not None and dialect not in language.dialects:
        raise ValueError(f"{language.name} has no dialect `{dialect}`; there are {', '.join(language.dialects)}")
    if hardware is None and reagents is None:
        return CheckOptions(dialect)
    names, capacities = _named(hardware, "hardware") if hardware is not None else (None, ())
    stock = _named(reagents, "reagents")[0] if reagents is not None else None
    return CheckOptions(dialect, Constraints(names, stock, capacities))


def _named(given: Hardware, what: str) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    from collections.abc import Mapping

    from clairify_cli.languages.constraints import ConstraintsError, from_data

    if isinstance(given, str):  # which would be taken for the names of its characters
        raise ValueError(f"`{what}` is a list of names, not one text: [{given!r}]")
    entries = [{"id": name, "capacity": size} for name, size in given.items()] if isinstance(given, Mapping) else given
    try:
        return from_data(list(entries), what)
    except ConstraintsError as error:
        raise ValueError(str(error)) from None
