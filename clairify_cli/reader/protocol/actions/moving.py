"""Actions that move a vessel or its contents: pour, transfer, place."""

from __future__ import annotations

from clairify_cli.english.lexicon import WORDS
from clairify_cli.reader.protocol.actions import purifying, solids, thermal
from clairify_cli.reader.protocol.actions.adding import adding
from clairify_cli.reader.protocol.actions.common import flattened, wait_first
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.phrases import phrases
from clairify_cli.reader.protocol.phrases.roles import Roles, over
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Known, Leaving


def _onto_filter(clause: Clause) -> bool:
    """Whether something is poured onto a filter: `onto a Büchner funnel`, `into a sintered glass funnel`."""
    for phrase in phrases(clause.after):
        if phrase.kind in ("to", "onto", "on", "into", "through", "over"):
            lows = {token.low for token in phrase.tokens}
            if lows & WORDS["workup.filters"] and not lows & {"flask", "cake", "aid", "paper"}:
                return True
    return False


def _on_column(clause: Clause) -> bool:
    """Whether something is put onto a column: `put directly on a silica column`."""
    put = (phrase for phrase in phrases(clause.after) if phrase.kind in ("on", "onto", "to"))
    return any(token.low == "column" for phrase in put for token in phrase.tokens)


def pour(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Pour a reagent (add it) or the contents of a vessel (transfer them)."""
    _from_vessel(scene, clause, found)
    if _on_column(clause):
        return purifying.load(scene, clause, found)
    if found.through and not found.measured:
        return solids.filtering(scene, clause, found)
    nothing_new = not any(noun.is_material for noun in (*found.objects, *found.withs))
    if nothing_new and _onto_filter(clause):
        found.goals = []
        return solids.filtering(scene, clause, found)
    funnel = _into_separator(scene, clause, found)
    if funnel is not None and nothing_new and scene.current is not None:
        scene.leaving = Leaving(scene.current, funnel, len(scene.drafts), clause.tokens)
        return True  # the Separate step includes the transfer
    if found.objects and not found.goals and (nothing_new or clause.verb.away):
        scene.fail(clause.tokens, "the text does not say where to")
        return False
    if not found.objects and found.goals and scene.current is not None:
        found.objects = [Noun("pronoun", clause.predicate)]  # `pour into a cup`: what there is
        found.places = [one for one in found.places if one[2].tokens[-1].text.lower() not in WORDS["iced"]]
    return adding(scene, clause, found)


def _into_separator(scene: Scene, clause: Clause, found: Roles) -> Known | None:
    """The separating funnel to which the current mixture is only moved, as the next step uses it."""
    for _, noun in found.goals:
        if noun.vessel is not None and noun.vessel.noun.type == "separator" and not noun.contents:
            return scene.vessel(noun, clause.tokens)
    return None


def left_unseparated(scene: Scene) -> None:
    """Emit the transfer to a separating funnel in which nothing is separated, or report it, if more is done since."""
    left = scene.leaving
    if left is None or left.funnel is left.source:
        return
    since = list(flattened(scene.drafts[left.before :]))
    if any(draft.name == "Separate" for draft in since):
        return
    if all(draft.name in ("Add", "Repeat") for draft in since):
        scene.emit("Transfer", left.tokens, from_vessel=left.source, to_vessel=left.funnel, volume="all")
    else:
        scene.fail(left.tokens, "the text does not say what is separated there")


def _from_vessel(scene: Scene, clause: Clause, found: Roles) -> None:
    """`Transfer 20 mL from the beaker to a tube`: make the vessel poured from the current one."""
    for noun in found.sources:
        if noun.kind == "vessel" and noun.vessel is not None:
            scene.current = scene.vessel(noun, clause.tokens)


def place(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Put a vessel somewhere (a bath, a hot plate, a fridge), or a reagent into a vessel."""
    if _on_column(clause):
        return purifying.load(scene, clause, found)
    objects, current = found.objects, scene.current
    into = [noun.vessel for kind, noun in found.goals if kind in ("in", "into") and noun.vessel is not None]
    full = current is not None and current.contents and not any(scene.vessels.is_meant(one, current) for one in into)
    if into and full and not objects and not (found.places or found.temps or found.times):
        return pour(scene, clause, found)  # `dissolved, filtered and | placed in an autoclave`
    if found.places or found.temps:
        amounts = bool(objects) and all(noun.kind != "vessel" and noun.measured for noun in objects)
        if amounts and found.goals and not found.temps:
            return adding(scene, clause, found)
        return _into_bath(scene, clause, found)
    empty = bool(objects) and objects[0].kind == "vessel" and not objects[0].contents
    stands = bool(found.times) and clause.verb.base in ("set", "stand", "sit", "keep", "store")
    if not objects or (stands and (empty or not found.goals)):
        return thermal.wait(scene, clause, found)
    if empty:
        return _set_up(scene, clause, found)
    if found.goals or any(noun.measured for noun in objects if noun.is_material):
        return adding(scene, clause, found)
    return False


def _into_bath(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Put a vessel in a place with a temperature; one without goes into the next step's comment."""
    wait_first(scene, clause, found)
    if any(place.kind == "heat" for _, place, _ in found.places) and not found.temps and found.time() is None:
        return _set_up(scene, clause, found)
    return thermal.heat(scene, clause, found)


def _set_up(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Place the beaker on a hot plate`: no separate step; the words go into the comment of the next one."""
    if not found.places and not any(noun.kind == "tool" for noun in found.withs):
        return False
    for noun in found.objects:
        if noun.kind == "vessel":
            scene.current = scene.vessel(noun, clause.tokens)
    content = [t for t in clause.tokens if t.kind != "mark" and t.low not in WORDS["conjunctions"]]
    scene.pending.append(over(content, "the text gives no temperature"))
    return True
