"""Text that is not an instruction, and its kind of remark: yields, spectra, monitoring, safety, literature, and the
like; and a text that holds no procedure at all.

A remark is a whole sentence, the tail of one (`to give 3.2 g of a yellow oil`), or an aside within one (`(TLC)`,
`in 78 % yield`, `equipped with a condenser`). A tail ends where the next clause begins, so it includes no instruction.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from clairify_cli.chemistry import find
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.english.lexicon import LEXICON, WORDS, Verb
from clairify_cli.english.quantities import CARRIED
from clairify_cli.english.tokens import Token, leaves
from clairify_cli.reader.protocol.clauses.asides import Aside, Atmosphere, atmospheres, inlets, tails, without_asides
from clairify_cli.reader.protocol.clauses.clauses import clauses
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.model import Reading, Step, walk
from clairify_cli.reader.protocol.nouns.noun_phrases import nouns
from clairify_cli.reader.protocol.rules import rules

KINDS = (
    "title", "yield", "spectrum", "point", "analysis", "monitoring", "safety", "reference", "observation", "equipment",
    "remark",
)  # fmt: skip
"""The kinds of remarks; see `model.Remark`."""

_STARTS = ("yield", "spectrum", "point", "analysis", "monitoring", "safety", "reference", "remark")
_SIGNS = (
    ("yield", "yields", "to give", "giving"),
    ("monitoring", "monitoring", "completion"),
    ("reference", "reference"),
    ("equipment", "equipped"),
    ("yield", "got"),
)
"""The kinds of remarks and the lists of words that show them, in the order in which they count."""
# Starts of these kinds make a sentence a remark, whatever verbs it has.
_ALWAYS = frozenset(("safety", "remark"))
_NO_STEP = frozenset(("remark", "none", "add", "redo", "repeat", "cool", "heat", "boil", "wait"))


def extent(tokens: list[Token]) -> tuple[int, int]:
    """The start and end offsets of tokens."""
    return min(token.start for token in tokens), max(token.end for token in tokens)


def sentence_remarks(tokens: list[Token]) -> tuple[list[Aside], list[Clause], list[Atmosphere]]:
    """The remarks of a sentence, its clauses (none if all of it is a remark), and its atmospheres."""
    kept, found = without_asides(tokens)
    kept, gases = atmospheres(kept)
    told = clauses(kept) if kept else []
    _only_possible(told)
    kind = "" if gases else _whole(tokens, kept, told)
    gases = gases or inlets(tokens)
    if kind:
        return [Aside(tokens, kind)], [], gases
    for clause in told:
        if not clause_kind(clause):
            found += tails(clause)
    return found, told, gases


def clause_kind(clause: Clause) -> str:
    """The kind of a clause that is a remark; empty if the clause is an instruction or not understood."""
    got = any(token.low == "obtained" for token in clause.predicate)  # `pure A can be obtained by sublimation`
    if _optional(clause) or (_modal(clause) and not _hides_an_action(clause.before) and not got):
        return "remark"
    if _hides_an_action(clause.tokens):
        return ""
    if clause.verb.action == "remark":
        return _kind(clause.tokens) or "observation"
    subject = {token.low for token in clause.subject}
    if clause.kind == "passive" and clause.verb.action in ("remove", "take") and subject & WORDS["remarks.samples"]:
        return "analysis"
    if [token.low for token in clause.tokens[:1]] == ["no"]:
        return "remark"  # `no further purification was performed`
    if _was_done(clause):
        return "remark"
    if clause.verb.base == "be":
        return (_kind(clause.tokens) or "observation") if _is_state(clause) else ""
    if clause.verb.base == "use":
        after = [token.low for token in clause.after[:3]]
        return "remark" if any(low in WORDS["remarks.used as"] for low in after) else ""
    if clause.verb.base in WORDS["remarks.fitting"] and clause.kind == "passive" and _of_equipment(clause):
        return "equipment"
    if any(token.low in ("glassware", "glasswares") for token in clause.subject) or _is_readied(clause):
        return "equipment"
    if clause.verb.base in ("obtain", "get") and clause.kind == "passive":
        return "yield"
    return "remark" if _modal(clause) else ""


# -------------------------------------------------------------------- whole sentences


def _whole(tokens: list[Token], kept: list[Token], told: list[Clause]) -> str:
    """The kind of a sentence that is a remark as a whole, or an empty string."""
    if not kept:
        return _kind(tokens) or "remark"
    if _makes_gas(told):
        return "remark"
    starts = _start(tokens)
    doing = [clause for clause in told if not clause_kind(clause) and clause.verb.base not in ("", "be")]
    finite = [clause for clause in doing if _is_finite(clause)]
    if starts and (not finite or starts in _ALWAYS):
        return starts
    if any(clause.kind not in ("noun", "gerund") for clause in doing):
        return "reference" if _as_elsewhere(tokens, doing) else ""
    if told:
        kinds = [clause_kind(clause) for clause in told]
        return (_kind(tokens) or kinds[0]) if all(kinds) else ""
    if len(tokens) == 1 and tokens[0].kind == "group":
        return _kind(tokens) or "remark"
    kind = "" if _hides_an_action(tokens) else _kind(tokens)
    return kind if kind in ("spectrum", "analysis", "point", "safety", "yield", "reference") else ""


def _is_finite(clause: Clause) -> bool:
    """Whether a clause has a verb of its own, rather than a participle or the name of an action."""
    being = WORDS["being"]
    return clause.kind in ("imperative", "active") or any(token.low in being for token in clause.predicate)


def _start(tokens: list[Token]) -> str:
    """The kind of remark announced by the first words of a sentence."""
    flat = [token for token in leaves(tokens[:4]) if token.kind != "mark"]
    for token in flat[:3]:
        low = token.low.rstrip(".:")
        for kind in _STARTS:
            if low in WORDS[f"remarks.starts {kind}"]:
                return kind
        if token.kind == "word" and low not in WORDS["determiners"] and not low.isdigit():
            return ""
    return ""


def _as_elsewhere(tokens: list[Token], doing: list[Clause]) -> bool:
    """`A was prepared according to a literature procedure`: the text itself gives no steps."""
    if not all(clause.verb.base in WORDS["remarks.prepared"] for clause in doing):
        return False
    lows = [token.low for token in leaves(tokens)]
    return any(
        low in ("literature", "published", "reported", "previously")
        or (low in ("described", "according", "procedure", "procedures") and lows.index(low) > 2)
        for low in lows
    )


def _is_state(clause: Clause) -> bool:
    """Whether the words after `was` describe a possible state of a thing or the process."""
    first = next(
        (
            token
            for token in clause.after
            if token.kind != "mark" and token.low not in WORDS["fillers"] and not token.low.endswith("ly")
        ),
        None,
    )
    if first is None:
        return False
    low = first.low
    stated = not WORDS["remarks.states"].isdisjoint((low, low.partition("-")[0]))
    return stated or first.kind in ("quantity", "number", "group") or low.startswith(">")


def _hides_an_action(tokens: list[Token]) -> bool:
    """`After removal of the solvent a solid was obtained`: an action is named by a noun, not a verb."""
    for before, token in pairwise(tokens):
        verb = LEXICON.verb(token.low, "noun") if before.low in WORDS["remarks.means"] else None
        if verb is not None and verb.action not in _NO_STEP:
            return True
    return False


def _of_equipment(clause: Clause) -> bool:
    """Whether the object of fitting, sealing or attaching is a vessel or a piece of equipment."""
    heads = {part for token in leaves(clause.subject) for part in (token.low, token.low.rpartition("-")[2])}
    measured = any(token.dimension in ("mass", "amount") for token in clause.after)
    return not measured and any(low in LEXICON.vessels or low in WORDS["remarks.equipment"] for low in heads)


def _is_readied(clause: Clause) -> bool:
    """Whether equipment is only made ready, put on or taken off: `the flask was dried`, `a stir bar was added`."""
    named = clause.subject or (clause.after if clause.kind == "imperative" else [])
    told = any(t.dimension in CARRIED or LEXICON.verb(t.low, "noun", "ing") for t in leaves(clause.after))
    if clause.verb.base in WORDS["remarks.put on"] and named and not told:
        kinds = [one.kind for one in nouns(named)]
        if kinds[:1] == ["tool"] and set(kinds) <= {"tool", "vessel"}:
            return True
    if clause.kind != "passive" or not _of_equipment(clause):
        return False
    if clause.verb.action == "dry":
        return any(token.low in WORDS["remarks.readied"] for token in clause.tokens)
    heats = any(token.low in WORDS["remarks.heaters"] for token in clause.tokens)
    lows = {token.low for token in clause.after}
    return clause.verb.base == "remove" and not heats and ("from" not in lows or bool(lows & WORDS["remarks.boxes"]))


def _optional(clause: Clause) -> bool:
    """Optional actions: `purified, if necessary, by distillation`, `was filtered or | extracted`."""
    lows = [token.low for token in clause.tokens]
    if any(low in WORDS["remarks.where"] and after in WORDS["remarks.needed"] for low, after in pairwise(lows)):
        return clause.verb.action != "adjust"  # whether a pH must be set, a measurement shows
    ahead = [token.low for token in clause.before if token.kind != "mark"]
    return clause.kind == "passive" and ahead[-1:] == ["or"]


def _modal(clause: Clause) -> bool:
    """`The product can be recrystallised from ethanol`: a possible action."""
    return clause.kind == "passive" and any(token.low in WORDS["remarks.modals"] for token in clause.predicate)


def _was_done(clause: Clause) -> bool:
    """`In total, 10 mol% had been added`: a clause that looks back, and is not a condition of another."""
    had = clause.kind == "passive" and any(token.low == "had" for token in clause.predicate)
    return had and not clause.link and not any(t.low in WORDS["subordinators"] for t in clause.before)


def _makes_gas(told: list[Clause]) -> bool:
    """`The CO2 was produced by …`: how a gas was made."""
    first = told[0] if told else None
    if first is None or first.kind != "passive" or first.verb.base not in ("produce", "generate", "prepare", "make"):
        return False
    words = [token.low for token in first.subject if token.low not in WORDS["determiners"]]
    return bool(words) and (words[-1] == "gas" or " ".join(words) in LEXICON.gases)


def _only_possible(told: list[Clause]) -> None:
    """`It could be melted and then resolidified on cooling`: what follows a possible action is only possible, too."""
    possible = False
    said = {token.low for token in told[-1].tokens} if len(told) > 1 and told[0].kind == "noun" else set()
    if said & WORDS["remarks.at times"] and said & WORDS["remarks.needed"]:
        told[0].verb = Verb(told[0].verb.base, "remark")  # `a second recrystallisation is sometimes necessary`
    for clause in told:
        being = any(token.low in WORDS["being"] for token in clause.predicate)
        hangs = clause.kind != "imperative" and not clause.subject and not being
        possible = _modal(clause) or (possible and hangs)
        if possible and not _modal(clause):
            clause.verb = Verb(clause.verb.base, "remark")


# -------------------------------------------------------------------- kinds


def _kind(tokens: list[Token]) -> str:
    """The kind that the words of a remark suggest, or an empty string."""
    lows = [token.low.rstrip(".") for token in leaves(tokens)]
    held = set(lows)
    for kind in ("safety", "analysis", "spectrum", "point"):
        if held & WORDS[f"remarks.{kind}"] and not (kind == "spectrum" and held & WORDS["remarks.completion"]):
            return kind
    if "%" in "".join(lows):
        return "yield"
    return next((kind for kind, *lists in _SIGNS if any(held & WORDS[f"remarks.{name}"] for name in lists)), "")


_WORD = re.compile(r"[^\W\d_]+")
_LEAST, _MOST = 3, 0.5
"""The least function words that show a language, and the most English ones as a share of their number."""
_LATIN = 0x250
_FEW = 0.4
_UNTOLD = 0.5
"""If at least this share of a text is unread, its steps may be chance."""


def foreign(text: str) -> str:
    """The language of a text that is not English, judging by its function words; empty for English.

    >>> foreign("Das Gemisch wird unter Rühren auf 60 °C erhitzt und mit Wasser verdünnt.")
    'German'
    """
    # The start of a text is enough to tell its language.
    words = Counter(_WORD.findall(text[:20_000].lower()))
    letters = "" if text.isascii() else "".join(words)
    if sum(ord(letter) > _LATIN for letter in letters) > _FEW * len(letters):
        return "a language with letters of its own"
    counts = {name: sum(words[word] for word in known) for name, known in LEXICON.languages.items()}
    english = counts.pop("English")
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= _LEAST and english < _MOST * counts[best] else ""


def no_procedure(source: Source, reading: Reading) -> Diagnostic | None:
    """The report that a text holds no procedure; None if it does.

    A few steps without any amount, time, temperature or known substance, in a text that is otherwise about something
    else, are words that only look like instructions.
    """
    text = source.text
    language = foreign(text)
    if not text.strip():
        return None
    if language:
        return rules.no_procedure(source.span(0, len(text.rstrip())), f"it is not English, but {language}")
    if not reading.steps:
        return rules.no_procedure(source.span(0, len(text.rstrip())), "none of its words is an instruction with a step")
    unread = sum(span.end - span.start for span in reading.unread)
    if unread < _UNTOLD * len(text) or any(_is_evidence(step) for step in walk(reading.steps)):
        return None
    return rules.no_procedure(source.span(0, len(text.rstrip())), "its few words for actions have no amount or time")


def _is_evidence(step: Step) -> bool:
    named = step.get("reagent") or step.get("solvent") or ""
    measured = any(value[:1].isdigit() for key, value in step.properties if key != "comment")
    return measured or find(named) is not None
