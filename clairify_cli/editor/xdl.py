"""XDL in an editor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from clairify_cli.chemistry import find, substances
from clairify_cli.diagnostics.model import Source
from clairify_cli.editor.anatomy import Anatomy, Hint, Mark, Offer, Part, Sort, joined, word_before
from clairify_cli.editor.states import Observer
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.xdl.checks.context import Context, Scope
from clairify_cli.languages.xdl.checks.references import escaped
from clairify_cli.languages.xdl.checks.structure import check_document
from clairify_cli.languages.xdl.language import dialect_of, tables_of
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.reference import allowed, element_page
from clairify_cli.languages.xdl.schema import (
    SECTION_CHILD,
    SECTIONS,
    DialectTable,
    ElementSpec,
    Kind,
    Property,
    is_portable,
    load,
)
from clairify_cli.languages.xdl.tree import MOST_DEPTH, Document, Element

_SORTS = {Kind.VESSEL: Sort.VESSEL, Kind.REAGENT: Sort.REAGENT, Kind.MATERIAL: Sort.REAGENT}
_DECLARING = {
    "Component": (Sort.VESSEL, ("id",)),
    "Reagent": (Sort.REAGENT, ("name", "id")),
    "Parameter": (Sort.PARAMETER, ("id",)),
    "Blueprint": (Sort.BLUEPRINT, ("id",)),
}
"""Elements that declare names, and the properties with the names."""
_BETWEEN = r"(?:[^<]++|<!--(?:[^-]++|-(?!->))*+-->|<\?[^>]*+>|<!\[CDATA\[[^\]]*+\]\]>)*+"


def anatomy(source: Source, options: CheckOptions) -> Anatomy:
    """Return names and their uses, elements, and the contents of vessels after each step."""
    document, _ = read(source)
    return Anatomy() if document is None else _Reading(document).read(options)


class _Reading:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.made = Anatomy()
        self.declared: dict[tuple[str, str], list[Sort]] = {}
        """The sorts of declared names, by the enclosing blueprint (or "") and the name."""

    def read(self, options: CheckOptions) -> Anatomy:
        root = self.document.root
        self._declare(root, "", 0)
        self.made.parts.append(self._element(root, "", 0))
        self._observe(options)
        return self.made

    def _declare(self, element: Element, scope: str, depth: int) -> None:
        for child in element if depth < MOST_DEPTH else ():
            if child.tag in _DECLARING:
                sort, name = _DECLARING[child.tag][0], child.attrib.get(_key(child) or "", "")
                self.declared.setdefault(("" if sort is Sort.BLUEPRINT else scope, name), []).append(sort)
            self._declare(child, _scope(child, scope), depth + 1)

    def _element(self, element: Element, scope: str, depth: int) -> Part:
        """Return the part for an element, and add its marks."""
        document, tag = self.document, self.document.tag(element)
        called = Sort.BLUEPRINT in self.declared.get(("", element.tag), ())
        sort = Sort.BLUEPRINT if called else _sort_of(element)
        part = Part(element.tag, sort, tag.start, tag.end, tag.name_start, tag.name_end, _detail(element))
        word = Mark(tag.name_start, tag.name_end, sort if called else Sort.STEP, element.tag, about=_about(element.tag))
        self.made.marks.append(word)
        for name in element.attrib:
            self._attribute(element, name, scope)
        for child in element if depth < MOST_DEPTH else ():
            part.children.append(self._element(child, _scope(element, scope), depth + 1))
            part.end = part.children[-1].end
        closing = None if tag.empty else _closing(element.tag).match(document.source.text, part.end)
        if closing is not None:
            part.end = closing.end()
            if called:
                self.made.marks.append(Mark(*closing.span(1), sort, element.tag))
        key = _key(element)
        if key is not None and (own := element.attrib[key]):
            span = document.value_span(element, key)
            part.name, part.detail, part.name_start, part.name_end = own, element.tag, span.start, span.end
        return part

    def _attribute(self, element: Element, name: str, scope: str) -> None:
        value, at = element.attrib[name], self.document.attribute_span(element, name)
        formal = self.declared.get((element.tag, name))
        if formal:  # in a call of a blueprint, properties are the names that it declares
            self.made.marks.append(Mark(at.start, at.end, formal[0], name, element.tag))
        else:
            self.made.marks.append(
                Mark(at.start, at.end, Sort.PROPERTY, name, about=_about_property(element.tag, name))
            )
        if name == "equiv_reference" and (of_call := self.declared.get((element.tag, value))):
            span = self.document.value_span(element, name)
            self.made.marks.append(Mark(span.start, span.end, of_call[0], value, element.tag))
            return
        is_name, sort = name == _key(element), self._sort(element, name, self.declared.get((scope, value), []))
        if sort is not None and value:
            span = self.document.value_span(element, name)
            about = _declaration(sort, element) if is_name else _substance(value) if sort is Sort.REAGENT else ""
            self.made.marks.append(Mark(span.start, span.end, sort, value, scope, is_name, about))

    @staticmethod
    def _sort(element: Element, name: str, declared: list[Sort]) -> Sort | None:
        """Return what a value stands for, by its property and by the declarations of the name."""
        if name == _key(element):
            return _DECLARING[element.tag][0]
        prop = _property(element.tag, name)
        usual = None if prop is None else _SORTS.get(prop.type.kind)
        if usual is None:
            others = _SORTS.values() if prop is None else ()  # a call of a blueprint has properties of any kind
            return next((one for one in declared if one is Sort.PARAMETER or one in others), None)
        return usual if usual in declared or not declared else declared[0]

    def _observe(self, options: CheckOptions) -> None:
        document, made = self.document, []
        if not document.is_whole:
            return

        def observer(context: Context, scope: Scope) -> Observer:
            made.append(Observer(context, scope))
            return made[-1]

        tables = tables_of(options.dialect or dialect_of(document.source.text))
        check_document(Context(document, tables, options, [], interpreter=observer))
        for element in document.root.iter() if made else ():
            states = made[0].states.get(id(element), ())
            text = "; ".join(told if len(states) == 1 else f"{name}: {told}" for name, told, _ in states if told)
            if text:
                more = joined((f"{name}: {held}" if held else "" for name, _, held in states), "\n")
                self.made.hints.append(Hint(document.tag(element).end, text, more))


def _scope(element: Element, outer: str) -> str:
    """Return the blueprint to which names in an element belong, or ""."""
    return element.attrib.get("id", outer) if element.tag == "Blueprint" else outer


def _key(element: Element) -> str | None:
    """Return the property with the name that an element declares; None if it declares none."""
    _, keys = _DECLARING.get(element.tag, (None, ()))
    return next((key for key in keys if key in element.attrib), None)


def _sort_of(element: Element) -> Sort:
    spec = load().elements.get(element.tag)
    step = Sort.STEP if spec is None or (spec.is_step and not spec.is_block) else Sort.SECTION
    return _DECLARING.get(element.tag, (step,))[0]


def _detail(element: Element) -> str:
    return ", ".join(value for name, value in element.attrib.items() if name != "comment")[:100]


@cache
def _closing(tag: str) -> re.Pattern[str]:
    return re.compile(rf"{_BETWEEN}</\s*({re.escape(tag)})\s*>")


@cache
def _about(tag: str) -> str:
    spec = load().elements.get(tag)
    return "" if spec is None else re.sub(r"\[([^\]]*)\]\(#types\)", r"\1", element_page(spec))


def _property(tag: str, name: str) -> Property | None:
    spec = load().elements.get(tag)
    return spec.properties.get(name) if spec is not None else None


@cache
def _about_property(tag: str, name: str) -> str:
    prop = _property(tag, name)
    if prop is None:
        return ""
    default = f"Default: `{prop.default}`." if prop.default is not None else ""
    may = allowed(prop.type)
    return joined((f"`{prop.name}`: {prop.type.name}", prop.doc, may and f"{may[:1].upper()}{may[1:]}.", default))


def _declaration(sort: Sort, element: Element) -> str:
    given = "\n".join(f"- {name}: `{value}`" for name, value in element.attrib.items())
    name = element.attrib[_key(element) or ""]
    return joined((f"{element.tag} `{name}`", given, _substance(name) if sort is Sort.REAGENT else ""))


def _substance(name: str) -> str:
    """Return the table's data on a reagent; "" if it is not in the table."""
    one = find(name)
    if one is None:
        return ""
    numbers = (
        (one.molar_mass, "{:g} g/mol"),
        (one.density, "{:g} g/mL"),
        (one.melting, "melts at {:g} °C"),
        (one.boiling, "boils at {:g} °C"),
    )
    told = [form.format(value) for value, form in numbers if value is not None]
    return f"{one.name}: {joined((one.formula, one.state, *told), ', ')}"


# ------------------------------------------------------------------------------------------------------ completion

_VALUE = r"""(?:"[^"<]*+"|'[^'<]*+')"""
_OPEN_TAG = re.compile(
    rf"""<(?P<tag>[\w.:-]++)(?P<given>(?:\s++[\w.:-]++\s*+=\s*+{_VALUE})*+)\s+"""
    r"""(?:(?P<key>[\w.:-]++)\s*=\s*["'](?P<value>[^"'<]*)|(?P<prefix>[\w.:-]*))\Z"""
)
_TAG = re.compile(rf"<(?P<close>/?)(?P<tag>[\w.:-]++)(?:[^<>\"']++|{_VALUE})*+>")
_NUMBER = re.compile(r"-?[0-9]*\.?[0-9]+ ?")
_NAME = re.compile(r"<?[\w.:-]*\Z")
_LOOKED_AT = 200_000
_INSIDE: dict[str, tuple[str, ...]] = {"": ("XDL", "Synthesis"), "XDL": ("Synthesis", "Blueprint")}
_INSIDE |= {"Synthesis": SECTIONS, "Blueprint": SECTIONS} | {name: (child,) for name, child in SECTION_CHILD.items()}
"""The elements allowed inside elements that do not contain steps."""


def offers(source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
    """Return elements, properties or values, depending on the text before the cursor."""
    text, table = source.text, load().for_dialect(options.dialect or dialect_of(source.text))
    less = text.rfind("<", max(0, offset - 10_000), offset)
    inside = _OPEN_TAG.match(text, less, offset) if less >= 0 else None
    if inside is None:
        start = word_before(text, offset, _NAME)
        if less < start and text.rfind(">", 0, offset) < less:
            return ()  # inside a malformed tag
        return _elements(table, _parent(text, start), whole, start)
    if inside["key"] is None:
        rest = text[offset : max(text.find(">", offset), offset)]
        given = set(re.findall(r"\s([\w.:-]+)\s*=", f"{inside['given']} {rest}"))
        return _properties(table, inside["tag"], given, inside.start("prefix"))
    return _values(table, inside, options, whole)


def _parent(text: str, end: int) -> str:
    """Return the name of the element that contains an offset; empty outside all elements."""
    stack: list[str] = []
    for tag in _TAG.finditer(text, max(0, end - _LOOKED_AT), end):
        if tag["close"]:
            while stack and stack.pop() != tag["tag"]:
                pass
        elif tag[0][-2] != "/":
            stack.append(tag["tag"])
    return stack[-1] if stack else ""


def _elements(table: DialectTable, parent: str, known: Anatomy, start: int) -> Iterator[Offer]:
    names, spec = _INSIDE.get(parent, ()), table.elements.get(parent)
    if not names and spec is not None and spec.holds_steps:
        for mark in (one for one in known.marks if one.sort is Sort.BLUEPRINT and one.declares):
            yield Offer(f"<{mark.name}", mark.sort, start, mark.about, f"<{mark.name} $1/>")
        blocks = [name for name, one in table.elements.items() if one.is_block and parent == "Procedure"]
        names = (*sorted(table.step_names(), key=lambda name: not is_portable(table.elements[name])), *blocks)
    for one in (table.elements[name] for name in names if name in table.elements):
        sort = Sort.STEP if one.is_step and not one.is_block else Sort.SECTION
        yield Offer(f"<{one.name}", sort, start, one.doc, _snippet(table, one))


def _snippet(table: DialectTable, spec: ElementSpec) -> str:
    names = [name for name in table.properties[spec.name] if name in table.mandatory[spec.name]]
    names += [name for name in spec.one_of[:1] if name not in names]
    given = "".join(f' {name}="${number}"' for number, name in enumerate(names, 1))
    holds = spec.holds_steps or spec.name in (*_INSIDE, *SECTIONS)
    return f"<{spec.name}{given}" + (f">\n\t$0\n</{spec.name}>" if holds else "/>")


def _properties(table: DialectTable, tag: str, given: set[str], start: int) -> Iterator[Offer]:
    mandatory = table.mandatory.get(tag, frozenset())
    for prop in sorted(table.properties.get(tag, {}).values(), key=lambda one: one.name not in mandatory):
        if prop.name not in given and not prop.now:
            yield Offer(prop.name, Sort.PROPERTY, start, _about_property(tag, prop.name), f'{prop.name}="$1"')


def _values(table: DialectTable, inside: re.Match[str], options: CheckOptions, known: Anatomy) -> Iterator[Offer]:
    start, value = inside.start("value"), inside["value"]
    prop = table.properties.get(inside["tag"], {}).get(inside["key"])
    declares, _ = _DECLARING.get(inside["tag"], (None, ()))
    if prop is None:
        return
    if prop.type.kind is Kind.NAME:
        near = [one.name for one in substances() if one.name.startswith(value.lower())] if value else []
        hardware, reagents = options.constraints.hardware, options.constraints.reagents
        stock = {Sort.VESSEL: hardware or (), Sort.REAGENT: near if reagents is None else reagents}
        for name in stock.get(declares, ()) if declares is not None else ():
            yield Offer(escaped(name), Sort.VALUE, start, _substance(name))
    wanted = {_SORTS.get(prop.type.kind), Sort.PARAMETER}
    wanted |= {Sort.VESSEL, Sort.REAGENT} if prop.type.kind is Kind.MATERIAL else set()
    for name, mark in {mark.name: mark for mark in known.marks if mark.declares and mark.sort in wanted}.items():
        yield Offer(escaped(name), mark.sort, start, mark.about)
    for word in (*prop.type.values, *prop.type.words):
        yield Offer(word, Sort.VALUE, start)
    if (number := _NUMBER.match(value)) is not None:
        for unit in prop.type.unit_names:
            yield Offer(f"{number[0].rstrip()} {unit}", Sort.UNIT, start)


def spelled(mark: Mark, name: str, written: str) -> str | None:
    """Return a name escaped for quotes; that of a blueprint must also be valid for an element."""
    if (mark.sort is Sort.BLUEPRINT or mark.scope) and re.fullmatch(r"[^\W\d][\w.-]*", name) is None:
        return None  # names declared in a blueprint are property names in its calls
    return escaped(name) if name.strip() and name.isprintable() else None
