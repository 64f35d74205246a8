"""Where one clause ends and the next begins, and where the subject of a passive begins."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.clauses.predicate import Predicate
from clairify_cli.reader.protocol.clauses.surroundings import second_phrase

_FRONT = 4
"""A gerund before this token opens its sentence, and a comma ends it: `After cooling the flask, …`."""
_FRONTED_REACH = 14


def split_subject(ahead: list[Token]) -> tuple[list[Token], list[Token]]:
    """A passive's fronted phrases and its subject: `After 5 minutes, | the salt`.

    An earlier finite verb that is not a predicate (`The flask was zapped and | the salt`) belongs to neither.
    """
    start = 0
    finite = [at for at, token in enumerate(ahead) if token.low in WORDS["being"]]
    if finite:
        start = next((at for at in range(finite[-1], len(ahead)) if is_separator(ahead[at])), 0)
    while start < len(ahead) and (
        is_separator(ahead[start]) or ahead[start].low in WORDS["fillers"] or _is_set_off(ahead, start)
    ):
        start += 1
    if [token.low for token in ahead[start + 1 : start + 2]] == ["later"] and ahead[start].dimension == "time":
        return ahead[: start + 2], ahead[start + 2 :]  # `Two hours later | the mixture was filtered`
    if start < len(ahead) and WORDS.has(ahead[start].low, "prepositions", "subordinators"):
        cut = _fronted_end(ahead, start)
        return ahead[:cut], ahead[cut:]
    return ahead[:start], ahead[start:]


def _is_set_off(ahead: list[Token], at: int) -> bool:
    """Whether a fronted word is an adverb set off by a comma: `Slowly, | and with stirring, A was added`."""
    adverb = ahead[at].low in WORDS["manner"] or ahead[at].low.endswith("ly")
    return adverb and at + 1 < len(ahead) and is_separator(ahead[at + 1])


def _fronted_end(ahead: list[Token], start: int) -> int:
    """Where fronted phrases end: at a comma, after a time or temperature, after a vessel, or before an amount."""
    commas = [at for at in range(start, len(ahead)) if ahead[at].low == "," and not between_adjectives(ahead, at)]
    at = start
    while at < len(ahead) and ahead[at].low in WORDS["when"]:
        end = _when_end(ahead, at)
        if not end:
            break
        at = end
    if at > start and at < len(ahead):
        return at + 1 if ahead[at].low == "," else at
    if commas:
        return commas[0] + 1
    return new_thing(ahead, start) or second_phrase(ahead, start, len(ahead)) or len(ahead)


def between_adjectives(ahead: list[Token], at: int) -> bool:
    """`To a stirred, | ice-cooled solution`."""
    following = ahead[at + 1].low if at + 1 < len(ahead) else ""
    return (
        at > 0
        and ahead[at].low == ","
        and ahead[at - 1].low.endswith("ed")
        and following.endswith(("ed", "ing", "ly", "cold"))
    )


def _when_end(ahead: list[Token], at: int) -> int:
    """Where `after about 30 minutes` or `at room temperature` ends; 0 if this is no such phrase."""
    place = at + 1
    while place < len(ahead) and WORDS.has(ahead[place].low, "determiners", "lead", "fillers"):
        place += 1
    if place >= len(ahead):
        return 0
    quantity = ahead[place].quantity
    if quantity is not None and quantity.dimension in ("time", "temp"):
        return place + 1
    for size in (3, 2, 1):
        plain = " ".join(t.low for t in ahead[place : place + size])
        found = LEXICON.places.get(plain)
        if found is not None and found.kind in ("temp", "bath", "boiling", "same") and place + size <= len(ahead):
            return place + size if place + size < len(ahead) else 0
    return 0


def _is_fronted(tokens: list[Token], before: Predicate) -> bool:
    """Whether a gerund with its link opens its sentence or follows a conjunction: `and after stirring 2 h`."""
    if before.start < _FRONT:
        return True
    link = before.start
    while link > 0 and tokens[link].low != before.link:
        link -= 1
    return link > 0 and tokens[link - 1].low in WORDS["conjunctions"] and before.link in ("after", "upon", "on")


def _last_when(tokens: list[Token], low: int) -> int:
    """Where the last time or temperature followed by a noun ends: `cooling to room temperature | ether`."""
    ends = [_when_end(tokens, at) for at in range(low, len(tokens)) if tokens[at].low in (*WORDS["when"], "to", "for")]
    if low < len(tokens) and (one := tokens[low].quantity) is not None and one.dimension in ("time", "temp"):
        ends.insert(0, low + 1)
    ends = [end for end in ends if 0 < end < len(tokens) and tokens[end].low not in WORDS["prepositions"]]
    return ends[-1] if ends else 0


def new_thing(ahead: list[Token], start: int) -> int:
    """`To a solution of A in 6 mL ethanol | 0.69 g B`: where an amount begins without a link; 0 if none."""
    for at in range(start + 2, len(ahead)):
        one, previous = ahead[at].quantity, ahead[at - 1]
        if ahead[at - 2].kind == "word" and _is_named_behind(previous, ahead[at]):
            return at
        if one is None or one.dimension not in CARRIED or previous.kind != "word":
            continue
        tied = ("prepositions", "conjunctions", "determiners", "lead", "contain", "fillers")
        if not WORDS.has(previous.low, *tied):
            return at
    return 0


def _is_named_behind(group: Token, name: Token) -> bool:
    """Whether a name follows an amount in brackets: `To a solution of A in THF (20 mL) | DIBAL-H (10 mL) was added`."""
    measured = group.kind == "group" and any(token.dimension in CARRIED for token in group.inner)
    return measured and name.kind == "word" and name.text[:1].isupper() and LEXICON.verbs.get(name.low) is None


def _shares_subject(tokens: list[Token], following: Predicate) -> bool:
    """Whether a passive has the subject of the one before: `washed with A and B | and dried`, `, dried`."""
    previous = tokens[following.start - 1].low if following.start else ""
    elliptic = not WORDS.has(tokens[following.start].low, "being", "modals")
    return previous in ("and", "then", "and then") or (elliptic and previous == ",")


def is_separator(token: Token) -> bool:
    """Whether a token is a mark or a conjunction; a full stop within a sentence belongs to an abbreviation."""
    return (token.kind == "mark" and token.low != ".") or token.low in WORDS["conjunctions"]


def cut_between(tokens: list[Token], before: Predicate, following: Predicate) -> int:
    """Where the words of the next predicate begin, between the end of the one before and its own start."""
    low = before.end
    fronted = before.kind in ("gerund", "noun") and before.link and _is_fronted(tokens, before)
    comma = next((at for at in range(low, following.start) if tokens[at].low == ","), None) if fronted else None
    high = following.start
    if fronted and following.kind in ("passive", "finite") and following.opened_by is None:
        end = _last_when(tokens[: high if comma is None else comma], low)
        if end:
            return end
    if comma is not None:
        return comma
    if following.opened_by is not None and following.opened_by >= low:
        return _before_marks(tokens, low, following.opened_by)
    if following.subject_from is not None:
        return max(low, following.subject_from)
    if following.kind == "finite" and before.kind == "noun" and following.verb.happens == "object":
        return high  # `Recrystallisation from ethanol and water | gave`
    if following.kind == "finite":
        cut = _before_subject(tokens, low, following)
        return high if cut is None else cut
    if following.kind == "passive" and not following.inverted and not _shares_subject(tokens, following):
        cut = _before_subject(tokens, low, following)
        if cut is not None:
            return _with_fronted(tokens, low, cut)
        if before.kind == "finite" and any(token.dimension in CARRIED for token in leaves(tokens[low:high])):
            return low  # `When all had reacted | A (5 g) was added`
    cut = high
    if following.link:
        while cut > low and tokens[cut].low != following.link:
            cut -= 1
        return _before_marks(tokens, low, cut)
    while cut > low and (WORDS.has(tokens[cut - 1].low, "manner", "fillers") or tokens[cut - 1].low in WORDS["links"]):
        cut -= 1
    if cut > low and not is_separator(tokens[cut - 1]) and following.kind != "gerund" and not following.link:
        cut = high
    return _with_fronted(tokens, low, _before_marks(tokens, low, cut))


def _before_marks(tokens: list[Token], low: int, cut: int) -> int:
    """Where a clause begins, with the marks and conjunctions before it: `…| , to which`, `…| and then`."""
    while cut > low and is_separator(tokens[cut - 1]):
        cut -= 1
    return cut


def _before_subject(tokens: list[Token], low: int, following: Predicate) -> int | None:
    """The separator before a subject: the last one followed by a determiner, or just the last; further back for a list.

    Verbs of adding often take a list, `A (5 g), B (2 g) and C were added`; other verbs take one only in the plural.
    """
    high = following.start
    separators = [at for at in range(low, high) if is_separator(tokens[at]) and at + 1 < high]
    separators = [at for k, at in enumerate(separators) if at + 1 not in separators]
    if not separators:
        return None
    begins = [tokens[at + 1].low in WORDS["determiners"] or tokens[at + 1].low == "which" for at in separators]
    chosen = next((k for k in range(len(separators) - 1, -1, -1) if begins[k]), None)
    if chosen is None:
        conjoined = any(tokens[at].kind != "mark" or tokens[at].low == ";" for at in separators)
        last = tokens[separators[-1] + 1 : high]
        solvent = next((at for at, token in enumerate(last) if token.low == "in"), 0)  # `4 M HCl in dioxane (5 mL)`
        bare = _is_name(last) or last[-1].low in ("it", "they")
        bare = bare or (_is_name(last[:solvent]) and _is_name(last[solvent + 1 :]) and last[-1].kind == "group")
        if not conjoined and not bare:
            return None
        chosen = len(separators) - 1
    putting = following.verb.action in WORDS["putting"]
    plural = tokens[high].low == "were" if high < len(tokens) else False
    while chosen > 0 and (putting or plural):
        member = tokens[separators[chosen - 1] + 1 : separators[chosen]]
        ends = {tokens[separators[chosen]].low, tokens[separators[chosen] + 1].low} & {";", "then", "and then"}
        if ends or not _is_member(member, putting=putting):
            break
        chosen -= 1
    return _before_marks(tokens, low, separators[chosen])


def _is_name(inside: list[Token]) -> bool:
    """Whether words can be a subject without a determiner: they include no preposition, adverb or time."""
    return bool(inside) and not any(
        WORDS.has(t.low, "prepositions", "manner") or t.dimension not in (*CARRIED, "strength", "") for t in inside
    )


def _is_member(inside: list[Token], *, putting: bool) -> bool:
    """Whether words are a further member of a list of subjects."""
    if not _is_name(inside):
        return False
    return putting or inside[0].low in WORDS["determiners"]


def _with_fronted(tokens: list[Token], low: int, cut: int) -> int:
    """Give the next predicate the fronted phrase before it: `stir, then | after 5 minutes, | add`."""
    if cut >= len(tokens) or tokens[cut].low != ",":
        return cut
    for at in range(cut - 1, max(low, cut - _FRONTED_REACH) - 1, -1):
        opens = at + 1 < cut and (tokens[at + 1].low in WORDS["fronting"] or tokens[at + 2].low == "later")
        if opens and tokens[at + 1].low == "with" and any(token.low == "with" for token in tokens[low:at]):
            continue  # `washed with water and | with brine, dried`
        if opens and tokens[at + 1].low == "once" and tokens[at + 2].low in WORDS["prepositions"]:
            continue  # `washed twice with water and | once with brine, dried`
        set_off = at > low and tokens[at].low == "," and tokens[at - 1].low in WORDS["conjunctions"]
        if opens and (set_off or tokens[at].low in WORDS["conjunctions"] or tokens[at].low == ";"):
            return at - set_off  # `dissolved in water | and, after 2 h, filtered`
    return cut
