"""Declarations of a request's fields, used by the command line, settings files and the reference.

A request is a frozen dataclass. Each field is an option or an argument, or is itself a dataclass of such fields: a part
that several requests share. The class gives the type and the default; `options.tsv` gives the meaning by field name, so
that a name means the same in all commands. This module does not depend on how a command line is parsed.

    @dataclass(frozen=True, slots=True)
    class FormatRequest:
        inputs: tuple[str, ...]
        write: bool = False
"""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

from clairify_cli.files.data import rows
from clairify_cli.records import dataclass

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
    """The effect of an option. The value completes "cannot be set in a project's file: it ...".

    A project's file may have been written by anybody, so it sets only what computes, names the offline reader or a
    bundled solver, or reads a file of the project. In the user's own file, settings may also write files, name models
    and addresses and start programs. Options that belong to one run, move a real arm, or load another package must be
    given on the command line each time.
    """

    COMPUTES = "computes"
    ASKS = "may send texts away and cost money"
    READS = "reads a file"
    LISTS = "reads a list, or a file behind @"
    STARTS = "starts a program"
    WRITES = "writes files, or reaches those behind links"
    SENDS = "sends to an address"
    MOVES = "moves a real arm, or takes away what holds it back"
    LOADS = "may load another package"
    RUNS = "belongs to one run"


class Offer(enum.Enum):
    """The shell completion for a value."""

    NOTHING = "nothing"
    FILES = "files"
    LISTS = "lists"
    DOMAINS = "domains"
    DIALECTS = "dialects"
    LANGUAGES = "languages"
    CODES = "codes"
    MODELS = "models"
    PROFILES = "profiles"
    SOLVERS = "solvers"
    WORLDS = "worlds"
    POLICIES = "policies"
    PROBLEMS = "problems"


@dataclass(frozen=True, slots=True)
class Option:
    """A named option. Its effect `does` decides which settings files may set it.

    `name` is its long name if it differs from the field's; `metavar` is the placeholder for the value in help. `was` is
    an older name that still works, and `off` the name of the negated option.
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


@dataclass(frozen=True, slots=True)
class Argument:
    """A positional argument."""

    metavar: str
    help: str
    offer: Offer = Offer.NOTHING


FROM_SETTINGS = "from_settings"
"""The field of a part with the names of fields set by a settings file; it is not an option itself."""

_ARGUMENTS = "Arguments"
"""The panel name that marks positional arguments in the table."""


@runtime_checkable
class Declaring(Protocol):
    """An object with declared options, by field name."""

    declared: Mapping[str, Option | Argument]


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared field. `path` leads to it from the request through the parts."""

    path: tuple[str, ...]
    kind: object
    declaration: Option | Argument
    default: object
    """`dataclasses.MISSING` if a value is required."""

    @property
    def name(self) -> str:
        """The field's own name, which is unique in a request."""
        return self.path[-1]

    @property
    def flag(self) -> str:
        """The long name on the command line, such as `--max-size`."""
        return flag_of(self.name, self.declaration)

    def of(self, request: object) -> object:
        """Return the value of the field in a request."""
        return reduce(getattr, self.path, request)


@cache
def declared(request: type) -> tuple[Declared, ...]:
    """Return the fields of a request and its parts, in order. Raises `TypeError` for undeclared and duplicate fields.

    A part may have other defaults in one request than in another: `reading: Reading = Reading(max_size=1_000_000)`.
    """
    found = tuple(_declared(request, (), None))
    names = [one.name for one in found]
    if len(set(names)) < len(names):
        raise TypeError(f"{request.__name__} declares a field twice")
    return found


def _declared(request: type, path: tuple[str, ...], usual: object) -> Iterator[Declared]:
    for field, hint, part in fields_of(request):
        here = (*path, field.name)
        default = field.default if usual is None else getattr(usual, field.name)
        # A part that several requests share may have other defaults in one of them.
        if part is not None:
            yield from _declared(part, here, default if isinstance(default, part) else None)
        elif field.name != FROM_SETTINGS:
            found = _table().get(f"{request.__name__}.{field.name}") or _table().get(field.name)
            if found is None:
                raise TypeError(f"{request.__name__}.{field.name} has no declaration in options.tsv")
            yield Declared(here, hint, found, default)


def flag_of(field: str, declaration: Option | Argument | None = None) -> str:
    """Return the long name of a field on the command line, such as `--max-size`."""
    found = declaration or _table().get(field)
    named = found.name if isinstance(found, Option) else ""
    return named or "--" + field.replace("_", "-")


@cache
def _table() -> dict[str, Option | Argument]:
    """Return the declarations by field name. A declaration for a single class has the class name as a prefix.

    The columns are the panel, the field, the placeholder for the value, the short name, the effect, the completion,
    other attributes as `name=value`, and the meaning. The file is not TOML, whose parser would add 10 ms to every
    start.
    """
    made: dict[str, Option | Argument] = {}
    _, *found = rows(Path(__file__).with_suffix(".tsv"))
    for panel, field, metavar, short, does, offer, rest, meaning in found:
        offered = Offer(offer or "nothing")
        if panel == _ARGUMENTS:
            made[field] = Argument(metavar, meaning, offered)
            continue
        more = dict(one.partition("=")[::2] for one in rest.split())
        made[field] = Option(
            meaning,
            Panel(panel),
            Does[(does or "computes").upper()],
            short=short,
            metavar=metavar,
            offer=offered,
            **{name: more.get(name, "") for name in ("name", "was", "off", "env")},
            at_least=int(more["at_least"]) if "at_least" in more else None,
            at_most=int(more["at_most"]) if "at_most" in more else None,
            shows_default="shows_default" in more,
        )
    return made


def fields_of(request: type) -> Iterator[tuple[dataclasses.Field[object], object, type | None]]:
    """Yield the fields of a request with their types, and the part class if the field is a part, else None."""
    hints = typing.get_type_hints(request)
    for field in dataclasses.fields(request):
        hint: object = hints[field.name]
        yield field, hint, hint if isinstance(hint, type) and dataclasses.is_dataclass(hint) else None


def changed(request: object) -> dict[str, Declared]:
    """Return the fields of a request with values other than their defaults, by name."""
    kind: type = type(request)
    return {one.name: one for one in declared(kind) if one.of(request) != one.default}


def build(request: type[R], values: Mapping[str, object]) -> R:
    """Build a request from the values of its fields by name; absent fields have their defaults."""
    made: R = typing.cast(type, request)(**_given(request, values, None))
    return made


def _given(request: type, values: Mapping[str, object], usual: object) -> dict[str, object]:
    """Return the values of a request's or a part's own fields; `usual` has a part's defaults in this request."""
    given: dict[str, object] = {}
    for field, _, part in fields_of(request):
        default = field.default if usual is None else getattr(usual, field.name)
        if part is not None:
            given[field.name] = part(**_given(part, values, default if isinstance(default, part) else None))
        elif field.name in values:
            given[field.name] = values[field.name]
        elif usual is not None:
            given[field.name] = default
    return given
