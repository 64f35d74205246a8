"""The interface that a language implements so that it can be checked, written by a model and repaired."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from clairify_cli.diagnostics.model import Diagnostic, Source, Span

if TYPE_CHECKING:
    from pathlib import Path

    from clairify_cli.diagnostics.suppress import Comment


@dataclass(frozen=True, slots=True)
class Constraints:
    """The inventory of a laboratory. None means that nothing was said, an empty tuple that there is nothing.

    `capacities` gives the capacity in millilitres of hardware for which the list names one. `hardware_file` and
    `reagents_file` name the file of a list whose names findings do not print, since the user did not choose it.
    """

    hardware: tuple[str, ...] | None = None
    reagents: tuple[str, ...] | None = None
    capacities: tuple[tuple[str, float], ...] = ()
    hardware_file: str | None = None
    reagents_file: str | None = None


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The context of a check: a dialect of the language, the laboratory's constraints, and other texts.

    `context` are texts that the checked one belongs to: the domain of a problem, the domain and problem of a plan.
    `target` is the intended consumer, such as a planner; with None, features that some of them lack are only warnings.
    `missing` says why a text that the checked one belongs to was not found, and nothing is checked against it.
    `comments` is how a program is to carry remarks where it is being written (a style of `languages.xdl.remarks`).
    """

    dialect: str | None = None
    constraints: Constraints = field(default_factory=Constraints)
    context: tuple[Source, ...] = ()
    target: str | None = None
    comments: str | None = None
    missing: str = ""


class ClaimKind(enum.Enum):
    """The subject of a claim."""

    QUANTITY = "quantity"
    REAGENT = "reagent"
    GAS = "gas"


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a program claims, and that can be compared with its source text.

    `written` is the value as the program has it and `span` where. Of a quantity, `value` is in the default unit of
    `dimension` (mL, g, mol, eq, s, °C, mbar, RPM, nm, mL/min). Of a reagent, `names` are other names that the program
    declares for it. `of` is the property of the same step that names what a quantity is of. A
    value that cannot be read is not a number (`math.nan`). `strength` is what the declaration says of a reagent.
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
    """One step of a program with its claims, in the order in which the steps are carried out.

    `action` says in a word of the field what is done, in any language's terms: `add dissolve transfer stir heat wait
    gas filter wash extract evaporate dry distil crystallise purify precipitate irradiate sonicate clean stop other`.
    `repeats` is how often the step itself says that it is done, `rounds` how often the loops around it do. `notes`
    are the words of its comments, which claim nothing. `stirs` is True if the step says that it stirs, and None
    where it would by default. `into`, `out_of` and `at` are the vessels that it fills, empties and works in. `given`
    are its properties by their present names, with parameters put in.
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
        """Every vessel that the step names."""
        return frozenset((*self.into, *self.out_of, *self.at))

    def values(self, dimension: str) -> list[float]:
        """The values of its quantities of a dimension, in that dimension's default unit."""
        return [claim.value for claim in self.claims if claim.dimension == dimension]


class Surroundings(Protocol):
    """The possible companions of an input: given texts, files among the inputs, next to it or bundled."""

    @property
    def domain(self) -> Source | None:
        """The domain that was given."""

    @property
    def problem(self) -> Source | None:
        """The problem that was given."""

    @property
    def skills(self) -> Source | None:
        """The list of skills that was given."""

    def of_pddl(self, text: str, path: Path | None) -> tuple[Source, ...]:
        """The domain of a problem, and the domain and problem of a goal that stands alone; of a domain, nothing."""

    def of_plan(self, path: Path | None, stated: str | None = None) -> tuple[Source, ...]:
        """The domain and the problem of a plan that names the problem `stated`; nothing if one is not found."""

    @property
    def notes(self) -> dict[str, None]:
        """Sentences about data taken from files, in order."""

    def named(self, domain: str | None, problem: str | None, path: Path | None) -> tuple[Source | None, Source | None]:
        """The domain and the problem of these names: bundled ones, or PDDL next to a file."""

    def named_skills(self, name: str, path: Path | None) -> Source | None:
        """The list of skills of that name, next to a file."""


class Language(Protocol):
    """A domain-specific language that can describe itself to a model, check a text and print it canonically.

    A class that inherits it needs a name, file endings and `check`; it overrides what else it can do.
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
        """Families of prompts whose words ask for this language, the most special first.

        Families without their own version use the general one: `FAMILY-NAME` is `=== NAME` in
        `prompts/FAMILY.txt`, and the general ones are in `prompts/translate.txt`.
        """
        return ()

    @property
    def comment_form(self) -> str:
        """A comment, with `{}` for its words."""
        return "# {}"

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Every error in the text, in source order, after suppression."""

    def sniff(self, text: str) -> bool:
        """Whether a text is in the language by how it begins; the text may be cut off behind some line."""
        return False

    def context(self, program: Source, path: Path | None, near: Surroundings) -> tuple[Source, ...]:
        """The texts that a program belongs to, for `CheckOptions.context`; `path` is its file, if it is in one."""
        return ()

    def comments(self, source: Source) -> list[Comment]:
        """The comments that speak to the tool, for findings that are not made by `check`."""
        return []

    def may_stand(self, found: Sequence[Diagnostic]) -> bool:
        """Whether a program that a model gives twice is meant so, in spite of these findings."""
        return False

    def describe(self, options: CheckOptions) -> str:
        """The language in words for a model: what may be written, with types and units."""
        return ""

    def grammar(self, options: CheckOptions) -> str:
        """What a decoder may be held to, in GBNF; "" if there is no such grammar."""
        return ""

    def schema(self, options: CheckOptions) -> Mapping[str, object] | None:
        """The JSON schema of a form of the program that `extract` turns into one; None if there is none."""
        return None

    def extract(self, reply: str) -> str:
        """The program in a model's reply: without prose or fence; the reply itself if none is found."""
        return reply

    def programs(self, reply: str) -> list[str]:
        """Every whole program in a reply, in its order, where a reply may show several: the verifier takes the best."""
        return []

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text in canonical form; raises `ValueError` with one sentence where the text cannot be read."""
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """What the program does, step by step; as much as can be recovered from a broken text."""
        return ()
