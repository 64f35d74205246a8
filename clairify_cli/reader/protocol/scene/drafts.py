"""The state of a reading before it is a program: steps in progress, reagents waiting to be used."""

from __future__ import annotations

from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import Note
from clairify_cli.reader.protocol.scene.vessels import Known
from clairify_cli.records import dataclass, field

MIXING = "5 min"
"""The time assumed for stirring if the text gives none."""


@dataclass(slots=True)
class Draft:
    """A step while it is being made. `notes` become its comment; `tokens` are the words it came from."""

    name: str
    properties: dict[str, str]
    tokens: list[Token]
    notes: list[Note] = field(default_factory=list)
    children: list[Draft] = field(default_factory=list)
    said: str = ""
    """The comment's words about a value that the text does not give."""

    @property
    def vessel(self) -> str:
        """The vessel in which it takes place, empty if there is none."""
        return self.properties.get("vessel") or self.properties.get("from_vessel") or ""


Value = str | bool | int | Quantity | Known | None
"""Values for a step's property: a vessel is written as its id, a quantity in XDL's notation."""


def written(properties: dict[str, Value]) -> dict[str, str]:
    """Properties in XDL's notation, without those that have no value."""
    made: dict[str, str] = {}
    for key, value in properties.items():
        if isinstance(value, Known):
            made[key] = value.id
        elif isinstance(value, Quantity):
            made[key] = value.xdl
        elif value:
            made[key] = "true" if value is True else str(value)
    return made


@dataclass(slots=True)
class Stock:
    """A reagent that was measured or listed before it is used."""

    noun: Noun
    tokens: list[Token]
    used: bool = False
    note: Note | None = None
    """How it was prepared, for the comment of the step that uses it."""
