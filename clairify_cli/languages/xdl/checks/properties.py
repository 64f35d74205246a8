"""The schema layer: report unknown and missing properties, and amounts given twice or not at all."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Edit, Fix
from clairify_cli.diagnostics.nearest import nearest, only_near_match
from clairify_cli.languages.xdl.checks.context import Context, Entry, Scope, says_nothing, words
from clairify_cli.languages.xdl.checks.values import platform_property
from clairify_cli.languages.xdl.platform import is_platform_property
from clairify_cli.languages.xdl.quantities import clean
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import ElementSpec, Kind, Property, load
from clairify_cli.languages.xdl.tree import Element

_MOST_MISSPELT = 20

PARAMETER = "param."
"""What early versions of XDL 2.0 put before a property whose value is a parameter."""


def unknown_property(context: Context, scope: Scope, element: Element, spec: ElementSpec, name: str) -> None:
    """Report a property that the element does not have in this dialect."""
    if name.startswith(("xmlns", "xml:", "xsi:")):  # namespaces and schema locations are not XDL
        return
    span = context.document.attribute_span(element, name)
    if spec.open or is_platform_property(spec.name, name, context.dialect):
        platform_property(context, element, name)
        scope.used.add(element.attrib[name])
        return
    if element.tag == "Repeat" and "." in name:
        return  # a variable of the loop
    bare = name.removeprefix(PARAMETER)
    if bare != name and bare in spec.properties:
        edits = (Edit(span.start, span.end, bare),) if bare not in element.attrib else ()
        context.note_old(name, bare, "property", span, edits)
        scope.used.add(element.attrib[name])
        return
    elsewhere = spec.properties.get(name)
    if elsewhere is not None:
        context.found.append(rules.not_in_dialect(span, name, "property", context.dialect, elsewhere.dialects))
        return
    entry = context.tables.entries.get(spec.name)
    known, offered = (entry.known, entry.offered) if entry else ((), ())
    if not element.attrib.keys().isdisjoint(known):  # a property already given cannot be meant
        known = tuple(n for n in known if n not in element.attrib)
    meant = only_near_match(name, known)
    fix = None
    if meant:
        fix = Fix(f"write `{meant}`", (Edit(span.start, span.end, meant),))
    synonyms = [one for one in words()["properties"].get(name.casefold(), ()) if one in known]
    near = synonyms[0] if synonyms else nearest(name, known)
    context.found.append(rules.unknown_property(span, name, element.tag, near, offered, fix))


def _meant_by(written: str, entry: Entry, element: Element) -> str | None:
    """Return the property that an unknown one must mean: a synonym, or one with a similar name."""
    free = [name for name in entry.slots if name not in element.attrib]
    synonyms = [name for name in words()["properties"].get(written.casefold(), ()) if name in free]
    return synonyms[0] if synonyms else only_near_match(written, free)


def missing(context: Context, element: Element, entry: Entry) -> None:
    """Report missing mandatory properties, unless an unknown property must mean them."""
    written = [name.removeprefix(PARAMETER) for name in element.attrib]
    given = {entry.spec.properties[name].now or name for name in written if name in entry.spec.properties}
    for name in entry.spec.properties:
        if name not in entry.mandatory or name in given:
            continue
        misspelt = [a for a in element.attrib if a not in entry.spec.properties][:_MOST_MISSPELT]
        if any(_meant_by(a, entry, element) == name for a in misspelt):
            continue  # already reported as unknown, with the intended name
        if name == "repeats":
            continue  # has its own, more specific rule
        doc = _expected(entry.spec.properties[name])
        if (instead := words()["lacking"].get(entry.spec.name, {}).get(name)) is not None:
            doc = f"{doc}; {instead}"
        doc = doc[:1].lower() + doc[1:].rstrip(".")
        context.found.append(rules.missing_property(context.document.name_span(element), name, element.tag, doc))


def _expected(prop: Property) -> str:
    """Return in words what a property is for and which values it accepts."""
    from clairify_cli.diagnostics.nearest import listing

    doc = prop.doc.rstrip(".") or "it is mandatory"
    kind = prop.type.kind
    if kind is Kind.ENUMERATION:
        return f"{doc} ({listing(prop.type.values)})"
    if kind is Kind.QUANTITY:
        return f"{doc}, a number with one of {listing(prop.type.unit_names)}"
    return doc


def _measured(amount: str) -> bool:
    """Whether an amount is a volume or a mass (or unreadable), rather than moles or equivalents."""
    quantity = clean(amount, load().types["amount"])
    return quantity is None or quantity.unit.dimension in ("volume", "mass")


def check_amounts(context: Context, element: Element, spec: ElementSpec) -> None:
    """Check that a step gives each amount exactly once."""
    attrib = element.attrib
    if spec.one_of:
        given = [name for name in spec.one_of if not says_nothing(attrib.get(name, ""), context)]
        if len(given) == 1 or (given and "volume" not in given and not _measured(attrib.get("amount", ""))):
            return

        span = context.document.name_span(element)
        if given:
            context.found.append(rules.two_amounts(span, element.tag, given))
        elif not any(
            only_near_match(a.removeprefix(PARAMETER), spec.one_of) for a in attrib if a not in spec.properties
        ):
            context.found.append(rules.no_amount(span, element.tag, "to add", spec.one_of))
        return
    for name, value in attrib.items():
        prop = spec.properties.get(name)
        if prop is None or not prop.amount or says_nothing(value, context):
            continue
        if not any(other in attrib or PARAMETER + other in attrib for other in prop.amount):
            span = context.document.attribute_span(element, name)
            context.found.append(rules.no_amount(span, element.tag, f"`{name}`", prop.amount))
