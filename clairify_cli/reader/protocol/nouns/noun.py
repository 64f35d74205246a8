"""The possible referents of a phrase: a vessel, a reagent with its amounts, the current contents, a temperature or a
tool."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS, Place, VesselNoun
from clairify_cli.english.names import mended
from clairify_cli.english.numbers import number_of_words
from clairify_cli.english.quantities import CARRIED, Quantity
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


def take_front(made: Noun, tokens: list[Token]) -> list[Token]:
    """Move amounts, counts and leading words from the front into `made`, and return the remaining tokens."""
    rest = list(tokens)
    while rest:
        token = rest[0]
        if token.quantity is not None and token.dimension in (*CARRIED, "measure"):
            made.quantities.append(token.quantity)
        elif token.low in WORDS["determiners"]:
            made.definite = token.low in WORDS["definite"]
            if len(rest) == 1 and token.low in WORDS["pronouns"]:
                break
        elif made.definite and token.low in WORDS["resulting"] and _is_yield(rest):
            rest = rest[2:]
        elif (size := _share(rest)) > 0:
            made.portion = spelled([t for t in rest[:size] if t.low != "of"])
            rest = rest[size - 1 :]
        elif token.low in WORDS["portion"] and _is_portion(rest):
            made.portion = token.text
        elif token.low in WORDS["lead"] or token.low == ".":
            made.each = made.each or token.low == "each"
        else:
            size, number = number_of_words([(t.kind, t.low) for t in rest[:4]])
            if number is None or len(rest) == size or made.count:
                break
            made.count = spelled(rest[:size])
            rest = rest[size - 1 :]
        rest = rest[1:]
    return rest


def _is_yield(rest: list[Token]) -> bool:
    """Whether an amount only reports a yield: `the resulting | 2.58 g of crystals`."""
    if len(rest) < 4 or rest[1].quantity is None or rest[2].low != "of":
        return False
    return rest[1].quantity.dimension == "mass" and rest[-1].low in WORDS["references"]


def _share(rest: list[Token]) -> int:
    """The number of tokens that give an amount without a number: `a small amount of`, `the minimum of`, `portions
    of`."""
    for at in range(min(4, len(rest) - 1)):
        low = rest[at].low
        if low in WORDS["measures"] and rest[at + 1].low == "of":
            return at + 2
        if low == "volume" and at and rest[at - 1].low == "equal":
            return at + 1
        if low in WORDS["shares"]:
            more = rest[at + 1].low in WORDS["measures"] and at + 2 < len(rest)
            behind = rest[at + 1 + more].low
            return at + 1 + more + (behind == "of")
        if rest[at].kind != "word" or not (low in WORDS["sizes"] or low.endswith(("ly", "cut", "fold"))):
            return 0
    return 0


def _is_portion(rest: list[Token]) -> bool:
    """Whether a word that can mean a share does so here: `half of`, `all the`, `sufficient water`."""
    following = rest[1].low if len(rest) > 1 else ""
    return following in ("of", "the") or rest[0].low in WORDS["always shares"]


_MOST_VESSELS = 97


def vessel_at(tokens: list[Token]) -> tuple[int, int] | None:
    """The start and end of a vessel's noun, if the phrase is about a vessel."""
    lows = [t.low for t in tokens]
    for at in range(len(tokens)):
        if lows[at] in WORDS["contain"] and at and lows[at] != "of":
            return None
        for size in (3, 2, 1):
            name = " ".join(lows[at : at + size])
            if len(lows[at : at + size]) < size or (name not in LEXICON.vessels and not _is_hyphened(name)):
                continue
            if at and lows[at - 1] in WORDS["heaters"]:
                return None  # `on an open stir plate`
            following = lows[at + size] if at + size < len(lows) else ""
            if (following and not _ends_vessel(tokens[at + size])) or _of_named(tokens[:at]):
                break
            return at, at + size
    return None


def _is_hyphened(name: str) -> bool:
    """Whether a word ends in the noun of a vessel: `2-neck-flask`."""
    ahead, _, last = name.rpartition("-")
    return "-" in ahead and " " not in name and last in LEXICON.vessels


def _of_named(ahead: list[Token]) -> bool:
    """Whether a name precedes `of the …`: `side of the beaker` is not the beaker, `contents of the beaker` is."""
    lows = [t.low for t in ahead]
    if "of" not in lows:
        return False
    head = [low for low in lows[: lows.index("of")] if low not in WORDS["determiners"]]
    return not all(WORDS.has(low, "references", "portion", "lead") for low in head)


def _ends_vessel(token: Token) -> bool:
    """Whether the words after a vessel's noun still allow it to be a vessel: a label, its contents, or no further part
    of a name."""
    if token.kind in ("group", "mark", "quantity", "number") or token.low.endswith(("ed", "ing")):
        return True
    if WORDS.has(token.low, "contain", "prepositions", "conjunctions", "fillers", "portion"):
        return True
    return len(token.text) == 1 and token.text.isalnum() and token.low != "a"


def mentioned(tokens: list[Token], start: int, end: int) -> tuple[Mention, int, int]:
    """The vessel whose noun spans `start` to `end`, with where its description begins and its label ends."""
    lows = [t.low for t in tokens]
    name = " ".join(lows[start:end])
    mention = Mention(LEXICON.vessels.get(name) or LEXICON.vessels[name.rpartition("-")[2]], "", tokens[:end])
    marks: set[str] = set()
    first = start
    while first > 0 and (
        _describes(tokens[first - 1]) or (first > 1 and lows[first - 1] == "," and _describes(tokens[first - 2]))
    ):
        first -= 1
    for at in range(first, start):
        if not lows[at + 1].startswith("neck"):  # `4 necked flask`
            _modify(mention, tokens[at], marks)
    mention.every = mention.every or "each" in lows[:first] or "every" in lows[:first]
    end = _label(mention, tokens, end)
    mention.marks = frozenset(marks)
    mention.tokens = tokens[first:end]
    mention.words = spelled([t for t in tokens[first:end] if t.low not in WORDS["determiners"]])
    return mention, first, end


def _describes(token: Token) -> bool:
    """Whether a word before a vessel's noun can describe it: `a clean 250 mL` beaker."""
    if token.kind == "quantity":
        return token.dimension in ("volume", "length", "temp")
    stops = ("prepositions", "conjunctions", "references", "pronouns", "subordinators", "auxiliaries", "manner")
    return token.kind in ("word", "number") and token.low != "of" and not WORDS.has(token.low, *stops)


def _modify(mention: Mention, token: Token, marks: set[str]) -> None:
    """Record what a preceding word says: number, identity or size."""
    low = token.low
    _, number = number_of_words([(token.kind, low)])
    if number is not None and number.denominator == 1 and 1 < number < _MOST_VESSELS:
        mention.count = int(number)
    if low in ("each", "every", "both"):
        mention.every = True
    elif low in WORDS["definite"]:
        mention.definite = True
    elif low in ("a", "an"):
        mention.indefinite = True
    elif (low in WORDS["modifiers.another"] and not mention.definite) or low == "other":
        mention.another = True
    elif low in LEXICON.numbers["ordinals"]:
        mention.ordinal = LEXICON.numbers["ordinals"][low]
    elif low in WORDS["modifiers.distinct"]:
        marks.add(low)
    elif token.quantity is not None and token.dimension == "volume":
        marks.add(token.quantity.xdl)


def _label(mention: Mention, tokens: list[Token], at: int) -> int:
    """Read a label after the noun: `beaker A`, `cup 2`."""
    inner = tokens[at].inner[1:-1] if at < len(tokens) else ()
    text = inner[0].text if len(inner) == 1 else tokens[at].text if at < len(tokens) else ""  # `a tube (A)`
    if len(text) != 1 or not (text.isdigit() or text.isupper()):
        return at
    mention.label = text
    return at + 1
