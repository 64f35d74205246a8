"""The possible referents of a phrase: a vessel, a reagent with its amounts, the current contents, a temperature or a
tool."""

from __future__ import annotations

from clairify_cli.english.baths import Place
from clairify_cli.english.lexicon import WORDS, VesselNoun
from clairify_cli.english.names import mended
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass, field

_UNSEEN = late("[\u200b-\u200d\u00ad\ufeff]")
_SPACES = late(r"\s+")


@dataclass(slots=True)
class Mention:
    """A mention of a vessel: its noun, what distinguishes it, and how the phrase refers to it."""

    noun: VesselNoun
    words: str
    tokens: list[Token]
    definite: bool = False
    another: bool = False
    ordinal: int = 0
    label: str = ""
    indefinite: bool = False
    marks: frozenset[str] = frozenset()
    every: bool = False
    count: int = 1
    """How many are meant: `three tubes`."""


@dataclass(slots=True)
class Noun:
    """The referent of a noun phrase.

    `kind`: `vessel material reference pronoun place tool none`. `count` is a number of things in the words of the text
    (`two`), `portion` a share (`half`). `contents` are what a vessel holds or a solution is made of. `notes` are
    remarks in brackets.
    """

    kind: str
    tokens: list[Token]
    name: str = ""
    quantities: list[Quantity] = field(default_factory=list)
    count: str = ""
    portion: str = ""
    times: int = 1
    """The number of uses given in brackets: `(50 mL, 3 times)`, `(x4)`."""
    definite: bool = False
    each: bool = False
    vessel: Mention | None = None
    contents: list[Noun] = field(default_factory=list)
    place: Place | None = None
    notes: list[Token] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    strong: bool = False
    """Whether it is a solution used as one reagent, named by its concentration: `2.5 M n-BuLi`."""
    strength: str = ""
    """The strength given in brackets: `1 M` of `HCl (1 M)`, `2.5 M in hexanes`, `1:4` of a blend."""
    mixture: bool = False
    """Whether the text calls it a solution, suspension or mixture of its name."""
    filled: str = ""
    """The text's words for how full a vessel is, without an amount: `large ice-filled beaker`."""

    @property
    def first(self) -> int:
        """The offset at which its words begin, without determiners."""
        determiners = WORDS["determiners"]
        return next((t.start for t in self.tokens if t.low not in determiners), self.tokens[0].start)

    @property
    def is_material(self) -> bool:
        """Whether it can be added: a reagent, or words like `ice water` that can also be a place."""
        bath = self.place is not None and self.place.kind == "bath" and "bath" not in self.name
        return self.kind == "material" or (self.kind == "place" and bath)

    def amount(self, dimension: str) -> Quantity | None:
        """Its first amount of a dimension: a volume, a mass."""
        return next((one for one in self.quantities if one.dimension == dimension), None)

    @property
    def measured(self) -> bool:
        """Whether the text gives its amount."""
        return bool(self.quantities or self.count)


def spelled(tokens: list[Token]) -> str:
    """The text of tokens, with white space collapsed and bracketed groups left out."""
    parts: list[str] = []
    last = None
    for token in tokens:
        if token.kind == "group":
            last = None
            continue
        text = mended(token.text) if "-" in token.text or "," in token.text else token.text
        if last is not None and token.start == last:
            parts[-1] += text
        else:
            parts.append(text)
        last = token.end
    return _UNSEEN.sub("", _SPACES.sub(" ", " ".join(parts))).strip()
