"""How a request describes its fields: declared once, read by the command line, settings files and the reference.

A request is a frozen dataclass. Each field is annotated with an `Option` or an `Argument`, or is itself a dataclass of
such fields: a part that several requests share. Nothing here knows how a command line is parsed.

    @dataclass(frozen=True, slots=True)
    class FormatRequest:
        inputs: Annotated[tuple[str, ...], Argument("FILE...", "What to print.")]
        write: Annotated[bool, Option("Write the files instead of printing.", Panel.OUTPUT, short="-w")] = False
"""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from typing import Protocol, TypeVar, runtime_checkable

R = TypeVar("R")


class Panel(enum.Enum):
    """The groups of options on a help page, in their order."""

    INPUT = "Input"
    OUTPUT = "Output"
    CHECKING = "Checking"
    LABORATORY = "Laboratory"
    MODEL = "Model"
    PLANNING = "Planning"
    REPAIR = "What happened"
    GAMES = "Games"
    SIMULATION = "Simulation"
    ROBOT = "Real arm"
    BATCH = "Batch"


class Does(enum.Enum):
    """What an option does. The value completes "cannot be set in a project's file: it ...".

    A project's file may have been written by anybody, so it sets only what computes, names a model or a bundled solver,
    or reads a file of the project. The user's own file may also write files, name addresses and start programs. What
    belongs to one run or moves a real arm is given on the command line each time.
    """

    COMPUTES = "computes"
    ASKS = "names what answers"
    READS = "reads a file"
    LISTS = "reads a list, or a file behind @"
    STARTS = "starts a program"
    WRITES = "writes files, or reaches those behind links"
    SENDS = "sends to an address"
    MOVES = "moves a real arm, or takes away what holds it back"
    RUNS = "belongs to one run"


class Offer(enum.Enum):
    """What a shell offers for a value."""

    NOTHING = "nothing"
    FILES = "files"
    LISTS = "lists"
    DOMAINS = "domains"
    DIALECTS = "dialects"
    CODES = "codes"
    MODELS = "models"
    PROFILES = "profiles"
    SOLVERS = "solvers"
    WORLDS = "worlds"
    POLICIES = "policies"
    PROBLEMS = "problems"


@dataclass(frozen=True, slots=True)
class Option:
    """A named option. What it `does` decides which settings files may set it.

    `name` is its long name where that is not the field's; `metavar` stands for the value in help. `was` is an older
    name that still works, and `off` the name that says the opposite.
    """

    help: str
    panel: Panel
    does: Does = Does.COMPUTES
    name: str = ""
    was: str = ""
    off: str = ""
    short: str = ""
    metavar: str = ""
    env: str = ""
    offer: Offer = Offer.NOTHING
    at_least: float | None = None
    at_most: float | None = None
    shows_default: bool = False


def reads(help: str, panel: Panel, *, metavar: str = "FILE", name: str = "", was: str = "", short: str = "") -> Option:
    """An option that names a file to read."""
    return Option(help, panel, Does.READS, metavar=metavar, name=name, was=was, short=short, offer=Offer.FILES)


def writes(help: str, panel: Panel, *, metavar: str = "FILE", name: str = "", was: str = "", short: str = "") -> Option:
    """An option that names a file, or a folder, to write."""
    return Option(help, panel, Does.WRITES, metavar=metavar, name=name, was=was, short=short, offer=Offer.FILES)


@dataclass(frozen=True, slots=True)
class Argument:
    """What is given without a name."""

    metavar: str
    help: str
    offer: Offer = Offer.NOTHING
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FromSettings:
    """Marks the field `from_settings`: the names of those fields whose values come from a settings file."""


FROM_SETTINGS = "from_settings"


@runtime_checkable
class Declaring(Protocol):
    """What has options that were declared so, by the names of their fields."""

    declared: Mapping[str, Option | Argument]


@dataclass(frozen=True, slots=True)
class Declared:
    """A field as it was declared. `path` leads to it from the request through the parts."""

    path: tuple[str, ...]
    kind: object
    declaration: Option | Argument
    default: object
    """`dataclasses.MISSING` where a value must be given."""

    @property
    def name(self) -> str:
        """The field's own name, which is unique in a request."""
        return self.path[-1]

    @property
    def flag(self) -> str:
        """The long name on the command line, such as `--max-size`."""
        named = self.declaration.name if isinstance(self.declaration, Option) else ""
        return named or "--" + self.name.replace("_", "-")

    def of(self, request: object) -> object:
        """The value of the field in a request."""
        return reduce(getattr, self.path, request)


@cache
def declared(request: type) -> tuple[Declared, ...]:
    """The fields of a request and of its parts, in order. Raises `TypeError` for a field that is not declared.

    A part may have other defaults in one request than in another: `reading: Reading = Reading(max_size=1_000_000)`.
    """
    found = tuple(_declared(request, (), None))
    names = [one.name for one in found]
    if len(set(names)) < len(names):
        raise TypeError(f"{request.__name__} declares a field twice")
    return found


def _declared(request: type, path: tuple[str, ...], usual: object) -> Iterator[Declared]:
    for field, hint, part in _fields(request):
        here = (*path, field.name)
        default = field.default if usual is None else getattr(usual, field.name)
        if part is not None:
            yield from _declared(part, here, default if isinstance(default, part) else None)
            continue
        marks = getattr(hint, "__metadata__", ())
        if any(isinstance(one, FromSettings) for one in marks):
            continue
        found = [one for one in marks if isinstance(one, Option | Argument)]
        if len(found) != 1:
            raise TypeError(f"{request.__name__}.{field.name} has no declaration")
        yield Declared(here, typing.get_args(hint)[0], found[0], default)


def _fields(request: type) -> Iterator[tuple[dataclasses.Field[object], object, type | None]]:
    """The fields of a request with their types; the last is the part that a field holds, or None."""
    hints = typing.get_type_hints(request, include_extras=True)
    for field in dataclasses.fields(request):
        hint: object = hints[field.name]
        yield field, hint, hint if isinstance(hint, type) and dataclasses.is_dataclass(hint) else None


def changed(request: object) -> dict[str, Declared]:
    """The fields of a request whose values are not their defaults, by name."""
    kind: type = type(request)
    return {one.name: one for one in declared(kind) if one.of(request) != one.default}


def build(request: type[R], values: Mapping[str, object]) -> R:
    """A request from the values of its fields, each by the field's own name; an absent one has its default."""
    made: R = typing.cast(type, request)(**_given(request, values, None))
    return made


def _given(request: type, values: Mapping[str, object], usual: object) -> dict[str, object]:
    """The values of a request's or a part's own fields; `usual` has the defaults of a part where it is in a request."""
    given: dict[str, object] = {}
    for field, _, part in _fields(request):
        default = field.default if usual is None else getattr(usual, field.name)
        if part is not None:
            given[field.name] = part(**_given(part, values, default if isinstance(default, part) else None))
        elif field.name in values:
            given[field.name] = values[field.name]
        elif usual is not None:
            given[field.name] = default
    return given
