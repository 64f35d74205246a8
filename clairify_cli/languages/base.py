"""The interface of a language, which lets its programs be checked, written by a model and repaired."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.records import dataclass, field

if TYPE_CHECKING:
    from pathlib import Path

    from clairify_cli.diagnostics.suppress import Comment

Target = Literal["any", "fast-downward", "pyperplan", "up:aries", "up:enhsp", "up:kairos"]
"""Planners for which a text can be checked."""


@dataclass(frozen=True, slots=True)
class Constraints:
    """The inventory of a laboratory. None means unspecified, an empty tuple that there is nothing.

    `capacities` gives the capacity in millilitres of hardware for which the list has one. `hardware_file` and
    `reagents_file` name the file of a list whose contents findings must not print, since the user did not choose it.
    """

    hardware: tuple[str, ...] | None = None
    reagents: tuple[str, ...] | None = None
    capacities: tuple[tuple[str, float], ...] = ()
    hardware_file: str | None = None
    reagents_file: str | None = None


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The context of a check: a dialect of the language, the laboratory's constraints, and other texts.

    `context` has the texts that the checked one belongs to: the domain of a problem, the domain and problem of a plan.
    `target` is the intended consumer, such as a planner; with None, features that some of them lack are only warnings.
    `missing` says why such a text was not found, in which case nothing is checked against it.
    `problem_given` says that the user named the problem of a plan, whose goal then overrides one that the plan states.
    `comments` is the style of remarks in a program being written (see `languages.xdl.remarks`).
    """

    dialect: str | None = None
    constraints: Constraints = field(default_factory=Constraints)
    context: tuple[Source, ...] = ()
    target: str | None = None
    comments: str | None = None
    missing: str = ""
    problem_given: bool = False


class ClaimKind(enum.Enum):
    """The subject of a claim."""

    QUANTITY = "quantity"
    REAGENT = "reagent"
    GAS = "gas"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a program that can be compared with its source text.

    `written` is the value in the program and `span` its position. For a quantity, `value` is in the default unit of
    `dimension` (mL, g, mol, eq, s, °C, mbar, RPM, nm, mL/min), or `math.nan` if it cannot be read, and `of` is the
    property of the same step that names its substance. For a reagent, `names` are other names that the program declares
    for it, and `strength` is the declared concentration.
    """

    kind: ClaimKind
    property: str
    written: str
    span: Span
    dimension: str = ""
    value: float = 0.0
    names: tuple[str, ...] = ()
    of: str = ""
    strength: str = ""


@dataclass(frozen=True, slots=True)
class StepClaims:
    """One step of a program with its claims; `number` counts the steps in order of execution.

    `action` is a verb common to all languages: `add dissolve transfer stir heat wait gas filter wash extract evaporate
    dry distil crystallise purify precipitate irradiate sonicate clean stop other`.
    `repeats` is the number of repetitions given in the step itself, `rounds` that of the loops around it. `notes` has
    the text of its comments, which make no claims. `stirs` is True if the step says that it stirs, and None if it does
    so by default. `into`, `out_of` and `at` are the vessels that it fills, empties and works in. `given` has its
    properties by their current names, with parameters substituted.
    """

    number: int
    name: str
    action: str
    span: Span
    claims: tuple[Claim, ...] = ()
    repeats: int = 1
    repeats_span: Span | None = None
    rounds: int = 1
    notes: tuple[str, ...] = ()
    stirs: bool | None = False
    into: tuple[str, ...] = ()
    out_of: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def vessels(self) -> frozenset[str]:
        """All vessels in the step."""
        return frozenset((*self.into, *self.out_of, *self.at))

    @property
    def reagents(self) -> list[Claim]:
        """Its claims that name a reagent."""
        return [claim for claim in self.claims if claim.kind is ClaimKind.REAGENT]

    def values(self, dimension: str) -> list[float]:
        """Return the values of its quantities of a dimension, in that dimension's default unit."""
        return [claim.value for claim in self.claims if claim.dimension == dimension]


class Surroundings(Protocol):
    """Where to find the companions of an input: given texts, other inputs, files next to it, bundled files."""

    @property
    def domain(self) -> Source | None:
        """The given domain, if any."""

    @property
    def problem(self) -> Source | None:
        """The given problem, if any."""

    def of_pddl(self, text: str, path: Path | None) -> tuple[Source, ...]:
        """Return the domain of a problem, or the domain and problem of a separate goal; nothing for a domain."""

    def of_plan(self, path: Path | None, domain_file: str = "", stated: str = "") -> tuple[Source, ...]:
        """Return the domain and problem of a plan that names these; nothing if one is not found."""

    @property
    def notes(self) -> dict[str, None]:
        """Sentences about data taken from files, in order."""

    def named(self, domain: str | None, problem: str | None, path: Path | None) -> tuple[Source | None, Source | None]:
        """Return the domain and problem with these names: bundled ones, or PDDL next to a file."""


class Language(Protocol):
    """A domain-specific language that can describe itself to a model, check a text and print it canonically.

    A subclass must define a name, file endings and `check`; it overrides the other methods that it supports.
    """

    @property
    def name(self) -> str:
        """The language's short name, as in `--language xdl`."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name endings, with their dots, that belong to the language."""

    @property
    def dialects(self) -> tuple[str, ...]:
        """Names of the dialects; the first is the default."""
        return ()

    @property
    def prompts(self) -> tuple[str, ...]:
        """Families of prompts specific to this language, the most specific first.

        Families without their own version use the general one: `FAMILY-NAME` is `=== NAME` in
        `prompts/FAMILY.txt`, and the general ones are in `prompts/translate.txt`.
        """
        return ()

    @property
    def comment_form(self) -> str:
        """The form of a comment, with `{}` for its text."""
        return "# {}"

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return all findings of the text, in source order, after suppression."""

    def sniff(self, text: str) -> bool:
        """Whether a text is in the language, judging by its beginning; it may be cut off after some line."""
        return False

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """Return the texts that a program belongs to, for `CheckOptions.context`; `path` is its file, if any."""
        return ()

    def comments(self, source: Source) -> list[Comment]:
        """Return the comments addressed to the tool, to suppress findings not made by `check`."""
        return []

    def may_stand(self, found: Sequence[Diagnostic]) -> bool:
        """Whether to accept a program that a model returns twice in spite of these findings."""
        return False

    def describe(self, options: CheckOptions) -> str:
        """Describe the language to a model: what may be written, with types and units."""
        return ""

    def grammar(self, options: CheckOptions) -> str:
        """Return a GBNF grammar to constrain a decoder; "" if there is none."""
        return ""

    def schema(self, options: CheckOptions) -> Mapping[str, object] | None:
        """Return the JSON schema of a form that `extract` converts to a program; None if there is none."""
        return None

    def extract(self, reply: str) -> str:
        """Return the program in a model's reply, without prose or fence; the reply itself if none is found."""
        return reply

    def added_lines(self, program: str, reply: str) -> range:
        """Return the lines of a completed program, counted from 1, that the model's reply did not have."""
        return range(0)

    def programs(self, reply: str) -> list[str]:
        """Return all complete programs in a reply, in order, from which the verifier picks the best."""
        return []

    def format(self, source: Source, options: CheckOptions) -> str:
        """Return the text in canonical form; raise `ValueError` with one sentence if it cannot be read."""
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """Return what the program does, step by step; for a broken text, as much as can be recovered."""
        return ()
