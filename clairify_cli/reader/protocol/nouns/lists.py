"""Find where to split a list of things: `10 g of A, 5 g of B` is two, `lime juice and sugar mixture` is one."""

from __future__ import annotations

from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.quantities import CARRIED, Quantity
from clairify_cli.english.tokens import Token, quantities
from clairify_cli.files.patterns import late
from clairify_cli.records import replace

RATIO = late(r"(?:[vwVW]/[vwVW]\s?[=:]\s?)?\d{1,3}(?:\.\d+)?(?:\s?[:/]\s?\d{1,3}(?:\.\d+)?){1,3}\Z")
_LABEL = late(r"\d{1,3}[a-z]?\Z")


def pieces(tokens: list[Token], *, eager: bool) -> list[list[Token]]:
    """The members of a list, each as its tokens. `eager` splits at every `and`, as `mix A and B` needs."""
    made: list[list[Token]] = [[]]
    tokens = _apart(_without_labels(tokens))
    for at, token in enumerate(tokens):
        colon = token.low == ":" and not (at + 1 < len(tokens) and tokens[at + 1].kind == "quantity")
        colon = colon and not (made[-1] and made[-1][-1].end < token.start)  # `hexane : ether`
        colon = colon and not (at + 1 < len(tokens) and tokens[at + 1].start == token.end)  # `hexane:ether`
        plus = token.low == "+" and at + 1 < len(tokens) and tokens[at + 1].kind == "quantity"
        if colon or plus or token.low in (",", ";") or token.low in WORDS["conjunctions"] or token.low == "followed by":
            if _splits(made[-1], token, tokens[at + 1 :], eager=eager):
                made.append([token] if token.low == "or" else [])
                continue
            if not made[-1] or _amount_next(tokens[at + 1 :]) or _goes_on(tokens[at + 1 :]):
                continue
        elif made[-1] and _begins(made[-1], tokens[at:]):
            made.append([])
        made[-1].append(token)
    return [piece for piece in made if piece]


def _apart(tokens: list[Token]) -> list[Token]:
    """Two liquids with an amount each as two things: `EtOAc/H2O (10 mL/10 mL)`, `EtOAc (10 mL)/H2O (10 mL)`."""
    made: list[Token] = []
    for at, token in enumerate(tokens):
        behind = tokens[at + 1] if at + 1 < len(tokens) else token
        if made and made[-1].start > token.start:
            continue  # the amounts of the two names before it
        inner = behind.inner if behind.kind == "group" else ()
        names = token.text.split("/")
        if token.low == "/" and made and made[-1].kind == "group" and amounts(made[-1]):
            made.append(replace(token, low="and"))
        elif len(names) == 2 and len(inner) == 5 and inner[2].low == "/" and len(amounts(behind)) == 2:
            cut = token.start + len(names[0])
            slash = replace(token, text="/", low="and", start=cut, end=cut + 1)
            for name, start, amount in ((names[0], token.start, inner[1]), (names[1], cut + 1, inner[3])):
                word = replace(token, text=name, low=name.lower(), start=start, end=start + len(name))
                group = replace(behind, start=amount.start, end=amount.end, inner=(inner[0], amount, inner[4]))
                made += [word, group, slash]
            made.pop()
        else:
            made.append(token)
    return made


def _without_labels(tokens: list[Token]) -> list[Token]:
    """`solanesyl chloride, 21, (17.3 g)` without the compound number, which would count as a thing."""
    kept = list(tokens)
    for at in range(len(tokens) - 3, 0, -1):
        last = at + 2 + (tokens[at + 2].low == ",")
        numbered = tokens[at].low == "," and _LABEL.match(tokens[at + 1].low) and tokens[at - 1].kind == "word"
        if numbered and last < len(tokens) and tokens[last].kind == "group":
            del kept[at:last]
    return kept


def _splits(left: list[Token], mark: Token, rest: list[Token], *, eager: bool) -> bool:
    """Whether a comma or conjunction separates two things, rather than being part of one name."""
    if not left or not rest:
        return True
    if rest[0].low in ("containing", "holding"):
        return False  # `a flask fitted with a condenser and | containing ether`
    right: list[Token] = []
    for token in rest:
        if token.low in (",", ";") or token.low in WORDS["conjunctions"]:
            break
        right.append(token)
    if not right and is_solution(left):
        return False
    if right and right[0].low == "brine" and mark.kind != "mark" and "solution" in (t.low for t in left):
        return True  # `a saturated solution of sodium citrate | and brine`
    if not right:
        return mark.kind != "mark" or bool(left)
    if mark.kind == "mark" and (_only_describes(left) or _amount_next(rest) or _goes_on(rest)):
        return False
    if mark.kind != "mark" and is_solution(left) and any(RATIO.match(t.text) for t in left[:3]):
        return False  # `a 1:1 mixture of brine | and a saturated solution of B`
    if _is_salt(left, right) or (mark.low == "," and len(left) > 1 and left[-1].low in WORDS["fresh"]):
        return False  # `65 g of clean, | freshly cut sodium`
    if is_solution(left) and any(t.dimension == "strength" for t in left[:4]) and left[-1].kind == "group":
        return True  # `a 10% aqueous solution of A (5 mL) | and water (5 mL)`
    amount_right = any(t.kind == "quantity" or (t.kind == "group" and amounts(t)) for t in right)
    amount_first = right[0].kind == "quantity" and (mark.kind == "mark" or not _amount_first(left))
    if is_solution(left) and right[0].low not in WORDS["determiners"] and not amount_first:
        return False
    first = right[0]
    counted = first.kind == "number" or first.low in LEXICON.numbers["small"]
    if amount_right or counted or first.low in WORDS["determiners"]:
        return True
    each = any(t.low == "each" for t in left)
    if each or mark.kind == "mark":
        return True
    amount_left = any(t.dimension in CARRIED for t in left) and not (
        left[-1].kind == "group" or left[-1].kind == "quantity"
    )
    compound = right[-1].low in WORDS["compound"] and len(right) > 1
    if amount_left and not any(t.low == "portions" for t in left):  # `25 mL portions of water and | brine`
        return False
    return eager or not compound


def _is_salt(left: list[Token], right: list[Token]) -> bool:
    """Whether an acid that is weighed belongs to the base before it: `hydroxylamine, | HCl (0.70 g)`."""
    weighed = len(right) == 2 and any(one.dimension == "mass" for one in amounts(right[1]))
    plain = not any(one.kind in ("quantity", "group") for one in left)
    return weighed and plain and right[0].low in ("hcl", "2hcl", "hbr", "tfa")


def _amount_next(rest: list[Token]) -> bool:
    """Whether only an amount follows up to the next separator: `benzaldehyde, | 5 g, | was added`."""
    found = False
    for token in rest:
        if token.kind == "mark" or token.low in WORDS["conjunctions"]:
            break
        if token.dimension in CARRIED:
            found = True
        elif token.low not in WORDS["lead"]:
            return False
    return found


def _goes_on(rest: list[Token]) -> bool:
    """Whether the words after a comma name the solvent of the preceding substance."""
    return len(rest) > 2 and rest[0].low in WORDS["dissolved"] and rest[1].low in ("in", "with")


def _only_describes(left: list[Token]) -> bool:
    """Whether the words before a comma only describe the following ones: `a stirred, cold solution`, `5 g, 20 mmol
    of`."""
    verbs = LEXICON.verbs
    if all(t.kind == "quantity" or t.low in WORDS["lead"] for t in left):
        return True
    if left[0].low not in WORDS["determiners"]:
        return False
    return all(
        WORDS.has(t.low, "determiners", "resulting", "qualities")
        or (t.low in verbs and "past" in verbs[t.low].kinds)
        or t.low.endswith(("ly", "-dried", "necked", "-neck", "-cooled", "-stirred", "-liter", "-litre"))
        or t.kind in ("quantity", "mark")
        for t in left
    )


def _begins(left: list[Token], rest: list[Token]) -> bool:
    """Whether another thing begins after an amount without a separator: `CuCl (1 g) NaBr (2 g)`.

    One also begins after a past event: `consumption of the ketone (18 h) water (5 mL)`.
    """
    last = left[-1]
    event = any(t.low in WORDS["abstract"] for t in left)
    if len(left) > 1 and left[-2].kind == "quantity":
        return False  # `23 g (0.3 mol) butanone (0.3 mol)`
    if last.kind != "group" or rest[0].kind != "word" or not (amounts(last) or event):
        return False
    if WORDS.has(rest[0].low, "prepositions", "lead", "references", "contain", "dissolved"):
        return False
    for token in rest[1:12]:
        if token.kind == "mark" or WORDS.has(token.low, "conjunctions", "prepositions"):
            return False
        if token.kind == "group" and amounts(token):
            return True
    return False


def _amount_first(left: list[Token]) -> bool:
    """Whether a solution's list has its amounts before the names: `a solution of | 5 g of A and 3 g of B`."""
    lows = [t.low for t in left]
    at = lows.index("of") + 1 if "of" in lows else len(left)
    return at < len(left) and left[at].kind == "quantity"


def is_solution(tokens: list[Token]) -> bool:
    """Whether the tokens begin with `a solution of` or the like."""
    lows = [t.low for t in tokens[:5]]
    return any(low in WORDS["solutions"] and lows[at + 1 : at + 2] == ["of"] for at, low in enumerate(lows))


def amounts(group: Token) -> list[Quantity]:
    """The amounts in a bracketed group."""
    return quantities(group.inner, *CARRIED, "measure")
