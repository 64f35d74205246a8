"""The language of an input, and its context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from clairify_cli.languages import KINDS, NAMES, SEARCHED, by_file_name, get, sniff
from clairify_cli.languages.base import CheckOptions
from clairify_cli.records import dataclass, field, replace
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from pathlib import Path

    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import Language
    from clairify_cli.languages.pddl.companions import Companions

PDDL = "pddl"
PROGRAM = "program"
PLAN = "plan"
SCENE = "scene"
PROFILE = "profile"

PLAN_SUFFIX = ".plan"

_LOOKED_AT = 10_000
"""The first bytes of a file, in which its first word outside comments should be."""


def language(name: str) -> Language:
    """Return the language with that name. Raises `RequestError` if there is none or it cannot be loaded."""
    from clairify_cli.languages.plugins import LANGUAGES, PluginError, names

    try:
        return get(name)
    except PluginError as error:
        raise RequestError(str(error)) from None
    except KeyError:
        from clairify_cli.diagnostics.nearest import listing

        known = listing([*KINDS, *sorted(names(LANGUAGES))])
        raise RequestError(f"there is no language `{name}`; there are {known}") from None


@dataclass
class Kinds:
    """The language of each input: the `chosen` one, else by file name, else by the beginning of its text.

    If none of these tells, it is a plan if `problem` (the text of a problem) is given, PDDL if `domain` is, else XDL.
    These two take precedence over files among the inputs and next to them. `laboratory` returns the check options for
    a language. `notes` are sentences on plans that state a goal, `remarks` are about undecided questions.

    It implements `Surroundings`, in which a language looks up the context of its texts.
    """

    items: Sequence[Input]
    chosen: str | None
    laboratory: Callable[[str], CheckOptions]
    domain: Source | None = None
    problem: Source | None = None
    notes: dict[str, None] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    _options: dict[str, CheckOptions] = field(default_factory=dict)
    _begins: dict[str, str | None] = field(default_factory=dict)
    _looked_at: tuple[Source, ...] = ()
    _named: dict[tuple[str | None, str | None, Path | None], tuple[Source | None, Source | None, str]] = field(
        default_factory=dict
    )
    unread: dict[Path | None, str] = field(default_factory=dict)
    """Why a file that the heading of an input names could not be read."""

    def of(self, item: Input) -> str:
        """Return the name of the input's language."""
        if self.chosen is not None:
            return self.chosen
        known = by_file_name(item.path.name if item.path is not None else item.name)
        if known is not None:
            return known
        if item.name not in self._begins:
            self._begins[item.name] = sniff(_beginning(item))
        expected = PLAN if self.problem is not None else PDDL if self.domain is not None else NAMES[0]
        return self._begins[item.name] or expected

    def shared(self, kind: str) -> CheckOptions:
        """Return the check options common to all files of a kind. Raises `RequestError`."""
        if kind not in self._options:
            self._options[kind] = self.laboratory(kind)
        return self._options[kind]

    def options(self, item: Input, program: Source) -> CheckOptions:
        """Return the options for one input, including its context."""
        kind = self.of(item)
        if kind == NAMES[0]:  # belongs to no other text, so its language need not be imported
            return self.shared(kind)
        context = self.context(item, program)
        if kind == PLAN:
            self._remark_faults(context)
        shared, unread = self.shared(kind), self.unread.get(item.path, "")
        if kind == PROGRAM:
            missing = unread
        else:
            missing = "" if context else self.companions.missing.get(item.path, "")
            self.remarks.extend([f"{item.name}: {unread}"] if unread else [])
        if not (context or missing):
            return shared
        return replace(shared, context=context, missing=missing, problem_given=self.problem is not None)

    def context(self, item: Input, program: Source) -> tuple[Source, ...]:
        """Return the context of one input, such as its domain."""
        return language(self.of(item)).context(program, item.path, self)

    def named(self, domain: str | None, problem: str | None, path: Path | None) -> tuple[Source | None, Source | None]:
        """Return the domain and the problem with these names; results are cached per folder."""
        from clairify_cli.services.program_context import named_context

        key = (domain, problem, path.parent if path is not None else None)
        if key not in self._named:
            why: list[str] = []
            self._named[key] = (*named_context(domain, problem, path, self.domain, why), "".join(why))
        one, other, self.unread[path] = self._named[key]
        return one, other

    def of_pddl(self, text: str, path: Path | None) -> tuple[Source, ...]:
        """Return the domain of a problem, or the domain and problem of a lone goal; nothing for a domain."""
        return self.companions.of_pddl(text, path)

    def of_plan(self, path: Path | None, domain_file: str = "", stated: str = "") -> tuple[Source, ...]:
        """Return the domain and the problem of a plan that names the problem `stated`; nothing if either is missing."""
        return self.companions.of_plan(path, domain_file, stated)

    def _remark_faults(self, context: tuple[Source, ...]) -> None:
        """Report once that a plan is checked against texts with errors, except for texts that are checked
        themselves."""
        if self._looked_at == context:
            return
        self._looked_at = context
        from clairify_cli.languages.pddl.reader import read

        checked = {item.name for item in self.items}
        for place, source in enumerate(context):
            if source.name in checked or any(one.is_error for one in read(source)[1]):
                continue  # the report has these errors already
            found = language(PDDL).check(source, CheckOptions(context=context[:place]))
            faults = dict.fromkeys(one.code for one in found if one.is_error)
            if faults:
                self.remarks.append(
                    f"{source.name} has errors ({', '.join(faults)}), for which plans may fail: check it"
                )

    @cached_property
    def companions(self) -> Companions:
        """Finds the domains of problems and the problems of plans."""
        from clairify_cli.languages.pddl.companions import SUFFIX, Companions

        paths = [item.path for item in self.items if item.path is not None and item.path.suffix.lower() == SUFFIX]
        return Companions(paths, self.domain, self.problem)


def opened(
    arguments: Sequence[str],
    chosen: str | None,
    *,
    most_bytes: int,
    follow: bool,
    remark: Callable[[str], None],
    exclude: tuple[str, ...] = (),
) -> list[Input]:
    """Return the inputs to check or format. Input that can be read only once is read if its text is needed to
    recognise its language.

    In folders, files that git ignores or that match `exclude` are skipped.
    """
    from clairify_cli.files.ignored import Ignored
    from clairify_cli.services.inputs import found_inputs

    items = found_inputs(arguments, SEARCHED, follow=follow, remark=remark, left_out=Ignored(exclude))
    if chosen is not None:
        return items
    return [item.holding(most_bytes=most_bytes) if _is_read_once(item) else item for item in items]


def _is_read_once(item: Input) -> bool:
    searched = item.missing is not None or item.folder is not None
    return not searched and (item.path is None or not item.path.is_file())


def _beginning(item: Input) -> str:
    """Return the first lines of a text; only the beginning of a large file is read."""
    if item.held is not None:
        return item.held.text
    if item.path is None or item.missing is not None:
        return ""
    from clairify_cli.files.encoding import UndecodableError, decode

    try:
        with item.path.open("rb") as file:
            data = file.read(_LOOKED_AT)
        # The last line may be cut in the middle of a character, which could not be decoded.
        return decode(data[: data.rfind(b"\n")] if len(data) == _LOOKED_AT else data).text
    except (OSError, UndecodableError):
        return ""


def read_given(
    domain: str | None, problem: str | None, inputs: Sequence[str] = (), *, most_bytes: int
) -> tuple[Source | None, Source | None]:
    """Read the texts of `--domain` and `--problem`. Raises `RequestError` if one cannot be read.

    `inputs` are the other arguments, since only one of all may be standard input.
    """
    if domain is None and problem is None:
        return None, None
    if [domain, problem, "-" if "-" in inputs else None].count("-") > 1:
        raise RequestError("standard input can be read only once: give `-` once, and files for the rest")
    from clairify_cli.agents.formalise.given import read_domain, read_problem
    from clairify_cli.files.reading import UnreadableError

    try:
        one = read_domain(domain, most_bytes=most_bytes) if domain is not None else None
        return one, read_problem(problem, one, most_bytes=most_bytes) if problem is not None else None
    except UnreadableError as error:
        raise RequestError(str(error)) from None
