"""What a model is given and must not change: a domain, a scene, and the part to write."""

from __future__ import annotations

import enum
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.files.data import data_path
from clairify_cli.files.inputs import exists
from clairify_cli.files.reading import MOST_BYTES, STDIN, UnreadableError, read_text
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.companions import Heading, heading
from clairify_cli.languages.pddl.rules import BEYOND
from clairify_cli.languages.pddl.targets import AUTO, FAST_DOWNWARD
from clairify_cli.records import dataclass, replace

if TYPE_CHECKING:
    from clairify_cli.reader.goals import Lexicon

_LACKING = ("PDL501", "PDL508")
"""What only the solver is to report."""

_FOLDER = "domains"
_SUFFIX = ".pddl"


class Write(enum.Enum):
    """The part to be written.

    `GOAL`: the goal, for a given domain and scene (LLM+P, SCLPlan). `PROBLEM`: objects, first facts and goal, for a
    given domain. `BOTH`: domain and problem (PDDLego+).
    """

    GOAL = "goal"
    PROBLEM = "problem"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Given:
    """The texts that are given. A goal is written for both of them, a problem for a domain alone.

    `lexicon` has words for the names in the domain.
    """

    domain: Source | None = None
    problem: Source | None = None
    lexicon: Lexicon | None = None

    @property
    def context(self) -> tuple[Source, ...]:
        """The texts as the checks take them: the domain, then the problem."""
        return tuple(source for source in (self.domain, self.problem) if source is not None)


def shipped(folder: str = "") -> dict[str, Path]:
    """The bundled domains by name; with a `folder` below theirs, its contents."""
    where = data_path(_FOLDER, folder)
    return {path.stem: path for path in sorted(where.glob(f"*{_SUFFIX}"))} if where.is_dir() else {}


def read_domain(name: str, *, most_bytes: int) -> Source:
    """The domain of that file, or the shipped one of that name. Raises `UnreadableError`."""
    return _read(name, "domain", shipped(), most_bytes)


def read_problem(name: str, domain: Source | None, *, most_bytes: int) -> Source:
    """The problem of that file, or the shipped one of that name and domain. Raises `UnreadableError`."""
    known = shipped(f"problems/{Path(domain.name).stem}") if domain is not None else {}
    if domain is None and _is_bare(name) and name != "-" and not exists(Path(name)):
        raise UnreadableError(name, "there is no such file; a problem that comes along needs its domain named, too")
    return _read(name, "problem", known, most_bytes)


def _read(name: str, what: str, known: dict[str, Path], most_bytes: int) -> Source:
    if not name:
        raise UnreadableError("''", f"the name of a {what} is expected, and this is empty")
    path = Path(name)
    if _is_bare(name) and name in known and not exists(path):
        path = known[name]
    elif _is_bare(name) and name != "-" and not exists(path):
        from clairify_cli.diagnostics.nearest import listing, nearest

        near = nearest(name, known)
        along = (
            f"the {what}s that come along are {listing(known)}" if known else f"no {what} comes along for its domain"
        )
        there = f"did you mean `{near}`?" if near else along
        raise UnreadableError(name, f"there is no such file and no such {what}; {there}")
    text = read_text(path, most_bytes=most_bytes)
    source = Source(text, STDIN if name == "-" else name if str(path) == name else str(_near(path)))
    if not text.strip():
        raise UnreadableError(source.name, f"it is empty, and a {what} is expected")
    refuse_other(source, what)
    return source


def refuse_other(source: Source, what: str) -> None:
    """Raise `UnreadableError` for a problem in place of a domain, or the reverse; `what` is what is expected."""
    defined = heading(source.text)
    if what == "domain" and defined.domain is None and defined.problem is not None:
        raise UnreadableError(source.name, f"it is the problem `{defined.problem}`, and a domain is expected")
    if what == "problem" and defined.problem is None and defined.domain is not None:
        raise UnreadableError(source.name, f"it is the domain `{defined.domain}`, and a problem is expected")
    if defined == Heading() and source.text.lstrip().lower().startswith("(:goal"):
        raise UnreadableError(source.name, f"it is a goal alone, and a {what} is expected")


def sources_of(domain: str | Path | None, problem: str | Path | None) -> tuple[Source | None, Source | None]:
    """The texts of a domain and a problem that are given as text, path or name. Raises `ValueError`."""

    # PDDL always has a parenthesis; names and paths rarely do, and a `Path` is never taken for text.
    def is_text(given: str | Path) -> bool:
        return isinstance(given, str) and "(" in given

    try:
        one = other = None
        if domain is not None:
            text = is_text(domain)
            one = Source(str(domain), "<domain>") if text else read_domain(str(domain), most_bytes=MOST_BYTES)
            refuse_other(one, "domain")
        if problem is not None:
            text = is_text(problem)
            other = (
                Source(str(problem), "<problem>") if text else read_problem(str(problem), one, most_bytes=MOST_BYTES)
            )
            refuse_other(other, "problem")
    except UnreadableError as error:
        raise ValueError(str(error)) from None
    return one, other


def _is_bare(name: str) -> bool:
    """Whether it is a name without a folder or an ending."""
    return Path(name).name == name and not Path(name).suffix


def _near(path: Path) -> Path:
    """The path from the working folder, if that is shorter."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path


def check_given(given: Given, write: Write | None, solver: str = FAST_DOWNWARD) -> list[Diagnostic]:
    """The findings in the given texts themselves; a goal that is still to be written is not reported as missing.

    Features that the solver lacks entirely are left for the solver to report; those it would misread are
    errors here. For solvers other than Fast Downward and pyperplan, that is unknown. With `auto`, what these lack is
    for others.
    """
    found = _found(given, write, None if solver.startswith(("cmd:", "up:")) else FAST_DOWNWARD)
    if solver == AUTO and any(one.code in {*BEYOND, *_LACKING} for one in found):
        found = _found(given, write, None)
    return [replace(one, severity=Severity.WARNING) if one.code in _LACKING else one for one in found]


def _found(given: Given, write: Write | None, target: str | None) -> list[Diagnostic]:
    from clairify_cli.languages.pddl.goal_section import without_goal
    from clairify_cli.languages.pddl.language import Pddl

    found: list[Diagnostic] = []
    if given.domain is not None:
        found += Pddl().check(given.domain, CheckOptions(target=target))
    if given.problem is not None:
        problem = without_goal(given.problem) if write is Write.GOAL else given.problem
        context = (given.domain,) if given.domain is not None else ()
        found += Pddl().check(problem, CheckOptions(context=context, target=target))
    return found
