"""Read goals in English without a language model, for any PDDL domain and problem.

    tokens → clauses (verbs, noun phrases, prepositions) → things of the scene and literals → what is true at the end
    → `(:goal ...)`

Words are matched with the names of types, objects, predicates and actions, with the comments next to them, and with
the lexicon of the domain. Ambiguous words lead to a question, not a guess; words that are not understood are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.languages.pddl.syntax import Domain, File, Problem
from clairify_cli.reader.goals.discourse import Choices, Discourse
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.facts import facts_of
from clairify_cli.reader.goals.grammar.asides import (
    Degree,
    as_done,
    without_address,
    without_asides,
    without_correction,
    without_degree,
)
from clairify_cli.reader.goals.grammar.lookup import Words
from clairify_cli.reader.goals.lexicon import Lexicon, LexiconError, lexicon_beside, load_lexicon
from clairify_cli.reader.goals.literals import account, final
from clairify_cli.reader.goals.meaning import read_by_patterns
from clairify_cli.reader.goals.model import GoalReading, Mention, Reading
from clairify_cli.reader.goals.plain.amounts import with_amounts
from clairify_cli.reader.goals.plain.read import read_plainly
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Vocabulary, in_own_words, vocabulary_of
from clairify_cli.reader.goals.words import Token, key_of, tokens_of
from clairify_cli.reader.goals.write import write, write_degree
from clairify_cli.records import replace

__all__ = [
    "GoalReading",
    "Lexicon",
    "LexiconError",
    "Mention",
    "Reading",
    "lexicon_beside",
    "load_lexicon",
    "read_goal",
]

MOST_WORDS = 1_000
_MOST_READINGS, _SHOWN = 12, 6


def read_goal(
    text: Source, domain: File | Domain, problem: File | Problem, lexicon: Lexicon | None = None
) -> GoalReading:
    """Read a goal in English for a domain and a problem; the comments of a `File` are read, too."""
    facts = facts_of(domain, problem)
    lexicon = lexicon or Lexicon()
    spoken, asides = without_asides(text.text, lexicon.ignore, lenient=lexicon.lenient)
    tokens = _reworded(tokens_of(spoken), lexicon)
    if any(one.text == "or" for one in tokens):  # which says as much
        tokens = [one for one in tokens if one.text != "either"]
    if facts is None or not tokens:
        return GoalReading(None, (), (rules.no_goal(text.span(0, len(text.text)), text.text, ()),), ())
    if len(tokens) > MOST_WORDS:
        at = text.span(tokens[MOST_WORDS].start, len(text.text))
        return GoalReading(None, (), (rules.goal_too_long(at, len(tokens), MOST_WORDS),), ())
    facts, lexicon = in_own_words(facts, lexicon)
    vocabulary = vocabulary_of(facts, lexicon)
    tokens = without_address(as_done(tokens), lambda one: key_of([one.text]) in vocabulary.nouns)
    tokens, degree = without_degree(with_amounts(Words(tokens, vocabulary)))
    tokens = _renamed(tokens, vocabulary) if not lexicon.frames else tokens
    tokens, corrects = without_correction(tokens, text.text) if not lexicon.frames else (tokens, None)
    first, talk = _run(text, tokens, vocabulary, (), degree, corrects)
    others = _others(text, tokens, vocabulary, talk) if first is not None and degree is None else {}
    readings = {first.goal: first, **others} if first is not None else {}
    findings = in_source_order(talk.findings)
    if len(readings) > 1:
        at = talk.choices.made[0][1]
        meanings = [one.explanation for one in readings.values()]
        words, more = text.text[at.start : at.end], max(0, len(meanings) - _SHOWN)
        several = rules.several_readings(at, words, len(meanings), meanings[:_SHOWN], more)
        findings = in_source_order([*findings, several])
    said = "it says how it is done, and not what is to be true"
    spans = [(text.span(start, end), text.text[start:end], restricts) for start, end, restricts in asides]
    over = [rules.goal_words_left_out(at, words, said) for at, words, restricts in spans if not restricts]
    why = "a goal says neither how things lie nor how long something is done"
    named = [rules.not_in_domain(at, words, why, ()) for at, words, restricts in spans if restricts]
    named += [
        rules.not_in_domain(text.span(*one.span()), one.group(), _OF_STEPS, ())
        for one in english().ban.finditer(text.text)
    ]
    named += list(_dropped(text, vocabulary, readings, talk.mentions))
    if not lexicon.frames:
        lost = [one for one in findings if one.code == rules.goal_words_left_out.code]
        reason = "it would be left out of the goal"
        named += [rules.not_in_domain(one.span, text.text[one.span.start : one.span.end], reason) for one in lost]
    over = [one for one in (*findings, *over) if not any(_overlap(one.span, other.span) for other in named)]
    findings = in_source_order([*over, *named])
    failed = any(one.is_error for one in findings)
    goal = None if failed or len(readings) != 1 else next(iter(readings))
    kept = () if failed and len(readings) == 1 else tuple(readings.values())
    mentions = sorted(dict.fromkeys(talk.mentions), key=lambda one: (one.span.start, one.span.end, one.kind))
    rest = next(iter(readings)) if failed and len(readings) == 1 else None
    return GoalReading(goal, kept, tuple(findings), tuple(mentions), rest)


def _reworded(tokens: list[Token], lexicon: Lexicon) -> list[Token]:
    """The tokens with what sayings, the lexicon's too, mean in their places."""
    sayings = english().sayings | lexicon.sayings
    for saying, others in sorted(sayings.items(), key=lambda one: -one[0].count(" ")):
        words = saying.split()
        for at in range(len(tokens) - len(words), -1, -1):
            opens = tokens[at].text == words[0]
            if opens and all(one in (word.text, "*") for one, word in zip(words, tokens[at:], strict=False)):
                start, end = tokens[at].start, tokens[at + len(words) - 1].end
                meant = [Token(one.text, start, end, one.kind) for one in tokens_of(". ".join(others))]
                tokens = [*tokens[:at], *meant, *tokens[at + len(words) :]]
    return tokens


def _renamed(tokens: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with `in the ferry` for an `in it` that means what is no object, but what the domain is about."""
    facts, table, kept = vocabulary.facts, english(), list[Token]()
    about = {*facts.parts(facts.task.domain.name.text if facts.task.domain.name is not None else "")}
    states = {part for one in facts.predicates.values() if one.changes for part in one.parts}
    about |= {word for word, others in table.kinds.items() if not (states | about).isdisjoint({word, *others})}
    about -= {*table.words["agents"], *(word for word in about if vocabulary.levels([word]))}
    named: Token | None = None
    for at, one in enumerate(tokens):
        named = None if one.kind == "stop" else named or (one if one.text in about else None)
        place = table.prepositions.get((tokens[at - 1].text,)) if at else None
        again = named is not None and one.text == "it" and place in ("in", "on")
        kept += [replace(one, text="the"), replace(one, text=named.text)] if named is not None and again else [one]
    return kept


_OF_STEPS = "a goal says what is true at the end; forbid the steps with `--forbid`, as in `--forbid '(pick ball)'`"
_NAME = re.compile(r"[\w-]+")
_ASIDE = ("place", "means", "count")
"""Mentions that need not be in the goal: where something is now, what something is done with, and a number."""


def _dropped(
    text: Source, vocabulary: Vocabulary, goals: Iterable[str], mentions: Sequence[Mention]
) -> Iterator[Diagnostic]:
    """Report objects that the text names exactly, but that are in no reading's goal.

    A name of letters only may be another word, such as `a`, or part of another name. A goal about all objects of a kind
    need not name any.
    """
    written = {word for goal in goals for word in _NAME.findall(goal.lower())}
    if not written or "forall" in written:
        return
    objects = vocabulary.facts.task.objects
    asides = [one.span for one in mentions if one.kind in _ASIDE]
    read = [one.span for one in mentions if one.kind == "thing" and written & set(one.names)]
    for match in _NAME.finditer(text.text):
        name, at = match.group().lower(), text.span(*match.span())
        if name in written or name not in objects or not vocabulary.is_name(vocabulary.facts.parts(name)):
            continue
        if not any(_overlap(at, one) for one in (asides if not name.isalpha() else (*asides, *read))) and len(name) > 1:
            yield rules.object_left_out(at, match.group())


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _run(
    text: Source,
    tokens: list[Token],
    vocabulary: Vocabulary,
    taken: tuple[int, ...],
    degree: Degree | None = None,
    corrects: int | None = None,
) -> tuple[Reading | None, Discourse]:
    """One reading, with the given choices; the discourse lists the choices that came up.

    Its clauses are read by the patterns of the lexicon, if there are any, and else in the words of the domain alone.
    """
    talk = Discourse(text, Words(tokens, vocabulary), vocabulary.facts, vocabulary.lexicon, Choices(taken))
    talk.corrects = corrects
    read = read_by_patterns if vocabulary.lexicon.frames else read_plainly
    kept = final(talk) if read(talk) else []
    if not taken and not talk.failed:  # a reading that leaves out a thing still shows that there are several
        account(talk, kept)
    written = None if not kept else write(talk, kept) if degree is None else write_degree(talk, kept, degree)
    if written is None and not talk.failed:
        if talk.literals:  # b on b: no state satisfies it
            talk.say(rules.not_in_domain, 0, len(tokens), "no predicates explain all of it", talk.changing)
        else:
            talk.findings.append(rules.no_goal(text.span(0, len(text.text)), text.text, talk.changing))
    return Reading(*written) if written is not None else None, talk


def _others(text: Source, tokens: list[Token], vocabulary: Vocabulary, first: Discourse) -> dict[str, Reading]:
    """The readings from other choices, keyed by their goals; each differs in one choice."""
    found: dict[str, Reading] = {}
    runs = 0
    for number, (many, _) in enumerate(first.choices.made):
        for other in range(1, many):
            if runs >= _MOST_READINGS:
                return found
            runs += 1
            reading, talk = _run(text, tokens, vocabulary, (*(0,) * number, other), corrects=first.corrects)
            if reading is not None and not talk.failed:
                found[reading.goal] = reading
    return found
