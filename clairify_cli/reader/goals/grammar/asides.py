"""What is taken out of a text before its clauses are read.

Phrases that say how or for how long something is done, which no goal can, are skipped, and those that restrict what is
wanted are reported as errors. `exactly two blocks`, `no more than two`, `not all blocks` say a number that must hold,
and one that must not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby, product

from clairify_cli.reader.goals.english import any_of, base_of, english
from clairify_cli.reader.goals.words import Token, forms_of, tokens_of
from clairify_cli.records import replace

_WHOLE = ("all", "every", "each", "both", "everything", "everybody", "everyone")

_AFTERTHOUGHTS = [f"{all} of {it}" for all in ("all", "each", "every one", "every last one") for it in ("it", "them")]

Degree = tuple[int | None, int | None]
"""How many things are to be so, and how many are not to be; 0 of any, None for all of them."""


def without_asides(
    text: str, ignored: Iterable[str] = (), *, lenient: bool = False
) -> tuple[str, list[tuple[int, int, bool]]]:
    """The text with blanks for such phrases and those that a lexicon ignores; where each phrase began and ended, and
    whether the text means less without it."""
    own = (" ".join(one.split()) for one in ignored)
    phrases = any_of((*english().asides, *(one for one in own if " " in one)))
    restricting = any_of((*english().restricting, *(() if lenient else english().lying)))
    told = [(*one.span(), bool(restricting.fullmatch(one[0]))) for one in phrases.finditer(text)]
    silent, purpose = any_of(english().silent), english().purpose
    told = [one for one in told if not silent.fullmatch(text, *one[:2])]
    told += [(*one.span(), False) for one in purpose.finditer(text)]
    staying = any_of(english().staying)
    for start, end in sorted(one.span() for pattern in (phrases, purpose) for one in pattern.finditer(text)):
        stays = staying.fullmatch(text, start, end) and not _is_said_to_stay(tokens_of(text[:start]))
        if stays:
            told = [one for one in told if one[0] != start]
        else:
            text = text[:start] + " " * (end - start) + text[end:]
    return text, told


def _is_said_to_stay(before: list[Token]) -> bool:
    """Whether a verb already says that something is left or is somewhere: `leave ball1`, `ball1 should stay`."""
    words, ends = english().words, [at for at, one in enumerate(before) if one.kind in ("comma", "stop")]
    clause = [one.text for one in before[max(ends, default=-1) + 1 :]]
    last = len(clause) - next((at for at, one in enumerate(reversed(clause)) if one in ("and", "but")), len(clause))
    leaves = any(one in ("leave", "leaves", "leaving", "left", "keep", "keeps", "keeping", "kept") for one in clause)
    is_so = clause[-1:] in (["be"], ["is"], ["are"])  # it must be where it is now
    return leaves or not (is_so or words["copulas"].isdisjoint(clause[last:]))


def without_address(tokens: list[Token], is_thing: Callable[[Token], bool]) -> list[Token]:
    """The tokens without words that address somebody, set off by commas: `hey robot, …`, `…, mate`.

    What may be a thing of the scene stays, except behind another such word at the beginning of a sentence.
    """
    kept, words = list[Token](), english().words
    for is_mark, group in groupby(tokens, lambda one: one.kind in ("comma", "stop")):
        part, opens = list(group), not kept or kept[-1].kind == "stop"
        after = tokens[tokens.index(part[-1]) + 1 :][:1]
        ends = opens or not after or after[0].kind == "stop"
        if is_mark and len(part) > 1 and after and (after[0].text,) in english().prepositions:
            continue  # one tray, no matter which, at table1
        spoken = words["address"] | words["sweets"] if ends else words["address"]
        whole = not opens or kept  # put the glasses in the sink, all of them
        if whole and ends and " ".join(one.text for one in part) in _AFTERTHOUGHTS:
            continue
        if (
            is_mark
            or not spoken.issuperset(one.text for one in part)
            or any(map(is_thing, part[: 1 if opens else None]))
        ):
            kept += part
    return kept


def as_done(tokens: list[Token]) -> list[Token]:
    """`once you have washed it`, `when you washed it`, `having washed it`, each as `wash it`; `should lie` as `be`.

    `it needs washing` is read as `it should be washed`, and `any food should …` as `every food should …`.
    """
    kept, words = list[Token](), english().words
    for at, one in enumerate(tokens):
        if (done := _needed(tokens, at)) is not None:
            kept = [*kept[: len(kept) - at + done[0]], *(replace(one, text=text) for text in ("should", "be", done[1]))]
            continue
        around = tokens[max(0, at - 1) : at + 2]
        if one.text == "number" and [each.kind for each in around] in _NUMBERED:
            continue  # paper ball number 2
        if one.text == "any" and (not at or tokens[at - 1].kind != "word"):
            counts = any(each.kind == "number" or each.text in _COUNTS for each in tokens[at + 1 : at + 2])
            kept.append(one if counts else replace(one, text="every"))
            continue
        if [one.text, *(each.text for each in tokens[at + 1 : at + 2])] in (["instead", "of"], ["rather", "than"]):
            kept += [replace(one, text=",", kind="comma"), replace(one, text="not")]
            continue
        if tokens[at - 1].text in ("instead", "rather") and one.text in ("of", "than"):
            continue
        where = (each.text for each in tokens[at + 1 : at + 2])
        if one.text in words["rests"] and at and tokens[at - 1].text in {"to", *words["modals"]}:
            is_place = any((each,) in english().prepositions for each in where)
            kept.append(replace(one, text="be") if is_place else one)
            continue
        verbs = [verb for verb, kind in english().verbs.get((one.text,), ()) if kind == "past"]
        before = [each.text for each in tokens[max(0, at - 3) : at]]
        while before and before[-1] in ("already", "just", "both"):
            before.pop()
        told = bool(words["relative"].intersection(before))  # the mug that you have washed
        have = before[-1:] == ["having"] or (not told and (before[-2:] in _HAVE or before[-1:] in _HAVE))
        if have and verbs:
            kept = [*kept[: len(kept) - 1 - (tokens[at - 1].text != before[-1])]]
        elif not (verbs and before[-1:] and before[-1] in _WHO and before[-2:-1] in _WHEN):
            kept.append(one)
            continue
        kept.append(replace(one, text=base_of((one.text,), verbs)[0]))
    return kept


def without_correction(tokens: list[Token], text: str) -> tuple[list[Token], int | None]:
    """The tokens without `no, sorry, …`, which ends a clause, and the number of the one that ends it."""
    words = english().words
    for at in range(1, len(tokens)):
        end = at
        while end < len(tokens) and (tokens[end].text in words["corrections"] or tokens[end].kind in ("comma", "stop")):
            end += 1
        said = [one.text for one in tokens[at:end] if one.kind == "word"]
        marked = tokens[at - 1].kind in ("comma", "stop") and (len(said) > 1 or tokens[end - 1].kind != "word")
        if marked and not words["retracting"].isdisjoint(said[:1]) and tokens[at].kind == "word" and end < len(tokens):
            if re.search(r"\b(?:too|also|as well)\b", text[tokens[end].start :].lower()):
                return [
                    *tokens[:at],
                    replace(tokens[at], text="no"),
                    replace(tokens[at], kind="comma"),
                    *tokens[end:],
                ], None
            rest = [one for one in tokens[end:] if one.text not in ("instead", "rather")]
            return [*tokens[: at - 1], replace(tokens[at - 1], kind="stop"), *rest], at - 1
    return tokens, None


def _needed(tokens: list[Token], at: int) -> tuple[int, str] | None:
    """Where `needs washing` or `needs a good wash` begins that ends with a token, and what is to be done: `washed`."""
    table, back = english(), at - 1
    while back > 0 and tokens[back].text in table.words["a"] | table.words["degrees"]:
        back -= 1
    form = "ing" if back == at - 1 else "base"
    verbs = [verb for verb, kind in table.verbs.get((tokens[at].text,), ()) if kind == form]
    ends = not tokens[at + 1 :] or tokens[at + 1].kind != "word" or tokens[at + 1].text in table.words["joins"]
    if back < 0 or tokens[back].text not in _NEEDS or not verbs or (form == "base" and (verbs[0].role or not ends)):
        return None
    base = " ".join(base_of((tokens[at].text,), verbs))
    return back, [form for form, kind in forms_of(base) if kind == "past"][-1]


_NUMBERED = (["word", "word", "number"],)
_NEEDS = ("need", "needs", "want", "wants", "require", "requires")
_COUNTS = ("of", "one", *list(english().numbers))
_WHO = ("you", "we", "i", "they")
_WHEN = (["once"], ["when"], ["after"], ["until"])
_HAVE = [*([who, have] for who in _WHO for have in ("have", "had")), *([f"{who}ve"] for who in _WHO)]


def without_degree(tokens: list[Token]) -> tuple[list[Token], Degree | None]:
    """The tokens without such words, with the number that is read, and what they say; None for other texts."""
    texts = [one.text for one in tokens]
    for at, end in (
        (at, at + words) for at, words in product(range(len(tokens)), (1, 2, 3)) if at + words < len(texts)
    ):
        last = tokens[end]
        if end == at + 1 and texts[at] == "not" and last.text in _WHOLE:
            return [*tokens[:at], *tokens[end:]], (0, None)
        offsets = english().degrees.get(tuple(texts[at:end]), ())
        number = int(last.text) if last.text.isdecimal() and len(last.text) < 5 else english().numbers.get(last.text)
        if offsets and number is not None:
            least, most = (number + one if one >= 0 else 0 for one in offsets)
            counted = replace(last, text=str(least or most), kind="number")
            return [*tokens[:at], counted, *tokens[end + 1 :]], (least, most)
    return tokens, None
