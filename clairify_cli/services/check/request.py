"""The request of `clairify check`: which files, against what, and what to do with the findings."""

from __future__ import annotations

from typing import Literal

from clairify_cli.checking import Fixing, Selection
from clairify_cli.languages.base import Target
from clairify_cli.records import dataclass, replace
from clairify_cli.services.combinations import combinations
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Engine, Laboratory, Narration, Output, Reading, Task


@dataclass(frozen=True, slots=True)
class Rules:
    """Which findings count."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    ignore_in: tuple[str, ...] = ()
    strict: bool = False
    plugins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What to do with earlier findings."""

    baseline: str | None = None
    write_baseline: str | None = None
    add_ignores: bool = False
    exit_zero: bool = False


@dataclass(frozen=True, slots=True)
class Fixes:
    """What to do with fixes."""

    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Which files, what they are checked against, and how the findings are reported."""

    inputs: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    stdin_filename: str | None = None
    language: str | None = None
    laboratory: Laboratory = Laboratory()
    task: Task = Task()
    source: str | None = None
    format: Literal["text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "html"] = "text"
    docs_url: str = ""
    output: Output = Output()
    target: Target = "any"
    rules: Rules = Rules()
    known: Known = Known()
    fixes: Fixes = Fixes()
    narration: Narration = Narration()
    statistics: bool = False
    explain: bool = False
    show: Literal["states", "gantt"] | None = None
    reading: Reading = Reading()
    time_limit: float | None = None
    jobs: int = 1
    engine: Engine = Engine()
    no_cache: bool = False

    @property
    def fixing(self) -> Fixing:
        """What to do with fixes."""
        return Fixing.SHOWN if self.fixes.diff else Fixing.WRITTEN if self.fixes.fix else Fixing.NONE

    @property
    def is_text_alone(self) -> bool:
        """Whether findings are only shown, as text."""
        plain = self.format == "text" and not self.statistics and self.source is None
        return plain and self.fixing is Fixing.NONE and replace(self.known, exit_zero=False) == Known()

    @property
    def selection(self) -> Selection:
        """Which findings count."""
        rules, known = self.rules, self.known
        # What is written must not depend on what is printed.
        quiet = self.narration.quiet and not (rules.strict or known.write_baseline or known.add_ignores)
        return Selection(codes(rules.select), codes(rules.ignore), quiet, tuple(map(in_files, rules.ignore_in)))


COMBINATIONS = combinations("check")


def listed(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the values of an option that may be repeated and may contain commas."""
    return tuple(one.strip() for value in values for one in value.split(",") if one.strip())


def in_files(value: str) -> tuple[str, tuple[str, ...]]:
    """Return the pattern and the codes in `PATTERN=CODES`. Raises `RequestError`."""
    pattern, _, listed_codes = value.rpartition("=")
    if not (pattern.strip() and (found := codes((listed_codes,)))):
        raise RequestError(f"--ignore-in is written PATTERN=CODES, such as old/=XDL201,XDL4, not `{value}`")
    return pattern.strip(), found


def codes(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rule codes of an option like that, in upper case."""
    return tuple(code.upper() for code in listed(values))
