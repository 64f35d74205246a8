"""The state of a reading before it is a program: vessels, steps in progress, reagents waiting to be used."""

from __future__ import annotations

import re

from clairify_cli.english.lexicon import VesselNoun
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Mention, Noun
from clairify_cli.reader.protocol.phrases.roles import Note
from clairify_cli.records import dataclass, field

_NO_WORD = re.compile(r"\W+")


@dataclass(slots=True)
class Known:
    """A vessel so far. `contents` are its reagents in order; `marks` distinguish it from similar vessels."""

    id: str
    noun: VesselNoun
    words: str
    start: int
    end: int
    marks: frozenset[str] = frozenset()
    contents: dict[str, None] = field(default_factory=dict)
    filtered: bool = False
    gases: set[str] = field(default_factory=set)
    aside: bool = False
    """Whether the text does not mention it, so that `the flask` means another vessel."""
    assumed: bool = False
    """Whether the text has not named it so far."""
    capacity: str = ""


class Vessels:
    """All vessels of one procedure."""

    def __init__(self) -> None:
        self.all: dict[str, Known] = {}
        self.renamed: dict[str, str] = {}
        self._sets: dict[str, int] = {}
        """How many vessels of a kind `each of three tubes` made, which the text may then number."""
        self._by_noun: dict[str, list[Known]] = {}
        self._by_label: dict[tuple[str, str], Known] = {}
        self._by_marks: dict[tuple[str, frozenset[str]], Known] = {}

    def find(self, mention: Mention, current: Known | None, avoid: Known | None = None) -> Known:
        """The vessel that a mention means, made if there is none; never `avoid`, whose contents are being moved."""
        noun = mention.noun.noun
        like = [one for one in self._like(mention) if not one.aside or one is current]
        if mention.indefinite and current is None and like and not mention.noun.generic:
            return self._made(mention)  # another preparation has begun
        # A generic noun such as `vessel` can mean a current vessel with any other noun.
        if mention.noun.generic and not like and not mention.another and current is not None and current is not avoid:
            return current
        if not like and current is not None and current is not avoid and self._may_be(mention, current):
            return self._named(mention, current)
        if mention.label:
            number = int(mention.label) if mention.label.isdigit() else 0
            if 0 < number <= self._sets.get(noun, 0):
                return like[number - 1]
            return self._by_label.get((noun, mention.label)) or self._made(mention, mention.label)
        if mention.another:
            other = [one for one in like[-4:] if one is not current] if mention.definite else []
            return other[-1] if other else self._made(mention)
        if mention.ordinal:
            return like[mention.ordinal - 1] if mention.ordinal <= len(like) else self._made(mention)
        chosen = self._marked(mention, like) if mention.marks else self._plain(like, current)
        if chosen is None or chosen is avoid:
            rest = [one for one in like[-4:] if one is not avoid] if mention.definite and not mention.marks else []
            chosen = rest[-1] if rest else self._made(mention)
        return chosen

    def is_meant(self, mention: Mention, vessel: Known) -> bool:
        """Whether a mention can mean no other vessel than a given one, which has been named before."""
        told = mention.indefinite or mention.another or mention.every or mention.label or mention.ordinal
        like = self._like(mention)
        return not told and mention.definite and like == [vessel] and mention.marks <= vessel.marks

    @staticmethod
    def _may_be(mention: Mention, current: Known) -> bool:
        """Whether `the flask` can be the vessel assumed so far."""
        plain = not (mention.indefinite or mention.another or mention.every or mention.label)
        return current.assumed and plain and mention.ordinal < 2

    def _named(self, mention: Mention, current: Known) -> Known:
        """Give an assumed vessel the name that the text finally uses; earlier steps are renamed at the end."""
        old = current.id
        del self.all[old]
        self._by_noun[current.noun.noun].remove(current)
        made = self._made(mention)
        self.renamed[old] = made.id
        current.id, current.noun, current.marks = made.id, made.noun, made.marks
        current.words, current.start, current.end, current.assumed = made.words, made.start, made.end, False
        current.capacity = made.capacity
        self._register(current)
        return current

    def another(self, noun: VesselNoun) -> Known:
        """A vessel that the text does not name."""
        return self._made(Mention(noun, "", []))

    def known(self, mention: Mention) -> list[Known]:
        """The vessels so far with the mention's noun."""
        return list(self._like(mention))

    def every(self, mention: Mention) -> list[Known]:
        """All vessels with the mention's noun, `each glass`; for `three tubes`, make the missing ones."""
        if not self._like(mention):
            self._sets[mention.noun.noun] = mention.count
        while len(self._like(mention)) < mention.count:
            self._made(mention)
        return list(self._like(mention))

    def _like(self, mention: Mention) -> list[Known]:
        """Vessels with the same noun, or one that ends in it: `the tube` for the test tube."""
        return self._by_noun.get(mention.noun.noun, [])

    @staticmethod
    def _plain(like: list[Known], current: Known | None) -> Known | None:
        if not like:
            return None
        return current if current is not None and any(one is current for one in like[-8:]) else like[-1]

    def _marked(self, mention: Mention, like: list[Known]) -> Known | None:
        """The vessel with the same marks; a definite mention may add a mark to the only one that has none."""
        same = self._by_marks.get((mention.noun.noun, mention.marks))
        if same is not None:
            return same
        return like[0] if mention.definite and len(like) == 1 and not like[0].marks else None

    def _made(self, mention: Mention, label: str = "") -> Known:
        """Register a new vessel under a unique id."""
        noun = mention.noun.noun
        stem = _NO_WORD.sub("_", noun)
        name = f"{stem}_{label}" if label else stem
        number = len(self._by_noun.get(noun, ())) + 1
        while name in self.all or name in self.renamed:
            name, number = f"{stem}_{max(number, 2)}", number + 1
        start, end = (mention.tokens[0].start, mention.tokens[-1].end) if mention.tokens else (-1, -1)
        said = (token.quantity for token in mention.tokens if token.quantity and token.dimension == "volume")
        sizes = [f"{one.upper or one.number} {one.unit}" for one in said]  # `a 0.5-2 mL microwave vial` holds 2 mL
        made = Known(name, mention.noun, mention.words, start, end, mention.marks, capacity=sizes[0] if sizes else "")
        self._register(made)
        if label:
            self._by_label[(noun, label)] = made
        return made

    def _register(self, made: Known) -> None:
        """Index a vessel, replacing one with the same id."""
        gone = self.all.get(made.id)
        self.all[made.id] = made
        noun = made.noun.noun
        for key in {noun, noun.rpartition(" ")[2], made.noun.type, noun.removesuffix(" vessel")}:
            like = self._by_noun.setdefault(key, [])
            if gone is not None and gone in like:
                like.remove(gone)
            like.append(made)
        if made.marks:
            self._by_marks[(noun, made.marks)] = made


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


@dataclass(frozen=True, slots=True)
class Leaving:
    """A move to a separating funnel, which the step that separates there includes.

    `before` is the number of steps before it, `tokens` are its words.
    """

    source: Known
    funnel: Known
    before: int
    tokens: list[Token]


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
