"""What has happened in a game so far, as a model is told it: bounded, and nothing of it is an instruction."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.agents.policies.words import fill, quoted
from clairify_cli.worlds.text.base import ActionForm, Observation

_LONGEST_OBSERVATION = 6_000


@dataclass(frozen=True, slots=True)
class Turn:
    """A command, the thought before it, and what the world said."""

    command: str
    seen: Observation
    thought: str = ""


@dataclass(slots=True)
class Turns:
    """The turns of one game, after what was `first` seen. `most` is how many characters of them are told."""

    first: Observation
    most: int
    done: list[Turn] = field(default_factory=list)

    def told(self) -> str:
        """The turns in order, the latest whole; where they are too long, the oldest are left out and counted."""
        return "\n".join((fill("turn-first", seen=_seen(self.first)), *self._entries()))

    def told_since(self) -> str:
        """The turns alone."""
        return "\n".join(self._entries())

    def _entries(self) -> list[str]:
        kept: list[str] = []
        size = 0
        for number, turn in reversed(list(enumerate(self.done, start=1))):
            entry = _entry(number, turn)
            size += len(entry)
            if kept and size > self.most:
                break
            kept.append(entry)
        if len(kept) < len(self.done):
            kept.append(fill("turns-left-out", count=len(self.done) - len(kept)))
        return kept[::-1]


def _entry(number: int, turn: Turn) -> str:
    name = "turn-refused" if turn.seen.refused else "turn"
    thought = fill("turn-thought", thought=turn.thought) + "\n" if turn.thought else ""
    return fill(name, number=number, thought=thought, command=turn.command, seen=_seen(turn.seen))


def _seen(seen: Observation) -> str:
    return quoted(shortened(seen.text), "observation")


def shortened(text: str, most: int = _LONGEST_OBSERVATION) -> str:
    """A text's beginning and end, where it is too long to be told whole."""
    return text if len(text) <= most else f"{text[: most // 2]}\n[...]\n{text[-(most // 2) :]}"


def forms_told(forms: tuple[ActionForm, ...], *, as_pddl: bool = False) -> str:
    """The commands that there are, a line for each; `as_pddl` with the actions that they are."""
    lines = []
    for form in forms:
        meaning = fill("form-meaning", meaning=form.meaning) if form.meaning else ""
        parameters = " ".join(f"?{name} - {kind}" for name, kind in form.parameters)
        name = "form-pddl" if as_pddl else "form"
        lines.append(fill(name, command=form.command, action=form.name, parameters=parameters, meaning=meaning))
    return "\n".join(lines)
