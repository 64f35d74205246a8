"""The schema layer: steps, their contents, and the fast loop over their properties."""

from __future__ import annotations

import re
from collections.abc import Sequence

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.diagnostics.nearest import near_matches, only_near_match
from clairify_cli.files.patterns import late
from clairify_cli.languages.xdl.checks.context import TEXT, Context, Entry, Scope, Shape, words
from clairify_cli.languages.xdl.checks.properties import check_amounts, missing, unknown_property
from clairify_cli.languages.xdl.checks.values import explain_value
from clairify_cli.languages.xdl.platform import is_platform_step
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import load
from clairify_cli.languages.xdl.tree import MOST_DEPTH, Element

_COUNTS = frozenset({"repeats", "repeat", "n"})
"""Properties that say how often a Repeat runs; the last two are older names."""
_NEVER_EMPTY = ("Repeat", "Async", "Loop", "Prep", "Reaction", "Workup", "Purification")
_LOOP_VARIABLE = late(r"([A-Za-z_][\w\-]*)(?:\.(\w+)\s*=\s*[\"']?([^\"',;]*)[\"']?)?")


def check_steps(context: Context, scope: Scope, parent: Element, depth: int = 1) -> None:
    """Check the steps inside an element, and those inside them."""
    entries = context.tables.entries
    shapes = context.tables.shapes
    good = scope.good
    use = scope.used.add
    for element in parent:
        attrib = element.attrib
        shape = shapes.get((element.tag, *attrib))
        # Fast path: a known shape with accepted values needs no other checks.
        if shape is not None and shape.plain and not len(element):
            for name, slot in shape.values:
                if attrib[name] not in good[slot]:
                    break
            else:
                for name in shape.references:
                    use(attrib[name])
                continue
            _check_values(context, scope, element, shape)
            continue
        entry = entries.get(element.tag)
        if entry is None or not entry.spec.is_step:
            _explain_step(context, scope, parent, element, depth)
            continue
        check_properties(context, scope, element, entry)
        if entry.spec.now:
            span, edits = context.document.name_span(element), rename(context, element, entry.spec.now)
            context.note_old(entry.spec.name, entry.spec.now, "step", span, edits)
        if entry.spec.holds_steps:
            _check_inside(context, scope, element, depth, element.tag)
        elif len(element):
            _holds_nothing(context, element)


def check_properties(context: Context, scope: Scope, element: Element, entry: Entry) -> None:
    """Check every property of an element. A look-up is enough to recognise correct values."""
    slots = entry.slots
    good = scope.good
    attrib = element.attrib
    key = (entry.spec.name, *attrib)
    shape = context.tables.shapes.get(key)
    if shape is not None:
        _check_values(context, scope, element, shape)
        return
    context.tables.learn_shape(key, entry)
    for name, value in attrib.items():
        known = slots.get(name)
        if known is None:
            unknown_property(context, scope, element, entry.spec, name)
        elif known == TEXT:
            continue
        elif value in good[known]:
            if known < TEXT:
                scope.used.add(value)
        else:
            explain_value(context, scope, element, entry, name, value, known)
    if not entry.mandatory <= attrib.keys():
        missing(context, element, entry)
    if entry.amounts:
        check_amounts(context, element, entry.spec)


def _check_values(context: Context, scope: Scope, element: Element, shape: Shape) -> None:
    attrib, good = element.attrib, scope.good
    for name, slot in shape.values:
        value = attrib[name]
        if value not in good[slot]:
            explain_value(context, scope, element, shape.entry, name, value, slot)
        elif slot < TEXT:
            scope.used.add(value)


def _check_inside(context: Context, scope: Scope, element: Element, depth: int, tag: str) -> None:
    """Check the steps inside a step; `tag` is its name, corrected if it was misspelled."""
    if tag == "Repeat" and not _says_how_often(context, element):
        context.found.append(rules.repeat_without_count(context.document.name_span(element)))
    if not len(element) and tag in _NEVER_EMPTY:
        context.found.append(rules.empty_block(context.document.name_span(element), element.tag))
    if depth >= MOST_DEPTH:
        if len(element):
            context.found.append(rules.too_deep(context.document.name_span(element), MOST_DEPTH))
        return
    looped = loops(element) if tag == "Repeat" else []
    variables = {variable for variable, _, _ in looped} - scope.loop_names
    for _, prop, value in looped:
        _use_matching(scope, prop, value)
    scope.loop_names |= variables
    check_steps(context, scope, element, depth + 1)
    scope.loop_names -= variables


def _use_matching(scope: Scope, prop: str, value: str) -> None:
    """Mark every reagent and vessel matched by a loop as used, as in `x.role="solvent"`."""
    for declared in (scope.reagents, scope.vessels):
        scope.used.update(name for name, element in declared.items() if element.attrib.get(prop) == value)


def loops(repeat: Element) -> list[tuple[str, str, str]]:
    """Return the variables of a loop, each with the property and the value that it matches ("" if it has no condition).

    Both spellings are read: an attribute `x.role="solvent"`, and `loop_variables="x.role=solvent, y"`.
    """
    found = [(*name.split(".", 1), value) for name, value in repeat.attrib.items() if "." in name]
    written = repeat.attrib.get("loop_variables", "")
    if not written and not repeat.attrib.keys() & _COUNTS:  # perhaps misspelt
        written = next((v for k, v in repeat.attrib.items() if only_near_match(k, ["loop_variables"])), "")
    return [(x, prop, value) for x, prop, value in found] + _LOOP_VARIABLE.findall(written)


def _says_how_often(context: Context, repeat: Element) -> bool:
    if "repeats" in context.tables.entries["Repeat"].mandatory:
        return "repeats" in repeat.attrib
    if "loop_variables" in repeat.attrib or _COUNTS & repeat.attrib.keys():
        return True
    return any("." in name for name in repeat.attrib) or any(c.tag == "Monitor" for c in repeat)


def _holds_nothing(context: Context, element: Element) -> None:
    if any("graph_sha256" in synthesis.attrib for synthesis in context.document.root.iter("Synthesis")):
        return  # in an executable file, a step contains what the platform compiled it to
    for child in element:
        span = context.document.name_span(child)
        context.found.append(rules.misplaced_element(span, child.tag, element.tag, (), belonging(child.tag)))


def belonging(tag: str) -> str | None:
    """Return where an element belongs, in words; None for an element that is not in XDL."""
    spec = load().elements.get(tag)
    if spec is None:
        return None
    if spec.is_step or spec.is_block:
        return "`<Procedure>`"
    places = {
        "Component": "`<Hardware>`",
        "Reagent": "`<Reagents>`",
        "Parameter": "`<Parameters>`",
        "Blueprint": "`<XDL>`",
        "Synthesis": "`<XDL>`",
        "XDL": "the root",
    }
    return places.get(tag, "`<Synthesis>`")


# -- steps that the fast loop does not recognise


def _explain_step(context: Context, scope: Scope, parent: Element, element: Element, depth: int) -> None:
    """Report or check a child of a procedure, block or loop that is not a step of the dialect."""
    from clairify_cli.languages.xdl.checks.blueprints import check_call

    document, tag = context.document, element.tag
    span = document.name_span(element)
    if tag in context.blueprints:
        check_call(context, scope, element)
        if len(element):
            _holds_nothing(context, element)
        return
    spec = load().elements.get(tag)
    if spec is not None and spec.is_block and tag in context.tables.entries and parent.tag == "Procedure":
        check_properties(context, scope, element, context.tables.entries[tag])
        _check_inside(context, scope, element, depth, tag)
        return
    if spec is not None and not spec.is_step:
        context.found.append(rules.misplaced_element(span, tag, parent.tag, "steps", belonging(tag)))
        return
    entry: Entry | None = None
    if spec is None and is_platform_step(tag, context.dialect):
        if context.first_of_platform(tag):
            context.found.append(rules.platform_step(span, tag))
    elif spec is not None:
        context.found.append(rules.not_in_dialect(span, tag, "step", context.dialect, spec.dialects))
        entry = Entry(spec, {}, frozenset(), False)
    else:
        steps = context.tables.step_names
        meant = only_near_match(tag, [*steps, *context.blueprints])
        fix = None
        if meant:
            fix = Fix(f"write `{meant}`", rename(context, element, meant), safe=_takes(context, meant, element))
        offered = context.tables.offered_steps
        # Renaming a synonym is not a safe fix, but the rest of the step can already be checked under its likely name.
        taken_for = meant or _by_meaning(context, element, offered)
        context.found.append(
            rules.unknown_step(span, tag, offered, taken_for, words()["unclear"].get(tag.casefold()), fix)
        )
        entry = context.tables.entries.get(taken_for)
        if entry is not None:
            tag = taken_for
            check_properties(context, scope, element, entry)
    scope.used.update(element.attrib.values())  # whatever it may refer to
    if len(element) if entry is None else entry.spec.holds_steps:
        _check_inside(context, scope, element, depth, tag)


_NEAR_STEP = 0.8
"""Least similarity of a misspelled name to a step: `Store` is nearest to `StopPurge` but does not mean it."""


def _by_meaning(context: Context, element: Element, offered: Sequence[str]) -> str:
    """Return the step that an unknown one must mean by its name and properties; "" if that is not certain."""
    tag = element.tag.casefold()
    if tag in words()["unclear"]:
        return ""
    known = words()["steps"].get(tag) or near_matches(element.tag, offered, cutoff=_NEAR_STEP)[:1]
    fitting = [step for step in known if _takes(context, step, element)]
    return next(iter(fitting), known[0] if len(known) == 1 else "")


def _takes(context: Context, step: str, element: Element) -> bool:
    """Whether a step accepts the properties of an element, so that the element may be a misspelling of it."""
    entry = context.tables.entries.get(step)
    given = {name for name in element.attrib if "." not in name}  # `x.role` is a variable of a loop
    return entry is None or entry.mandatory <= given <= entry.slots.keys()


def rename(context: Context, element: Element, name: str) -> tuple[Edit, ...]:
    """Return edits that rename an element in its start tag and its close tag."""
    tag = context.document.tag(element)
    edits = [Edit(tag.name_start, tag.name_end, name)]
    if not tag.empty:
        closing = _close_tag_of(context, element)
        if closing is not None:
            edits.append(Edit(closing, closing + len(element.tag), name))
    return tuple(edits)


def _close_tag_of(context: Context, element: Element) -> int | None:
    """Return the offset of the name in the close tag of an element, found by counting tags with that name."""
    text = context.document.source.text
    tag = context.document.tag(element)
    depth = 1
    for match in re.compile(rf"<(/?){re.escape(element.tag)}\b[^<>]*?(/?)>").finditer(text, tag.end):
        if match.group(1):
            depth -= 1
            if depth == 0:
                return match.start() + 2
        elif not match.group(2):
            depth += 1
    return None
