"""Chromatography, and verbs that take a means: purify, isolate, collect, obtain."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.chemistry.eluents import eluent, proportions
from clairify_cli.english.lexicon import LEXICON, WORDS
from clairify_cli.english.tokens import Token, first_quantity, leaves, quantities
from clairify_cli.files.patterns import late
from clairify_cli.reader.protocol.actions import adding, mixing, separating, solids
from clairify_cli.reader.protocol.actions.common import finish, present
from clairify_cli.reader.protocol.clauses.predicate import Clause
from clairify_cli.reader.protocol.nouns.noun import Noun
from clairify_cli.reader.protocol.phrases.phrases import phrases
from clairify_cli.reader.protocol.phrases.roles import Note, Roles, over
from clairify_cli.reader.protocol.scene import discourse
from clairify_cli.reader.protocol.scene.contents import part_words
from clairify_cli.reader.protocol.scene.scene import Scene
from clairify_cli.reader.protocol.scene.state import Draft

_BETWEEN = late(r"\s?(?:of\s|\()?")
"""The text between an eluent and its volume: `200 mL of ether`, `ether (200 mL)`."""


def isolate(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`Collected on a frit`, `the fraction was collected`; another means, `by distillation`, is the verb itself."""
    before = scene.parts.filtered
    filtrate = bool(found.objects) and all(part_words(noun.name, "filtrates") for noun in found.objects)
    if filtrate and before is not None and not scene.parts.settled:
        return _caught(scene, clause, found, before)  # `and collect the filtrate in a flask`
    if _on_filter(scene, clause):
        return solids.filtering(scene, clause, found)
    heads = {token.low for token in (clause.subject or clause.after[:4])}
    last = scene.last
    fraction = heads & {"fraction", "fractions", "distillate"} or (last.name == "Distill" and found.temps)
    if fraction and last.name in ("Distill", "RunColumn"):
        return _fraction(scene, clause, last)
    if heads & WORDS["workup.layers"]:
        return separating.separate(scene, clause, found)
    return mixing.measure(scene, clause, found)


def _caught(scene: Scene, clause: Clause, found: Roles, draft: Draft) -> bool:
    """Give a filtration the vessel in which the text collects its filtrate."""
    goal = next((noun for kind, noun in found.goals if noun.kind == "vessel"), None)
    source = scene.vessels.all[draft.vessel]
    if goal is not None:
        target = scene.vessel(goal, clause.tokens, source)
        discourse.put(draft, "filtrate_vessel", target.id, after="vessel")
        scene.hand_over(source, target)
    discourse.filtrate(scene, clause.tokens)
    draft.tokens.extend(clause.tokens)
    scene.changed.append(draft)
    return finish(scene, draft, found)


def _fraction(scene: Scene, clause: Clause, last: Draft) -> bool:
    """`The fraction distilling at 61 °C and 12 mbar was collected`: conditions of the distillation before."""
    for dimension in ("temp", "pressure") if last.name == "Distill" else ():
        one = first_quantity(leaves(clause.tokens), dimension)
        if one is not None:
            last.properties.setdefault(dimension, one.xdl)
    last.tokens.extend(clause.tokens)
    scene.changed.append(last)
    return True


def discard(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Whether a part of the mixture is discarded; it stays where it is, so this is not a step."""
    parts = [
        noun
        for noun in found.objects
        if noun.kind == "reference" or part_words(noun.name, "layers", "filtrates", "surely_solid")
    ]
    return bool(parts) and not any(noun.measured for noun in found.objects)


_COMES_OUT = frozenset(("HeatChill", "HeatChillToTemp", "Stir", "Wait", "Crystallize"))
"""Steps in which a solid may have come out."""
_ANTECEDENT = 200
"""Characters before `which` in which the text may name what it stands for."""


def _on_filter(scene: Scene, clause: Clause) -> bool:
    """`Collected on a frit`: the solid stays on a filter; `crystals were collected` without more is filtering too."""
    lows = {token.low for token in clause.tokens}
    if lows & {"frit", "sinter", "filter", "büchner", "buchner", "funnel", "pump", "suction", "sieve", "mesh"}:
        return True
    what = {token.low for token in (clause.subject or clause.after[:5])}
    if not what - {"which", "that", ","}:  # `crystals formed, which were collected`
        end = clause.tokens[0].start
        before = scene.source.text[max(0, end - _ANTECEDENT) : end].rpartition(".")[2]
        what = set(before.lower().replace(",", "").split())
    settled = scene.last.name in _COMES_OUT and "product" in what  # `The product was collected`
    return bool(what & WORDS["workup.surely_solid"]) or settled


def elute(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The solution was eluted through a silica column`; on a filter, eluting is washing."""
    through = any(phrase.kind in ("through", "down") for phrase in phrases(clause.after))
    if through and not clause.link and any(token.low == "column" for token in clause.after):
        return column(scene, clause, found)
    last = scene.last
    note = _eluted(scene, last, clause) if last.name == "RunColumn" else None
    if note is not None:
        last.tokens = [*last.tokens, *clause.tokens]
        last.notes += [note] if note.reason else []
        return True
    return solids.wash(scene, clause, found)


def _eluted(scene: Scene, draft: Draft, clause: Clause) -> Note | None:
    """Give a column the eluent that a clause names: `(hexane/EtOAc 4:1)`, `eluting with 200 mL of ether`.

    Return the span of the eluent, with a reason if the step cannot express all of it.
    """
    text = scene.source.text
    place = eluent(text, clause.after[0].start, clause.after[-1].end) if clause.after else None
    if place is None or "eluting_solvent" in draft.properties:
        return None
    words = scene.words(*place)
    draft.properties["eluting_solvent"] = scene.declare(Noun("material", clause.after, words))
    for volume in quantities(leaves(clause.after), "volume"):
        between = (volume.end, place[0]) if volume.end <= place[0] else (place[1], volume.start)
        if _BETWEEN.fullmatch(text, *between):
            draft.properties["eluting_volume"] = volume.xdl
    scene.changed.append(draft)
    return Note(*place, "RunColumn has one eluent, and no gradient" if proportions(words).is_gradient else "")


def eluted_later(scene: Scene, end: int) -> None:
    """`Purification by chromatography is necessary, eluting with A`: the eluent that its sentence names later."""
    last = scene.last
    if last.name == "RunColumn" and "eluting_solvent" not in last.properties:
        start, text = last.tokens[-1].end, scene.source.text
        place = eluent(text, start, end) if "elut" in text[start:end] else None
        if place is not None:
            last.properties["eluting_solvent"] = scene.declare(Noun("material", last.tokens, scene.words(*place)))


def load(scene: Scene, clause: Clause, found: Roles) -> bool:
    """`The residue was loaded onto a silica column`: run the column; loading anything else is adding."""
    onto = [phrase for phrase in phrases(clause.after) if phrase.kind in ("onto", "on", "to")]
    held = [token for phrase in onto for token in phrase.tokens]
    if any(token.low == "column" for token in held):
        return column(scene, clause, found)
    if any(token.low.startswith("silica") for token in held) and not any(token.quantity for token in held):
        return bool(scene.drafts)  # `dry-loaded onto silica gel and purified`: RunColumn includes it
    if found.withs and any(noun.kind == "vessel" for noun in found.objects):
        return adding.fill(scene, clause, found)  # `a tube was loaded with A and B`
    return clause.verb.base != "apply" and adding.add(scene, clause, found)  # not a vacuum that is applied


def _is_further(after: list[Token], at: int, token: Token) -> bool:
    """Whether a token names a further chromatography: `and then by | preparative TLC`."""
    verb = LEXICON.verb(token.low, "noun")
    ahead = {one.low for one in after[max(0, at - 3) : at]}
    return verb is not None and verb.action == "column" and bool(ahead & {"then", "followed"})


def column(scene: Scene, clause: Clause, found: Roles) -> bool:
    """Purify by chromatography."""
    last = scene.last
    if last.name == "RunColumn" and any(token.low == "this" for token in clause.tokens):
        last.tokens.extend(clause.tokens)  # `this purification gave …`
        return True
    further = next((at for at, token in enumerate(clause.after) if at and _is_further(clause.after, at, token)), None)
    if further is not None:  # `by column chromatography (ether) and then by preparative TLC (DCM)`
        first, second = clause.after[:further], clause.after[further:]
        column(scene, replace(clause, after=first), found)
        return column(scene, replace(clause, before=[], subject=[], predicate=second[:1], after=second[1:]), Roles())
    vessel = scene.here(clause.tokens) if scene.drafts else present(scene, clause, Roles(found.objects))
    target = scene.aside(clause.tokens, "the text names no vessel for what leaves the column")
    draft = scene.emit("RunColumn", clause.tokens, from_vessel=vessel, to_vessel=target)
    content = [t for t in clause.after if t.kind != "mark"]
    note = _eluted(scene, draft, clause)
    found.notes = [over(content, note.reason if note is not None else "")] if content else []
    found.withs = [noun for noun in found.withs if not noun.is_material]
    found.goals, found.through, found.sources = [], [], []
    kinds = [token for token in clause.predicate if token.low in WORDS["workup.columns"]]
    draft.notes += [over(kinds, "RunColumn does not say what kind of chromatography it is")] if kinds else []
    target.contents.update(vessel.contents)
    scene.current = target
    return finish(scene, draft, found)
