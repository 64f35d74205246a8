"""Find what a noun phrase names."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.numbers import times_of_words
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token, quantities
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.nouns import substances
from clairify_cli.reader.protocol.nouns.lists import RATIO, amounts, is_solution, pieces
from clairify_cli.reader.protocol.nouns.noun import Noun, mentioned, spelled, take_front, vessel_at

_OTHER = frozenset(("strength", "length", "ratio", "wavelength", "pressure", "temp", "time", "stir_speed", "flow_rate"))
_DEEPEST = _PAIR = 2
_LABEL_LENGTH = 4
"""The longest label, such as `12a` or `S-3`."""
_SIGN = late(r"[-−–+±]|[RSEZ]|rac\Z")
_FORMULA = late(r"[A-Z][a-z]?\d\Z")
_OXIDATION = late(r"[IV]{1,4}\Z")


def nouns(tokens: list[Token], *, eager: bool = False, depth: int = 0) -> list[Noun]:
    """The members of a list: `10 g of A, 5 g of B and C`. `eager` splits at every `and`, as `mix A and B` needs.

    `depth` is the nesting depth of the list (`a cup containing a solution of …`); beyond two, contents are not read.
    """
    cut = substances.made_from(tokens)
    if cut and depth <= _DEEPEST:
        left, inside = noun(tokens[: cut - 2], depth + 1), nouns(tokens[cut:], eager=True, depth=depth + 1)
        parts = [part for one in inside for part in one.contents or [one]]
        if left.kind in ("material", "reference") and all(part.kind == "material" for part in parts):
            return [Noun("material", tokens, left.name, definite=left.definite, mixture=True, contents=parts)]
    made: list[Noun] = []
    for piece in pieces(tokens, eager=eager):
        one = noun(piece, depth)
        if piece[0].low == "or" and made and made[-1].kind == one.kind == "material":
            _alternative(made[-1], one)
        else:
            made.append(one)
    made = [one for one in made if one.kind != "none" or one.quantities]
    made = _blended(made)
    shared = next((one for one in made if one.each), None) or _portioned(made)
    if shared is not None:
        for one in made:
            one.quantities = one.quantities or list(shared.quantities)
    return made


def _blended(made: list[Noun]) -> list[Noun]:
    """The list with `THF, methanol and water (3:1:1, 20 mL)` as one reagent."""
    last = made[-1] if made else None
    parts = made[-last.strength.count(":") - 1 :] if last is not None and RATIO.match(last.strength) else []
    if last is None or len(parts) < _PAIR or any(one.measured or one.kind != "material" for one in parts[:-1]):
        return made
    names = [one.name.removesuffix(f" ({last.strength})") for one in parts]
    tokens = [token for one in parts for token in one.tokens]
    return [*made[: -len(parts)], replace(last, name=f"{'/'.join(names)} ({last.strength})", tokens=tokens)]


def _portioned(made: list[Noun]) -> Noun | None:
    """The first of `50 mL portions of water and brine`, `equal volumes (5 mL) of A and B`: the amount is for each."""
    first = made[0] if made else None
    said = (
        first is not None and bool(first.quantities) and any(t.low in ("portions", "equal") for t in first.tokens[:3])
    )
    return first if said else None


def _alternative(first: Noun, other: Noun) -> None:
    """For `benzene or toluene (9 mL)`, use the first, with the amount given for either."""
    first.quantities = first.quantities or other.quantities
    first.notes.extend(other.tokens)
    first.tokens = [*first.tokens, *other.tokens]


def noun(tokens: list[Token], depth: int = 0) -> Noun:
    """The referent of one noun phrase."""
    cut, behind = substances.dissolved_at(tokens)
    if cut and depth <= _DEEPEST:
        left, right = noun(tokens[:cut], depth + 1), nouns(tokens[behind:], depth=depth + 1)
        if left.kind == "material" and right and all(one.kind == "material" for one in right):
            return Noun(
                "material", tokens, left.name, left.quantities, definite=left.definite,
                contents=[*(left.contents or [left]), *right], aliases=left.aliases,
            )  # fmt: skip
    return _Parser(tokens, depth).parse()


def _is_reaction(made: Noun) -> bool:
    """Whether brackets after a solvent give the strength of a solution in it: `in THF (0.3 M)`."""
    found = find(made.name)
    return made.strength.endswith("M") and found is not None and found.is_a("solvent") and not found.is_a("acid")


def _only_moles(made: Noun) -> bool:
    """Whether what brackets give is only the moles of `salt 0.854 g (1.0 mmol)`."""
    return all(one.dimension == "amount" for one in made.quantities)


class _Parser:
    """Parses one noun phrase."""

    def __init__(self, tokens: list[Token], depth: int) -> None:
        self.depth = depth
        self.tokens = tokens
        self.made = Noun("none", tokens)
        self.solvents: list[Noun] = []
        """The solvents that brackets give: `NaNO2 (3.5 g in 10 mL of water)`."""

    def parse(self) -> Noun:
        """The referent of the phrase; of kind `none` if there is none."""
        whole = self._stripped(self.tokens)
        made = self.made
        place = LEXICON.places.get(self._plain(whole))
        at = vessel_at(whole)
        if at is not None and place is None:
            # Brackets after the vessel's noun may belong to its contents.
            head = self._groups(whole[: at[0]])
            return self._vessel([*head, *whole[at[0] :]], len(head), len(head) + at[1] - at[0])
        rest = self._groups(whole)
        if not rest:
            return made
        if made.contents:
            made.kind, made.name = "material", spelled(rest)
            return made
        if place is not None and not place.only_after:
            made.kind, made.place = "place", place
        rest = take_front(made, rest)
        if not rest:
            return made
        if made.place is not None and not made.quantities:
            made.name = spelled(rest)
            return made
        return self._material(rest)

    # ---------------------------------------------------------------- pieces

    def _stripped(self, tokens: list[Token]) -> list[Token]:
        """Without the marks and conjunctions at both ends."""
        start, end = 0, len(tokens)
        while start < end and (tokens[start].kind == "mark" or tokens[start].low in WORDS["conjunctions"]):
            start += 1
        while end > start and tokens[end - 1].kind == "mark" and tokens[end - 1].low not in ("%", "'", '"'):
            end -= 1
        return tokens[start:end]

    def _plain(self, tokens: list[Token]) -> str:
        """The words as the lexicon would list them, without determiners."""
        return " ".join(t.low for t in tokens if t.low not in WORDS["determiners"] and t.kind in ("word", "mark"))

    def _groups(self, tokens: list[Token]) -> list[Token]:
        """Take the bracketed groups out: amounts, another name, or a note."""
        rest: list[Token] = []
        for at, token in enumerate(tokens):
            if token.kind != "group":
                rest.append(token)
                continue
            if self._is_of_name(token, rest, tokens[at + 1 : at + 2]):
                shown = f"({token.inner[1].text})"
                rest.append(replace(token, kind="word", text=shown, low=shown.lower()))
                continue
            inner = token.inner[1:-1]
            if rest and rest[-1].low in WORDS["of several"] and self.depth <= _DEEPEST:
                parts = nouns(list(inner), depth=self.depth + 1)
                if len(parts) > 1 and all(one.kind == "material" and one.measured for one in parts):
                    self.made.contents = parts  # `the mixture (A 5 g, B 10 mL)`
                    continue
            cut = substances.solvent_at(list(inner))
            found = amounts(token) if not cut else amounts(replace(token, inner=token.inner[:cut]))
            found = (
                found if len(inner) < _PAIR or inner[0].low != "from" or inner[1].quantity is None else []
            )  # `the acid chloride (from 3 g of acid 7)`
            said = substances.strength_in(inner) if rest and not cut else []
            plain = [t for t in inner if t.kind != "mark" and t.quantity is None]
            if rest and not cut and not said and all(t.low in WORDS["strengths"] for t in plain):
                said = plain  # `HCl (conc.)`
            self.made.strength = self.made.strength or spelled(said)
            if cut and found and not self.made.quantities and self.depth <= _DEEPEST:
                self.solvents = nouns(list(inner[cut:]), depth=self.depth + 1)
            self.made.aliases.extend(substances.label_in(list(inner)))
            self.made.times = max(self.made.times, times_of_words([(t.kind, t.low) for t in inner]))
            self.made.strong = self.made.strong or any(substances.is_strength(t, ("M", "N")) for t in inner)
            inner = tuple(one for one in inner if one not in said)
            if found and not self.made.quantities:
                self.made.quantities.extend(found)
                self.made.each = self.made.each or any(t.low == "each" for t in inner)
                if any(t.quantity is None and t.kind in ("word", "number") for t in inner) or any(
                    t.dimension in _OTHER for t in inner
                ):
                    self.made.notes.append(token)
            elif any(t.kind != "mark" for t in inner) and not (len(inner) == 1 and inner[0].kind in ("word", "number")):
                self.made.notes.append(token)
        return rest

    def _is_of_name(self, group: Token, ahead: list[Token], behind: list[Token]) -> bool:
        """Whether brackets belong to a name: `bis (4-methoxyphenyl) diselenide`, `nickel (II) chloride`."""
        if len(group.inner) != 3:
            return False
        text = group.inner[1].text
        if ahead and (substances.is_part(group, behind) or _OXIDATION.match(text)):
            return True
        if ahead and ahead[-1].end == group.start and _FORMULA.search(ahead[-1].text) and text.isalpha():
            return True  # `PdCl2(dppf)`
        return _SIGN.match(text) is not None and self._is_front(ahead)  # `(-) ephedrine`

    def _is_front(self, ahead: list[Token]) -> bool:
        """Whether no word of a name has been read yet."""
        return all(t.kind in ("quantity", "mark") or t.low in WORDS["determiners"] for t in ahead)

    # ---------------------------------------------------------------- kinds

    def _vessel(self, tokens: list[Token], start: int, end: int) -> Noun:
        """A vessel, with the size and contents that the text gives."""
        made = self.made
        made.kind = "vessel"
        mention, first, end = mentioned(tokens, start, end)
        ahead = tokens[:first]
        for token in tokens[first:start]:
            name = token.text.removesuffix("-filled")
            if name and name != token.text:
                made.contents.append(Noun("material", [token], name=name))
                made.filled = token.text
        made.vessel, made.definite = mention, mention.definite
        made.quantities = quantities(ahead, *CARRIED)
        self._contents(tokens[end:])
        return made

    def _contents(self, tokens: list[Token]) -> None:
        """Read the contents of a vessel: `containing 50 g of gin`, `with the salt`, `of water`."""
        while tokens and tokens[0].kind == "group":
            self._groups(tokens[:1])
            tokens = tokens[1:]
        if not tokens:
            return
        rest = tokens
        inside = [at for at, t in enumerate(rest) if at and t.low in WORDS["filled"]]
        if rest[0].low in WORDS["fitted"] or (inside and substances.is_equipment(rest[: inside[0]])):
            # `equipped with a stirrer and containing 5 g of salt`
            if not inside:
                self.made.notes.extend(rest)
                return
            rest = rest[inside[0] :]
        while rest and (
            rest[0].low in WORDS["contain"]
            or rest[0].kind == "mark"
            or WORDS.has(rest[0].low, "fillers", "conjunctions")
        ):
            if rest[0].low in ("containing", "filled", "full", "half-filled"):
                self.made.filled = self.made.filled or spelled(self.made.tokens)
            rest = rest[1:]
        if len(rest) == len(tokens):  # no word says that the vessel holds them
            if any(t.kind == "word" for t in rest):
                self.made.notes.extend(rest)
            return
        if rest and self.depth <= _DEEPEST:
            held = [one for one in nouns(rest, depth=self.depth + 1) if one.kind == "material"]
            self.made.contents.extend(part for one in held for part in one.contents or [one])

    def _material(self, tokens: list[Token]) -> Noun:
        """A substance or a reference to one; a tool, or kind `none`, if the words name no substance."""
        made = self.made
        if len(tokens) == 1 and tokens[0].low in WORDS["pronouns"]:
            made.kind = "pronoun"
            return made
        if self._plain(tokens) in WORDS["tools"]:
            made.kind, made.name = "tool", spelled(tokens)
            return made
        name = self._named(tokens)
        made.name = spelled(name)
        if not made.name or (made.name.lower() in WORDS["fillers"] and not made.measured):
            return made
        sized = bool(self.tokens) and self.tokens[0].low in ("a", "an")  # `a 250 mL Dean-Stark apparatus`
        if (not made.measured or sized) and (substances.is_equipment(name) or substances.is_equipment(tokens)):
            made.kind = "tool"
            return made
        fresh = self.depth == 0 and name[0].low in WORDS["remaining"] and not made.measured
        if fresh or self._is_reference([t for t in name if t.low not in WORDS["determiners"]]):
            made.kind = "reference"
            return made
        if not made.measured and made.definite and made.name.lower() in WORDS["collective"]:
            made.kind = "reference"
            return made
        if not made.measured and not substances.is_thing(name):
            made.name = ""
            return made
        made.kind = "material"
        if made.name.lower() in WORDS["classes"]:
            made.name = self._which() or made.name
        self._solution(name)
        if made.strength and made.strength not in made.name and not made.contents and not _is_reaction(made):
            made.name = f"{made.name} ({made.strength})"
        made.name = substances.without_footnote(made.name)
        if self.solvents and not made.contents and all(one.kind == "material" for one in self.solvents):
            made.contents = [replace(made), *self.solvents]
        return made

    def _which(self) -> str:
        """The substance in brackets after a word for its class: `the diol | (D-galactose) | (5 g)`; empty if none."""
        for group in (token for token in self.tokens if token.kind == "group"):
            inner = [one for one in group.inner[1:-1] if one.kind != "quantity"]
            named = spelled(inner)
            written = len(named) > _LABEL_LENGTH and ("-" in named or find(named) is not None)
            if inner and written and not amounts(group) and all(one.kind in ("word", "number") for one in inner):
                return named
        return ""

    def _named(self, tokens: list[Token]) -> list[Token]:
        """The tokens of the name, without the amounts, labels and remarks among them."""
        made = self.made
        name: list[Token] = []
        for token in tokens:
            quantity = token.quantity
            carried = quantity is not None and quantity.dimension in (*CARRIED, "measure")
            if quantity is not None and carried and (not made.quantities or (name and _only_moles(made))):
                made.quantities.insert(0, quantity)
            elif token.low == "each":
                made.each = True
            elif quantity is not None and quantity.dimension not in ("strength", "ratio", "length", *CARRIED):
                made.notes.append(token)
            else:
                made.strong = made.strong or substances.is_strength(token) or token.low in WORDS["strong"]
                name.append(token)
        while len(name) > 1 and (
            name[0].kind == "mark"
            or name[0].low in WORDS["fillers"]
            or name[0].low in ("added", "stirred", "well-stirred", "above", "aforementioned")
            or name[1].low == "stirred"  # `vigorously stirred water`
        ):
            name.pop(0)
        if len(name) > 1 and name[0].low in WORDS["solutions"] and substances.begins_name(name[1]):
            made.mixture = True
            name.pop(0)
        found = substances.name_of(name)
        made.aliases.extend(token.text for token in found.labels)
        made.notes.extend(found.rest)
        name = found.tokens
        while name and (
            name[-1].low in (":", "-", ",", "of")
            or name[-1].low in WORDS["fillers"]
            or (len(name) > 1 and name[-1].low in WORDS["portions"])
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
            if head and head[-1].low in WORDS["solutions"]:
                return False
        for size in (3, 2, 1):
            tail = " ".join(t.low for t in head[-size:])
            if len(head) >= size and tail in WORDS["references"]:
                if made.measured and (not made.definite or lows[0] == "starting"):
                    return False
                return all(t.kind == "mark" or substances.is_description(t) for t in head[:-size])
        return False

    def _solution(self, tokens: list[Token]) -> None:
        """Read the parts of `a solution of A and B`. For `a 2 M solution of A`, the noun is A itself."""
        made = self.made
        lows = [t.low for t in tokens]
        if self.depth > _DEEPEST or "of" not in lows or not is_solution(tokens):
            return
        cut = next(at for at in range(len(lows)) if lows[at] == "of" and at and lows[at - 1] in WORDS["solutions"])
        inside = set(map(id, tokens[cut + 1 :]))
        first = tokens[cut].end
        source = [
            t
            for t in self.tokens
            if t.start >= first
            and (id(t) in inside or t.kind in ("group", "quantity") or t.low in WORDS["determiners"])
        ]
        inner = nouns(source, eager=True, depth=self.depth + 1)
        parts = [one for one in inner if one.kind == "material"]
        if inner and all(one.kind in ("reference", "pronoun") for one in inner):
            made.kind, made.name = "reference", inner[0].name  # `a solution of the residue`
        if not parts:
            return
        if len(parts) == 2 and substances.is_blend(tokens, parts, self.tokens):
            shares = next((f" ({t.text})" for t in tokens[:cut] if substances.is_ratio(t)), "")
            made.name = f"{parts[0].name}/{parts[1].name}{shares}"
            made.quantities = parts[1].quantities or made.quantities
            made.notes = [note for note in made.notes if note.start < first]
            return
        own = [quantity for quantity in made.quantities if quantity.start < first]
        if len(parts) == 1 and not parts[0].contents and not (parts[0].measured and own):
            # `5 mL of a solution of A`: the solvent may still follow.
            how = substances.strong_words(tokens[:cut])
            made.name, made.mixture = f"{how} {parts[0].name} solution" if how else parts[0].name, True
            made.quantities = own or parts[0].quantities
            made.aliases.extend(parts[0].aliases)
            made.strong = made.strong or bool(own)
            return
        made.contents = [one for part in parts for one in part.contents or [part]]
        made.quantities = [quantity for quantity in made.quantities if quantity.start < first]
        made.notes = [note for note in made.notes if note.start < first]
