"""The references layer: report names that are used but not declared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from clairify_cli.chemistry import meant, misspelt
from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.diagnostics.nearest import edit_distance, may_search, near_matches, nearest
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import Kind, Property, load
from clairify_cli.languages.xdl.tree import CONTROL, Element, line_end

_CLOSE = re.compile(r"\s*</\s*\w+\s*>")
_IN_NO_NAME = re.compile(r"[&<>\"=!?#$@\\^|~`]")
_COMMENT_BEHIND = re.compile(r"[ \t]*<!--(?:(?!-->)[^\r\n])*-->(?=[ \t]*[\r\n])")


def check_reference(context: Context, scope: Scope, element: Element, prop: Property, value: str) -> None:
    """Check that the vessel, reagent or material that a property names is declared."""
    kind, constraints = prop.type.kind, context.options.constraints
    if kind is Kind.VESSEL:
        declared, others, section = scope.vessels, scope.reagents, scope.hardware
        available, file = constraints.hardware, constraints.hardware_file
    else:
        declared, others, section = scope.reagents, scope.vessels, scope.reagent_section
        available, file = constraints.reagents, constraints.reagents_file
    if value in declared or value in scope.parameters:
        scope.used.add(value)
        return
    if kind is Kind.MATERIAL and (holder := _holder(scope, value)) is not None:
        scope.used.add(holder)
        return
    if value in scope.loop_names:
        return
    comes_from_caller = value in scope.passed
    if scope.outer is not None and value in (scope.outer.vessels if kind is Kind.VESSEL else scope.outer.reagents):
        comes_from_caller = True
        scope.outer.used.add(value)
    names = () if comes_from_caller or not may_search() else tuple(declared)
    span = context.document.value_span(element, prop.name)
    right = slip_of(value, names) if kind is Kind.VESSEL else misspelt(value, names)
    fix: Fix | None = None
    if right is not None:
        scope.used.add(right)
        sure = kind is Kind.VESSEL or same_letters(value, right)
        fix = Fix(f"write `{right}`", (Edit(span.start, span.end, escaped(right)),), safe=sure)
    elif section is not None and not CONTROL.search(value) and (available is None or value in available):
        known = (id(section), kind, value)
        if known not in context.declarations:
            edit = _declaration(context, section, kind, value)
            sure = not _may_be_meant(value, names) and (
                available is not None or comes_from_caller or _is_likely(context, kind, value)
            )
            context.declarations[known] = edit and Fix(f"declare `{value}` in `<{section.tag}>`", (edit,), safe=sure)
        fix = context.declarations[known]
    rule = rules.undeclared_vessel if kind is Kind.VESSEL else rules.undeclared_reagent
    lacking = available is not None and value not in available
    near = right or near_name(value, names, vessel=kind is Kind.VESSEL)
    few = few_of(value, available) if available else ()
    found = rule(span, value, prop.name, element.tag, names, value in others, lacking, fix, few, file, near)
    if comes_from_caller or (right is None and _may_be_on_the_bench(prop, value)):
        found = replace(found, severity=Severity.WARNING)
    context.found.append(found)


def _may_be_on_the_bench(prop: Property, value: str) -> bool:
    """Whether software may find what a property names on its bench, so that a file need not list it.

    That is a cartridge with a material, a waste bottle, or the solvent that cleans up after a reagent.
    """
    if prop.type.kind is Kind.VESSEL:
        return _words(value)[0].rstrip("0123456789") == "waste"
    return prop.type.kind is Kind.MATERIAL or prop.name == "clean_with"


def _may_be_meant(value: str, names: Iterable[str]) -> bool:
    """Whether a declared name is so similar that a new declaration may hide a typo: `reacter`, `reactor`."""
    numbers, words = re.findall(r"\d+", value), len(_words(value))
    near = near_matches(value, names, cutoff=0.8, fits=str.isprintable)
    return any(re.findall(r"\d+", one) == numbers and len(_words(one)) == words for one in near)


def _is_likely(context: Context, kind: Kind, value: str) -> bool:
    """Whether a name is no typo by its use: it has the characters of names, and something is put into a vessel."""
    if _IN_NO_NAME.search(value):
        return False
    if kind is not Kind.VESSEL:
        return True
    if context.filled is None:
        context.filled = set()
        for step in context.document.root.iter():
            into = [one for key, one in step.attrib.items() if key.endswith("_vessel") and key != "from_vessel"]
            is_filled = not {"reagent", "solvent"}.isdisjoint(step.attrib)
            context.filled.update(into, [step.attrib.get("vessel", "")] if is_filled else ())
    return value in context.filled


def _holder(scope: Scope, material: str) -> str | None:
    """Return the component that is or holds a material: `celite`, `cartridge_celite`, or one with that `chemical`."""
    if not scope.holders:
        for name, component in scope.vessels.items():
            for held in (name, name.removeprefix("cartridge_"), component.attrib.get("chemical", name)):
                scope.holders.setdefault(held, name)
    return scope.holders.get(material)


def near_name(value: str, names: Iterable[str], *, vessel: bool) -> str:
    """Return the name that a hint offers instead of an unknown one; for a reagent never that of another substance."""
    return (nearest if vessel else meant)(value, names) or ""


def few_of(value: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return names for a message that shows the first few of them: the most similar ones, then the others."""
    names = tuple(names)
    return tuple(dict.fromkeys((*near_matches(value, names, cutoff=0.4), *names)))


def slip_of(value: str, names: Iterable[str]) -> str | None:
    """Return the declared name that `value` most likely misspells.

    Names that differ in a digit, in a short word, or in the first or last letter refer to different things
    (`flask_1`, `flask_2`; `vial_a`, `vial_b`; ethyl, methyl; iodide, iodate), so only one longer word may differ, and
    only in its inner letters.
    """
    names, folded = tuple(names), _folded(value)
    same = [name for name in names if _folded(name) == folded]
    if len(same) == 1:
        return same[0]
    near = near_matches(value, names, cutoff=0.8, fits=str.isprintable)
    if not near or (len(near) > 1 and near[0] != value and len(near[0]) == len(near[1])):
        return None
    return near[0] if _is_slip(value, near[0]) else None


@lru_cache(maxsize=4096)
def _is_slip(value: str, name: str) -> bool:
    mine, theirs = _words(value), _words(name)
    if len(mine) != len(theirs) or re.findall(r"\d+", value) != re.findall(r"\d+", name):
        return False
    different = [(a, b) for a, b in zip(mine, theirs, strict=True) if a != b]
    if len(different) != 1:
        return False
    written, meant = different[0]
    if min(len(written), len(meant)) < 4 or abs(len(written) - len(meant)) > 1:
        return False
    if written[0] != meant[0] or written[-1] != meant[-1]:
        return False
    # A replaced letter makes another word; doubled, dropped or swapped letters are typos.
    return len(written) != len(meant) or sorted(written) == sorted(meant)


def same_letters(one: str, other: str) -> bool:
    """Whether two names differ only in case, separators, doubled letters, or one pair of swapped letters.

    One letter more or less can make another substance (cystine, cysteine), so only these typos are certain in the
    name of a reagent.
    """
    one, other = _folded(one), _folded(other)
    if re.sub(r"(.)\1", r"\1", one) == re.sub(r"(.)\1", r"\1", other):
        return True
    return len(one) == len(other) and sorted(one) == sorted(other) and edit_distance(one, other, 1) == 1


def _words(name: str) -> list[str]:
    return [word.casefold() for word in re.split(r"[\s_\-]+", name)]


@lru_cache(maxsize=4096)
def _folded(name: str) -> str:
    return re.sub(r"[\s_\-]+", "", name.casefold())


def escaped(value: str) -> str:
    """Escape a name for use as an attribute value, in quotes of either kind."""
    return value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace("'", "&apos;")


def _declaration(context: Context, section: Element, kind: Kind, value: str) -> Edit | None:
    """Return the edit that declares a name in a section, formatted like the declarations before it."""
    document = context.document
    if kind is Kind.VESSEL:
        declared_type = type_of(value)
        type_ = f' type="{declared_type}"' if declared_type else ""
        text = f'<Component id="{escaped(value)}"{type_}/>'
    else:
        text = f'<Reagent name="{escaped(value)}"/>'
    source = document.source.text
    nl = line_end(source)
    tag = document.tag(section)
    line_start = source.rfind("\n", 0, tag.start) + 1
    indent = source[line_start : tag.start]
    indent = indent if not indent.strip() else ""
    if tag.empty:
        opened = source[tag.start : tag.end - 2].rstrip()
        return Edit(tag.start, tag.end, f"{opened}>{nl}{indent}  {text}{nl}{indent}</{section.tag}>")
    name = "Component" if kind is Kind.VESSEL else "Reagent"
    if (section, name) not in context.last_declared:
        found = (child for child in reversed(section) if child.tag == name and not len(child))
        context.last_declared[section, name] = next(found, None)
    if (last := context.last_declared[section, name]) is not None:
        last_tag = document.tag(last)
        end = last_tag.end
        if not last_tag.empty:
            close = _CLOSE.match(source, end)
            if close is None:
                return None
            end = close.end()
        start = source.rfind("\n", 0, last_tag.start) + 1
        own_indent = source[start : last_tag.start]
        lead = f"{nl}{own_indent}" if not own_indent.strip() and start else ""
        comment = _COMMENT_BEHIND.match(source, end)
        end = comment.end() if comment else end
        return Edit(end, end, f"{lead}{text}")
    return Edit(tag.end, tag.end, f"{nl}{indent}  {text}")


def type_of(name: str) -> str | None:
    """Return the type of a component if its name contains it: `beaker_2` is a beaker."""
    types = load().types["componentType"].values
    words = set(re.split(r"[\s_\-\d]+", name.casefold()))
    return next((t for t in types if t in words), None)
