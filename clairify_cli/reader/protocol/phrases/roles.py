"""The roles of the phrases of a clause: the objects, where, how long, how hot, how, until when."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from clairify_cli.english.lexicon import Place
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.records import dataclass, field

NO_PROPERTY = "no property of the step has it"
NO_CONDITIONS = "XDL has no conditions"


@dataclass(slots=True)
class Note:
    """Words that no property carries, for a comment.

    `reason` says why, and is empty if they need no warning; `taken` is the value that a convention of the lexicon
    gives them, and `guess` the code of the rule that reports it.
    """

    start: int
    end: int
    reason: str
    taken: str = ""
    guess: str = ""


def over(tokens: Sequence[Token], reason: str, taken: str = "", guess: str = "") -> Note:
    """A note for a stretch of tokens."""
    return Note(tokens[0].start, tokens[-1].end, reason, taken, guess)


@dataclass(slots=True)
class Roles:
    """The roles of one clause. Lists are in the order of the text; `notes` go into the comment."""

    objects: list[Noun] = field(default_factory=list)
    goals: list[tuple[str, Noun]] = field(default_factory=list)
    sources: list[Noun] = field(default_factory=list)
    withs: list[Noun] = field(default_factory=list)
    times: list[tuple[str, Quantity]] = field(default_factory=list)
    temps: list[tuple[str, Quantity]] = field(default_factory=list)
    places: list[tuple[str, Place, Noun]] = field(default_factory=list)
    reaches: list[Quantity] = field(default_factory=list)
    speed: Quantity | None = None
    pressure: Quantity | None = None
    wavelength: Quantity | None = None
    waits: list[Quantity] = field(default_factory=list)
    """Times that pass before the clause: `After 5 minutes, …`."""
    repeats: int = 0
    repeats_at: tuple[int, int] = (0, 0)
    more: bool = False
    total: bool = False
    stirring: bool = False
    heating: bool = False
    pace: Token | None = None
    """The word for a gradual addition: `dropwise`, `slowly`, `portionwise`."""
    portions: str | None = None
    """The number of portions, in digits."""
    held: Quantity | None = None
    """The temperature that is to be held meanwhile, one of `temps`: `so that it stayed below 5 °C`."""
    vacuum: bool = False
    ph: Fraction | None = None
    """The target pH, reached by adding something."""
    purpose: str = ""
    """The purpose of an addition, in XDL's terms."""
    through: list[Noun] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[list[Token]] = field(default_factory=list)
    """Words before the predicate that are not one of its phrases."""

    @property
    def measured(self) -> bool:
        """Whether any object has an amount."""
        return any(noun.measured for noun in self.objects)

    def time(self, *kinds: str) -> Quantity | None:
        """The first time, or the first with one of the prepositions if any are given."""
        return next((quantity for kind, quantity in self.times if not kinds or kind in kinds), None)

    def temp(self) -> Quantity | None:
        """The target temperature: a goal (`from 20 °C to 50 °C`) before any other."""
        goes = any(kind == "to" for kind, _ in self.temps)  # `a solution at -78 °C was warmed to 0 °C`
        ranked = sorted(self.temps, key=lambda pair: pair[0] == "from" or (goes and pair[0] == "at"))
        return ranked[0][1] if ranked else (self.reaches[0] if self.reaches else None)
