"""Everything that is wrong with program files, with fixes, and with the text that a program was made from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from clairify_cli.checking import Checked, Fixing, Selection, check_inputs
from clairify_cli.languages import KINDS, NAMES
from clairify_cli.services.check_views import map_places, refuse_views, show_checked
from clairify_cli.services.combinations import Needs
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import Kinds, opened, read_given
from clairify_cli.services.kinds import language as language_of
from clairify_cli.services.laboratory import check_options
from clairify_cli.services.parts import Laboratory, Narration, Output, Reading, Task
from clairify_cli.services.source_texts import refuse_source, source_of, with_source

if TYPE_CHECKING:
    from clairify_cli.checking import Check
    from clairify_cli.diagnostics.model import Diagnostic, Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.languages.base import Language as Dsl


@dataclass(frozen=True, slots=True)
class Rules:
    """Which findings count."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    plugins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixes:
    """What becomes of what can be fixed."""

    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Which files, what they are checked against, and how the findings are reported."""

    inputs: tuple[str, ...]
    language: str | None = None
    laboratory: Laboratory = Laboratory()
    task: Task = Task()
    skills: str | None = None
    source: str | None = None
    format: Literal["text", "concise", "json", "jsonl", "sarif", "junit", "github", "html"] = "text"
    output: Output = Output()
    map: str | None = None
    target: Literal["any", "fast-downward", "pyperplan"] = "any"
    rules: Rules = Rules()
    fixes: Fixes = Fixes()
    narration: Narration = Narration()
    statistics: bool = False
    reading: Reading = Reading()


COMBINATIONS = (
    Needs("unsafe_fixes", ("fix", "diff"), "--unsafe-fixes does nothing without --fix or --diff"),
    Needs("map", ("source",), "--map shows a program next to its text: name that with --source"),
)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found in each input, in order.

    `remarks` are sentences about what could not be decided, `notes` about what was taken from a file; with `unjudged`,
    a program could not be compared with its text for that. `page` is HTML, where that was asked for. `verdict` are
    sentences about one program and its text.
    """

    checked: tuple[Checked, ...]
    remarks: tuple[str, ...]
    notes: tuple[str, ...]
    fixing: Fixing
    page: str = ""
    verdict: tuple[str, ...] = ()
    unjudged: bool = False

    def exit_code(self, *, strict: bool) -> int:
        """0 without errors, 1 with them or with a diff, 2 where something could not be read, 3 for a bug of ours
        and for plans that cannot be validated."""
        if any(item.crashed for item in self.checked):
            return 3
        if self.unjudged or any(item.failed for item in self.checked):
            return 2
        errors = {found.code for item in self.checked for found in item.report.diagnostics if found.is_error}
        if errors == {"PLN114"}:  # nothing is known to be wrong, and nobody here can say that it is right
            return 3
        bad = errors or (strict and any(item.report.diagnostics for item in self.checked))
        return 1 if bad or any(item.diff for item in self.checked) else 0


def check(request: CheckRequest, remark: Callable[[str], None]) -> CheckResult:
    """Check every input; maps that are asked for are written. `remark` hears of links that are skipped.

    Raises `RequestError`, and `UnwritableError` where a file cannot be written.
    """
    from clairify_cli.files.writing import refuse_unwritable

    _load(request.rules.plugins)
    quiet, strict = request.narration.quiet, request.rules.strict
    selection = Selection(_codes(request.rules.select), _codes(request.rules.ignore), errors_only=quiet and not strict)
    _refuse_unknown(selection.select + selection.ignore)
    reading = request.reading
    items = opened(
        request.inputs,
        request.language,
        most_bytes=reading.max_size,
        follow=reading.follow_links,
        remark=remark,
    )
    if request.source is not None:
        refuse_source(request.source, len(items))
    kinds = _kinds(request, items)
    refuse_views(request.source, request.map, request.format, [kinds.of(item) for item in items])
    fixes = request.fixes
    fixing = Fixing.SHOWN if fixes.diff else Fixing.WRITTEN if fixes.fix else Fixing.NONE
    if request.output.place is not None:
        refuse_unwritable(request.output.place)
    places = map_places(items, request.map, follow=reading.follow_links)
    checked = check_inputs(
        items,
        _checker(request, kinds),
        selection,
        fixing=fixing,
        unsafe=fixes.unsafe_fixes,
        most_bytes=request.reading.max_size,
    )
    views: tuple[str, tuple[str, ...]] = "", ()
    if request.source is not None and all(kinds.of(item) == "xdl" for item in items):
        views = show_checked(checked, places, _beside(request, kinds), request.format)
    remarks, notes = tuple(kinds.remarks), tuple(kinds.notes)
    return CheckResult(
        tuple(checked), remarks, notes, fixing, *views, unjudged=request.source is not None and bool(remarks)
    )


def _kinds(request: CheckRequest, items: list[Input]) -> Kinds:
    """What each input is, and what it is checked against. A wrong option is refused before any file is read."""
    lab, most = request.laboratory, request.reading.max_size
    target = None if request.target == "any" else request.target
    kinds = Kinds(
        items,
        request.language,
        lambda kind: check_options(kind, lab, target),
        *read_given(request.task.domain, request.task.problem, request.inputs, most_bytes=most),
        _skills(request),
    )
    if request.language is not None:
        language_of(request.language)
    kinds.shared(request.language or NAMES[0])
    return kinds


def _checker(request: CheckRequest, kinds: Kinds) -> Callable[[Input], Check]:
    def checker(item: Input) -> Check:
        found = _language(item, kinds)
        if request.source is None:
            return lambda program: _with_added(program, found, kinds.options(item, program), kinds)
        text = _text_of(item, request, request.source)
        return with_source(found, lambda program: kinds.options(item, program), text)

    return checker


def _language(item: Input, kinds: Kinds) -> Dsl:
    """The language of an input. Raises `UnreadableError` where a package that brings it fails: others are checked."""
    try:
        return language_of(kinds.of(item))
    except RequestError as error:
        from clairify_cli.files.reading import UnreadableError

        raise UnreadableError(item.name, str(error)) from None


def _load(names: tuple[str, ...]) -> None:
    """Load rules of other packages. Raises `RequestError` where they cannot be had, before a file is read."""
    from clairify_cli.languages.plugins import RULES, PluginError, load

    for name in (one.strip() for value in names for one in value.split(",")):
        try:
            load(RULES, name)
        except PluginError as error:
            raise RequestError(str(error)) from None
        except KeyError:
            raise RequestError(f"no installed package brings rules by the name `{name}`") from None


def _with_added(program: Source, language: Dsl, options: CheckOptions, kinds: Kinds) -> list[Diagnostic]:
    """The findings of a language, with those of the rules that other packages add."""
    from clairify_cli.languages.plugins import Program, added_findings, has_finders

    try:
        own = language.check(program, options)
    except Exception as error:
        if language.name in KINDS:
            raise
        from clairify_cli.files.reading import UnreadableError

        why = f"the plugin `{language.name}` failed: {type(error).__name__}: {error}"
        raise UnreadableError(program.name, why) from None
    if not has_finders():
        return own
    from clairify_cli.diagnostics.model import in_source_order
    from clairify_cli.fidelity.silencing import silenced

    added, failures = added_findings(Program(program, language, options))
    kinds.remarks.extend(failures)
    codes = {one.code for one in added}
    own, added = silenced(program, language, own, added, codes.__contains__)
    return in_source_order(own + added)


def _beside(request: CheckRequest, kinds: Kinds) -> Callable[[Input, Source], tuple[Source, Dsl, CheckOptions]]:
    def beside(item: Input, program: Source) -> tuple[Source, Dsl, CheckOptions]:
        text = _text_of(item, request, request.source or "")
        return text, language_of(kinds.of(item)), kinds.options(item, program)

    return beside


def _text_of(item: Input, request: CheckRequest, source: str) -> Source:
    return source_of(item, source, most_bytes=request.reading.max_size, follow=request.reading.follow_links)


def _skills(request: CheckRequest) -> Source | None:
    """The list of skills that is given. Raises `RequestError`."""
    name = request.skills
    if name is None:
        return None
    from clairify_cli.services.program_context import read_skills_file

    if name == "-" and "-" in request.inputs:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    beside = (request.task.domain, request.task.problem)
    return read_skills_file(name, most_bytes=request.reading.max_size, beside=beside)


def _codes(values: tuple[str, ...]) -> tuple[str, ...]:
    """Rule codes of an option that may be given several times, each with commas."""
    return tuple(code.strip().upper() for value in values for code in value.split(",") if code.strip())


def _refuse_unknown(wanted: tuple[str, ...]) -> None:
    """A misspelt code would silence nothing, or everything."""
    if not wanted:
        return
    from clairify_cli.diagnostics.select import unknown_codes
    from clairify_cli.rulebook import all_rules

    all_rules()
    for unknown in unknown_codes(wanted):
        raise RequestError(unknown.message)
