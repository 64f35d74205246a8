"""The clauses of a text as groups of things, in text order, and the words that no thing explains."""

from __future__ import annotations

import re
from itertools import combinations

from clairify_cli.english.morphology import singulars
from clairify_cli.reader.goals.grammar.clause import Adjunct, Clause
from clairify_cli.reader.goals.grammar.clauses import clauses_of
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.grammar.nouns import NounPhrase
from clairify_cli.reader.goals.plain.match import Match
from clairify_cli.records import dataclass, field, replace

_CODE = re.compile(r"[^\W\d_][\w-]*[\d_][\w-]*")
_SAYS = ("copulas", "modals")


@dataclass(slots=True)
class Statement:
    """A clause; `words` are the numbers of tokens outside things, `hints` such of the clause before that may apply.

    `both` is the number of a `both` that stands for two things named before, `found` what explains the clause.
    """

    start: int
    end: int
    places: list[Adjunct] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)
    negated: int | None = None
    copula: bool = False
    agent: bool = False
    """Whether it is about who does it: `ball1 in rooma and the robot in roomb`, `hold ball1 and be in roomb`."""
    refused: int | None = None
    both: int | None = None
    company: bool = False
    """Whether it says with what, and how, the things of the clause before are: `with crate1 aboard`."""
    found: list[list[Match]] = field(default_factory=list)

    @property
    def denied(self) -> bool:
        return self.negated is not None

    @property
    def things(self) -> list[NounPhrase]:
        return [phrase for one in self.places for phrase in one.things]


def strange_name(words: Words, text: str) -> int | None:
    """The token at which an unknown name with a digit begins: `ball7` must not be read as other objects."""
    facts = words.vocabulary.facts
    names = {name.lower() for name in (*facts.task.objects, *facts.predicates)}
    parts = [facts.parts(name) for name in names]
    known = {"".join(one[at:end]) for one in parts for at, end in combinations(range(len(one) + 1), 2)}
    for match in _CODE.finditer(text):
        if re.sub(r"[\W_]", "", match.group().lower()) not in known:
            return next((n for n, one in enumerate(words.tokens) if one.end > match.start()), 0)
    return None


def statements_of(words: Words) -> list[Statement]:
    """The clauses of a text."""
    found: list[Statement] = []
    for clause in clauses_of(words, ())[0]:
        for one in _split(words, *_statement(words, clause, found[-1].end if found else 0)):
            told = (each for each in reversed(found) if each.places or not _only_fillers(words, each))
            _take_over(words, one, next(told, None))
            found.append(one)
    return found


def _statement(words: Words, clause: Clause, start: int) -> tuple[Statement, set[int]]:
    groups: list[Adjunct] = []
    for before, phrase in zip([None, *clause.objects], clause.objects, strict=False):
        if phrase.joined and phrase.is_thing and before is not None and before.is_thing:
            groups[-1].things.append(phrase)
        elif phrase.is_thing:
            groups.append(Adjunct("", phrase.start, phrase.end, [phrase]))
    states: dict[int, int] = {}
    for one in clause.adjuncts:
        if (state := _state_in(words, one)) is not None:
            states |= dict.fromkeys(range(one.start, one.end), state)
        elif things := [phrase for phrase in one.things if phrase.is_thing]:
            groups.append(replace(one, things=things))
    bins = [kind for kind in words.vocabulary.named("bin") if kind.members]
    for at in range(start, clause.end):
        if bins and words.text(at) == "away" and any(words.is_in(one, "thrown") for one in range(start, at)):
            phrase = NounPhrase(at, at + 1, "the", head=(at, at + 1), kinds=bins)
            groups.append(Adjunct("in", at, at + 1, [phrase]))
        takes = any(words.takes(one) for one in range(start, at))  # pick c1 up there
        if (
            words.text(at) == "there" and not takes and not words.is_in(at + 1, *_SAYS) and words.text(at + 1) != "to"
        ):  # c1 at l2, and the ferry there
            groups.append(Adjunct("at", at, at + 1, [NounPhrase(at, at + 1, pronoun="there")]))
    groups.sort(key=lambda one: one.start)
    if bins and len(groups) > 1 and words.text(groups[0].start) == "bin" and not groups[1].relation:
        groups[0].relation = "in"  # bin them
    _with_company(words, groups)
    covered = _covered(words, groups)
    made = Statement(start, clause.end, groups, negated=clause.negated, copula=clause.copula)
    sides = [words.side_before(one.start, one.things[0].start) for one in groups if one.relation]
    made.refused = next((at for at in (clause.refused, *sides) if at is not None), None)
    if clause.negated is not None and _is_of_some(words, clause.negated, groups):
        made.refused = clause.negated
    for at in range(start, clause.end):
        if at in covered or words.kind(at) not in ("word", "number") or states.get(at, at) != at:
            continue
        elif words.text(at) == "all" and any(one.things[-1].end == at and len(one.things) > 1 for one in groups):
            continue  # ann, bob and carla all
        elif _is_refused(words, at) or (words.is_in(at, "both") and not _are_told(words, at, start, groups)):
            made.refused = at if made.refused is None else made.refused
        elif words.is_in(at, "both"):
            made.both = at
        elif not words.is_in(at, "joins", "copulas", "modals", "no", "the", "a", "all", "both", "pronouns"):
            made.words.append(at)
    for group in groups:
        covered.update(range(group.start, group.things[-1].end))
    return made, covered


def _state_in(words: Words, place: Adjunct) -> int | None:
    """The `goals` of `onto the goals`, where a predicate of one thing says so, such as `at-goal`."""
    phrase, located = place.things[0], words.english.words["location"]
    if len(place.things) > 1 or phrase.head is None or any(kind.own for kind in phrase.kinds):
        return None
    states = {
        one.parts[1]
        for one in words.vocabulary.facts.predicates.values()
        if len(one.types) == 1 and one.changes and len(one.parts) == 2 and one.parts[0] in located
    }
    return next(
        (
            at
            for at in range(phrase.start, phrase.end)
            for word in (words.text(at), *singulars(words.text(at)))
            if word in states
        ),
        None,
    )


def _covered(words: Words, groups: list[Adjunct]) -> set[int]:
    """The numbers of the tokens that things explain."""
    covered: set[int] = set()
    for group in groups:
        covered.update(range(group.start, group.things[0].start))
        for phrase in (*group.things, *(each for one in group.things for each in one.but)):
            first, end = phrase.head or (phrase.start, phrase.end)
            told = {at for one in phrase.states for at in range(*one[:2])} if phrase.head is None else set[int]()
            covered.update(phrase.determiners, {*range(first, end)} - told)  # leave the others loose
            if phrase.but:  # all blocks on the table except e
                inner = range(phrase.end, phrase.but[0].start)
                opens = [n for n in inner if words.excepts(n) or words.is_in(n, "relative") or words.text(n) == "but"]
                covered.update(range(max(opens, default=phrase.end), phrase.but[-1].end))
    return covered


def _is_of_some(words: Words, at: int, groups: list[Adjunct]) -> bool:
    """Whether a `not` may be of some things only: `p0 and p1, p2 not`, `every car not at l0 goes there`."""
    ends = words.kind(at + 1) in ("stop", "comma") or words.is_in(at + 1, "joins")
    lists = [range(one.start, one.things[-1].end) for one in groups]
    listed = any(words.kind(one) == "comma" for some in lists for one in some)
    every = any(phrase.determiner == "all" and phrase.end == at for one in groups[:1] for phrase in one.things)
    return words.text(at) == "not" and ((ends and listed) or (every and len(groups) > 2))


def _with_company(words: Words, groups: list[Adjunct]) -> None:
    """Let what is `together with` the subject be where it is: `car0 is at place3 together with guy1`."""
    for one in groups[1:]:
        if words.text(one.start) in ("together", "along") and not groups[0].relation and groups[0] is not one:
            groups[0].things += one.things
            groups.remove(one)


def _are_told(words: Words, at: int, start: int, groups: list[Adjunct]) -> bool:
    """Whether `both` is about things named before: `send both`, but not `both are in the sink` on its own."""
    return any(group.start < at for group in groups) or (start > 0 and not words.is_in(at + 1, *_SAYS))


def _is_refused(words: Words, at: int) -> bool:
    """Whether a word outside all things stands for some: `the rest`, a number without a noun."""
    rest = words.is_in(at, "rest") and words.is_in(at - 1, "the")
    every = words.is_in(at, "all", "another") and not words.is_in(at - 1, *_SAYS)
    said = f"the {words.text(at)} "  # the domain may have a can without an object for it: `(full) ; the can is full`
    can = words.is_can(at) and not any(said in one.comment for one in words.vocabulary.facts.predicates.values())
    made = words.text(at) == "made" and words.is_in(at - 1, "copulas") and words.is_in(at - 2, "relative")  # of paper
    listed = words.is_in(at, "agents") and words.is_in(at - 1 - words.is_in(at - 1, "the"), "joins")
    too = listed and (words.kind(at + 1) != "word" or words.text(at + 1) in ("too", "also", "as"))  # and the robot too
    rest = rest or (words.is_in(at, "ordinals") and words.is_in(at - 1, "the"))  # the third loose
    rest = rest or (words.text(at) == "one" and any(kind.own for kind in words.vocabulary.named("one")))
    return words.kind(at) == "number" or every or rest or can or too or made or words.text(at) == "where"


def _split(words: Words, one: Statement, covered: set[int]) -> list[Statement]:
    """The statements of a clause, which are joined by `and`, or by `with` as in `with b clear`."""
    for at in range(one.start + 1, one.end):
        here = next((place for place in one.places if place.start == at), None)
        after = max((phrase.head or (0, phrase.end))[1] for phrase in here.things) if here else one.end
        states = after < one.end and words.kind(after) == "word" and not words.is_in(after, "joins")
        joins = at not in covered and (words.kind(at) == "comma" or words.is_in(at, "joins"))
        moved = any(place.relation == "from" and place.end == at for place in one.places)
        joins = joins and words.text(at) not in ("that", "which") and not words.is_in(at, "present")
        joins = joins and not (moved and words.preposition(at + 1))  # off the table and into the sink
        told = any(place.start < at for place in one.places) or one.copula or words.has_can(one.start, at)
        told = told or any(word < at and _names_all(words, word) for word in one.words)  # the stove off and …
        told = told or (words.is_in(one.start, "joins") and any(word < at for word in one.words))  # and calibrated, …
        more = any(place.start > at for place in one.places) or any(word > at for word in one.words)
        amount = next((n for n in range(at, one.end) if words.kind(n) == "amount"), one.end)
        has = words.text(at) in ("with", "having") and at < amount
        has = has and not any(words.is_in(n, "joins") or words.kind(n) == "comma" for n in range(at, amount))
        has = has and amount < one.end and (told or any(word < at for word in one.words))
        more = more or amount < one.end
        if not (here and here.relation == "with" and states) and not (joins and told and more) and not has:
            continue
        rest = replace(one, start=at, places=[p for p in one.places if p.start >= at])
        rest.words = [word for word in one.words if word >= at]
        if here:
            rest.company, here.relation = here.relation == "with", ""
        one = replace(one, end=at, places=[p for p in one.places if p.start < at])
        if one.negated is not None:  # child1 served, child2 not
            one.negated, rest.negated = (one.negated, None) if one.negated < at else (None, rest.negated)
        one.words = [word for word in one.words if word < at]
        return [one, *_split(words, rest, covered)]
    return [one]


def _names_all(words: Words, at: int) -> bool:
    """Whether a word is in the name of a predicate without arguments, such as `(stove-on)`."""
    return any(words.text(at) in one.parts and not one.types for one in words.vocabulary.facts.predicates.values())


def _only_fillers(words: Words, one: Statement) -> bool:
    return all(words.is_in(at, "fillers") for at in one.words)


def _types(words: Words, places: list[Adjunct]) -> set[str]:
    """The types of what places name."""
    facts = words.vocabulary.facts
    names = {name for one in places for phrase in one.things for kind in phrase.kinds for name in kind.members}
    kinds = {kind for kind, members in facts.kinds.items() if names & members}
    return kinds.union(*(facts.task.objects[name] for name in names))


def _take_over(words: Words, one: Statement, before: Statement | None) -> None:
    """Add to a clause without a verb the words of the one before."""
    opens = one.words[0] if one.words else None
    first = min((place.start for place in one.places), default=one.end)
    start = one.start
    while words.is_in(start - 1, "the", "agents", "fillers"):
        start -= 1
    ahead = range(start, first)
    own = any(words.is_in(at, "agents") or words.text(at) == "yourself" for at in ahead)
    own = own or (words.text(first - 1) == "you" and one.places != [])
    if before is not None and one.copula and all(place.relation for place in one.places):
        step = all(before.words[:1] < [place.start] for place in before.places) and bool(before.words)
        own = (
            own or before.agent or (step and words.is_in(words.begin(one.start), "copulas"))
        )  # bring it and stay there
    one.agent = own
    echoes = any(map(words.echoes, range(one.start - 2, first)))
    copula = one.copula and not echoes and any(words.is_in(at, "copulas") for at in range(one.start, one.end))
    if before is None or copula or (opens is not None and opens < first):
        return
    lead = [word for word in before.words if word < min((p.start for p in before.places), default=before.end)]
    bare = not any(place.relation for place in one.places) and _only_fillers(words, one)
    without = one.negated is not None and words.text(one.negated) == "without"
    alike = echoes or any(words.text(at) in ("too", "also") for at in one.words)
    if bare and not without and (one.denied or alike):
        other = next((place for place in before.places if not place.relation), None)
        types = _types(words, one.places[-1:])
        instead = [place for place in before.places[1:] if one.denied and _types(words, [place]) == types]
        if other is not None and len(instead) == 1 and _types(words, [other]) != types:
            [other] = instead  # ball1 in roomb, not rooma
            one.places[-1].relation = other.relation
        one.places += [place for place in before.places if place is not other]  # ball1 in roomb, but not ball2
    if not any(place.relation for place in one.places) and any(words.text(at).startswith("wait") for at in one.words):
        return  # child1 served, child2 still waiting
    alike = any(words.text(each.end - 1) in ("one", "ones") for each in one.things)  # a low-res one of o1
    state = any(words.adjective(at) for at in one.words)  # instrument0 calibrated, instrument1 off
    lead = lead if before.places or not state else []
    one.hints = [*((not alike and lead) or before.words * (not state)), *before.hints]
