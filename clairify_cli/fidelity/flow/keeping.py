"""The kept and the discarded part of a step, compared with the part that the text continues with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic, Related
from clairify_cli.fidelity.checks.places import COMMON
from clairify_cli.fidelity.comparison.alignment import Placed
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.flow.bench import Division, Run, Side, source_of
from clairify_cli.fidelity.flow.intent import (
    goes_on_with_filtrate,
    kept_layer,
    kept_of_filtration,
    moved_layer,
    named_layer,
)
from clairify_cli.fidelity.flow.liquids import layer_of
from clairify_cli.fidelity.lists import pattern
from clairify_cli.fidelity.rules import rules
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import StepClaims

_NEEDS_LIQUID = frozenset(("evaporate", "extract", "distil"))
_MIXES = frozenset(("heat", "dissolve", "stir"))
"""Work on a solid that is suspended or dissolved again, and no longer a filter cake."""
_PASSED = frozenset(("FilterThrough", "RunColumn"))
_SHOWN = 60
_IS_WASTE = pattern("flow is waste")
_TURNED = {"top": "bottom", "bottom": "top"}
_STRAINED, _STEM = pattern("flow strained into"), len("drained")


def check_kept(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report filtrations and separations after which the program keeps the wrong part, with the index of the step."""
    layers = [one for division in run.divisions if (one := _of_layer(evidence, run, division)) is not None]
    sure = any(_AROUND not in one.message for _, one in layers)  # then what is around a layer may be wrong itself
    yield from ((index, one) for index, one in layers if not (sure and _AROUND in one.message))
    for index, step in enumerate(run.steps):
        lost = step.name in _PASSED and _IS_WASTE.search(step.given.get("to_vessel", ""))
        if lost and kept_of_filtration(evidence, evidence.placed[index]) is not Side.SOLID:
            parts = "what stays behind", "what comes through"
            yield index, rules.product_discarded(step.span, step.name, source_of(step), *parts, "", ())
    for division in run.divisions:
        step = run.steps[division.index]
        found = _filtration(evidence, run, division) if step.action in ("filter", "wash") else None
        if found is not None:
            yield division.index, found


def _of_layer(evidence: Evidence, run: Run, division: Division) -> tuple[int, Diagnostic] | None:
    found = _separation(evidence, run, division) if run.steps[division.index].action == "extract" else None
    return None if found is None else (division.index, found)


def _filtration(evidence: Evidence, run: Run, division: Division) -> Diagnostic | None:
    one, step = evidence.placed[division.index], run.steps[division.index]
    before = division.before
    received = _strained_into(evidence, one) if step.name == "Filter" else ""
    if received and _IS_WASTE.search(division.other_vessel or "waste"):
        parts = "the solid", "the filtrate"
        _, related = _words(evidence, division.index)
        return rules.product_discarded(step.span, step.name, division.kept_vessel, *parts, received, related)
    if (
        received
        and not _DESCRIBES.match(received)
        and (meant := _named_otherwise(run, received, division.other_vessel or ""))
    ):
        what = f"and brings the filtrate into `{division.other_vessel}`: the text has `{received}`"
        _, related = _words(evidence, division.index)
        return rules.not_the_material(step.span, step.name, division.kept_vessel, what, meant, related)
    cakes = [part for part in before.parts if run.sides[part] is Side.SOLID]
    worked = any(
        run.steps[at].action in _MIXES for part in cakes for at in run.uses.get(part, ()) if at < division.index
    )
    if step.action == "wash" or (cakes and not (worked and goes_on_with_filtrate(evidence, one))):
        return _washings(evidence, run, division)
    wanted = None if cakes else kept_of_filtration(evidence, one)
    if before.drying is not None:
        wanted = Side.LIQUID
    solids = _washed(run, division.kept)
    used = [index for part in solids for index in run.uses.get(part, ()) if run.steps[index].action != "wash"]
    of_solid = [index for index in used if run.steps[index].action not in ("add", "filter")]
    of_liquid = run.uses.get(division.other, [])
    wasted = _IS_WASTE.search(division.other_vessel or "")
    lost = None
    if division.other_vessel is None:
        needs_liquid = bool(of_solid) and _first_is_for_liquid(run, division)
        if wanted is Side.LIQUID or (needs_liquid and wanted is not Side.SOLID):
            lost = Side.LIQUID
    elif wanted is Side.LIQUID and not of_liquid and (of_solid or wasted):
        lost = Side.LIQUID
    if wanted is not Side.LIQUID and (used or wasted) and not of_liquid and goes_on_with_filtrate(evidence, one):
        lost = Side.LIQUID
    elif wanted is Side.SOLID and of_liquid and not of_solid:
        lost = Side.SOLID
    if lost is None:
        return None
    names = {Side.LIQUID: "the filtrate", Side.SOLID: "the solid"}
    kept = Side.SOLID if lost is Side.LIQUID else Side.LIQUID
    return rules.product_discarded(
        step.span, step.name, division.kept_vessel, names[kept], names[lost], *_words(evidence, division.index)
    )


def _washed(run: Run, part: int) -> list[int]:
    """Return a part and what washing leaves of it."""
    parts = [part]
    for one in run.divisions:
        if run.steps[one.index].action == "wash" and parts[-1] in one.before.parts:
            parts.append(one.kept)
    return parts


def _strained_into(evidence: Evidence, one: Placed) -> str:
    """Return the words that bring a filtrate into a vessel: `strain the brew into the pot`; empty if there are none."""
    text, match = evidence.text.text, None
    if one.cue is not None:
        match = _STRAINED.match(text, one.cue.start)
    elif one.start is not None:
        match = _STRAINED.search(text, *evidence.facts.bounds_around(one.start, one.start))
    return "" if match is None or _IS_WASTE.search(match.group()[_STEM:]) else match.group()


def _named_otherwise(run: Run, received: str, given: str) -> str | None:
    """Return the vessel of the program that the text names for a filtrate, if the program has another one for it."""
    words = set(re.split(r"\b(?:into|in)\s", received)[-1].casefold().split()) - _NO_VESSEL
    named = {vessel for step in run.steps for vessel in step.vessels if words & _words_of(vessel)}
    return None if not named or words & _words_of(given) else min(named)


def _words_of(vessel: str) -> set[str]:
    return set(vessel.casefold().replace("_", " ").split())


_NO_VESSEL = frozenset(("a", "an", "the", "clean", "dry", "new", "second", "another", "fresh", "same", "flask"))
_DESCRIBES = late(r"\w+ed\s(?!the|it|off|out|through|into|in|hot|while|from|directly|and)")
"""A participle that says what something is like: `100 mL of filtered sample into a beaker`."""
_SAVED = pattern("flow saved")
"""A filtrate that the text keeps apart; washings may run into any other."""


def _washings(evidence: Evidence, run: Run, division: Division) -> Diagnostic | None:
    """Report washings of a filter cake that the text continues with, but the program discards."""
    one, into = evidence.placed[division.index], division.other_vessel
    washed = next((other for other in (one, evidence.placed[division.index - 1]) if other.places), one)
    end = washed.places[-1][1] if washed.places else None
    lost, what = _is_rinsed_out(evidence, run, division), None
    if not lost and one.step.name == "WashSolid" and _SAVED.search(evidence.text.text) and _spoils(run, division):
        what = f"and rinses into the filtrate in `{into}`, though only the solid is used later"
    elif not lost and end is not None and not _IS_WASTE.search(into or "waste"):
        line = evidence.text.text[end : evidence.facts.bounds_around(end - 1, end)[1]].partition("\n")[0]
        if (match := pattern("flow thrown away").search(line)) is not None and one.step.action == "wash":
            what = f"and brings the washings into `{into}`: the text has `{match.group()}`"
    elif lost or (end is not None and pattern("flow washings kept").match(evidence.text.text, end)):
        words, related = _words(evidence, washed.step.number - 1)
        parts = "the solid", "the filtrate"
        return rules.product_discarded(one.step.span, one.step.name, division.kept_vessel, *parts, words, related)
    if what is None:
        return None
    return rules.not_the_material(one.step.span, one.step.name, division.kept_vessel, what, None, ())


def _is_rinsed_out(evidence: Evidence, run: Run, division: Division) -> bool:
    """Whether a rinse of a drying agent, or of a cake that is left, is thrown away though its filtrate is used."""
    before, into = division.before.parts, division.other_vessel
    filtered = next((other for other in run.divisions if other.kept in before), None)
    dried = any(other.before.drying and other.other_vessel for other in run.divisions if other.kept in before)
    if filtered is None or dried:
        return dried and into in (None, "waste")
    idle = not any(run.uses.get(part) for part in _washed(run, division.kept)) and bool(run.uses.get(filtered.other))
    return idle and bool(_IS_WASTE.search(into or "")) and not pattern("flow both parts").search(evidence.text.text)


def _spoils(run: Run, division: Division) -> bool:
    """Whether a rinse runs into a filtrate that is kept, though the program goes on with the solid alone."""
    into = division.other_vessel
    filtered = any(other.other_vessel == into and other.index < division.index for other in run.divisions)
    if into is None or _IS_WASTE.search(into) or not filtered:
        return False
    later = [step for step in run.steps[division.index + 1 :] if step.action not in ("wash", "stop", "clean")]
    return any(division.kept_vessel in step.vessels for step in later) and not any(
        into in step.vessels for step in later
    )


def _first_is_for_liquid(run: Run, division: Division) -> bool:
    """Whether the first action on the solid needs a liquid."""
    for index in run.uses.get(division.kept, ()):
        if run.steps[index].action != "transfer":
            held = [held for held in run.before[index].values() if division.kept in held.parts]
            return run.steps[index].action in _NEEDS_LIQUID and all(one.wet is False for one in held)
    return False


def _words(evidence: Evidence, index: int) -> tuple[str, tuple[Related, ...]]:
    """Return the beginning of a step's text, and its place."""
    one = evidence.placed[index]
    if one.start is None:
        return "", ()
    start = one.cue.start if one.cue is not None else one.start
    end = min(start + _SHOWN, len(evidence.text.text))
    return evidence.facts.words.words_of(start, end), evidence.here(start, end)


_AROUND = "the separations around it have it there"
_NEIGHBOURS = 30
"""Maximum number of steps between two separations of the same mixture."""
_OPPOSITE = {"organic": "aqueous", "aqueous": "organic", "": ""}


def _separation(evidence: Evidence, run: Run, division: Division) -> Diagnostic | None:
    step, given = run.steps[division.index], run.steps[division.index].given
    words, related = _words(evidence, division.index)
    kept, other = _uses_after(run, division.kept), _uses_after(run, division.other)
    joined = any(run.steps[index].given.get("to_vessel") == division.kept_vessel for index in other)
    lost = bool(other) and not (kept or joined)
    lost = lost and kept_layer(evidence, evidence.placed[division.index], "", "") != "aqueous"
    if _has_other_layer(evidence, run, division):
        what = "which holds the organic layer, and the text extracts the aqueous one"
        source = given.get("from_vessel", "")
        return rules.not_the_material(step.span, step.name, source, what, None, related)
    if "waste" in (given.get("to_vessel") or "").casefold() or lost:
        parts, into = ("the other layer", "the layer that it keeps"), given.get("to_vessel", "")
        into = "" if "waste" in into.casefold() else into
        source = given.get("from_vessel", "")
        return rules.product_discarded(step.span, step.name, source, *parts, "", related, into=into)
    yield_to = _named_places(evidence, step)
    if yield_to is not None:
        want, said = yield_to
        phases = f'`product_phase="{given["product_phase"]}"`', f'`product_phase="{want}"`'
        return rules.wrong_layer(step.span, step.name, *phases, f"the text says `{said}`", words, related)
    solvent, density = layer_of(given.get("solvent", ""))
    purpose, phase = given.get("purpose", ""), given.get("product_phase", "")
    both = bool(other) and given.get("waste_phase_to_vessel") is not None
    due = kept_layer(evidence, evidence.placed[division.index], solvent, purpose)
    liquids = division.before.liquids
    if not solvent and not liquids.aqueous:
        due = ""
    top = liquids.organic_is_on_top(density if solvent == "organic" else None)
    moved = moved_layer(evidence, evidence.placed[division.index])
    if moved and top is not None:
        due = "organic" if (moved == "top") == top else "aqueous"
    if solvent and purpose in ("extract", "wash"):
        meant = solvent if purpose == "extract" else _OPPOSITE[solvent]
        if due and meant != due and not both:
            why = f'`purpose="{purpose}"` with `{given["solvent"]}` keeps the {meant} layer'
            return rules.wrong_layer(step.span, step.name, meant, due, why, words, related)
        due = meant
    if phase not in ("top", "bottom"):
        return None
    wanted = "" if top is None or not due else "top" if top == (due == "organic") else "bottom"
    why = f"the organic layer is {'above' if top else 'below'} the aqueous one here"
    if not wanted:
        wanted, why = named_layer(evidence, evidence.placed[division.index]), "the text calls it by its place"
    if not wanted:
        wanted, why = _neighbours(run, division, due), _AROUND
    if wanted and wanted != phase:
        phases = f'`product_phase="{phase}"`', f'`product_phase="{wanted}"`'
        return rules.wrong_layer(step.span, step.name, *phases, why, words, related)
    return None


def _has_other_layer(evidence: Evidence, run: Run, division: Division) -> bool:
    """Whether the text extracts the aqueous layer of an earlier separation, and the program the layer that it kept."""
    one, before = evidence.placed[division.index], division.before
    if one.start is None or one.step.given.get("purpose") != "extract" or not run.is_all(before, Side.KEPT):
        return False
    start, _ = evidence.facts.bounds_around(one.start, one.start)
    if not pattern("flow aqueous extracted").search(evidence.text.text, start, one.start):
        return False
    made = next(other for other in run.divisions if other.kept in before.parts)
    organic, given = part_of(run, made, "organic"), run.steps[made.index].given
    unknown = given.get("purpose") == "extract" and layer_of(given.get("solvent", ""))[0] != "aqueous"
    return unknown if organic is None else organic == made.kept


def _named_places(evidence: Evidence, step: StepClaims) -> tuple[str, str] | None:
    """Return the layer to keep, and the words, if the text has a layer run into the vessel that gets the other one."""
    phase = step.given.get("product_phase", "")
    for match in pattern("flow run into").finditer(evidence.text.text) if phase in _TURNED else ():
        layer = "top" if match["layer"].lower() in ("top", "upper") else "bottom"
        for key, want in (("to_vessel", layer), ("waste_phase_to_vessel", _TURNED[layer])):
            vessel = step.given.get(key, "").lower()
            own = vessel and vessel not in COMMON and match["vessel"].lower().startswith(vessel)
            if own and phase != want:
                return want, evidence.facts.words.words_of(match.start(), match.start("vessel") + len(vessel))
    return None


def _uses_after(run: Run, part: int) -> list[int]:
    return [index for index in run.uses.get(part, ()) if run.steps[index].action != "heat"]


def _neighbours(run: Run, division: Division, due: str) -> str:
    """Return whether the same layer is `top` or `bottom` in the mixture's other separations; empty if they disagree."""
    phases = set()
    for other in run.divisions:
        if abs(other.index - division.index) > _NEIGHBOURS:
            continue
        step = run.steps[other.index]
        solvent, _ = layer_of(step.given.get("solvent", ""))
        if step.action != "extract" or other is division or not solvent or not due:
            continue
        if not {division.index, other.index} & (division.before.told | other.before.told):
            continue
        meant = solvent if step.given.get("purpose") == "extract" else _OPPOSITE[solvent]
        phase = step.given.get("product_phase", "")
        phases.add(phase if meant == due else _TURNED.get(phase, ""))
    return phases.pop() if len(phases) == 1 else ""


_FILTRATES = late(
    r"\bfiltrates\b[^.;]{0,30}\b(?:were|are) (?:then )?(?:combined|united|pooled)|\bcombined filtrates\b", re.IGNORECASE
)
_APART = {"aqueous": pattern("flow aqueous set apart"), "organic": pattern("flow organic set apart")}
"""Words between two separations whose layers are not combined."""
_FAR = 500
"""How far before `combined`, in characters, the text describes the separations."""


def check_combined(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report separations with a layer that the text combines with others, but no step uses, with their index."""
    seen = 0
    for match in pattern("flow combined layers").finditer(evidence.text.text):
        first, seen = max(seen, match.start() - _FAR), match.end()
        wanted = "aqueous" if match["aqueous"] or match["water"] else "organic"
        told = [
            one
            for one in run.divisions
            if run.steps[one.index].action == "extract"
            and first <= (evidence.placed[one.index].start or 0) < match.start()
        ]
        if len(told) < 2:
            continue
        for division in told:
            part = part_of(run, division, wanted)
            start = evidence.placed[division.index].start or 0
            if part is None or run.uses.get(part) or _APART[wanted].search(evidence.text.text, start, match.start()):
                continue
            step = run.steps[division.index]
            lost = f"the {wanted} layer of this separation"
            kept = "the other layer"
            words = evidence.facts.words.words_of(match.start(), match.end())
            related = evidence.here(*match.span())
            vessel = step.given.get("from_vessel", "")
            yield division.index, rules.product_discarded(step.span, step.name, vessel, kept, lost, words, related)


def check_filtrates(evidence: Evidence, run: Run) -> Iterator[tuple[int, Diagnostic]]:
    """Report filtrates that the text combines with others, but no step uses, with the index of the filtration."""
    match = _FILTRATES.search(evidence.text.text)
    told = [one for one in run.divisions if run.steps[one.index].name == "Filter" and one.other_vessel is not None]
    before = [one for one in told if match and (evidence.placed[one.index].start or 0) < match.start()]
    for one in before if match and len(before) > 1 else ():
        if not run.uses.get(one.other):
            step, related = run.steps[one.index], evidence.here(*match.span())  # type: ignore[union-attr]
            what = f"and the text combines its filtrate, which is left in `{one.other_vessel}`, with the others"
            where = next((other.other_vessel for other in told if run.uses.get(other.other)), None)
            yield one.index, rules.not_the_material(step.span, step.name, one.kept_vessel, what, where, related)


def part_of(run: Run, division: Division, wanted: str) -> int | None:
    """Return the part of a separation that is the wanted layer; None if that is unknown."""
    given = run.steps[division.index].given
    solvent, density = layer_of(given.get("solvent", ""))
    purpose, phase, liquids = given.get("purpose", ""), given.get("product_phase", ""), division.before.liquids
    if solvent and purpose in ("extract", "wash"):
        kept = solvent if purpose == "extract" else _OPPOSITE[solvent]
    else:
        top = liquids.organic_is_on_top(density)
        if top is None or not liquids.aqueous or phase not in ("top", "bottom"):
            return None
        kept = "organic" if top == (phase == "top") else "aqueous"
    return division.kept if kept == wanted else division.other
