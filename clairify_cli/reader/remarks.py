"""What is no instruction, and what kind of remark it is: yields, spectra, monitoring, safety, literature, and the like.

A remark is a whole sentence, the tail of one (`to give 3.2 g of a yellow oil`), or an aside within one (`(TLC)`,
`in 78 % yield`, `equipped with a condenser`). Tails end where the next clause begins: none swallows an instruction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clairify_cli.reader.clauses import Clause, clauses
from clairify_cli.reader.gases import Atmosphere, atmospheres
from clairify_cli.reader.lexicon import lexicon
from clairify_cli.reader.tokens import Token, leaves

KINDS = (
    "title", "yield", "spectrum", "point", "analysis", "monitoring", "safety", "reference", "observation", "equipment",
    "remark",
)  # fmt: skip
"""The kinds of remarks; see `model.Remark`."""

_STARTS = ("yield", "spectrum", "point", "analysis", "monitoring", "safety", "reference", "remark")
# After these words a sentence is a remark whatever verbs it has.
_ALWAYS = frozenset(("safety", "remark"))
_MODALS = frozenset(("can", "could", "may", "might"))
_COLOURS_AND_SUCH = 9
_CONDITIONS = frozenset(("until", "till", "when", "once", "if"))
_AT_THE_END = frozenset(("after", "upon", "on", "at", "following", "once", "when", "with"))
_PURE = frozenset(("by", "using", "via"))
# Handling of equipment, for which there is no step.
_FITTED = frozenset(
    ("fit", "attach", "connect", "cap", "seal", "stopper", "mount", "assemble", "equip", "clamp", "reseal", "set up")
)
_PREPARED = frozenset(("prepare", "synthesise", "synthesize", "make", "do", "perform", "carry out", "follow", "use"))


@dataclass(frozen=True, slots=True)
class Aside:
    """Tokens of a sentence that are a remark of a kind."""

    tokens: list[Token]
    kind: str


def remark_spans(text: str) -> tuple[tuple[int, int, str], ...]:
    """The remarks of a text: where each begins and ends, in characters of the text, and its kind, in order.

    Quicker than a reading, for it makes no steps; it finds what a reading has in `Reading.remarks`.
    """
    from clairify_cli.reader.plain import plain
    from clairify_cli.reader.sentences import document
    from clairify_cli.reader.tokens import tokens

    clean = plain(text)
    found = document(tokens(clean.text))
    made = [(heading, "title") for heading in found.headings]
    for sentence in found.sentences:
        remarks, told, _ = sentence_remarks(sentence.tokens)
        made += [(aside.tokens, aside.kind) for aside in remarks]
        made += [(clause.tokens, kind) for clause in told if (kind := clause_kind(clause))]
    spans = []
    for group, kind in made:
        start, end = extent(group)
        spans.append((*clean.original(start, end), kind))
    return tuple(sorted(spans))


def extent(tokens: list[Token]) -> tuple[int, int]:
    """Where tokens begin and end."""
    return min(token.start for token in tokens), max(token.end for token in tokens)


def sentence_remarks(tokens: list[Token]) -> tuple[list[Aside], list[Clause], list[Atmosphere]]:
    """The remarks of a sentence, its clauses (none where the whole is a remark), and what it says of a gas."""
    kept, found = _without_asides(tokens)
    kept, gases = atmospheres(kept)
    told = clauses(kept) if kept else []
    kind = "" if gases else _whole(tokens, kept, told)
    if kind:
        return [Aside(tokens, kind)], [], []
    for clause in told:
        found += _tails(clause)
    return found, told, gases


def clause_kind(clause: Clause) -> str:
    """The kind of a clause that only says what happened; empty where the clause is an instruction or not understood."""
    if clause.verb.action == "remark":
        return _kind(clause.tokens) or "observation"
    if clause.verb.base == "be":
        return (_kind(clause.tokens) or "observation") if _is_state(clause) else ""
    if clause.verb.base == "use":
        after = [token.low for token in clause.after[:3]]
        return "remark" if any(low in lexicon().words["remarks.used as"] for low in after) else ""
    if clause.verb.base in _FITTED and clause.kind == "passive" and _of_equipment(clause):
        return "equipment"
    if clause.verb.base in ("obtain", "get") and clause.kind == "passive":
        return "yield"
    return "remark" if _modal(clause) else ""


# -------------------------------------------------------------------- whole sentences


def _whole(tokens: list[Token], kept: list[Token], told: list[Clause]) -> str:
    """The kind of a sentence that is a remark as a whole, or an empty string."""
    if not kept:
        return _kind(tokens) or "remark"
    starts = _start(tokens)
    doing = [clause for clause in told if not clause_kind(clause) and clause.verb.base not in ("", "be")]
    finite = [clause for clause in doing if _is_finite(clause)]
    if starts and (not finite or starts in _ALWAYS):
        return starts
    if any(clause.kind not in ("noun", "gerund") for clause in doing):
        return "reference" if _as_elsewhere(tokens, doing) else ""
    if _dense(tokens):
        return "spectrum"
    if told:
        kinds = [clause_kind(clause) for clause in told]
        return (_kind(tokens) or kinds[0]) if all(kinds) else ""
    if len(tokens) == 1 and tokens[0].kind == "group":
        return _kind(tokens) or "remark"
    kind = _kind(tokens)
    return kind if kind in ("spectrum", "analysis", "point", "safety", "yield", "reference") else ""


def _is_finite(clause: Clause) -> bool:
    """Whether a clause has a verb of its own, rather than a participle or the name of an action."""
    being = lexicon().words["being"]
    return clause.kind in ("imperative", "active") or any(token.low in being for token in clause.predicate)


def _start(tokens: list[Token]) -> str:
    """The kind of remark that the first words of a sentence announce."""
    words = lexicon().words
    flat = [token for token in leaves(tokens[:4]) if token.kind != "mark"]
    for place, token in enumerate(flat[:3]):
        low = token.low.rstrip(".:")
        for kind in _STARTS:
            if low in words[f"remarks.starts {kind}"]:
                return _announced(kind, low, flat, place)
        if token.kind == "word" and low not in words["determiners"] and not low.isdigit():
            return ""
    return ""


def _announced(kind: str, low: str, flat: list[Token], place: int) -> str:
    """Some of the words announce a remark only in company: `mass: 3 g`, `found: C, 56.2`, `see reference 3`."""
    following = flat[place + 1] if place + 1 < len(flat) else None
    if low in (
        "mass",
        "total",
        "found",
        "data",
        "colour",
        "color",
        "mol",
        "overall",
        "care",
        "scale",
        "ms",
        "ir",
        "tr",
        "rt",
    ):
        return kind if following is None or following.kind != "word" or following.low not in ("was", "of") else ""
    return kind


def _dense(tokens: list[Token]) -> bool:
    """Whether a sentence is full of the words of spectra."""
    words = lexicon().words["remarks.spectrum"]
    flat = leaves(tokens)
    return sum(token.low in words or token.low.startswith(("j=", "δ")) for token in flat) > max(1, len(flat) // 25)


def _as_elsewhere(tokens: list[Token], doing: list[Clause]) -> bool:
    """`A was prepared according to a literature procedure`: nothing to do that the text says."""
    if not all(clause.verb.base in _PREPARED for clause in doing):
        return False
    lows = [token.low for token in leaves(tokens)]
    return any(
        low in ("literature", "published", "reported", "previously")
        or (low in ("described", "according", "procedure", "procedures") and lows.index(low) > 2)
        for low in lows
    )


def _is_state(clause: Clause) -> bool:
    """Whether what follows `was` is something that a thing or the process can be."""
    words = lexicon().words
    first = next(
        (
            token
            for token in clause.after
            if token.kind != "mark" and token.low not in words["fillers"] and not token.low.endswith("ly")
        ),
        None,
    )
    if first is None:
        return False
    low = first.low
    return (
        low in words["remarks.states"]
        or low.partition("-")[0] in words["remarks.states"]
        or first.kind in ("quantity", "number", "group")
        or low.startswith(">")
    )


def _of_equipment(clause: Clause) -> bool:
    """Whether what is fitted, sealed or attached is a vessel or a piece of equipment."""
    table = lexicon()
    heads = {part for token in leaves(clause.subject) for part in (token.low, token.low.rpartition("-")[2])}
    measured = any(
        token.quantity is not None and token.quantity.dimension in ("mass", "amount") for token in clause.after
    )
    return not measured and any(low in table.vessels or low in table.words["remarks.equipment"] for low in heads)


def _modal(clause: Clause) -> bool:
    """`The product can be recrystallised from ethanol`: what could be done."""
    return clause.kind == "passive" and any(token.low in _MODALS for token in clause.predicate)


# -------------------------------------------------------------------- kinds


def _kind(tokens: list[Token]) -> str:
    """The kind that the words of a remark speak for, or an empty string."""
    words = lexicon().words
    lows = [token.low.rstrip(".") for token in leaves(tokens)]
    held = set(lows)
    for kind in ("safety", "analysis", "spectrum", "point"):
        if held & words[f"remarks.{kind}"] and not (kind == "spectrum" and held & words["remarks.completion"]):
            return kind
    if any(low.startswith("http") for low in lows):
        return "reference"
    if (
        held & words["remarks.yields"]
        or "%" in "".join(lows)
        or held & (words["remarks.to give"] | words["remarks.giving"])
    ):
        return "yield"
    if held & words["remarks.monitoring"] or held & words["remarks.completion"]:
        return "monitoring"
    if held & words["remarks.reference"]:
        return "reference"
    if held & {"equipped", "fitted"}:
        return "equipment"
    if held & {"gave", "afforded", "yielded", "provided", "furnished", "obtained", "isolated", "gives", "affords"}:
        return "yield"
    return ""


# -------------------------------------------------------------------- asides within a sentence


def _without_asides(tokens: list[Token]) -> tuple[list[Token], list[Aside]]:
    """A sentence without the asides that may stand anywhere in it, and these."""
    kept: list[Token] = []
    found: list[Aside] = []
    at = 0
    while at < len(tokens):
        size, kind = _aside(tokens, at)
        if size:
            found.append(Aside(tokens[at : at + size], kind))
            at += size
        else:
            kept.append(tokens[at])
            at += 1
    return (kept, found) if found else (tokens, found)


def _aside(tokens: list[Token], at: int) -> tuple[int, str]:
    """How many tokens from `at` are an aside, and its kind."""
    token = tokens[at]
    if token.kind == "group":
        kind = _group_kind(token, last=at + 1 == len(tokens))
        return (1, kind) if kind else (0, "")
    if token.low in ("equipped", "fitted") or (token.low in ("carrying", "bearing") and at):
        told = any(before.low in lexicon().words["being"] for before in tokens[max(0, at - 2) : at])
        return (0, "") if told else (_equipment(tokens, at), "equipment")
    if token.low == "in" and at:
        size = _in_yield(tokens, at)
        return (size, "yield") if size else (0, "")
    if token.low == "page" and at + 1 < len(tokens) and tokens[at + 1].kind == "number":
        return 2, "reference"
    return 0, ""


def _group_kind(group: Token, *, last: bool) -> str:
    """The kind of what stands in brackets, where it is a remark: `(TLC)`, `(see notes)`, `(CAUTION: toxic)`."""
    words = lexicon().words
    inner = [token for token in leaves(group.inner[1:-1]) if token.kind != "mark"]
    if not inner:
        return ""
    first = inner[0].low.rstrip(".:")
    lows = {token.low.rstrip(".") for token in inner}
    measured = {token.quantity.dimension for token in inner if token.quantity is not None}
    if first in ("tlc", "monitored", "t.l.c", "checked") or (lows & words["remarks.monitoring"] and not measured):
        return "monitoring"
    if first in ("see", "note", "notes", "ref", "cf", "page", "lit", "literature", "http") or "et" in lows & {"et"}:
        return "reference"
    if first in ("rf", "nmr", "ir") and not measured & {"mass", "volume", "amount"}:
        return "spectrum"
    if lows & words["remarks.safety"] and not measured & {"mass", "volume", "amount"}:
        return "safety"
    if lows & {"yield", "yields"}:
        return "yield"
    share = any(token.quantity is not None and token.quantity.unit == "%" for token in inner)
    if last and share and measured <= {"mass", "strength"} and len(inner) < 5 and "volume" not in measured:
        return "yield" if "mass" in measured and inner[0].quantity is not None else ""
    return ""


def _equipment(tokens: list[Token], at: int) -> int:
    """How many tokens are `equipped with a stirrer and a nitrogen inlet`; 0 where no such thing follows."""
    words = lexicon().words
    last = 0
    for place in range(at + 1, min(len(tokens), at + 40)):
        token = tokens[place]
        low = token.low
        if low in words["being"] or low in ("containing", "under", "to", "into", ".", ":", ";", "which", "charged"):
            break
        use = lexicon().verbs.get(low)
        head = low in words["remarks.equipment"] or low.rpartition("-")[2] in words["remarks.equipment"]
        if use is not None and "past" in use.kinds and not head and tokens[place - 1].low in (",", "and"):
            break
        if head:
            last = place + 1
    return last - at if last else 0


def _in_yield(tokens: list[Token], at: int) -> int:
    """`in 78 % yield`, `in quantitative yield (3.2 g)`."""
    for place in range(at + 1, min(len(tokens), at + 6)):
        low = tokens[place].low
        if low in ("yield", "yields"):
            bracketed = place + 1 < len(tokens) and tokens[place + 1].kind == "group"
            return place + 1 - at + bracketed
        if tokens[place].kind == "mark" and low not in ("-", "–", "%", "~", ">"):
            return 0
    return 0


# -------------------------------------------------------------------- tails of clauses


def _tails(clause: Clause) -> list[Aside]:
    """Take the remarks off the end and the front of a clause that is an instruction."""
    if clause_kind(clause):
        return []
    found = []
    for start, end, kind in _openers(clause.after, clause):
        if kind:
            found.append(Aside(clause.after[start:end], kind))
            del clause.after[start:end]
            break
    front = _front(clause.before)
    if front:
        found.append(Aside(clause.before[:front], "monitoring"))
        del clause.before[:front]
    return found


def _openers(after: list[Token], clause: Clause) -> Iterator[tuple[int, int, str]]:
    """Where a tail begins among the words after a verb, where it ends, and its kind; the first with a kind is taken."""
    words = lexicon().words
    for at, token in enumerate(after):
        low = token.low
        following = after[at + 1].low if at + 1 < len(after) else ""
        comma = at - 1 if at and after[at - 1].kind == "mark" else at
        gives = low == "to" and (following in words["remarks.to give"] or _to_give(after, at))
        seen = low in words["remarks.showing"] and comma < at
        if gives or (low in words["remarks.giving"] and following != "to"):
            yield comma, len(after), "yield"
        elif seen or low in ("during which", "whereupon", "at which", "upon which"):
            yield comma, len(after), "observation"
        elif low in _CONDITIONS:
            yield comma, _comma(after, at), _condition(after[at : _comma(after, at)])
        elif low in ("as", "was") and following in words["remarks.as judged"]:
            yield comma, len(after), "monitoring"
        elif low == "as":
            yield comma, len(after), "yield" if _looks(after, at) else ""
        elif (
            low in ("m.p", "m.p.", "mp", "b.p.", "b.p", "bp", "yield", "rf")
            and comma < at
            and clause.verb.base != "distil"
        ):
            yield comma, len(after), "yield" if low == "yield" else "point"
        elif low in _PURE and following in words["remarks.monitoring"]:
            yield comma, _comma(after, at), "monitoring"


def _to_give(after: list[Token], at: int) -> bool:
    """`to initially give`, `to cleanly afford`."""
    return (
        at + 2 < len(after)
        and after[at + 1].low.endswith("ly")
        and after[at + 2].low in lexicon().words["remarks.to give"]
    )


def _comma(tokens: list[Token], at: int) -> int:
    return next((place for place in range(at, len(tokens)) if tokens[place].low in (",", ";")), len(tokens))


def _condition(tokens: list[Token]) -> str:
    """`until TLC showed that …`, `until the reaction was complete` watch the process; other conditions are kept."""
    words = lexicon().words
    lows = {token.low for token in leaves(tokens)}
    process = bool(
        lows & {"reaction", "material", "materials", "conversion", "completion", "uptake", "complete", "consumed"}
    )
    watched = bool(lows & words["remarks.monitoring"])
    return "monitoring" if watched or (process and lows & words["remarks.completion"]) else ""


def _looks(after: list[Token], at: int) -> bool:
    """`as a pale yellow oil`: what the product looks like."""
    words = lexicon().words
    for token in after[at + 1 : at + 1 + _COLOURS_AND_SUCH]:
        if token.low in words["remarks.looks"]:
            return True
        if token.kind not in ("word", "group") and token.low not in (",", "/", "-"):
            return False
        if token.low in words["prepositions"]:
            return False
    return False


def _front(before: list[Token]) -> int:
    """How many tokens in front of a clause only say that all is done: `After completion of the reaction (TLC),`."""
    if not before:
        return 0
    words = lexicon().words
    first = next((at for at, token in enumerate(before) if token.kind != "mark"), None)
    if first is None or before[first].low not in _AT_THE_END or first > 1:
        return 0
    end = _comma(before, first)
    held = [token.low for token in leaves(before[first:end])]
    timed = any(token.quantity is not None for token in before[first:end])
    over = any(low in words["remarks.completion"] or low in words["remarks.monitoring"] for low in held[:6])
    return end if over and not timed and end < len(before) else 0
