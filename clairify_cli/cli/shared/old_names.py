"""Older names of options, which still work; a note gives the new name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from clairify_cli.cli.shared.output import inform
from clairify_cli.services.options import Argument, Option, flag_of

Rewrite = Callable[[Sequence[str], int], tuple[str, ...] | None]
"""Returns the replacement for the word at an index of the command line if its older meaning depends on the rest, else
None."""


def renamed(words: Sequence[str], declared: Mapping[str, Option | Argument], rewrites: Sequence[Rewrite]) -> list[str]:
    """Return the command line with old names replaced; words after `--` are left alone.

    If another option now has an older name, the name means that option.
    """
    options = {flag_of(name, one): one for name, one in declared.items() if isinstance(one, Option)}
    new = {one.was: flag for flag, one in options.items() if one.was and one.was not in options}
    made: list[str] = []
    for at, word in enumerate(words):
        if word == "--":
            return [*made, *words[at:]]
        flag, equals, value = word.partition("=")
        instead = next((found for one in rewrites if (found := one(words, at)) is not None), None)
        if instead is None and flag in new:
            instead = (new[flag] + equals + value,)
        if instead and not {"-q", "--quiet"} & set(words):
            inform(_note(words, at, instead))
        made += (word,) if instead is None else instead
    return made


def _note(words: Sequence[str], at: int, instead: Sequence[str]) -> str:
    """Return the note; it includes the option's value if the value was renamed."""
    old, new = words[at], " ".join(instead)
    if not old.startswith("-"):
        return f"note: {words[at - 1]} {old} is now {words[at - 1]} {new}"
    return f"note: {old.partition('=')[0]} is now {new.partition('=')[0]}"
