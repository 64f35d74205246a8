"""The origin of what is added or moved: which vessel holds it, and which vessel it goes back to."""

from __future__ import annotations

from clairify_cli.chemistry import find
from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.roles import Roles
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Known


def holder(scene: Scene, clause: Clause, noun: Noun) -> Known | None:
    """The vessel that a reagent is moved from: `the water` in one, or `pour 10 mL of the water`."""
    if not noun.definite or noun.kind != "material" or scene.take_stock(noun) is not None:
        return None
    if noun.measured and clause.verb.action == "pour":
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
