"""Report every problem in program files, fix them, and compare programs with their source texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.render.report import counts
from clairify_cli.records import dataclass, replace
from clairify_cli.services.check.request import CheckRequest, listed
from clairify_cli.services.check.source_texts import refuse_source
from clairify_cli.services.errors import RequestError
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.kinds import language, opened
from clairify_cli.services.places import refuse_overwriting

if TYPE_CHECKING:
    from clairify_cli.checking import Checked, Fixing, Selection
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions, Language

    Beside = Callable[[Input, Source], tuple[Source, Language, CheckOptions]]
    """Returns the text of a program, and the language and options to read the program with."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings in each input, in order.

    `remarks` are sentences about undecided questions, `notes` about data taken from a file; with `unjudged`, they
    prevented comparing a program with its text. `page` is HTML, or what --show draws. `verdict` are
    sentences about one program and its text.
    """

    checked: tuple[Checked, ...]
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    fixing: Fixing
    page: str = ""
    verdict: tuple[str, ...] = ()
    unjudged: bool = False

    def exit_code(self, *, strict: bool, zero: bool = False) -> int:
        """Return 0 without errors, 1 with errors or a diff, 2 if something could not be read, 3 for a bug of ours and
        for plans that cannot be validated. With `zero`, 0 instead of 1."""
        if any(item.crashed for item in self.checked):
            return 3
        if self.unjudged or any(item.failed for item in self.checked):
            return 2
        errors = {found.code for item in self.checked for found in item.report.diagnostics if found.is_error}
        errors |= {"drawn" for item in self.checked if item.report.drawn is not None and item.report.drawn.errors}
        if errors == {"PLN114"}:  # the plan has no known error, but it cannot be validated either
            return 3
        if zero:
            return 0
        bad = errors or (strict and any(any(counts(item.report)) for item in self.checked))
        return 1 if bad or any(item.diff for item in self.checked) else 0


def check(request: CheckRequest, remark: Callable[[str], None], color: bool | None = None) -> CheckResult:
    """Check every input, and write requested baselines. `remark` is told about skipped links.

    With `color`, and where nothing but text is asked for, reports may be drawn, in colour or without.

    Raises `RequestError`, and `UnwritableError` if a file cannot be written.
    """
    from clairify_cli.files.writing import refuse_unwritable
    from clairify_cli.services.check.files import checked_files, kinds_of, load_rules, shown_beside
    from clairify_cli.services.check.known import after_known

    load_rules(request.rules.plugins)
    refuse_unknown(request.selection)
    items = _items(request, remark)
    if request.source is not None:
        refuse_source(request.source, len(items))
    texts = () if request.source is None else texts_in((request.source,), request.reading, lambda _: None)
    stems = {one.stem for one in items}
    refuse_overwriting(request, (one.path for one in (*items, *(one for one in texts if one.stem in stems))))
    kinds = kinds_of(request, items)
    if request.format == "html":
        refuse_views(request.source, [kinds.of(item) for item in items])
    for place in (request.output.place, request.known.write_baseline):
        if place is not None:
            refuse_unwritable(place)
    checked = after_known(checked_files(request, items, kinds, color), request, kinds)
    if request.explain:
        from clairify_cli.services.check.plans import explained

        checked = explained(checked, kinds, whole=request.narration.verbose)
    views: tuple[str, tuple[str, ...]] = "", ()
    if request.source is not None and all(kinds.of(item) == "xdl" for item in items):
        views = show_checked(checked, shown_beside(request, kinds), request.format)
    if request.show is not None:
        from clairify_cli.services.check.plans import shown

        views = shown(checked, kinds, request.show, whole=request.narration.verbose), ()
    if request.source is not None:
        from clairify_cli.diagnostics.suppress import directives_of

        for one in checked:
            program = one.report.source
            if program and "clairify" in program.text and directives_of(language(kinds.of(one.item)).comments(program)):
                kinds.notes[f"comments in {one.report.file} may hide findings (clairify: ignore)"] = None
    remarks, notes = tuple(kinds.remarks), tuple(kinds.notes)
    unjudged = request.source is not None and bool(remarks or kinds.companions.missing or any(kinds.unread.values()))
    return CheckResult(tuple(checked), remarks, notes, request.fixing, *views, unjudged=unjudged)


def _items(request: CheckRequest, remark: Callable[[str], None]) -> list[Input]:
    """Return the inputs: the current folder by default. Standard input may be given a file name."""
    reading = request.reading
    found = opened(
        request.inputs or (".",),
        request.language,
        most_bytes=reading.max_size,
        follow=reading.follow_links,
        remark=remark,
        exclude=listed(request.exclude),
    )
    name = request.stdin_filename
    if name is None:
        return found
    if "-" not in request.inputs:
        raise RequestError("--stdin-filename names standard input: give `-` as a file, too")
    from clairify_cli.files.reading import STDIN

    return [replace(item, name=name) if item.name == STDIN else item for item in found]


def refuse_unknown(chosen: Selection) -> None:
    """Raise `RequestError` for a misspelled code, which would suppress nothing, or everything."""
    wanted = (*chosen.select, *chosen.ignore, *(code for _, named in chosen.ignore_in for code in named))
    if not wanted:
        return
    from clairify_cli.diagnostics.select import unknown_codes
    from clairify_cli.rulebook import all_rules

    all_rules()
    for unknown in unknown_codes(wanted):
        raise RequestError(unknown)


# -------------------------------------------------------------------------------------------- `clairify check --source`


def refuse_views(source: str | None, kinds: Sequence[str]) -> None:
    """Raise `RequestError` for an impossible page; `kinds` are the languages of the programs."""
    if any(kind != "xdl" for kind in kinds):
        raise RequestError("--format html is for XDL programs, whose steps come from words of the text")
    if source is None:
        raise RequestError("--format html shows a program next to its text: name that with --source")
    if len(kinds) > 1:
        raise RequestError(f"--format html is for one program, and there are {len(kinds)}")


def show_checked(checked: Sequence[Checked], beside: Beside, format_: str) -> tuple[str, tuple[str, ...]]:
    """Return the page if the report is HTML, and the verdict if it is text about one program.

    A program that could not be read, or whose check hit a bug, is left out.
    """
    from clairify_cli.fidelity.mapped.mapping import source_map
    from clairify_cli.fidelity.mapped.verdict import is_short, verdict
    from clairify_cli.fidelity.page import page

    is_page, is_told = format_ == "html", format_ == "text"
    if len(checked) != 1 or checked[0].report.error is not None or not (is_page or is_told):
        return "", ()
    (one,) = checked
    text, language, options = beside(one.item, one.report.source)
    if not (is_page or is_short(text.text)):
        return "", ()
    found = source_map(text, one.report.source, language, options, one.report.diagnostics)
    return page(found) if is_page else "", verdict(found) if is_told else ()
