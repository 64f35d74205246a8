"""The outline of an XDL program: every procedure's steps, with blocks, loops and blueprints as branches."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.outline import Declared, Outline, OutlineProperty, OutlineStep, Role
from clairify_cli.languages.xdl.reader import read
from clairify_cli.languages.xdl.schema import ElementSpec, Kind, load
from clairify_cli.languages.xdl.tree import Document, Element

_ROLES = {
    Kind.VESSEL: Role.VESSEL,
    Kind.REAGENT: Role.SUBSTANCE,
    Kind.MATERIAL: Role.SUBSTANCE,
    Kind.QUANTITY: Role.QUANTITY,
}
_DECLARED = {"Component": (Role.VESSEL, ("id", "name")), "Reagent": (Role.SUBSTANCE, ("name", "id"))}
_TITLES = ("name", "title", "description")
_DEEPEST = 50


def outline(source: Source) -> Outline:
    """Return the outline of a text; empty if no element is found."""
    document, _ = read(source)
    if document is None:
        return Outline()
    found = _Outliner(document)
    steps: list[OutlineStep] = []
    for owner in (document.root, *document.root):
        if owner.tag == "Synthesis":
            steps.extend(found.procedure(owner))
        elif owner.tag == "Blueprint":
            steps.append(found.blueprint(owner))
    return Outline(_title(document.root), tuple(found.declared()), tuple(steps))


class _Outliner:
    """Turn the elements of one document into outline steps."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.elements = load().elements

    def procedure(self, owner: Element) -> list[OutlineStep]:
        return [self.step(child, 0) for section in owner if section.tag == "Procedure" for child in section]

    def blueprint(self, owner: Element) -> OutlineStep:
        head = self.step(owner, _DEEPEST)
        return OutlineStep(head.name, head.span, head.properties, tuple(self.procedure(owner)), is_group=True)

    def step(self, element: Element, depth: int) -> OutlineStep:
        spec = self.elements.get(element.tag)
        children = tuple(self.step(child, depth + 1) for child in element) if depth < _DEEPEST else ()
        properties = tuple(
            OutlineProperty(name, value, _role(spec, name), self.document.value_span(element, name))
            for name, value in element.attrib.items()
        )
        is_group = spec is not None and spec.is_block
        return OutlineStep(element.tag, self.document.tag_span(element), properties, children, is_group)

    def declared(self) -> list[Declared]:
        """Return hardware and reagents in document order, each name once."""
        made: dict[tuple[Role, str], Declared] = {}
        for element in self.document.root.iter():
            if element.tag not in _DECLARED:
                continue
            role, keys = _DECLARED[element.tag]
            if name := next((element.attrib[key] for key in keys if element.attrib.get(key)), ""):
                kind = element.attrib.get("type", "") if role is Role.VESSEL else ""
                made.setdefault((role, name), Declared(role, name, kind, self.document.tag_span(element)))
        return list(made.values())


def _role(spec: ElementSpec | None, name: str) -> Role:
    if name == "comment":
        return Role.NOTE
    prop = spec.properties.get(name) if spec is not None else None
    return Role.OTHER if prop is None else _ROLES.get(prop.type.kind, Role.OTHER)


def _title(root: Element) -> str | None:
    for element in root.iter():
        if element.tag == "Metadata":
            return next((value for key in _TITLES if (value := element.attrib.get(key, "").strip())), None)
    return None
