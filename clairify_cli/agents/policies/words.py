"""Prompts from `prompts/replan.txt`, with the game so far; text that is not ours is inserted as data."""

from __future__ import annotations

import hashlib

from clairify_cli.files import filled
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import ActionForm, Observation
from clairify_cli.worlds.text.templates import PLACE


def fill(name: str, /, **values: object) -> str:
    """The prompt `replan-NAME` with its `$names` replaced; values are never looked into."""
    return filled(f"replan-{name}", **values).removesuffix("\n")


def sentence(name: str, /, **values: object) -> str:
    """The same on one line, for what is said about a reply."""
    return " ".join(fill(name, **values).split())


def quoted(text: str, kind: str) -> str:
    """External text between marker lines that it cannot contain: they include its hash."""
    text = "".join(one if one.isprintable() or one in "\n\t" else " " for one in text).strip("\n")
    marker = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return fill("quoted", kind=kind, marker=marker, text=text)


_LONGEST_OBSERVATION = 6_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A command, the thought before it, and what the world said."""

    command: str
    seen: Observation
    thought: str = ""


@dataclass(slots=True)
class Turns:
    """The turns of one game, after the `first` observation. `most` limits the characters of them that are shown."""

    first: Observation
    most: int
    done: list[Turn] = field(default_factory=list)
    before: int = 0
    """How many turns there were before the first of these."""

    def told(self, *, since: int = 0, thoughts: bool = True) -> str:
        """The turns in order, the latest in full; if they are too long, the oldest are left out and counted.

        Those until `since` are left out, and with them the first observation; and so is one without a text.
        """
        first = [fill("turn-first", seen=_seen(self.first))] if self.first.text and not since else []
        return "\n".join((*first, *self._entries(since, thoughts=thoughts)))

    @property
    def seen(self) -> str:
        """All that was observed, refusals aside."""
        return "\n".join((self.first.text, *(turn.seen.text for turn in self.done if not turn.seen.refused)))

    def _entries(self, since: int = 0, *, thoughts: bool = True) -> list[str]:
        kept: list[str] = []
        size = 0
        for number, turn in reversed(list(enumerate(self.done[since:], start=since + 1))):
            entry = _entry(self.before + number, turn, thoughts=thoughts)
            size += len(entry)
            if kept and size > self.most:
                break
            kept.append(entry)
        left_out = len(self.done) - since - len(kept)
        if left_out:
            kept.append(fill("turns-left-out", count=left_out))
        return kept[::-1]


def _entry(number: int, turn: Turn, *, thoughts: bool) -> str:
    name = "turn-refused" if turn.seen.refused else "turn"
    thought = fill("turn-thought", thought=turn.thought) + "\n" if turn.thought and thoughts else ""
    return fill(name, number=number, thought=thought, command=turn.command, seen=_seen(turn.seen))


def _seen(seen: Observation) -> str:
    return quoted(_shortened(seen.text), "observation")


def _shortened(text: str) -> str:
    """A text's beginning and end, if it is too long to be shown whole."""
    half = _LONGEST_OBSERVATION // 2
    return text if len(text) <= _LONGEST_OBSERVATION else f"{text[:half]}\n[...]\n{text[-half:]}"


def forms_told(forms: tuple[ActionForm, ...], *, as_pddl: bool = False) -> str:
    """The commands that there are, a line for each; `as_pddl` with the actions that they are, a line for each of them.

    Actions with the same command are one line, and so are those whose commands differ in nothing but a word in braces
    and mean the same.
    """
    if not as_pddl:
        return "\n".join(fill("form", command=one, meaning=_meant(means)) for one, means in _commands(forms).items())
    lines = []
    for form in forms:
        parameters = " ".join(f"?{name} - {kind}" for name, kind in form.parameters)
        meaning = _meant([form.meaning] if form.meaning else [])
        lines.append(fill("form-pddl", command=form.command, action=form.name, parameters=parameters, meaning=meaning))
    return "\n".join(lines)


def _commands(forms: tuple[ActionForm, ...]) -> dict[str, list[str]]:
    """Each command once, with what it means."""
    told: dict[str, list[str]] = {}
    for form in forms:
        shape = PLACE.sub("{}", form.command)
        alike = (one for one, means in told.items() if form.meaning in means and PLACE.sub("{}", one) == shape)
        means = told.setdefault(form.command if form.command in told else next(alike, form.command), [])
        if form.meaning and form.meaning not in means:
            means.append(form.meaning)
    return told


def _meant(meanings: list[str]) -> str:
    return fill("form-meaning", meaning=" ".join(meanings)) if meanings else ""
