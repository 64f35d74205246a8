"""Look up the words of a text: its nouns, adjectives and prepositions."""

from __future__ import annotations

from clairify_cli.english.morphology import plural, singulars
from clairify_cli.languages.pddl.syntax import OBJECT
from clairify_cli.reader.goals.english import English, english
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.vocabulary import COMMENTED, HEAD, LONGEST, NAMED, PART, Kind, Vocabulary
from clairify_cli.reader.goals.words import Token, key_of
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class Words:
    """The tokens of a text, with look-ups of words."""

    tokens: list[Token]
    vocabulary: Vocabulary
    english: English = field(default_factory=english)

    def is_in(self, at: int, *classes: str) -> bool:
        """Whether the token is in one of the classes of words."""
        if not (0 <= at < len(self.tokens)) or self.tokens[at].kind != "word":
            return False
        return any(self.tokens[at].text in self.english.words[name] for name in classes)

    def is_apart(self, at: int, *classes: str) -> bool:
        """Whether a token of one of the classes opens or closes a clause, and names nothing."""
        if not self.is_in(at, *classes) or self.preposition(at) or self.vocabulary.is_name([self.text(at)]):
            return False
        after = self.kind(at + 1) in ("stop", "comma") or self.is_in(at + 1, "joins")
        return not self.closes(at) or (after and not self.is_in(at - 1, "the", "a"))

    def states(self, at: int) -> bool:
        """Whether a word is part of the name of a predicate or function that actions change."""
        facts = self.vocabulary.facts
        return any(self.text(at) in one.parts for one in (*facts.predicates.values(), *facts.functions) if one.changes)

    def closes(self, at: int) -> bool:
        """Whether a token is inside a clause or at its end, rather than at its start."""
        return self.kind(at - 1) not in ("stop", "comma") and not self.is_in(at - 1, "joins")

    def begin(self, at: int) -> int:
        """Where a clause begins, after words that join it to the one before."""
        while self.kind(at) == "comma" or self.is_in(at, "joins", "firsts"):
            at += 1
        return at

    def echoes(self, at: int) -> bool:
        """Whether a clause says of its thing what the one before says: `so does ball2`, `neither is ball2`."""
        told = self.is_in(at + 1, "copulas", "modals") or self.text(at + 1) in ("do", "does", "did")
        return self.text(at) in ("so", "neither", "nor") and told

    def denies(self, at: int) -> bool:
        """Whether a `not` or the like is before a token in its sentence: `must not carry anything`."""
        while self.kind(at - 1) not in ("stop", "comma"):
            at -= 1
            if self.is_in(at, "no"):
                return True
        return False

    def presents(self, at: int) -> bool:
        """Whether a clause only says that something is there: `there is a cup on the desk`, `if there are cups`."""
        at = self.begin(at)
        at += self.text(at) == "if"
        return self.text(at) == "there" and (self.is_in(at + 1, "copulas") or self.kind(at + 1) == "own")

    def text(self, at: int) -> str:
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def kind(self, at: int) -> str:
        return self.tokens[at].kind if 0 <= at < len(self.tokens) else "stop"

    def side_before(self, at: int, end: int) -> int | None:
        """The `left` of `on the left side of the table`: no scene tells what is on that side of the thing at `end`."""
        begun = self.preposition(at)
        parts = range(begun[0] if begun is not None else end, end)
        return next((one for one in parts if self.is_in(one, "sides", "regions")), None)

    def excepts(self, at: int) -> int:
        """How many words that begin an exception are at a token: two for `apart from`."""
        one, two = self.text(at), f"{self.text(at)} {self.text(at + 1)}"
        return 2 if two in self.english.words["excepts"] else int(one in self.english.words["excepts"])

    def preposition(self, at: int) -> tuple[int, str] | None:
        """The longest preposition that begins at a token: where it ends and its class."""
        for stop in range(min(at + LONGEST, len(self.tokens)), at, -1):
            found = self.english.prepositions.get(tuple(token.text for token in self.tokens[at:stop]))
            if found is not None:
                return stop, found
        if self.is_in(at, "intensifiers") and not (
            self.is_in(at - 1, "the", "a") or self.vocabulary.is_name([self.text(at)])
        ):
            return self.preposition(at + 1)  # right behind it
        return None

    def noun(self, at: int) -> tuple[int, list[Kind], bool] | None:
        """The longest noun that begins at a token: where it ends, what it can mean, and whether it is plural."""
        if (amount := self._amount(at)) is not None:
            return amount
        for stop in range(min(at + LONGEST, len(self.tokens)), at, -1):
            if any(token.kind not in ("word", "number") for token in self.tokens[at:stop]):
                continue
            texts = [token.text for token in self.tokens[at:stop]]
            if kinds := self.kinds(texts, stop):
                if kinds[0].own and self.is_in(at - 1, "all", "both"):  # every apple, where one is called `apple`
                    kinds = self.kinds([*texts[:-1], plural(texts[-1])], stop) or kinds
                single = stop == at + 1 and (self.preposition(at) is not None or self.is_in(at, "joins", "fillers"))
                noun = self.is_in(at, "agents") and self.is_in(at - 1, "the")
                single = single and not (noun or (kinds[0].type and self.is_in(at - 1, "all", "both", "the")))
                if not (
                    single
                    and not self.is_can(at)
                    and not ((kinds[0].own or kinds[0].guards) and self.noun(stop) is not None)
                ):
                    singles = [[*texts[:-1], one] for one in singulars(texts[-1])]
                    alike = [
                        k.own or k.type == kinds[0].type == OBJECT for one in singles for k in self.kinds(one, stop)
                    ]
                    several = not kinds[0].own and any(alike)  # the blocks of the domain `blocks`
                    some = self.is_in(at - 1, "a") and self.text(at - 1) != "any"
                    mass = self.is_in(stop - 1, "materials") and not (kinds[0].type or kinds[0].own or some)
                    return stop, kinds, several or mass or self.is_in(stop - 1, "masses")
            of = len(texts) > 2 and texts[1] == "of"  # two bottles of soap
            plurals = [[one, *texts[1:]] for one in singulars(texts[0]) if of]
            plurals += [[*texts[:-1], one] for one in singulars(texts[-1])]
            for one in plurals:
                if kinds := [kind for kind in self.kinds(one, stop) if not kind.own]:
                    return stop, kinds, True
        return None

    def kinds(self, texts: list[str], stop: int) -> list[Kind]:
        """What a noun can mean: an object of exactly that name, else kinds with that name or a similar word."""
        found = self.vocabulary.levels(texts)
        own = [kind for kind in found.get(NAMED, ()) if kind.own]
        singled = [kind for kind in found.get(NAMED, ()) if kind.guards and kind.members]
        if own and not (singled and _is_value(self, own[0].label)):
            return own
        several = [[kind for kind in found[sure] if _is_noun(self, kind, sure)] for sure in sorted(found, reverse=True)]
        for kinds in several:
            if any(kind.members for kind in kinds):
                return [kind for kind in kinds if kind.members]
        numbered = [kind for kind in found.get(PART, ()) if kind.own and _stem_of(self, kind.label) == texts]
        ends = [kind for kind in found.get(HEAD, ()) if kind.own and not self.vocabulary.lexicon.frames]
        if len(ends) == 1 and not numbered:
            return ends
        if numbered:  # all trucks
            return [Kind(" ".join(texts), tuple(name for kind in numbered for name in kind.members))]
        if self.text(stop) == "one" and len(parts := found.get(PART, ())) == 1:
            return list(parts)  # the green one
        return next((kinds for kinds in several if kinds), []) or _of_scene(self, texts) or self._numbered(texts, stop)

    def _numbered(self, texts: list[str], stop: int) -> list[Kind]:
        """The only object of a kind with a number or letter: `floor 1`, where floors are called `f0` and `f1`."""
        letter = 1 if len(texts) == 2 and len(texts[1]) == 1 and not self.is_in(stop, "agents") else len(texts)
        at = next((at for at, text in enumerate(texts) if text.isdigit()), letter)
        article = texts[-1:] == ["a"] and self.kind(stop) in ("word", "number") and not self.preposition(stop)
        if not 0 < at < len(texts) or (article and not self.is_in(stop, "joins", "copulas", "modals")):
            return []
        names = {name for kind in self.kinds(texts[:at], stop) if not kind.own for name in kind.members}
        parts = {name: self.vocabulary.facts.parts(name) for name in names}
        named = [name for name in names if key_of(parts[name][1:]) == key_of(texts[at:])]
        named = named or [name for name in names if key_of(parts[name][at - len(texts) :]) == key_of(texts[at:])]
        return [Kind(name, (name,), own=True) for name in named] if len(named) == 1 else []

    def _amount(self, at: int) -> tuple[int, list[Kind], bool] | None:
        """The object for an amount, `3 units of fuel`, `fuel 3`, `height 3`, where amounts are objects of one type."""
        number = self.text(at) if self.kind(at) == "number" else str(self.english.numbers.get(self.text(at), ""))
        units = at + 1 + self.is_in(at + 1, "units") if number else at
        facts, word = (
            self.vocabulary.facts,
            self.text(at - 1 if units == at + 1 else units + (self.text(units) == "of")),
        )
        if not number or self.vocabulary.lexicon.frames or (units == at + 1 and self.kind(at - 1) != "word"):
            return None
        ways = [one.types[-1] for one in facts.predicates.values() if one.changes and len(one.types) > 1]
        told = [one.types[-1] for one in facts.predicates.values() if word in one.parts and len(one.types) > 1]
        types = {types for types in (told or ways if units > at + 1 else told) if _is_amount(self, types[0])}
        named = {name for each in types for name in facts.objects_of(each) if facts.parts(name)[-1] == number}
        end = units + (self.text(units) == "of")
        return (end, [Kind(name, (name,), own=True) for name in named], False) if len(named) == 1 else None

    def is_can(self, at: int) -> bool:
        """Whether a modal is a noun: `the can`, `the watering can in the shed`."""
        no_verb = self.text(at + 1) in ("is", "are", "and") or self.is_in(at + 1, "modals")
        no_verb = no_verb or self.preposition(at + 1) is not None or self.text(at - 1) == "the"
        return self.is_in(at, "modals") and no_verb

    def has_can(self, start: int, end: int) -> bool:
        """Whether there is one between two tokens, which stands for no object."""
        return any(self.is_can(at) for at in range(start, end))

    def adjective(self, at: int) -> tuple[int, tuple[Template, ...]] | None:
        """The longest adjective that begins at a token: where it ends and its literals."""
        for stop in range(min(at + 3, len(self.tokens)), at, -1):
            if all(token.kind == "word" for token in self.tokens[at:stop]):
                found = self.vocabulary.adjectives.get(key_of(token.text for token in self.tokens[at:stop]))
                if found:
                    return stop, found
        return None

    def lies(self, at: int) -> bool:
        """Whether the token is `sitting`, `lying` or the like, followed by a place."""
        return self.is_in(at, "lying", "present") and self.preposition(at + 1) is not None

    def takes(self, at: int) -> bool:
        """Whether a verb only takes something, and brings it nowhere: `pick up`, `hold`."""
        roles = {one.role for one, _ in self.english.verbs.get((self.text(at),), ())}
        return "take" in roles and not self.is_in(at, "datives")

    def ignored(self, at: int) -> bool:
        return self.kind(at) == "word" and self.text(at) in self.vocabulary.ignored


def _is_noun(words: Words, kind: Kind, sure: int) -> bool:
    """Whether a kind has a noun: not an object's part, and not a static predicate such as `equipped for imaging`."""
    if kind.own or not kind.guards:
        return not kind.own or sure == COMMENTED
    several = len(words.vocabulary.facts.parts(kind.guards[0].predicate)) > 2
    return not several and (sure > PART or len(kind.guards[0].arguments) > 1)


def _stem_of(words: Words, name: str) -> list[str]:
    """The words of a name without its number; empty if it ends in no number."""
    parts = list(words.vocabulary.facts.parts(name))
    return parts[:-1] if parts[-1].isdigit() else []


def _is_amount(words: Words, name: str) -> bool:
    return name.endswith(tuple(words.english.words["amounts"]))


def _is_value(words: Words, name: str) -> bool:
    """Whether no changing predicate takes an object, so that its name means the things with that value."""
    facts = words.vocabulary.facts
    changing = [types for one in facts.predicates.values() if one.changes for types in one.types]
    return not any(facts.fits(name, types) for types in changing)


def _of_scene(words: Words, texts: list[str]) -> list[Kind]:
    """The kinds of a synonym; in a domain without kinds, all objects for `thing` or a word of the domain's name."""
    facts, same, word = words.vocabulary.facts, words.english.kinds, texts[0]
    if len(texts) > 1 or words.vocabulary.lexicon.frames:
        return []  # a lexicon with verbs has its own synonyms
    for other in same.get(word, ()):
        kinds = [kind for kind in words.vocabulary.named(other) if not kind.own and kind.members]
        if kinds:
            return kinds
    initial = [word[:1]] if word in words.english.words["initials"] else [word]
    members = tuple(name for name in facts.task.objects if _stem_of(words, name) == initial)
    if members:  # a disc, where it is called `d1`
        return [Kind(word, members)]
    ends = [name for name in facts.task.of_type if name.endswith(word) and len(word) > 3]
    if len(ends) == 1:  # an area, where the type is called `truckarea`
        return [Kind(ends[0], facts.task.of_type[ends[0]], ends[0])]
    name = facts.task.domain.name
    if facts.kinds or facts.task.domain.types or name is None:
        return []
    called = [part for one in facts.parts(name.text) for part in (one, *singulars(one))]
    if word in ("object", "thing", "item") or word in called or any(one in same.get(word, ()) for one in called):
        return [Kind(word, tuple(facts.task.objects), OBJECT)]
    return []
