"""From the words of a noun phrase to what it names."""

from __future__ import annotations

import re
from dataclasses import replace

from clairify_cli.reader.lexicon import Lexicon, lexicon
from clairify_cli.reader.model import Quantity
from clairify_cli.reader.noun_lists import amounts, is_solution, pieces
from clairify_cli.reader.nouns import CARRIED, Mention, Noun, spelled
from clairify_cli.reader.numbers import number_of_words
from clairify_cli.reader.substances import is_description, is_equipment, is_thing, label_in, name_of
from clairify_cli.reader.tokens import Token

_OTHER = frozenset(("strength", "length", "ratio", "wavelength", "pressure", "temp", "time", "stir_speed", "flow_rate"))
_DEEPEST = 2
_MOST_VESSELS = 97
_SYSTEMATIC = 8
"""A systematic name has more letters than an abbreviation such as `TMS-4`."""
_RATIO = re.compile(r"\d{1,3}(?:\.\d+)?\s?[:/]\s?\d{1,3}(?:\.\d+)?\Z")
_SIGN = re.compile(r"[-−–+±]|[RSEZ]|rac\Z")
_OXIDATION = re.compile(r"[IV]{1,4}\Z")


def nouns(tokens: list[Token], *, eager: bool = False, depth: int = 0) -> list[Noun]:
    """The members of a list: `10 g of A, 5 g of B and C`. `eager` splits at every `and`, as `mix A and B` wants.

    `depth` counts what the list is inside of (`a cup containing a solution of …`); beyond two nothing is looked into.
    """
    made: list[Noun] = []
    for piece in pieces(tokens, eager=eager):
        one = noun(piece, depth)
        if piece[0].low == "or" and made and made[-1].kind == one.kind == "material":
            _alternative(made[-1], one)
        else:
            made.append(one)
    made = [one for one in made if one.kind != "none" or one.quantities]
    if len(made) > 1:
        made = _amounts_behind(made)
    shared = next((one for one in made if one.each), None)
    if shared is not None:
        for one in made:
            one.quantities = one.quantities or list(shared.quantities)
    return made


def _alternative(first: Noun, other: Noun) -> None:
    """Of `benzene or toluene (9 mL)` the first is taken, with the amount of both."""
    first.quantities = first.quantities or other.quantities
    first.notes.extend(other.tokens)
    first.tokens = [*first.tokens, *other.tokens]


def _amounts_behind(made: list[Noun]) -> list[Noun]:
    """Give an amount that stands alone to the thing before it: `benzaldehyde, 5 g, 47 mmol`."""
    kept: list[Noun] = []
    for one in made:
        if one.kind == "none" and not one.name and kept and kept[-1].kind == "material" and not kept[-1].quantities:
            kept[-1].quantities = one.quantities
            kept[-1].tokens = [*kept[-1].tokens, *one.tokens]
        else:
            kept.append(one)
    return kept


def noun(tokens: list[Token], depth: int = 0) -> Noun:
    """What one noun phrase names."""
    cut = _dissolved_at(tokens)
    if cut and depth <= _DEEPEST:
        behind = cut + (1 if " " in tokens[cut].low else 2)
        left, right = noun(tokens[:cut], depth + 1), nouns(tokens[behind:], depth=depth + 1)
        if left.kind == "material" and right and all(one.kind == "material" for one in right):
            return Noun(
                "material", tokens, left.name, left.quantities, definite=left.definite,
                contents=[*(left.contents or [left]), *right], aliases=left.aliases,
            )  # fmt: skip
    return _Parser(tokens, depth).parse()


def _dissolved_at(tokens: list[Token]) -> int:
    """Where `cyclohexene | dissolved in | ether` is to be cut; 0 where nothing is dissolved."""
    words = lexicon().words
    for at in range(1, len(tokens) - 1):
        said = (*tokens[at].low.split(), *(t.low for t in tokens[at + 1 : at + 2]))
        if said[0] in words["dissolved"] and said[1] in ("in", "with", "into"):
            return at
    return 0


class _Parser:
    """Parses one noun phrase."""

    def __init__(self, tokens: list[Token], depth: int) -> None:
        self.depth = depth
        self.table: Lexicon = lexicon()
        self.words = self.table.words
        self.tokens = tokens
        self.made = Noun("none", tokens)
        self.solvents: list[Noun] = []
        """What brackets say the thing is dissolved in: `NaNO2 (3.5 g in 10 mL of water)`."""

    def parse(self) -> Noun:
        whole = self._stripped(self.tokens)
        made = self.made
        place = self.table.places.get(self._plain(whole))
        at = self._vessel_at(whole)
        if at is not None and place is None:
            # What is in brackets behind the vessel's noun may belong to its contents.
            head = self._groups(whole[: at[0]])
            return self._vessel([*head, *whole[at[0] :]], len(head), len(head) + at[1] - at[0])
        rest = self._groups(whole)
        if not rest:
            return made
        if place is not None and not place.only_after:
            made.kind, made.place = "place", place
        rest = self._amount(rest)
        if not rest:
            return made
        if made.place is not None and not made.quantities:
            made.name = spelled(rest)
            return made
        return self._material(rest)

    # ---------------------------------------------------------------- pieces

    def _stripped(self, tokens: list[Token]) -> list[Token]:
        start, end = 0, len(tokens)
        while start < end and (tokens[start].kind == "mark" or tokens[start].low in self.words["conjunctions"]):
            start += 1
        while end > start and tokens[end - 1].kind == "mark" and tokens[end - 1].low not in ("%", "'", '"'):
            end -= 1
        return tokens[start:end]

    def _plain(self, tokens: list[Token]) -> str:
        """The words as they would stand in the lexicon: without determiners."""
        return " ".join(t.low for t in tokens if t.low not in self.words["determiners"] and t.kind in ("word", "mark"))

    def _groups(self, tokens: list[Token]) -> list[Token]:
        """Take the bracketed groups out: amounts, another name, or a note."""
        rest: list[Token] = []
        for at, token in enumerate(tokens):
            if token.kind != "group":
                rest.append(token)
                continue
            if rest and _is_part(token, tokens[at + 1 : at + 2]):
                # `bis (4-methoxyphenyl) diselenide`
                inside = token.inner[1].text
                rest.append(replace(token, kind="word", text=f"({inside})", low=f"({inside.lower()})"))
                continue
            if rest and len(token.inner) == 3 and _OXIDATION.match(token.inner[1].text):
                # `nickel (II) chloride`
                shown = f"({token.inner[1].text})"
                rest.append(replace(token, kind="word", text=shown, low=shown.lower()))
                continue
            if len(token.inner) == 3 and _SIGN.match(token.inner[1].text) and self._is_front(rest):
                # `(-) ephedrine`
                shown = f"({token.inner[1].text})"
                rest.append(replace(token, kind="word", text=shown, low=shown.lower()))
                continue
            inner = token.inner[1:-1]
            cut = _solvent_at(list(inner))
            found = amounts(token) if not cut else amounts(replace(token, inner=token.inner[:cut]))
            if cut and found and not self.made.quantities and self.depth <= _DEEPEST:
                self.solvents = nouns(list(inner[cut:]), depth=self.depth + 1)
            self.made.aliases.extend(label_in(list(inner)))
            self.made.strong = self.made.strong or any(is_strength(t, ("M", "N")) for t in inner)
            if found and not self.made.quantities:
                self.made.quantities.extend(found)
                self.made.each = self.made.each or any(t.low == "each" for t in inner)
                if any(t.quantity is None and t.kind in ("word", "number") for t in inner) or any(
                    t.quantity is not None and t.quantity.dimension in _OTHER for t in inner
                ):
                    self.made.notes.append(token)
            elif inner and not (len(inner) == 1 and inner[0].kind in ("word", "number")):
                self.made.notes.append(token)
        return rest

    def _is_front(self, ahead: list[Token]) -> bool:
        """Whether no word of a name has come yet."""
        return all(t.kind in ("quantity", "mark") or t.low in self.words["determiners"] for t in ahead)

    def _vessel_at(self, tokens: list[Token]) -> tuple[int, int] | None:
        """Where the words of a vessel's noun stand, if the phrase is about a vessel."""
        lows = [t.low for t in tokens]
        for at in range(len(tokens)):
            if lows[at] in self.words["contain"] and at and lows[at] != "of":
                return None
            for size in (3, 2, 1):
                name = " ".join(lows[at : at + size])
                if len(lows[at : at + size]) < size or name not in self.table.vessels:
                    continue
                following = lows[at + size] if at + size < len(lows) else ""
                if following and not self._ends_vessel(tokens, at + size):
                    break
                if self._of_named(tokens[:at]):
                    break
                return at, at + size
        return None

    def _of_named(self, ahead: list[Token]) -> bool:
        """Whether a name stands before `of the …`: the `side of the beaker` is no beaker, its `contents` are."""
        lows = [t.low for t in ahead]
        if "of" not in lows:
            return False
        head = [low for low in lows[: lows.index("of")] if low not in self.words["determiners"]]
        return not all(
            low in self.words["references"] or low in self.words["portion"] or low in self.words["lead"] for low in head
        )

    def _ends_vessel(self, tokens: list[Token], at: int) -> bool:
        """Whether what follows a vessel's noun leaves it a vessel: a label, its contents, or nothing more of a name."""
        token = tokens[at]
        if token.kind in ("group", "mark", "quantity", "number"):
            return True
        if (
            token.low in self.words["contain"]
            or token.low in self.words["prepositions"]
            or token.low in self.words["conjunctions"]
        ):
            return True
        if (
            token.low in self.words["fillers"]
            or token.low.endswith(("ed", "ing"))
            or token.low in self.words["portion"]
        ):
            return True
        return len(token.text) == 1 and token.text.isalnum() and token.low != "a"

    def _amount(self, tokens: list[Token]) -> list[Token]:
        """Take amounts, counts and what leads up to the name off the front."""
        rest = list(tokens)
        while rest:
            token = rest[0]
            if token.quantity is not None and token.quantity.dimension in (*CARRIED, "measure"):
                rest = self._portions(rest, token.quantity)
            elif token.low in self.words["determiners"]:
                self.made.definite = token.low in self.words["definite"]
                if len(rest) == 1 and token.low in self.words["pronouns"]:
                    break
            elif (size := self._share(rest)) > 0:
                self.made.portion = spelled([t for t in rest[:size] if t.low != "of"])
                rest = rest[size - 1 :]
            elif token.low in self.words["portion"] and self._is_portion(rest):
                self.made.portion = token.text
            elif token.low in self.words["lead"]:
                self.made.each = self.made.each or token.low == "each"
            else:
                size, number = number_of_words([(t.kind, t.low) for t in rest[:4]])
                if number is None or len(rest) == size or self.made.count:
                    break
                self.made.count = spelled(rest[:size])
                rest = rest[size - 1 :]
            rest = rest[1:]
        return rest

    def _portions(self, rest: list[Token], quantity: Quantity) -> list[Token]:
        """Take a quantity, as often as is said: `three 10 g portions`."""
        if self.made.count and len(rest) > 1 and rest[1].low in ("portion", "portions", "aliquots", "lots", "batches"):
            _, number = number_of_words([("number" if self.made.count.isdigit() else "word", self.made.count.lower())])
            quantity = replace(quantity, times=int(number or 1))
            self.made.count = ""
            rest = rest[1:]
        self.made.quantities.append(quantity)
        return rest

    def _share(self, rest: list[Token]) -> int:
        """How many tokens say how much without a number: `a small amount of`, `the minimum of`, `portions of`."""
        for at in range(min(4, len(rest) - 1)):
            low = rest[at].low
            if low in self.words["measures"] and rest[at + 1].low == "of":
                return at + 2
            if low == "volume" and at and rest[at - 1].low == "equal":
                return at + 1
            if low in self.words["shares"]:
                more = rest[at + 1].low in self.words["measures"] and at + 2 < len(rest)
                behind = rest[at + 1 + more].low
                return at + 1 + more + (behind == "of")
            if rest[at].kind != "word" or not (low in self.words["sizes"] or low.endswith(("ly", "cut"))):
                return 0
        return 0

    def _is_portion(self, rest: list[Token]) -> bool:
        following = rest[1].low if len(rest) > 1 else ""
        return following in ("of", "the") or rest[0].low in (
            "remaining",
            "enough",
            "sufficient",
            "excess",
            "plenty",
            "half",
            "equal",
        )

    # ---------------------------------------------------------------- kinds

    def _vessel(self, tokens: list[Token], start: int, end: int) -> Noun:
        made = self.made
        made.kind = "vessel"
        lows = [t.low for t in tokens]
        head = self.table.vessels[" ".join(lows[start:end])]
        mention = Mention(head, "", tokens[:end])
        marks: set[str] = set()
        first = start
        while first > 0 and (
            self._describes(tokens[first - 1])
            or (first > 1 and tokens[first - 1].low == "," and self._describes(tokens[first - 2]))
        ):
            first -= 1
        for at in range(first, start):
            if lows[at + 1].startswith("neck"):
                continue  # `4 necked flask`
            self._modifier(tokens[at], lows[at], mention, marks)
        mention.every = mention.every or "each" in lows[:first] or "every" in lows[:first]
        if first and any(low in self.words["portion"] and low != "all" for low in lows[:first]):
            made.portion = spelled([t for t in tokens[:first] if t.low != "of"])
        end = self._label(tokens, end, mention)
        mention.marks = frozenset(marks)
        mention.tokens = tokens[first:end]
        mention.words = spelled([t for t in tokens[first:end] if t.low not in self.words["determiners"]])
        made.vessel, made.definite = mention, mention.definite
        amounts = [t.quantity for t in tokens[:first] if t.quantity is not None and t.quantity.dimension in CARRIED]
        made.quantities = amounts
        self._contents(tokens[end:])
        return made

    def _describes(self, token: Token) -> bool:
        """Whether a word before a vessel's noun can describe it: `a clean 250 mL` beaker."""
        if token.kind == "quantity":
            return token.quantity is not None and token.quantity.dimension in ("volume", "length", "temp")
        stops = ("prepositions", "conjunctions", "references", "pronouns", "subordinators", "auxiliaries", "manner")
        return (
            token.kind in ("word", "number")
            and token.low != "of"
            and not any(token.low in self.words[s] for s in stops)
        )

    def _modifier(self, token: Token, low: str, mention: Mention, marks: set[str]) -> None:
        _, number = number_of_words([(token.kind, low)])
        if number is not None and number.denominator == 1 and 1 < number < _MOST_VESSELS:
            mention.count = int(number)
        if low in ("each", "every", "both"):
            mention.every = True
        elif low in self.words["definite"]:
            mention.definite = True
        elif low in ("a", "an"):
            mention.indefinite = True
        elif (low in self.words["modifiers.another"] and not mention.definite) or low == "other":
            mention.another = True
        elif low in self.table.numbers["ordinals"]:
            mention.ordinal = self.table.numbers["ordinals"][low]
        elif low in self.words["modifiers.distinct"]:
            marks.add(low)
        elif low.endswith("-filled") and len(low) > len("-filled"):
            name = token.text[: -len("-filled")]
            self.made.contents.append(Noun("material", [token], name=name))
            self.made.filled = token.text
        elif token.quantity is not None and token.quantity.dimension == "volume":
            marks.add(token.quantity.xdl)

    def _label(self, tokens: list[Token], at: int, mention: Mention) -> int:
        """Read a label after the noun: `beaker A`, `cup 2`."""
        text = tokens[at].text if at < len(tokens) else ""
        if len(text) != 1 or not (text.isdigit() or text.isupper()):
            return at
        mention.label = text
        return at + 1

    def _contents(self, tokens: list[Token]) -> None:
        """Read what a vessel holds: `containing 50 g of gin`, `with the salt`, `of water`."""
        while tokens and tokens[0].kind == "group":
            self._groups(tokens[:1])
            tokens = tokens[1:]
        if not tokens:
            return
        rest = tokens
        inside = [at for at, t in enumerate(rest) if at and t.low in self.words["filled"]]
        if rest[0].low in self.words["fitted"] or (inside and is_equipment(rest[: inside[0]])):
            # `equipped with a stirrer and containing 5 g of salt`
            if not inside:
                self.made.notes.extend(rest)
                return
            rest = rest[inside[0] :]
        while rest and (
            rest[0].low in self.words["contain"]
            or rest[0].kind == "mark"
            or rest[0].low in self.words["fillers"]
            or rest[0].low in self.words["conjunctions"]
        ):
            if rest[0].low in ("containing", "filled", "full", "half-filled"):
                self.made.filled = self.made.filled or spelled(self.made.tokens)
            rest = rest[1:]
        if len(rest) == len(tokens):  # nothing says that it holds them
            if any(t.kind == "word" for t in rest):
                self.made.notes.extend(rest)
            return
        if rest and self.depth <= _DEEPEST:
            held = [one for one in nouns(rest, depth=self.depth + 1) if one.kind == "material"]
            self.made.contents.extend(part for one in held for part in one.contents or [one])

    def _material(self, tokens: list[Token]) -> Noun:
        made = self.made
        if len(tokens) == 1 and tokens[0].low in self.words["pronouns"]:
            made.kind = "pronoun"
            return made
        if self._plain(tokens) in self.words["tools"]:
            made.kind, made.name = "tool", spelled(tokens)
            return made
        name = self._named(tokens)
        made.name = spelled(name)
        if not made.name or (made.name.lower() in self.words["fillers"] and not made.measured):
            return made
        sized = bool(self.tokens) and self.tokens[0].low in ("a", "an")  # `a 250 mL Dean-Stark apparatus`
        if (not made.measured or sized) and (is_equipment(name) or is_equipment(tokens)):
            made.kind = "tool"
            return made
        fresh = self.depth == 0 and name[0].low in self.words["remaining"] and not made.measured
        if fresh or self._is_reference([t for t in name if t.low not in self.words["determiners"]]):
            made.kind = "reference"
            return made
        if not made.measured and not is_thing(name):
            made.name = ""
            return made
        made.kind = "material"
        self._solution(name)
        if self.solvents and not made.contents and all(one.kind == "material" for one in self.solvents):
            made.contents = [replace(made), *self.solvents]
        return made

    def _named(self, tokens: list[Token]) -> list[Token]:
        """The tokens of the name, with the amounts, labels and remarks among them taken out."""
        made = self.made
        name: list[Token] = []
        for token in tokens:
            quantity = token.quantity
            if quantity is not None and quantity.dimension in (*CARRIED, "measure") and not made.quantities:
                made.quantities.append(quantity)
            elif token.low == "each":
                made.each = True
            elif quantity is not None and quantity.dimension not in ("strength", "ratio", "length", *CARRIED):
                made.notes.append(token)
            else:
                made.strong = made.strong or is_strength(token) or token.low in self.words["strong"]
                name.append(token)
        while len(name) > 1 and (
            name[0].kind == "mark" or name[0].low in self.words["fillers"] or name[0].low in ("added", "stirred")
        ):
            name.pop(0)
        if len(name) > 1 and name[0].low in self.words["solutions"] and _begins_name(name[1]):
            made.mixture = True
            name.pop(0)
        found = name_of(name)
        made.aliases.extend(token.text for token in found.labels)
        made.notes.extend(found.rest)
        name = found.tokens
        while name and (
            name[-1].low in (":", "-", ",", "of")
            or name[-1].low in self.words["fillers"]
            or (len(name) > 1 and name[-1].low in self.words["portions"])
        ):
            name.pop()
        return name

    def _is_reference(self, name: list[Token]) -> bool:
        """Whether the words mean what is in the vessel: `the mixture`, `the resulting clear solution`, `contents`."""
        made = self.made
        head = name
        lows = [t.low for t in name]
        if "of" in lows:
            head = name[: lows.index("of")]
            if head and head[-1].low in self.words["solutions"]:
                return False
        for size in (3, 2, 1):
            tail = " ".join(t.low for t in head[-size:])
            if len(head) >= size and tail in self.words["references"]:
                if made.measured and (not made.definite or lows[0] == "starting"):
                    return False
                return all(t.kind == "mark" or is_description(t) for t in head[:-size])
        return False

    def _solution(self, tokens: list[Token]) -> None:
        """Read what `a solution of A and B` is made of. Of `a 2 M solution of A` the noun is A itself."""
        made = self.made
        lows = [t.low for t in tokens]
        if self.depth > _DEEPEST or "of" not in lows or not is_solution(tokens, self.words):
            return
        cut = next(at for at in range(len(lows)) if lows[at] == "of" and at and lows[at - 1] in self.words["solutions"])
        inside = set(map(id, tokens[cut + 1 :]))
        first = tokens[cut].end
        source = [
            t
            for t in self.tokens
            if t.start >= first
            and (id(t) in inside or t.kind in ("group", "quantity") or t.low in self.words["determiners"])
        ]
        inner = nouns(source, eager=True, depth=self.depth + 1)
        parts = [one for one in inner if one.kind == "material"]
        if inner and all(one.kind in ("reference", "pronoun") for one in inner):
            made.kind, made.name = "reference", inner[0].name  # `a solution of the residue`
        if not parts:
            return
        if len(parts) == 2 and _is_blend(tokens, parts, self.tokens):
            made.name, made.quantities = f"{parts[0].name}/{parts[1].name}", parts[1].quantities or made.quantities
            made.notes = [note for note in made.notes if note.start < first]
            return
        own = [quantity for quantity in made.quantities if quantity.start < first]
        if len(parts) == 1 and not parts[0].contents and not (parts[0].measured and own):
            # `5 mL of a solution of A`: what it is dissolved in may still follow.
            made.name, made.mixture = parts[0].name, True
            made.quantities = own or parts[0].quantities
            made.aliases.extend(parts[0].aliases)
            made.strong = made.strong or bool(own)
            return
        made.contents = [one for part in parts for one in part.contents or [part]]
        made.quantities = [quantity for quantity in made.quantities if quantity.start < first]
        made.notes = [note for note in made.notes if note.start < first]


def _solvent_at(inner: list[Token]) -> int:
    """Where in brackets a solvent with its amount begins: `3.5 g in | 10 mL of water`; 0 where there is none."""
    for at in range(1, len(inner) - 2):
        following = inner[at + 1].quantity
        if inner[at].low == "in" or inner[at].low.endswith(" in"):
            volume = following is not None and following.dimension == "volume"
            if volume and any(one.quantity is not None and one.quantity.dimension == "mass" for one in inner[:at]):
                return at + 1
    return 0


def _begins_name(token: Token) -> bool:
    """Whether a word goes on with a name, and is no `of` and no label: `to a solution | diisopropylamine (5 g)`."""
    words = lexicon().words
    return token.kind == "word" and len(token.text) > 1 and token.low != "of" and token.low not in words["prepositions"]


def _is_part(group: Token, following: list[Token]) -> bool:
    """Whether a group that holds a systematic name stands in the middle of a longer one."""
    if len(group.inner) != 3 or not following or following[0].kind != "word":
        return False
    text = group.inner[1].text
    ends = following[0].low in lexicon().words["prepositions"] or following[0].low in lexicon().words["conjunctions"]
    return not ends and any(c.isdigit() for c in text) and "-" in text and len(text) > _SYSTEMATIC


def _is_blend(name: list[Token], parts: list[Noun], tokens: list[Token]) -> bool:
    """Whether a mixture is one reagent: `a 1:1 mixture of A and B (20 mL)`, `a mixture of A and B (4:1, 40 mL)`."""
    if parts[0].measured or any(part.contents for part in parts) or parts[0].strong:
        return False
    inner = [one for token in tokens if token.kind == "group" for one in token.inner]
    return any(_RATIO.match(token.text) for token in (*name, *tokens, *inner))


def is_strength(token: Token, units: tuple[str, ...] = ("M", "N", "%")) -> bool:
    """Whether a token is a concentration."""
    return token.quantity is not None and token.quantity.dimension == "strength" and token.quantity.unit in units
