"""Commands that must not be given in a game, and those that must be given before it counts as won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clairify_cli.agents.policies.spelling import folded, said, step_said
from clairify_cli.agents.repair.facts import StoryError, step_words
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.planning.repair.model import ANY, GroundStep, fits, fits_word
from clairify_cli.records import dataclass
from clairify_cli.worlds.text.base import ActionForm, GameError


@dataclass(frozen=True, slots=True)
class Constraints:
    """Patterns of steps in the words of a world's actions and things."""

    forbidden: tuple[GroundStep, ...] = ()
    required: tuple[GroundStep, ...] = ()

    @classmethod
    def read(cls, forbid: Sequence[str], require: Sequence[str], forms: Sequence[ActionForm]) -> Constraints:
        """Raises `GameError` for what can be no step in a world with these actions."""
        return cls(*(tuple(_read(one, forms) for one in some) for some in (forbid, require)))

    def barring(self, command: str, step: GroundStep, forms: Sequence[ActionForm]) -> GroundStep | None:
        """The pattern that forbids a command. Where its `step` is not known, it is enough that the pattern may fit."""
        return next((one for one in self.forbidden if _fits(one, command, step, forms, surely=False)), None)

    def left(
        self, before: tuple[GroundStep, ...], command: str, step: GroundStep, forms: Sequence[ActionForm]
    ) -> tuple[GroundStep, ...]:
        """The patterns of `before` that a command, which was done, does not fit for sure."""
        return tuple(one for one in before if not _fits(one, command, step, forms, surely=True))


NONE = Constraints()


def _read(text: str, forms: Sequence[ActionForm]) -> GroundStep:
    try:
        pattern = step_words(text)
    except StoryError as error:
        raise GameError(f"--forbid and --require: {error}") from None
    longest = max((len(one.parameters) for one in forms if fits_word(pattern[0], one.name.lower())), default=-1)
    if len(pattern) - 1 > longest:
        actions = (f"({' '.join((one.name, *(name for name, _ in one.parameters)))})" for one in forms)
        raise GameError(f"--forbid and --require: `{text}` fits no action of this world; there are {listing(actions)}")
    return pattern


def _fits(pattern: GroundStep, command: str, step: GroundStep, forms: Sequence[ActionForm], *, surely: bool) -> bool:
    if step:
        return fits(pattern, step)
    return any(_agree(pattern, one, surely=surely) for one in _steps(command, forms))


def _steps(command: str, forms: Sequence[ActionForm]) -> Iterator[tuple[str | None, ...]]:
    """The actions that a command may be, with None for what it does not name."""
    spelt = step_said(command, forms)
    if spelt is not None:
        yield spelt[0].name.lower(), *spelt[1]
        return
    for one in said(command, forms):
        words = dict(one.words)
        yield one.form.name.lower(), *(words.get(name) for name, _ in one.form.parameters)


def _agree(pattern: GroundStep, step: Sequence[str | None], *, surely: bool) -> bool:
    return len(pattern) <= len(step) and all(
        wanted == ANY or (not surely if word is None else _is_called(wanted, word, surely=surely))
        for wanted, word in zip(pattern, step, strict=False)
    )


def _is_called(wanted: str, word: str, *, surely: bool) -> bool:
    """Whether words are the name of a thing; "the apple" may be `apple1`, which is not sure."""
    any_ending = ANY if wanted.endswith(ANY) else ""
    name, word = folded(wanted.rstrip(ANY)), folded(word)
    return fits_word(name + any_ending, word) or (not surely and bool(word) and name.rstrip("0123456789") == word)
