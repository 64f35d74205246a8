"""Handle findings known before: hide them by a baseline, write them to one, or suppress them by comments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.checking import SYNTAX, Selection
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.checking import Checked
    from clairify_cli.services.check.request import CheckRequest
    from clairify_cli.services.kinds import Kinds


def after_known(checked: list[Checked], request: CheckRequest, kinds: Kinds) -> list[Checked]:
    """Return the inputs without the findings that a request hides, after writing the requested baseline.

    Raises `RequestError` for a baseline that cannot be read, and `UnwritableError`.
    """
    known = request.known
    if known.write_baseline is not None:
        _write(checked, known.write_baseline, request, kinds)
        return [replace(one, report=replace(one.report, diagnostics=[])) for one in checked]
    if known.baseline is not None:
        checked = _hidden(checked, known.baseline, request, kinds)
    if known.add_ignores:
        shown = Selection(errors_only=request.narration.quiet and not request.rules.strict)
        for at, one in enumerate(checked):
            report = (left := _suppressed(one, kinds, request)).report
            checked[at] = replace(left, report=replace(report, diagnostics=shown.reported(report.diagnostics)))
    return checked


def _hidden(checked: list[Checked], name: str, request: CheckRequest, kinds: Kinds) -> list[Checked]:
    from clairify_cli.diagnostics.counts import counted
    from clairify_cli.diagnostics.fingerprints import fingerprints, name_from

    known = _read(name)
    folder = Path(name).parent
    done = []
    hidden = 0
    names = [name_from(one.report.file, folder) for one in checked]
    gone = sum(len(known[one]) for one in known.keys() - set(names) if not (folder / one).exists())
    for one, file in zip(checked, names, strict=True):
        report = one.report
        there = known.get(file, frozenset())
        prints = fingerprints(report.source, report.diagnostics)
        left = [found for found, each in zip(report.diagnostics, prints, strict=True) if each not in there]
        hidden += len(prints) - len(left)
        gone += 0 if report.error is not None else len(there.difference(prints))
        done.append(replace(one, report=Report(report.source, left, report.error)))
    if hidden:
        kinds.notes[f"{counted(hidden, 'known finding')} hidden by {name}"] = None
    chosen = request.selection
    if gone and chosen == Selection():  # else they may only be filtered out
        are = "is" if gone == 1 else "are"
        kinds.notes[f"{gone} of the findings in {name} {are} no longer there; --write-baseline cleans it up"] = None
    return done


def _read(name: str) -> dict[str, frozenset[str]]:
    """Return the fingerprints in a baseline by file name."""
    from clairify_cli.diagnostics.fingerprints import BaselineError, read_baseline
    from clairify_cli.files.reading import UnreadableError, read_text

    try:
        return read_baseline(read_text(name))
    except UnreadableError as error:
        raise RequestError(f"{error}; `--write-baseline {name}` writes one") from None
    except BaselineError as error:
        raise RequestError(f"{name}: {error}") from None


def _write(checked: list[Checked], name: str, request: CheckRequest, kinds: Kinds) -> None:
    """Write the findings. What the file knows of existing files and rules that were not checked stays in it."""
    from clairify_cli.diagnostics.counts import counted
    from clairify_cli.diagnostics.fingerprints import baseline_text, fingerprints, name_from
    from clairify_cli.files.writing import write_text

    folder = Path(name).parent
    found: dict[str, list[str]] = {}
    looked_at = set()
    for one in checked:
        file = name_from(one.report.file, folder)
        found.setdefault(file, []).extend(fingerprints(one.report.source, one.report.diagnostics))
        if one.report.error is None:
            looked_at.add(file)
    number, stay = sum(map(len, found.values())), 0
    for file, prints in (_read(name) if Path(name).exists() else {}).items():
        others = {one for one in prints if file not in looked_at or not request.selection.has(one.partition(":")[0])}
        if (kept := others.difference(found.get(file, ()))) and (folder / file).exists():
            found.setdefault(file, []).extend(kept)
            stay += len(kept)
    write_text(name, baseline_text(found.items(), folder))
    more = f"; {counted(stay, 'older one')} of other files and rules stay" if stay else ""
    kinds.notes[f"{counted(number, 'finding')} written to {name}, which --baseline {name} hides{more}"] = None


def _suppressed(one: Checked, kinds: Kinds, request: CheckRequest) -> Checked:
    """Write suppression comments for all findings of an input; return it with findings that cannot be suppressed."""
    if one.item.path is None or one.failed or not one.report.diagnostics:
        return one
    if any(found.is_error and found.code.startswith(SYNTAX) for found in one.report.diagnostics):
        kinds.notes[f"{one.item.name} is not well-formed, so no comments were written into it"] = None
        return one  # comments must not make an unreadable text look clean
    from clairify_cli.diagnostics.ignores import with_ignores
    from clairify_cli.diagnostics.model import Diagnostic, Source
    from clairify_cli.files.encoding import Decoded
    from clairify_cli.files.writing import UnwritableError, rewrite_text
    from clairify_cli.services.kinds import language

    chosen = language(kinds.of(one.item))

    def check(source: Source) -> list[Diagnostic]:
        return chosen.check(source, kinds.options(one.item, source))

    source, noted, remarked = one.report.source, dict(kinds.notes), list(kinds.remarks)
    text = with_ignores(source, one.report.diagnostics, check, chosen.comment_form)
    kinds.notes.clear()
    kinds.notes.update(noted)
    kinds.remarks[:] = remarked  # without those about texts that were only tried
    if text == source.text:
        return one
    try:
        encoding = one.item.read(most_bytes=request.reading.max_size).encoding
        rewrite_text(one.item.path, Decoded(text, encoding))
    except UnwritableError as error:
        return replace(one, unwritten=str(error))
    after = Source(text, source.name)
    left = request.selection.reported(request.selection.of_rules(check(after)))
    kinds.notes["comments that suppress findings were written; look through them before you commit"] = None
    return replace(one, report=Report(after, left))
