"""A Repeat is unrolled, or a run of equal steps is folded into one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.case import Case
from benchmarks.faults.document import Document, Node
from benchmarks.faults.edit import Edit, apply, indent, put
from benchmarks.faults.properties import BLOCKS
from benchmarks.faults.steps import repeats

from ..draft import Draft
from ..source import replace


def _alike(one: Node, other: Node) -> bool:
    """Whether two steps without children are the same but for their comments."""
    if one.tag != other.tag or one.children or other.children:
        return False
    first = {name: value for name, value in one.attributes.items() if name != "comment"}
    return first == {name: value for name, value in other.attributes.items() if name != "comment"}


def _unrolled(case: Case) -> Iterator[Draft]:
    """Every Repeat with a small number and plain steps in it."""
    document = case.document
    for node in repeats(document):
        text = node.get("repeats") or ""
        plain = set(node.attributes) <= {"repeats", "comment"}
        if not text.isdigit() or not 2 <= int(text) <= 6 or not plain or any(child.children for child in node.children):
            continue
        bodies = [document.raw(child).decode() for child in node.children] * int(text)
        yield Draft(apply(document, [replace(document, node, bodies)]), f"A Repeat of {text} is unrolled.")


def _folded(case: Case) -> Iterator[Draft]:
    """Every run of at least two equal steps or groups of steps."""
    procedure = case.document.first("Procedure")
    if procedure is None:
        return
    for parent in procedure.walk():
        if parent.tag not in ("Procedure", *BLOCKS):
            continue
        nodes = parent.children
        for size in (1, 2, 3, 4):
            start = 0
            while start + 2 * size <= len(nodes):
                count = 1
                while start + (count + 1) * size <= len(nodes) and all(
                    _alike(nodes[start + place], nodes[start + count * size + place]) for place in range(size)
                ):
                    count += 1
                if count > 1:
                    yield _fold(case.document, nodes[start : start + size * count], size, count)
                    start += size * count
                else:
                    start += 1


def _fold(document: Document, nodes: tuple[Node, ...], size: int, count: int) -> Draft:
    """One run of equal steps as a Repeat."""
    gap = "\n" + indent(document, nodes[0]).decode()
    body = "".join(f"{gap}  {document.raw(node).decode()}" for node in nodes[:size])
    xml = f'<Repeat repeats="{count}">{body}{gap}</Repeat>'
    edit = Edit(nodes[0].start, nodes[-1].end, xml.encode())
    return Draft(apply(document, [edit]), f"{count} equal runs of {size} step(s) are folded into a Repeat.")


def _outside(case: Case) -> Iterator[Draft]:
    """The property `repeats` of a wash becomes a Repeat, where each time starts from the same vessels."""
    document = case.document
    for step in case.steps:
        text = step.get("repeats") or ""
        if not text.isdigit() or int(text) < 2:
            continue
        same = step.get("from_vessel") == step.get("to_vessel") and step.get("purpose") == "wash"
        back = step.get("waste_phase_to_vessel") == step.get("from_vessel") and step.get("purpose") == "extract"
        if step.tag != "WashSolid" and not (step.tag == "Separate" and (same or back)):
            continue
        edit = put(document, step.node, "repeats", None)
        raw = document.raw(step.node)
        single = raw[: edit.start - step.node.start] + edit.new + raw[edit.end - step.node.start :]
        gap = "\n" + indent(document, step.node).decode()
        xml = f'<Repeat repeats="{text}">{gap}  {single.decode()}{gap}</Repeat>'
        what = f"The {text} repeats of {step} are written as a Repeat around it."
        yield Draft(apply(document, [Edit(step.node.start, step.node.end, xml.encode())]), what)


def find(case: Case, rng: Random) -> Iterator[Draft]:
    """Unroll, fold, and take repeats out of a step."""
    del rng
    yield from _unrolled(case)
    yield from _folded(case)
    yield from _outside(case)
