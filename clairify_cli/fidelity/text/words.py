"""The text as words in sentences, each with the number of the bracket around it."""

from __future__ import annotations

from functools import lru_cache

from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.misspelt import corrected
from clairify_cli.english.sentences import document
from clairify_cli.english.tokens import Token, tokens
from clairify_cli.records import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number, quantity or mark of a sentence; `group` numbers the outermost bracket around it (-1: none)."""

    token: Token
    group: int

    @property
    def low(self) -> str:
        return self.token.low

    @property
    def start(self) -> int:
        return self.token.start

    @property
    def end(self) -> int:
        return self.token.end


@dataclass(frozen=True, slots=True)
class Text:
    """A text in sentences. `listed` are the numbers of sentences that only list ingredients."""

    text: str
    sentences: tuple[tuple[Word, ...], ...]
    listed: frozenset[int] = frozenset()
    title: tuple[int, int] | None = None

    def sentence_span(self, number: int) -> tuple[int, int]:
        words = self.sentences[number]
        return words[0].start, words[-1].end

    def words_of(self, start: int, end: int) -> str:
        """Return the words of a stretch on one line."""
        return " ".join(self.text[start:end].split())


_OPENING = 4


@lru_cache(maxsize=4)
def read_words(text: str) -> Text:
    """Split the text into sentences and words. Cached, because every round of a repair loop uses the same text."""
    found = document(tokens(text))
    sentences: list[tuple[Word, ...]] = []
    listed = set()
    groups = 0
    for sentence in found.sentences:
        words: list[Word] = []
        corrected(sentence.tokens)
        for token in sentence.tokens:
            groups = _open(token, words, groups)
        if words and sentence.heading == "notes":
            start, end = words[0].start, words[-1].end
            text = text[:start] + " " * (end - start) + text[end:]
            continue
        if not words:
            continue
        if sentence.heading == "ingredients" or (len(sentences) < 2 and _is_list(words)):
            listed.add(len(sentences))
        sentences.append(tuple(words))
    title = (found.title[0].start, found.title[-1].end) if found.title else None
    return Text(text, tuple(sentences), frozenset(listed), title)


def _is_list(words: list[Word]) -> bool:
    """Whether a sentence only lists ingredients: `2 litres of milk, 60 ml of lemon juice, 5 g of salt.`"""
    amounts = [word for word in words if word.token.kind == "quantity"]
    needed = next((at for at, word in enumerate(words[:_OPENING], 1) if word.low in ("need", "needed")), 0)
    words = words[needed:] or words  # `You will need 3 strawberries, 10 mL of water …`
    return (
        words[0].token.kind in ("quantity", "number" if needed else "quantity")
        and len(amounts) > 1
        and not any(word.low in WORDS["auxiliaries"] or word.low in WORDS["modals"] for word in words)
    )


def _open(token: Token, words: list[Word], groups: int) -> int:
    """Append a token to the words, or all tokens of a bracketed group; return the number of groups so far."""
    if token.kind != "group":
        words.append(Word(token, -1))
        return groups

    def walk(inner: tuple[Token, ...]) -> None:
        nonlocal groups
        own = groups
        for one in inner:
            if one.kind == "group":
                groups += 1
                walk(one.inner)
            else:
                words.append(Word(one, own))

    walk(token.inner)
    return groups + 1
