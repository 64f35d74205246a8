"""The state of a reading so far: vessels and their contents, reagents, steps, assumptions."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.english.lexicon import LEXICON, WORDS, VesselNoun
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.clauses.asides import Aside, Atmosphere
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Mention, Noun
from clairify_cli.reader.protocol.nouns.substances import is_label, plain_substance
from clairify_cli.reader.protocol.phrases.roles import NO_PROPERTY, Note, Roles, over
from clairify_cli.reader.protocol.phrases.sorting import roles
from clairify_cli.reader.protocol.rules import guessed
from clairify_cli.reader.protocol.scene.contents import (
    Parts,
    held,
    is_liquid,
    is_solid,
    millilitres,
    part_words,
    stated,
)
from clairify_cli.reader.protocol.scene.state import Draft, Known, Leaving, Stock, Value, Vessels, written

_EQUAL = "equal volume"
_SPACES = late(r"\s+")


class Scene:
    """The state of one reading."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.vessels = Vessels()
        self.current: Known | None = None
        self.reagents: dict[str, str] = {}
        self.by_head: dict[str, list[str]] = {}
        self.by_substance: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.place_of: dict[str, Known] = {}
        self.stock: dict[str, Stock] = {}
        self.set_aside: list[Stock] = []
        self.labelled: dict[str, Known] = {}
        """The vessels of solutions that the text labels with a letter: `(solution A)`, and later `A was added to B`."""
        self.last_noun: Noun | None = None
        self.purpose = ""
        self.drafts: list[Draft] = []
        self.pending: list[Note] = []
        self.diagnostics: list[Diagnostic] = []
        self.assumed: list[tuple[Known | None, Diagnostic]] = []
        self.covered: set[int] = set()
        self.told: set[int] = set()
        """Words that only repeat what a step already has."""
        self.remarks: list[Aside] = []
        self.reasons: list[tuple[int, int, str]] = []
        self.undone: list[int] = []
        self.new_vessels: set[str] = set()
        self.parts = Parts()
        self.beside: Known | None = None
        """The vessel in use before work began in another one, such as on a solution to add to it."""
        self.each: list[Known] = []
        """The vessels into each of which the last additions went: what the text does next, it does in each."""
        self.leaving: Leaving | None = None
        """What was last moved to a separating funnel."""
        self.changed: list[Draft] = []
        """Earlier steps that a clause has added to."""
        self.gases: list[Atmosphere] = []
        self.evacuated: list[Token] = []
        """The words of an evacuation, until the text says what the vessel is refilled with."""
        self.preset: Quantity | None = None
        self.reported = False
        """Whether the text reports what was done (`was added`), as a laboratory does, rather than what to do."""
        # Indices in the drafts at which the clauses and the scope of `repeat this` begin.
        self.clause_starts: list[int] = []
        self.clause_start = 0
        self.predicate: list[Token] = []
        self.scope_start = 0
        self.paragraph_begins = False
        self.sentence_starts: list[int] = []
        """The index of the first step of each sentence that has steps."""
        self.numbered: dict[int, tuple[int, int]] = {}
        self.lists = False
        """Whether the last line is an instruction whose objects follow as a list: `Dissolve in 800 mL of water:`."""

    # ---------------------------------------------------------------- words

    def words(self, start: int, end: int) -> str:
        """A stretch of the text with runs of white space collapsed."""
        return _SPACES.sub(" ", self.source.text[start:end]).strip()

    def cover(self, tokens: list[Token]) -> None:
        """Mark words as read."""
        self.covered.update(token.index for token in leaves(tokens))

    def remark(self, aside: Aside) -> None:
        """Record words that are not an instruction."""
        self.cover(aside.tokens)
        self.remarks.append(aside)

    def uncover(self, tokens: list[Token]) -> list[Token]:
        """Mark words as not read, except those of this clause's steps; the verb is never one of these."""
        made = {token.index for draft in self.drafts[self.clause_start :] for token in leaves(draft.tokens)}
        made -= {token.index for token in self.predicate}
        flat = [token for token in leaves(tokens) if token.index not in made]
        self.covered.difference_update(token.index for token in flat)
        return flat

    def fail(self, tokens: list[Token], reason: str) -> None:
        """Report words that no step can carry."""
        flat = self.uncover(tokens)
        if flat:
            self.reasons.append((flat[0].start, flat[-1].end, reason))

    # ---------------------------------------------------------------- steps

    @property
    def last(self) -> Draft:
        """The step before; one without a name if there is none."""
        return self.drafts[-1] if self.drafts else Draft("", {}, [])

    def emit(self, name: str, tokens: list[Token], /, **properties: Value) -> Draft:
        """Make a step; properties without a value are left out."""
        draft = Draft(name, written(properties), tokens)
        draft.notes.extend(self.pending)
        self.pending = []
        self.drafts.append(draft)
        return draft

    def insert(self, at: int, name: str, tokens: list[Token], /, **properties: Value) -> Draft:
        """Insert a step before existing ones."""
        draft = Draft(name, written(properties), tokens)
        self.drafts.insert(at, draft)
        self.clause_starts = [start + (start > at) for start in self.clause_starts]
        return draft

    def note(self, draft: Draft, start: int, end: int, reason: str) -> None:
        """Keep a stretch of the text in a step's comment."""
        draft.notes.append(Note(start, end, reason))

    def assume(self, code: str, tokens: list[Token], what: str, instead: str, vessel: Known | None = None) -> None:
        """Report a guess under rule `code`; a guess about a vessel only if a step uses it."""
        flat = leaves(tokens)
        if flat:
            self.assume_at(code, flat[0].start, flat[-1].end, what, instead, vessel)

    def assume_at(self, code: str, start: int, end: int, what: str, instead: str, vessel: Known | None = None) -> None:
        """`assume`, for a stretch of the text."""
        self.assumed.append((vessel, guessed(code, self.source.span(start, end), what, instead)))

    # ---------------------------------------------------------------- vessels

    def unnamed(self, tokens: list[Token], what: str, code: str = "XDL651") -> Known:
        """A new main vessel that the text does not name: a reactor in a report, a beaker in an instruction."""
        made = self.vessels.another(LEXICON.vessels["reactor" if self.reported else "beaker"])
        self.assume(code, tokens, what, f"`{made.id}` is taken", made)
        return made

    def begin(self, tokens: list[Token]) -> None:
        """Take a new vessel next to the current one, for a separate solution or another preparation."""
        self.beside = self.current
        self.current = self.unnamed(tokens, "what is begun is new, and the text names no vessel for it")

    def here(self, tokens: list[Token]) -> Known:
        """The current vessel; one is assumed if the text has named none."""
        if self.current is None:
            self.current = self.unnamed(tokens, "the text names no vessel", "XDL650")
            self.current.assumed = True
        return self.current

    def vessel(self, noun: Noun, tokens: list[Token], avoid: Known | None = None) -> Known:
        """The vessel that a noun mentions; contents that the noun names are added first."""
        if noun.vessel is None:
            return self.here(tokens)
        mention = noun.vessel
        like = [one for one in self.vessels.known(mention) if not one.aside or one is self.current]
        plain = mention.indefinite and not (mention.noun.generic or mention.label)
        if self.reported and plain and like and like[-1].contents:
            mention.another = True  # a report says `a flask` only of one that it has not named so far
        found = self._by_contents(noun) or self.vessels.find(mention, self.current, avoid)
        told = mention.label or mention.ordinal or mention.marks or mention.another or mention.every
        if len(like) > 1 and mention.definite and not told and found in like:
            what = f"`{mention.words}` may be any of {len(like)} vessels"
            self.assume("XDL654", mention.tokens or tokens, what, f"`{found.id}` is taken", found)
        for content in noun.contents:
            if self.reagent(content.name) in found.contents and not content.measured:
                continue
            draft = self.add(found, content, tokens)
            if noun.filled and not content.measured:
                words = [t for t in noun.tokens if t.low not in WORDS["determiners"]]
                draft.notes.append(over(words, "XDL cannot say how full a vessel is"))
        return found

    def _by_contents(self, noun: Noun) -> Known | None:
        """`the cup with the salt`: the vessel that has it."""
        if noun.vessel is None or not noun.definite or not noun.contents:
            return None
        for content in noun.contents:
            found = self.place_of.get(self.reagent(content.name)) if not content.measured else None
            if found is not None and found.noun.noun == noun.vessel.noun.noun:
                return found
        return None

    def aside(self, tokens: list[Token], what: str, guess: str = "XDL651") -> Known:
        """A further vessel that the text does not name, for something made next to the current one."""
        made = self.vessels.another(VesselNoun("flask", "flask", generic=False))
        made.aside = True
        self.assume(guess, tokens, what, f"`{made.id}` is taken", made)
        return made

    def hand_over(self, source: Known | None, target: Known) -> None:
        """Record that some or all of one vessel's contents are now in another as well."""
        for name in source.contents if source is not None else ():
            target.contents[name] = None
            self.place_of[name] = target

    def _unknown_vessel(self, clause: Clause, kind: str, noun: Noun) -> None:
        """Treat `into a gizmo` as a vessel, though the lexicon lacks the noun, if it can hardly be anything else."""
        if noun.kind != "material" or noun.measured or noun.contents:
            return
        name = noun.name.lower()
        if name not in self.new_vessels:
            article = noun.tokens[0].low in ("a", "an") and clause.kind == "imperative"
            plain = name.replace(" ", "").isalpha() and name.count(" ") < 2 and name not in self.reagents
            other = name.rpartition(" ")[2] in WORDS["not_vessels"]
            if kind not in ("in", "into") or not article or not plain or other:
                return
            self.new_vessels.add(name)
            what = f"`{noun.name}` is not a vessel that the reader knows"
            self.assume("XDL693", noun.tokens, what, "it is taken to be one")
        self._as_vessel(noun)

    def _as_vessel(self, noun: Noun) -> None:
        kind = VesselNoun(noun.name.lower(), "vessel", generic=False)
        noun.kind = "vessel"
        noun.vessel = Mention(kind, noun.name, noun.tokens, definite=noun.definite, indefinite=not noun.definite)

    # ---------------------------------------------------------------- reagents

    def reagent(self, name: str) -> str:
        """The name under which a reagent is declared: as it was first written."""
        return self.reagents.get(self._key(name), name)

    def _key(self, name: str) -> str:
        """The key of a reagent: its name, or the first spelling of the same substance."""
        low = name.lower()
        known = self.aliases.get(low, low)
        if known in self.reagents:
            return known
        substance = plain_substance(name)
        return self.by_substance.get(substance, known) if substance is not None else known

    def declare(self, noun: Noun) -> str:
        """Declare a reagent and return its name. `aldehyde 3` is the reagent called `3` before."""
        known = self._key(noun.name)
        labelled = next((self.aliases[one.lower()] for one in noun.aliases if one.lower() in self.aliases), known)
        if known not in self.reagents and find(noun.name) is None:
            known = labelled
        label = next((one for one in noun.aliases if is_label(one)), "")
        # A plain word that names no single substance needs its label to be specific.
        word = noun.name.isalpha() and noun.name[1:].islower()
        classes = WORDS["classes"]
        word = word and (find(noun.name) is None or noun.name.lower() in classes)
        beside = bool(label) and f"{noun.name} {label}" in self.source.text
        word = word or (beside and noun.name.lower().rpartition(" ")[2] in classes and find(noun.name) is None)
        if known not in self.reagents and label and word:
            noun.name = f"{noun.name} {label}"  # `compound 7`: without its number it could be any compound
            known = self._key(noun.name)
        if noun.definite and known not in self.reagents and not noun.measured:
            known = self._shortened(known)
        if known not in self.reagents:
            self.reagents[known] = noun.name
            substance = plain_substance(noun.name)
            if substance is not None:
                self.by_substance.setdefault(substance, known)
            self.by_head.setdefault(known.rpartition(" ")[2], []).append(known)
        for alias in noun.aliases:
            self.aliases.setdefault(alias.lower(), known)
        return self.reagents[known]

    def _shortened(self, low: str) -> str:
        """`the honey` for the only honey so far, `acacia honey`."""
        # Only a few names are compared, so that the cost of a long text stays linear.
        ends = [name for name in self.by_head.get(low.rpartition(" ")[2], ())[:8] if name.endswith(" " + low)]
        return ends[0] if len(ends) == 1 else low

    def _means_stock(self, noun: Noun) -> bool:
        """Whether `the powder` is what was just measured or crushed, as nothing else is present that it could mean."""
        if self.last_noun is None or self.take_stock(self.last_noun) is None:
            return False
        return not noun.measured and (self.current is None or not self.current.contents)

    def take_stock(self, noun: Noun) -> Stock | None:
        """The amount that was measured or listed under this name before, if it has not been used."""
        low = noun.name.lower()
        found = self.stock.get(low)
        if found is None and not noun.measured:
            some = self.stock if len(self.stock) < 60 else ()
            ends = [name for name in some if name.endswith(" " + low) or low.endswith(" " + name)]
            # `the copper sulfate` of `copper(II) sulfate pentahydrate`
            ends = ends or [name for name in some if set(low.split()) <= set(name.replace("(", " ").split())]
            found = self.stock[ends[0]] if len(ends) == 1 else None
        if found is None or found.used:
            return None
        return found

    def owner(self, noun: Noun) -> Noun:
        """What was measured or listed under a name, which is used up by this, or the noun itself."""
        stock = self.take_stock(noun)
        if stock is None:
            return noun
        stock.used = True
        self.cover(stock.tokens)
        return stock.noun

    def holder(self, noun: Noun) -> Known | None:
        """The vessel that holds a reagent named without an amount."""
        if noun.measured:
            return None
        low = noun.name.lower()
        if low.rpartition(" ")[2] in self.labelled and (noun.name.isupper() or low.startswith("sol")):
            return self.labelled[low.rpartition(" ")[2]]
        known = self._key(noun.name)
        if known not in self.reagents:
            known = self._shortened(known)
        name = self.reagents.get(known)
        if name is not None:
            if self.current is not None and name in self.current.contents:
                return self.current
            return self.place_of.get(name)
        return self.mixed(low)

    def mixed(self, low: str) -> Known | None:
        """`the salt solution`, `the salt water`: the vessel that holds everything these words name."""
        named = [word for word in low.split() if not WORDS.has(word, "references", "resulting", "of salts")]
        if not named or len(low.split()) < 2:
            return None
        places = [self.place_of.get(self._spelled(name)) for name in (" ".join(named), *named)]
        if places[0] is not None or (places[1] is not None and all(one is places[1] for one in places[1:])):
            return places[0] or places[1]
        if self.current is None:
            return None
        # Only the latest contents, so that the cost of a long text stays linear.
        inside = {part for name in list(self.current.contents)[-20:] for part in name.lower().split()}
        return self.current if all(word in inside for word in named) else None

    def _spelled(self, low: str) -> str:
        """The reagent that a name means: `KOH` for potassium hydroxide, `zinc acetate` for its only hydrate."""
        known = self.reagents.get(self._key(low), "")
        element = find(low)
        salt = f"{element.formula}(" if element is not None and len(element.formula) < 3 else ""
        recent = list(self.reagents.items())[-20:]
        longer = [name for key, name in recent if key.startswith(f"{low} ") or (salt and name.startswith(salt))]
        return known or (longer[0] if len(longer) == 1 else "")

    def add(self, vessel: Known, noun: Noun, tokens: list[Token], /, **properties: Value) -> Draft:
        """Add what a noun names to a vessel; what XDL cannot count or measure goes into the comment."""
        drawn = self._drawn(noun, vessel)
        if drawn is not None:
            volume = noun.amount("volume")
            vessel.contents.update(drawn.contents)
            time = properties.get("time")
            return self.emit("Transfer", tokens, from_vessel=drawn, to_vessel=vessel, volume=volume, time=time)
        stock = None if noun.quantities else self.take_stock(noun)
        name = self.declare(stock.noun if stock is not None else noun)
        source = list(tokens)
        amounts, owner = noun.quantities, noun
        lows = {token.low for token in leaves(noun.tokens)}
        if noun.measured and noun.name.lower() in WORDS["classes"] and lows & WORDS["of more"]:
            what = f"`{noun.name}` means something that was named before"
            self.assume("XDL653", noun.tokens, what, "its own name is kept", vessel)
        if stock is not None:
            stock.used = True
            self.cover(stock.tokens)
            source += stock.tokens
            amounts, owner = stock.noun.quantities, stock.noun
        amount = stated(amounts)
        given = {amount.property: amount.value} if amount is not None else self._share(vessel, noun)
        carried = amount.quantity if amount is not None else None
        draft = self.emit("Add", source, vessel=vessel, reagent=name, **given, **properties)
        if stock is not None and stock.note is not None:
            draft.notes.append(stock.note)
        self.remaining(draft, owner, amounts, carried)
        vessel.contents[name] = None
        self.place_of[name] = vessel
        if carried is not None and carried.times > 1:
            self.wrap(len(self.drafts) - 1, carried.times, source)
        return draft

    def _drawn(self, noun: Noun, vessel: Known) -> Known | None:
        """The other vessel that `10 mL of the borax solution`, `5 mL of this stock` comes from."""
        low = noun.name.lower()
        solution = low.rpartition(" ")[2] in WORDS["solutions"] | {"stock"}
        if not noun.definite or not solution or noun.amount("volume") is None:
            return None
        held = self.mixed(low)
        if held is None and (low == "stock" or low.startswith("stock ")):
            others = [one for one in self.vessels.all.values() if one.contents and one is not vessel]
            held = others[0] if len(others) == 1 else None
        return held if held is not vessel else None

    def _share(self, vessel: Known, noun: Noun) -> dict[str, str]:
        """The volume of `an equal volume`: that of what this clause has put in before, or else of everything."""
        if not noun.portion.endswith(_EQUAL):
            return {}
        there = held(self.drafts[self.clause_start :], vessel.id) or held(self.drafts, vessel.id)
        return {"volume": millilitres(there)} if there else {}

    def remaining(self, draft: Draft, noun: Noun, amounts: list[Quantity], carried: Quantity | None) -> None:
        """Put what the step does not carry into its comment."""
        first, last = leaves(noun.tokens)[0], leaves(noun.tokens)[-1]
        for one in amounts:
            if one is carried:
                if one.dimension == "measure":
                    self.note(draft, one.start, one.end, "a drop is taken for 0.05 mL")
                elif one.upper is not None:
                    self.note(draft, one.start, one.end, f"XDL has no ranges, and the step has {one.xdl}")
            elif one.dimension == "measure":
                self.note(
                    draft, one.start, last.end if one.start < last.start else one.end, f"XDL has no unit for {one.unit}"
                )
            else:
                self.note(draft, one.start, one.end, "")
                if carried is not None and not (
                    noun.strong or noun.strength or noun.mixture or is_liquid(carried, one)
                ):
                    self.assume_at("XDL693", one.start, one.end, "no liquid is so light or heavy", carried.xdl)
        if noun.count:
            self.note(draft, first.start, last.end, "XDL has no counts")
        elif noun.portion and noun.kind != "vessel":
            told = noun.portion.endswith(_EQUAL) and "volume" in draft.properties
            self.note(draft, first.start, last.end, "" if told else "XDL has no shares of an amount")
        for note in noun.notes:
            inner = [t for t in note.inner if t.kind == "word"] if note.kind == "group" else [note]
            self.note(draft, note.start, note.end, NO_PROPERTY if inner else "")

    def wrap(self, start: int, repeats: int, tokens: list[Token], end: int | None = None) -> Draft:
        """Put the steps from `start` to `end` into a Repeat."""
        end = len(self.drafts) if end is None else end
        repeat = Draft("Repeat", {"repeats": str(repeats)}, tokens, children=self.drafts[start:end])
        self.drafts[start:end] = [repeat]
        return repeat

    # ---------------------------------------------------------------- clauses

    def roles(self, clause: Clause, *, mixing: bool = False) -> Roles:
        """The roles of a clause, with `it` and words such as `the syrup` resolved to the known reagents they mean."""
        found = roles(clause, mixing=mixing)
        for tokens in found.unread:
            self.fail(tokens, "it has no verb that the reader knows")
        for kind, noun in found.goals:
            self._unknown_vessel(clause, kind, noun)
        for noun in found.objects:
            if noun.kind == "material" and not noun.measured and noun.name.lower() in self.new_vessels:
                self._as_vessel(noun)
        found.objects, found.withs = self._listed(found.objects), self._listed(found.withs)
        for noun in [*found.objects, *found.withs, *(noun for _, noun in found.goals)]:
            low = noun.name.lower()
            if low.rpartition(" ")[2] in self.labelled:
                noun.definite = True
            if noun.kind == "pronoun" and self.last_noun is not None and self.take_stock(self.last_noun) is not None:
                noun.kind, noun.name, noun.definite = "material", self.last_noun.name, True
            elif (
                noun.kind == "material"
                and noun.definite
                and not noun.measured
                and (part_words(noun.name, "layers", "filtrates") or self._means_solid(noun))
            ):
                noun.kind = "reference"  # `the ether layer`, `the mother liquor`, `the metal` after decanting
            elif noun.kind == "reference" and (
                low in self.reagents or low in self.aliases or self.take_stock(noun) is not None or low in self.stock
            ):
                noun.kind = "material"
            elif noun.kind == "reference" and noun.measured and noun.name and not self.drafts:
                noun.kind = "material"  # `The oil (1 g) was dissolved`, at the beginning
            elif noun.kind == "reference" and self._means_stock(noun):
                noun.kind, noun.name = "material", self.last_noun.name if self.last_noun is not None else noun.name
        return found

    def _listed(self, given: list[Noun]) -> list[Noun]:
        """Replace `the salts`, `all the ingredients` with the listed reagents that are not used yet."""
        waiting = [stock for stock in self.stock.values() if not stock.used]
        made: list[Noun] = []
        for noun in given:
            low = noun.name.lower()
            if len(waiting) < 2 or noun.measured or low not in WORDS["collective"]:
                made.append(noun)
                continue
            dry = any(word in low for word in ("salt", "solid", "powder", "dry"))
            meant = [stock for stock in waiting if not (dry and stock.noun.amount("volume"))]
            made += [Noun("material", noun.tokens, stock.noun.name, definite=True) for stock in meant]
        return made

    def _means_solid(self, noun: Noun) -> bool:
        """Whether `the metal`, `the pieces` are the solid that the last filtration or decanting left."""
        solid = self.parts.solid
        return solid is not None and part_words(noun.name, "surely_solid") and is_solid(self.drafts, solid)
