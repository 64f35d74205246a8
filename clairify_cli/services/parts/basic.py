"""What is read, how much is said, and where results go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from clairify_cli.services.options import Does, FromSettings, Offer, Option, Panel, reads, writes


@dataclass(frozen=True, slots=True)
class AsText:
    """Whether a result is printed for people or for programs."""

    format: Annotated[
        Literal["text", "json"],
        Option("Print for people, or as JSON.", Panel.OUTPUT, does=Does.RUNS, shows_default=True),
    ] = "text"


MaxSize = Annotated[int, Option("Refuse larger files.", Panel.INPUT, metavar="BYTES", at_least=1, shows_default=True)]
"""How large a file may be that is read, for requests that follow no links."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Which files are read, and how much of them."""

    max_size: MaxSize = 20_000_000
    follow_links: Annotated[
        bool,
        Option(
            "Follow symbolic links that lead out of a folder that is searched or written to.",
            Panel.INPUT,
            does=Does.WRITES,
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Dialect:
    """The version of the language."""

    dialect: Annotated[
        str | None,
        Option(
            "Dialect of XDL: 2.0 (default), clairify, 0.5, 0.4.",
            Panel.LABORATORY,
            metavar="NAME",
            env="CLAIRIFY_DIALECT",
            offer=Offer.DIALECTS,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What the laboratory has, and the dialect of its programs."""

    dialect: Dialect = Dialect()
    hardware: Annotated[
        str | None,
        Option(
            "Hardware that the laboratory has: names with commas between them, or @FILE: a name a line, or JSON or "
            "YAML, with capacities if known. A comma inside a name, as in 1,2-dichloroethane, is kept.",
            Panel.LABORATORY,
            metavar="NAMES",
            does=Does.LISTS,
            offer=Offer.LISTS,
        ),
    ] = None
    reagents: Annotated[
        str | None,
        Option(
            "Reagents that the laboratory has, likewise.",
            Panel.LABORATORY,
            metavar="NAMES",
            does=Does.LISTS,
            offer=Offer.LISTS,
        ),
    ] = None
    from_settings: Annotated[frozenset[str], FromSettings()] = frozenset()


@dataclass(frozen=True, slots=True)
class Task:
    """The planning task that something belongs to."""

    domain: Annotated[
        str | None,
        Option(
            "PDDL domain: a file, or the name of a bundled one, such as household.",
            Panel.PLANNING,
            metavar="FILE",
            does=Does.READS,
            offer=Offer.DOMAINS,
        ),
    ] = None
    problem: Annotated[
        str | None,
        Option(
            "PDDL problem of the domain: a file, or the name of a bundled one.",
            Panel.PLANNING,
            metavar="FILE",
            does=Does.READS,
            offer=Offer.PROBLEMS,
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Skills:
    """The actions of a world without a domain."""

    skills: Annotated[
        str | None,
        reads("List of a world's skills (YAML), in place of a domain.", Panel.PLANNING),
    ] = None


@dataclass(frozen=True, slots=True)
class Language:
    """The language of files whose name and beginning do not tell."""

    language: Annotated[
        Literal["xdl", "pddl", "program", "plan", "scene", "profile", "skills"] | None,
        Option("Language, where neither the file's ending nor its beginning says it.", Panel.INPUT),
    ] = None


@dataclass(frozen=True, slots=True)
class Quiet:
    """How little is said on stderr."""

    quiet: Annotated[bool, Option("Report errors only.", Panel.OUTPUT, short="-q")] = False


@dataclass(frozen=True, slots=True)
class Diff:
    """Whether changes are shown instead of made."""

    diff: Annotated[
        bool, Option("Print the changes as a diff, and change nothing; exit 1 if there are any.", Panel.OUTPUT)
    ] = False


@dataclass(frozen=True, slots=True)
class Output:
    """Where the result goes."""

    output: Annotated[
        str | None,
        writes(
            "Write the result to PATH instead of stdout; for several inputs, a folder.",
            Panel.OUTPUT,
            short="-o",
            metavar="PATH",
        ),
    ] = None

    @property
    def place(self) -> str | None:
        """The path that is meant; None for stdout, which `-` stands for, too."""
        return None if self.output == "-" else self.output


@dataclass(frozen=True, slots=True)
class Narration:
    """How much is said on stderr."""

    quiet: Quiet = Quiet()
    verbose: Annotated[
        bool,
        Option(
            "Show all rounds, checks and findings in full; of several inputs, a line each.", Panel.OUTPUT, short="-v"
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Map:
    """Where it is written what of a text became which step."""

    map: Annotated[
        str | None,
        writes(
            "Write which words of the source text each step came from, as JSON; for several programs, a folder.",
            Panel.OUTPUT,
            metavar="PATH",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class KeepInvalid:
    """Whether something with errors is a result."""

    keep_invalid: Annotated[bool, Option("Print or write the best result even if it has errors.", Panel.OUTPUT)] = False


@dataclass(frozen=True, slots=True)
class Seed:
    """What chance there is in a world."""

    seed: Annotated[
        int,
        Option(
            "Seed of the world and of the simulator: equal seeds give equal runs.",
            Panel.SIMULATION,
            at_least=0,
            shows_default=True,
        ),
    ] = 0
