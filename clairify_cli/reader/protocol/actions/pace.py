"""The pace of an addition: the time in the text, or a guess if it only says that it is gradual."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import Roles
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Value

DURING = ("over", "for", "during", "within", "in")
_GUESS = "10 min"
"""A common time for a small addition."""


def time_of(scene: Scene, found: Roles) -> str | None:
    """The time of an addition; if the text only says slowly, dropwise or in portions, a guess, which is reported."""
    given = found.time(*DURING)
    if given is not None or found.pace is None or _is_only_careful(scene, found.pace):
        return given.xdl if given is not None else None
    what = f"the text gives no time for `{found.pace.text}`"
    scene.assume("XDL655", [found.pace], what, f"`{_GUESS}` is taken")
    return _GUESS


def manner(scene: Scene, found: Roles, noun: Noun, own: Quantity | None = None) -> dict[str, Value]:
    """The properties of Add for the pace: a liquid is added dropwise, a solid or portions over a time.

    `own` is the time that the text gives within the words for the reagent.
    """
    given = own or found.time(*DURING)
    low = found.pace.low if found.pace is not None and not _is_only_careful(scene, found.pace) else ""
    dropwise = low in WORDS["dropwise"]
    if given is None and low and not dropwise and low not in WORDS["portionwise"]:
        dropwise = _is_liquid(noun)
    time = given or (None if dropwise else time_of(scene, found))
    return {"dropwise": dropwise, "time": time}


def _is_only_careful(scene: Scene, pace: Token) -> bool:
    """Whether `carefully` occurs outside a laboratory report, where it only means not to spill."""
    return pace.low.startswith(("care", "caut")) and not scene.reported


def _is_liquid(noun: Noun) -> bool:
    """Whether a thing can be dropped: it has a volume, or no mass and nothing says that it is a solid."""
    substance = find(noun.name)
    if noun.strong or noun.mixture or noun.amount("volume") is not None:
        return True
    return noun.amount("mass") is None if substance is None or substance.state is None else substance.state == "liquid"
