"""The schema layer: steps, their properties, and the value of each property."""

from __future__ import annotations

import re

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.xdl.checks.context import EXPLAIN, TEXT, Context, Entry, Scope
from clairify_cli.languages.xdl.quantities import clean, collapse
from clairify_cli.languages.xdl.reader import MOST_DEPTH
from clairify_cli.languages.xdl.schema import REFERENCES, ElementSpec, Kind, Property, is_portable, load
from clairify_cli.languages.xdl.tree import Element

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")
_LOOP_VARIABLE = re.compile(r"([A-Za-z_][\w\-]*)(?:\.(\w+)\s*=\s*[\"']?([^\"',;]*)[\"']?)?")
_MOST_MISSPELT = 20
_BOOLEANS = dict.fromkeys(("true", "yes", "1", "on"), "true") | dict.fromkeys(("false", "no", "0", "off"), "false")

OLDEST = "0.4"
"""The dialect in which the older names are the names."""
_COUNT = re.compile(r"[0-9]*[1-9][0-9]*")


def check_steps(context: Context, scope: Scope, parent: Element, depth: int = 1) -> None:
    """Check the steps inside an element, and those inside them."""
    entries = context.tables.entries
    shapes = context.tables.shapes
    good = scope.good
    use = scope.used.add
    for element in parent:
        attrib = element.attrib
        shape = shapes.get((element.tag, *attrib))
        if shape is not None and shape.plain and not len(element):
            for name, slot in shape.values:
                if attrib[name] not in good[slot]:
                    break
            else:
                for name in shape.references:
                    use(attrib[name])
                continue
        entry = entries.get(element.tag)
        if entry is None or not entry.spec.is_step:
            _explain_step(context, scope, parent, element, depth)
            continue
        check_properties(context, scope, element, entry)
        if entry.spec.now:
            _old_step(context, element, entry.spec)
        if entry.spec.holds_steps:
            _check_inside(context, scope, element, depth)
        elif len(element):
            _holds_nothing(context, element)


def check_properties(context: Context, scope: Scope, element: Element, entry: Entry) -> None:
    """Check every property of an element. What is as it should be is recognised by look-up alone."""
    slots = entry.slots
    good = scope.good
    attrib = element.attrib
    key = (entry.spec.name, *attrib)
    shape = context.tables.shapes.get(key)
    if shape is not None:
        for name, slot in shape.values:
            if attrib[name] not in good[slot]:
                _explain_value(context, scope, element, entry, name, attrib[name], slot)
            elif slot < TEXT:
                scope.used.add(attrib[name])
        return
    context.tables.learn_shape(key, entry)
    for name, value in attrib.items():
        known = slots.get(name)
        if known is None:
            _unknown_property(context, element, entry.spec, name)
        elif known == TEXT:
            continue
        elif value in good[known]:
            if known < TEXT:
                scope.used.add(value)
        else:
            _explain_value(context, scope, element, entry, name, value, known)
    if not entry.mandatory <= attrib.keys():
        _missing(context, element, entry)
    if entry.amounts:
        _check_amounts(context, element, entry.spec)


def _check_inside(context: Context, scope: Scope, element: Element, depth: int) -> None:
    from clairify_cli.languages.xdl.rules import structure as rules
    from clairify_cli.languages.xdl.rules import xml

    if element.tag == "Repeat" and not _says_how_often(context, element):
        context.found.append(rules.repeat_without_count(context.document.name_span(element)))
    if not len(element) and element.tag in ("Repeat", "Async", "Loop"):
        context.found.append(rules.empty_block(context.document.name_span(element), element.tag))
    if depth >= MOST_DEPTH:
        if len(element):
            context.found.append(xml.too_deep(context.document.name_span(element), MOST_DEPTH))
        return
    looped = loops(element) if element.tag == "Repeat" else []
    variables = {variable for variable, _, _ in looped} - scope.loop_names
    for _, prop, value in looped:
        _use_matching(scope, prop, value)
    scope.loop_names |= variables
    check_steps(context, scope, element, depth + 1)
    scope.loop_names -= variables


def loops(repeat: Element) -> list[tuple[str, str, str]]:
    """The variables of a loop, each with the property and the value that it matches ("" where it matches none).

    Both spellings are read: an attribute `x.role="solvent"`, and `loop_variables="x.role=solvent, y"`.
    """
    found = [(*name.split(".", 1), value) for name, value in repeat.attrib.items() if "." in name]
    written = repeat.attrib.get("loop_variables", "")
    return [(x, prop, value) for x, prop, value in found] + _LOOP_VARIABLE.findall(written)


def _says_how_often(context: Context, repeat: Element) -> bool:
    if "repeats" in context.tables.entries["Repeat"].mandatory:
        return "repeats" in repeat.attrib
    if {"repeats", "loop_variables", "repeat", "n"} & repeat.attrib.keys():
        return True
    return any("." in name for name in repeat.attrib) or any(c.tag == "Monitor" for c in repeat)


def _holds_nothing(context: Context, element: Element) -> None:
    from clairify_cli.languages.xdl.rules import structure as rules

    for child in element:
        span = context.document.name_span(child)
        context.found.append(rules.misplaced_element(span, child.tag, element.tag, (), belonging(child.tag)))


def belonging(tag: str) -> str | None:
    """Where an element belongs, in words; None for an element that XDL does not have."""
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


# -- steps that are not simply known


def _explain_step(context: Context, scope: Scope, parent: Element, element: Element, depth: int) -> None:
    """A child of a procedure, block or loop that is no step of the dialect."""
    from clairify_cli.languages.xdl.checks.blueprints import check_call
    from clairify_cli.languages.xdl.rules import structure as rules

    document, tag = context.document, element.tag
    span = document.name_span(element)
    if tag in context.blueprints:
        check_call(context, scope, element)
        if len(element):
            _holds_nothing(context, element)
        return
    spec = load().elements.get(tag)
    if spec is not None and spec.is_block and tag in context.tables.entries and parent.tag == "Procedure":
        check_block(context, scope, element, depth)
        return
    if spec is not None and not spec.is_step:
        context.found.append(rules.misplaced_element(span, tag, parent.tag, ("steps",), belonging(tag)))
        return
    if spec is not None:
        context.found.append(rules.not_in_dialect(span, tag, "step", context.dialect, spec.dialects))
        entry = Entry(spec, {}, frozenset(), False)
    else:
        steps = context.tables.table.step_names()
        if not context.afford(len(steps)):
            steps = steps[:1]
        meant = only_near_match(tag, [*steps, *context.blueprints])
        fix = (
            Fix(f"write `{meant}`", rename(context, element, meant), _takes(context, meant, element)) if meant else None
        )
        offered = [step for step in steps if is_portable(load().elements[step])]
        context.found.append(rules.unknown_step(span, tag, offered, fix))
        # A synonym is no safe fix, but the rest of the step can be checked at once as what it must mean.
        known = context.tables.entries.get(meant or rules.STEP_SYNONYMS.get(tag.casefold(), ""))
        if known is None:
            note_references(scope, element)
            if len(element) and depth < MOST_DEPTH:
                check_steps(context, scope, element, depth + 1)
            return
        entry = known
        check_properties(context, scope, element, entry)
    note_references(scope, element)
    if entry.spec.holds_steps and depth < MOST_DEPTH:
        check_steps(context, scope, element, depth + 1)


def _takes(context: Context, step: str, element: Element) -> bool:
    """Whether a step takes the properties of an element, so that the element can be one that is misspelt."""
    entry = context.tables.entries.get(step)
    return entry is None or entry.mandatory <= element.attrib.keys() <= entry.slots.keys()


def check_block(context: Context, scope: Scope, element: Element, depth: int) -> None:
    """A Prep, Reaction, Workup or Purification block."""
    from clairify_cli.languages.xdl.rules import structure as rules

    check_properties(context, scope, element, context.tables.entries[element.tag])
    if not len(element):
        context.found.append(rules.empty_block(context.document.name_span(element), element.tag))
    check_steps(context, scope, element, depth + 1)


def note_references(scope: Scope, element: Element) -> None:
    """Count what an element that cannot be checked may refer to as used, so that nothing false is said of it."""
    scope.used.update(element.attrib.values())


def rename(context: Context, element: Element, name: str) -> tuple[Edit, ...]:
    """Edits that give an element another name, in its start tag and in its close tag."""
    tag = context.document.tag(element)
    edits = [Edit(tag.name_start, tag.name_end, name)]
    if not tag.empty:
        closing = _close_tag_of(context, element)
        if closing is not None:
            edits.append(Edit(closing, closing + len(element.tag), name))
    return tuple(edits)


def _close_tag_of(context: Context, element: Element) -> int | None:
    """The offset of the name in the close tag of an element, found by counting tags of the name."""
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


def _old_step(context: Context, element: Element, spec: ElementSpec) -> None:
    from clairify_cli.languages.xdl.rules import structure as rules

    if context.dialect == OLDEST:
        return
    fix = Fix(f"write `{spec.now}`", rename(context, element, spec.now))
    context.found.append(rules.old_name(context.document.name_span(element), spec.name, spec.now, "step", fix))


# -- properties


def _unknown_property(context: Context, element: Element, spec: ElementSpec, name: str) -> None:
    """A property that the element does not have in this dialect."""
    from clairify_cli.languages.xdl.rules import structure as rules

    if name.startswith(("xmlns", "xml:", "xsi:")):
        return
    span = context.document.attribute_span(element, name)
    if spec.open:
        context.found.append(rules.platform_property(span, name, element.tag))
        return
    if element.tag == "Repeat" and "." in name:
        return  # a variable of the loop
    elsewhere = spec.properties.get(name)
    if elsewhere is not None:
        context.found.append(rules.not_in_dialect(span, name, "property", context.dialect, elsewhere.dialects))
        return
    entry = context.tables.entries.get(spec.name)
    known = [n for n, slot in entry.slots.items() if slot != EXPLAIN] if entry else []
    offered = [n for n in known if is_portable(spec.properties[n])]
    if not context.afford(len(known)):
        known = known[:1]
    meant = only_near_match(name, [n for n in known if n not in element.attrib])
    fix = None
    if meant:
        fix = Fix(f"write `{meant}`", (Edit(span.start, span.end, meant),))
    context.found.append(rules.unknown_property(span, name, element.tag, known, offered, fix))


def _use_matching(scope: Scope, prop: str, value: str) -> None:
    """A loop over what matches, as in `x.role="solvent"`, uses every reagent and vessel that does."""
    for declared in (scope.reagents, scope.vessels):
        scope.used.update(name for name, element in declared.items() if element.attrib.get(prop) == value)


def _meant_by(written: str, entry: Entry, element: Element) -> str | None:
    """The property of an element that an unknown one must mean: one with a like name, or of the same meaning."""
    from clairify_cli.languages.xdl.rules.structure import PROPERTY_SYNONYMS

    free = [name for name in entry.slots if name not in element.attrib]
    synonyms = [name for name in PROPERTY_SYNONYMS.get(written.casefold(), ()) if name in free]
    return synonyms[0] if synonyms else only_near_match(written, free)


def _missing(context: Context, element: Element, entry: Entry) -> None:
    from clairify_cli.languages.xdl.rules import structure as rules

    given = {entry.spec.properties[name].now or name for name in element.attrib if name in entry.spec.properties}
    for name in entry.spec.properties:
        if name not in entry.mandatory or name in given:
            continue
        misspelt = [a for a in element.attrib if a not in entry.spec.properties][:_MOST_MISSPELT]
        if any(_meant_by(a, entry, element) == name for a in misspelt):
            continue  # said already, with the name that is meant
        if name == "repeats":
            continue  # its own rule says more
        doc = _expected(entry.spec.properties[name])
        if (instead := rules.INSTEAD.get((entry.spec.name, name))) is not None:
            doc = f"{doc}; {instead}"
        context.found.append(rules.missing_property(context.document.name_span(element), name, element.tag, doc))


def _expected(prop: Property) -> str:
    """What a property is for and what it takes, in words."""
    from clairify_cli.diagnostics.nearest import listing

    doc = prop.doc.rstrip(".") or "it is mandatory"
    kind = prop.type.kind
    if kind is Kind.ENUMERATION:
        return f"{doc} ({listing(prop.type.values)})"
    if kind is Kind.QUANTITY:
        return f"{doc}, a number with one of {listing(prop.type.unit_names())}"
    return doc


def _measured(amount: str) -> bool:
    """Whether an amount is a volume or a mass, and not the moles or equivalents of what is measured otherwise."""
    quantity = clean(amount, load().types["amount"])
    return quantity is None or quantity.unit.dimension in ("volume", "mass")


def _check_amounts(context: Context, element: Element, spec: ElementSpec) -> None:
    """Whether a step says how much of what it adds, once."""
    attrib = element.attrib
    if spec.one_of:
        given = [name for name in spec.one_of if name in attrib]
        if len(given) == 1 or (given and "volume" not in given and not _measured(attrib.get("amount", ""))):
            return
        from clairify_cli.languages.xdl.rules import quantities as rules

        span = context.document.name_span(element)
        if given:
            context.found.append(rules.two_amounts(span, element.tag, given))
        elif not any(only_near_match(a, spec.one_of) for a in attrib if a not in spec.properties):
            context.found.append(rules.no_amount(span, element.tag, "to add", spec.one_of))
        return
    for name in attrib:
        prop = spec.properties.get(name)
        if prop is not None and prop.amount and not any(other in attrib for other in prop.amount):
            from clairify_cli.languages.xdl.rules import quantities as rules

            span = context.document.attribute_span(element, name)
            context.found.append(rules.no_amount(span, element.tag, f"`{name}`", prop.amount))


# -- values


def _explain_value(
    context: Context, scope: Scope, element: Element, entry: Entry, name: str, value: str, slot: int
) -> None:
    """A value that is not among the good ones: accept and remember it, or say what is wrong with it."""
    prop = entry.spec.properties[name]
    if prop.platform:
        from clairify_cli.languages.xdl.rules import structure as rules

        span = context.document.attribute_span(element, name)
        context.found.append(rules.platform_property(span, name, element.tag))
        return
    if prop.now:
        _old_property(context, element, prop, value)
    _check_value(context, scope, element, prop, value, slot)


def _check_value(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    kind = prop.type.kind
    if kind is Kind.TEXT:
        return
    if not value.strip():
        from clairify_cli.languages.xdl.rules import structure as rules

        span = context.document.value_span(element, prop.name)
        context.found.append(rules.empty_value(span, prop.name, element.tag))
        return
    if kind in REFERENCES:
        from clairify_cli.languages.xdl.checks.references import check_reference

        check_reference(context, scope, element, prop, value)
    elif kind is Kind.QUANTITY:
        _check_quantity(context, scope, element, prop, value, slot)
    elif kind is Kind.COUNT:
        _check_count(context, scope, element, prop, value, slot)
    elif kind in (Kind.ENUMERATION, Kind.SUGGESTION):
        _check_enumeration(context, element, prop, value)
    elif slot > TEXT:
        context.tables.remember(slot, value, None)


def _check_quantity(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    quantity = clean(value, prop.type)
    if quantity is not None:
        if slot > TEXT:
            context.tables.remember(slot, value, quantity)
        return
    if value in scope.parameters:
        scope.used.add(value)
        _check_parameter_type(context, scope, element, prop, value)
        return
    from clairify_cli.languages.xdl.checks.quantities import explain_quantity

    explain_quantity(context, scope, element, prop, value)


def _check_parameter_type(context: Context, scope: Scope, element: Element, prop: Property, name: str) -> None:
    """A parameter in the place of a quantity has to be of that quantity's dimension, if it says what it is."""
    from clairify_cli.languages.xdl.checks.parameters import quantity_type

    kind = quantity_type(scope.parameters[name].attrib.get("type", ""))
    if kind is None or set(kind.dimensions[0].units) & set(prop.type.unit_names()):
        return
    from clairify_cli.languages.xdl.checks.quantities import due
    from clairify_cli.languages.xdl.rules import quantities as rules

    span = context.document.value_span(element, prop.name)
    units = prop.type.unit_names()
    found = rules.wrong_dimension(span, name, prop.name, element.tag, due(kind), due(prop.type), units)
    context.found.append(found)


def _check_count(context: Context, scope: Scope, element: Element, prop: Property, value: str, slot: int) -> None:
    collapsed = collapse(value)
    if _COUNT.fullmatch(collapsed):
        if slot > TEXT:
            context.tables.remember(slot, value, None)
        return
    if collapsed in scope.parameters:
        scope.used.add(collapsed)
        return
    span = context.document.value_span(element, prop.name)
    if _WORD.fullmatch(collapsed) and scope.parameters:
        from clairify_cli.languages.xdl.rules import references

        found = references.undeclared_parameter(span, collapsed, prop.name, element.tag, list(scope.parameters))
    else:
        from clairify_cli.languages.xdl.rules import structure

        found = structure.not_a_count(span, value, prop.name, element.tag)
    context.found.append(found)


def _check_enumeration(context: Context, element: Element, prop: Property, value: str) -> None:
    from clairify_cli.languages.xdl.rules import structure as rules

    values = prop.type.values
    if collapse(value) in values:
        return
    span = context.document.value_span(element, prop.name)
    if prop.type.kind is Kind.SUGGESTION:
        context.found.append(rules.unknown_type(span, value, element.tag, values))
        return
    meant = (_BOOLEANS.get(value.strip().casefold()) if "true" in values else None) or only_near_match(value, values)
    fix = Fix(f"write `{meant}`", (Edit(span.start, span.end, meant),)) if meant else None
    context.found.append(rules.not_allowed_value(span, value, prop.name, element.tag, values, fix))


def _old_property(context: Context, element: Element, prop: Property, value: str) -> None:
    """A name of an older dialect; the fix renames it where the new name is free."""
    from clairify_cli.languages.xdl.rules import structure as rules

    if context.dialect == OLDEST:
        return
    span = context.document.attribute_span(element, prop.name)
    fix = None
    if prop.now not in element.attrib:
        edits = [Edit(span.start, span.end, prop.now)]
        if prop.name == "product_bottom":  # a yes or no in 0.4, a phase since
            place = context.document.value_span(element, prop.name)
            phase = "bottom" if value.strip().casefold() in ("true", "1", "yes") else "top"
            edits.append(Edit(place.start, place.end, phase))
        fix = Fix(f"write `{prop.now}`", tuple(edits))
    context.found.append(rules.old_name(span, prop.name, prop.now, "property", fix))
