"""Check the files of a request by language, several in parallel, with cached results of earlier runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from stat import S_ISREG
from time import time_ns
from typing import TYPE_CHECKING

from clairify_cli.checking import Check, Checked, check_inputs
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.diagnostics.render.text import drawn
from clairify_cli.languages import KINDS, NAMES
from clairify_cli.records import replace
from clairify_cli.services.batch.run import workers
from clairify_cli.services.check.source_texts import source_of, with_source
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import Kinds, read_given
from clairify_cli.services.kinds import language as language_of
from clairify_cli.services.laboratory import check_options

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from clairify_cli.diagnostics.kept import Kept, Stamp
    from clairify_cli.diagnostics.model import Diagnostic
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.languages.base import Language as Dsl
    from clairify_cli.services.check.request import CheckRequest

_FEWEST_KEPT = 20
"""Fewer files than this are checked faster than their cached results are read."""

_ALONE = NAMES[0]
"""The language whose files are checked without any other file."""

_RECENT_NS = 2_000_000_000
"""The coarsest times of a file system, in nanoseconds."""


def checked_files(
    request: CheckRequest, items: Sequence[Input], kinds: Kinds, color: bool | None = None
) -> list[Checked]:
    """Check every input; return the results in order. With `color`, reports may be drawn."""
    color = color if request.is_text_alone else None
    if request.engine.executor == "dask":
        return _on_cluster(request, items, kinds, color)
    jobs, kept = workers(request.jobs, len(items)), _kept(request, kinds)
    # The rules of plugins are loaded in this process only.
    if jobs < 2 or request.rules.plugins:
        return _checked(request, items, kinds, color, kept)
    done: list[Checked] = []
    # No process need start to find what is known.
    while kept is not None and kept.hits == len(done) < len(items):
        done += _checked(request, items[len(done) : len(done) + _FEWEST_KEPT], kinds, color, kept)
    left = len(items) - len(done)
    return done + _in_processes(request, items, kinds, color, min(jobs, left), len(done)) if left else done


def _checked(
    request: CheckRequest, items: Sequence[Input], kinds: Kinds, color: bool | None, kept: Kept | None
) -> list[Checked]:
    drawing = None if color is None else _Drawing(request, kinds, kept, color)
    check = partial(
        check_inputs,
        items,
        checker_of(request, kinds, None if drawing else kept),
        request.selection,
        fixing=request.fixing,
        unsafe=request.fixes.unsafe_fixes,
        most_bytes=request.reading.max_size,
        time_limit=request.time_limit,
    )
    done = check() if drawing is None else check(finish=drawing.finish, known=drawing.known)
    if kept is not None:
        kept.save()
    return done


class _Drawing:
    """Draws reports, or takes them from earlier runs."""

    def __init__(self, request: CheckRequest, kinds: Kinds, kept: Kept | None, color: bool) -> None:
        self._kinds = kinds
        self._kept = kept
        self._color = color
        self._shown = request.selection, color
        self._most_bytes = request.reading.max_size
        self._stamps: dict[str, Stamp] = {}

    def known(self, item: Input) -> Report | None:
        """Return the report on a file that is unchanged since an earlier run, as far as the file system tells."""
        if self._kept is None or item.path is None or self._kinds.of(item) != _ALONE:
            return None
        try:
            one = os.stat(item.path)  # noqa: PTH116 - a third of the time
        except OSError:  # as reading it says
            return None
        stamp: Stamp = [self._said, one.st_size, one.st_ino, one.st_mtime_ns, one.st_ctime_ns]
        if not S_ISREG(one.st_mode) or one.st_size > self._most_bytes:
            return None
        if max(one.st_mtime_ns, one.st_ctime_ns) < self._latest:
            self._stamps[item.name] = stamp  # another change may have the same time as a recent one
        drawn = self._kept.unchanged(item.name, stamp)
        return None if drawn is None else Report(Source("", item.name), drawn=drawn)

    @cached_property
    def _said(self) -> str:
        return _digest(_said(_ALONE, self._kinds.shared(_ALONE), self._shown))

    @cached_property
    def _latest(self) -> int:
        return time_ns() - _RECENT_NS

    def finish(self, item: Input, source: Source, made: Callable[[], Report]) -> Report:
        """Return the report that `made` makes, drawn, or as it was drawn for the same text."""
        kind = self._kinds.of(item)
        if kind not in NAMES:
            return made()  # the codes of findings in plans decide the exit code
        if self._kept is None:
            return Report(source, drawn=drawn(made(), self._color))
        key = _key(source, kind, self._kinds.options(item, source), *self._shown)
        if item.name in self._stamps:
            self._kept.stamped(item.name, self._stamps[item.name], key)
        return Report(source, drawn=self._kept.drawn(key, lambda: drawn(made(), self._color)))


def _in_processes(
    request: CheckRequest, items: Sequence[Input], kinds: Kinds, color: bool | None, jobs: int, first: int
) -> list[Checked]:
    """Check the inputs from the `first` on in parts of about the same size, each in its own process."""
    from clairify_cli.batch.executors.pool import processes

    with processes(jobs, "checks files") as pool:
        return _in_parts(pool, replace(request, jobs=1), items, kinds, color, jobs, first)


def _on_cluster(request: CheckRequest, items: Sequence[Input], kinds: Kinds, color: bool | None) -> list[Checked]:
    """Check the inputs on a cluster, whose workers read and fix the files in a folder shared by all machines."""

    from clairify_cli.batch.cluster import connected
    from clairify_cli.batch.executors.base import FatalError
    from clairify_cli.files.addresses import without_secrets
    from clairify_cli.outcomes import ExpectedError
    from clairify_cli.services.parts import Engine

    there = [one if one.path is None else replace(one, path=one.path.resolve()) for one in items]
    parts = -(-len(items) // request.engine.chunk)
    client = connected(request.engine.scheduler)
    try:
        alone = replace(request, jobs=1, engine=Engine())
        return _in_parts(client.get_executor(pure=False), alone, there, kinds, color, parts, 0)
    except ExpectedError:
        raise
    except Exception as error:
        raise FatalError(f"the cluster cannot go on ({without_secrets(str(error))})") from None
    finally:
        client.close()


def _in_parts(
    pool: Executor,
    request: CheckRequest,
    items: Sequence[Input],
    kinds: Kinds,
    color: bool | None,
    number: int,
    first: int,
) -> list[Checked]:
    # Every part gets all inputs, since the domain of a problem may be among the inputs of another part.
    parts = [range(first + start, len(items), number) for start in range(number)]
    done: dict[int, Checked] = {}
    waited = [pool.submit(_part, request, items, part, color) for part in parts]
    for part, one in zip(parts, waited, strict=True):
        found, remarks, notes = one.result()
        done.update(zip(part, found, strict=True))
        kinds.remarks.extend(said for said in remarks if said not in kinds.remarks)
        kinds.notes.update(notes)
    return [done[number] for number in range(first, len(items))]


def _part(
    request: CheckRequest, items: Sequence[Input], part: range, color: bool | None
) -> tuple[list[Checked], list[str], dict[str, None]]:
    kinds = kinds_of(request, list(items))
    done = _checked(request, [items[number] for number in part], kinds, color, _kept(request, kinds))
    return done, kinds.remarks, kinds.notes


def _kept(request: CheckRequest, kinds: Kinds) -> Kept | None:
    """Return the cached findings for the working folder; None if findings depend on more than a text."""
    if request.no_cache or request.rules.plugins or request.source is not None or len(kinds.items) < _FEWEST_KEPT:
        return None
    from hashlib import blake2b

    from clairify_cli.diagnostics.kept import Kept
    from clairify_cli.files.data import cache_path

    here = blake2b(str(Path.cwd()).encode("utf-8", "replace"), digest_size=8).hexdigest()
    return Kept(cache_path() / "check" / f"{here}.kept")


def _digest(text: str) -> str:
    from hashlib import blake2b

    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _key(program: Source, language: str, options: CheckOptions, *shown: Hashable) -> str:
    """Hash everything that findings depend on: the texts, the options, the code, and how they are shown."""
    said = _said(language, replace(options, context=()) if options.context else options, shown)
    texts = "".join(f"{len(one.name)} {len(one.text)} {one.name}{one.text}" for one in (program, *options.context))
    return _digest(f"{said}{texts}")


@lru_cache(maxsize=64)
def _said(*parts: Hashable) -> str:
    return repr((_code(), *parts))


@cache
def _code() -> str:
    """Return a key for the version of the checks, from the sizes and times of their files."""
    said = repr([(path, one.st_size, one.st_mtime_ns) for path in code_files() for one in (os.stat(path),)])  # noqa: PTH116 - a third of the time
    return _digest(said)


_OF_CHECKS = ("languages", "documents", "english", "chemistry", "diagnostics", "files", "services")
"""The rooms that findings depend on: the services, and the languages with all below, which use none above."""


def code_files() -> list[str]:
    """Return the files of the package that findings depend on, with the data that the checks read."""
    from clairify_cli.files.data import data_path

    package = Path(__file__).parents[2]
    folders = *(package / one for one in _OF_CHECKS), data_path("schemas", "xdl.xsd").parent
    found = [(where, name) for folder in folders for where, _, names in os.walk(folder) for name in names]
    alone = [str(one) for one in package.glob("*.py")]
    return sorted(alone + [f"{where}/{name}" for where, name in found if not where.endswith("__pycache__")])


def kinds_of(request: CheckRequest, items: list[Input]) -> Kinds:
    """Return the language of each input, and its context. An invalid option is refused before any file is read."""
    lab, most = request.laboratory, request.reading.max_size
    target = None if request.target == "any" else request.target
    kinds = Kinds(
        items,
        request.language,
        lambda kind: check_options(kind, lab, target),
        *read_given(request.task.domain, request.task.problem, request.inputs, most_bytes=most),
    )
    if request.language is not None:
        language_of(request.language)
    if request.docs_url and not request.docs_url.startswith(("https://", "http://")):
        raise RequestError(f"--docs-url is an address such as https://example.org/clairify, not `{request.docs_url}`")
    kinds.shared(request.language or NAMES[0])
    return kinds


def checker_of(request: CheckRequest, kinds: Kinds, kept: Kept | None = None) -> Callable[[Input], Check]:
    """Return a function from an input to its check, by language; `kept` are cached findings."""

    def checker(item: Input) -> Check:
        if kept is not None and kinds.of(item) in NAMES:
            return lambda program: _from_kept(kept, item, program, kinds)
        if request.source is None:
            return lambda program: _with_added(item, program, kinds)
        text = _text_of(item, request, request.source)
        return with_source(_language(item, kinds), lambda program: kinds.options(item, program), text)

    return checker


def _from_kept(kept: Kept, item: Input, program: Source, kinds: Kinds) -> list[Diagnostic]:
    options = kinds.options(item, program)
    key = _key(program, kinds.of(item), options)
    return kept.findings(key, program, lambda source: _language(item, kinds).check(source, options))


def _language(item: Input, kinds: Kinds) -> Dsl:
    """The language of an input. Raises `UnreadableError` if the package that provides it fails: other inputs are still
    checked."""
    try:
        return language_of(kinds.of(item))
    except RequestError as error:
        from clairify_cli.files.reading import UnreadableError

        raise UnreadableError(item.name, str(error)) from None


def load_rules(names: tuple[str, ...]) -> None:
    """Load rules of other packages. Raises `RequestError` if they are unavailable, before a file is read."""
    from clairify_cli.languages.plugins import RULES, PluginError, load

    for name in (one.strip() for value in names for one in value.split(",")):
        try:
            load(RULES, name)
        except PluginError as error:
            raise RequestError(str(error)) from None
        except KeyError:
            raise RequestError(f"no installed package brings rules by the name `{name}`") from None


def _with_added(item: Input, program: Source, kinds: Kinds) -> list[Diagnostic]:
    """Return the findings of a language and those of rules added by other packages."""
    from clairify_cli.languages.plugins import Program, added_findings, has_finders

    language, options = _language(item, kinds), kinds.options(item, program)
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


def shown_beside(request: CheckRequest, kinds: Kinds) -> Callable[[Input, Source], tuple[Source, Dsl, CheckOptions]]:
    """Return a function from a program to the text to show next to it, with its language and options."""

    def beside(item: Input, program: Source) -> tuple[Source, Dsl, CheckOptions]:
        text = _text_of(item, request, request.source or "")
        return text, language_of(kinds.of(item)), kinds.options(item, program)

    return beside


def _text_of(item: Input, request: CheckRequest, source: str) -> Source:
    return source_of(item, source, most_bytes=request.reading.max_size, follow=request.reading.follow_links)
