"""How something is added: which vessel it comes from and goes back to, and over which time."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.english.quantities import Quantity
from clairify_cli.english.tokens import Token
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import Roles
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft, Known, Value


def holder(scene: Scene, clause: Clause, noun: Noun) -> Known | None:
    """The vessel that a reagent is moved from: `the water` in one, or `pour 10 mL of the water`."""
    if not noun.definite or noun.kind != "material" or scene.take_stock(noun) is not None:
        return None
    if noun.measured and clause.verb.action == "pour":
        if len(noun.name.rpartition(" ")[2]) == 1 and not any(token.low == "the" for token in noun.tokens):
            return None  # `4 mL of solution A` is what went into the first tube, not what that has become
        return scene.place_of.get(scene.reagent(noun.name)) or scene.mixed(noun.name.lower())
    return scene.holder(noun)


def made_before(scene: Scene, noun: Noun, vessel: Known, before: Known | None) -> Known | None:
    """The vessel whose contents words such as `the solution of LDA` and `the Grignard reagent` mean.

    It is a different vessel from the one added to; such words do not name a reagent from a bottle.
    """
    if not noun.definite or noun.measured or any(part.measured for part in noun.contents) or noun.portion:
        return None
    name = noun.name.lower()
    if scene.take_stock(noun) is not None:
        return None
    if find(name) is not None and not noun.mixture:
        return None
    parts = name.split()
    if before is not None and before is not vessel and before.contents:
        return before
    if parts[-1] not in WORDS["prepared"] and parts[0] not in WORDS["solutions"] and not noun.mixture:
        return None
    others = [one for one in scene.vessels.all.values() if one is not vessel and one.contents]
    return others[-1] if others else None


def vessel_before(scene: Scene, found: Roles, moved: Noun | None, source: Known | None) -> Known | None:
    """The vessel that something made in a separate flask goes to: the mixture in the previous vessel."""
    if moved is None or moved.kind not in ("pronoun", "reference") or source is None or not found.goals:
        return None
    if not all(_is_mixture(noun) for _, noun in found.goals):
        return None
    others = [one for one in scene.vessels.all.values() if one is not source and one.contents]
    back = scene.beside if scene.beside in others else (others[-1] if others else None)
    return back


def elsewhere(scene: Scene, found: Roles, current: Known | None) -> Known | None:
    """The vessel that `the mixture` comes from: not the current one, if the text says that it goes there.

    After work in another vessel, `the mixture was poured into the conical flask` is about the vessel used before it.
    """
    mentions = [noun.vessel for _, noun in found.goals if noun.vessel is not None]
    if current is None or len(mentions) != 1 or not scene.vessels.is_meant(mentions[0], current):
        return current
    for draft in reversed(scene.drafts):
        for key in ("to_vessel", "vessel", "from_vessel"):
            other = scene.vessels.all.get(draft.properties.get(key, ""))
            if other is not None and other is not current and other.contents:
                return other
    return current


def _is_mixture(noun: Noun) -> bool:
    """Whether a noun means the contents of a vessel: `the mixture`, `the Ti(III) solution`."""
    if noun.kind == "reference":
        return True
    known = noun.kind == "material" and noun.definite and not noun.measured and not noun.contents
    return known and noun.name.lower().rpartition(" ")[2] in WORDS["prepared"]


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
    """The properties of Add for the pace: a liquid is added dropwise, a solid over a time, or in portions.

    `own` is the time that the text gives within the words for the reagent.
    """
    given = own or found.time(*DURING)
    low = found.pace.low if found.pace is not None and not _is_only_careful(scene, found.pace) else ""
    dropwise = low in WORDS["dropwise"]
    if given is None and low and not dropwise and low not in WORDS["portionwise"]:
        stock = scene.take_stock(noun)
        dropwise = _is_liquid(noun if stock is None else stock.noun)
    time = given or (None if dropwise or found.portions else time_of(scene, found))
    return {"dropwise": dropwise, "time": time, "portions": found.portions}


def _is_only_careful(scene: Scene, pace: Token) -> bool:
    """Whether `carefully` occurs outside a laboratory report, where it only means not to spill."""
    return pace.low.startswith(("care", "caut")) and not scene.reported


def _is_liquid(noun: Noun) -> bool:
    """Whether a thing can be dropped: it has a volume, or no mass and nothing says that it is a solid."""
    substance = find(noun.name)
    if noun.strong or noun.mixture or noun.amount("volume") is not None:
        return True
    return noun.amount("mass") is None if substance is None or substance.state is None else substance.state == "liquid"


def rinsings_added(scene: Scene, clause: Clause, vessel: Known) -> Draft | None:
    """`Rinse the flask with A and add the rinsings to B`: what was read as cleaning is brought along.

    Returns None if nothing was rinsed, and the last step if it has the rinsings already.
    """
    cleaned = scene.last
    if cleaned.name != "CleanVessel" or "solvent" not in cleaned.properties:
        return cleaned if cleaned.name in ("Add", "Transfer", "Repeat", "WashSolid") else None
    scene.drafts.pop()
    source, times = scene.vessels.all[cleaned.properties["vessel"]], int(cleaned.properties.get("repeats", 1))
    if scene.last.name == "Transfer" and scene.last.properties["from_vessel"] == source.id:
        vessel = scene.vessels.all[scene.last.properties["to_vessel"]]
    start = len(scene.drafts)
    given = {"reagent": cleaned.properties["solvent"], "volume": cleaned.properties.get("volume")}
    scene.emit("Add", cleaned.tokens, vessel=source, **given).notes.extend(cleaned.notes)
    return brought_along(scene, start, [*cleaned.tokens, *clause.tokens], source, vessel, times)


def brought_along(
    scene: Scene, start: int, tokens: list[Token], source: Known, target: Known | None, times: int
) -> Draft:
    """Move a rinse, the steps from `start` on, to where the contents of its vessel went, as often as it is done."""
    if target is not None and target is not source:
        scene.emit("Transfer", tokens, from_vessel=source, to_vessel=target, volume="all")
        source.contents.clear()
        scene.current = target
    return scene.wrap(start, times, tokens) if times > 1 else scene.last
