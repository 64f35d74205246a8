"""The left side of the page: the source text with steps, remarks, unread words and findings marked."""

from __future__ import annotations

from collections.abc import Iterator

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.mapped.source_map import MappedStep, SourceMap
from clairify_cli.fidelity.page.markup import Layer, attributes, element, pieces, shown
from clairify_cli.records import dataclass

COLOURS = 7
"""Number of colours that the style has for steps; they are used in turn."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The kind of a stretch: words of a step or property, unread words, a remark, or the place of a finding."""

    kind: str
    number: int = 0
    detail: str = ""
    width: int = 0
    severity: str = ""


def colour(number: int | None) -> str:
    """Return the CSS class for the colour of a step."""
    return "" if number is None else f"c{number % COLOURS}"


def finding_words(finding: Diagnostic) -> str:
    """Return a finding on one line, for the tooltip and for screen readers."""
    return f"{finding.severity.value} {finding.code}: {finding.message}"


def text_pane(found: SourceMap) -> str:
    """Return the text as HTML; its text content is the source text."""
    layers = list(_layers(found))
    parts: list[str] = []
    homes = _homes(found, layers)
    flagged: set[int] = set()
    for start, end, over in pieces(len(found.text.text), layers):
        marks = [layer.mark for layer in over]
        parts += [_tag(number) for number in homes.get(start, ())]
        for mark in marks:
            if mark.kind == "finding" and mark.number not in flagged:
                flagged.add(mark.number)
                parts.append(_flag(mark.number, found.findings[mark.number - 1]))
        words = shown(found.text.text[start:end])
        parts.append(f"<span{_span(marks)}>{words}</span>" if marks else words)
    # A finding with an empty span, such as one at the end, has no stretch to put the flag before.
    for number, finding in enumerate(found.text_findings, 1):
        if number not in flagged:
            parts.append(_flag(number, finding))
    return "".join(parts)


def _flag(number: int, finding: Diagnostic) -> str:
    """Return a mark in the text that links to the finding in the list."""
    words = finding_words(finding)
    kind = f"flag {finding.severity.value}"
    return element("a", "", class_=kind, id=f"p{number}", href=f"#f{number}", aria_label=words, title=words)


def _layers(found: SourceMap) -> Iterator[Layer[Mark]]:
    for step in found.walk():
        if step.number is None:
            continue
        width = sum(span.end - span.start for span in step.source)
        for span in step.source:
            yield Layer(span.start, span.end, Mark("step", step.number, width=width))
        for index, one in enumerate(step.properties):
            for span in one.source:
                yield Layer(span.start, span.end, Mark("property", step.number, f"{step.number}.{index}"))
    for span in found.unread:
        yield Layer(span.start, span.end, Mark("unread"))
    for remark in found.remarks:
        yield Layer(remark.span.start, remark.span.end, Mark("remark", detail=remark.kind))
    for number, finding in enumerate(found.findings, 1):
        for span in found.told_by(finding):
            yield Layer(span.start, span.end, Mark("finding", number, severity=finding.severity.value))


def _owner(marks: list[Mark]) -> int | None:
    """Return the step that colours a stretch: preferably one with a value there, then the one with the fewest words."""
    told = {mark.number for mark in marks if mark.kind == "property"}
    steps = [mark for mark in marks if mark.kind == "step"]
    return min(steps, key=lambda mark: (mark.number not in told, mark.width, mark.number)).number if steps else None


def _homes(found: SourceMap, layers: list[Layer[Mark]]) -> dict[int, list[int]]:
    """Return the steps to number at each offset: where a step first owns words, or else where it first has any."""
    first: dict[int, tuple[bool, int]] = {}
    for start, _, over in pieces(len(found.text.text), layers):
        marks = [layer.mark for layer in over]
        owner = _owner(marks)
        for mark in marks:
            if mark.kind == "step":
                place = (mark.number != owner, start)
                first[mark.number] = min(first.get(mark.number, place), place)
    homes: dict[int, list[int]] = {}
    for number in sorted(first):
        homes.setdefault(first[number][1], []).append(number)
    return homes


def _tag(number: int) -> str:
    """Return the number of a step, to put where its words begin: a link to the step."""
    return element(
        "a", "", class_=f"tag {colour(number)}", id=f"t{number}", href=f"#s{number}", data_s=number, data_n=number,
        aria_label=f"step {number}",
    )  # fmt: skip


def _span(marks: list[Mark]) -> str:
    """Return the HTML attributes of a piece of the text."""
    steps = [mark.number for mark in marks if mark.kind == "step"]
    findings = [mark for mark in marks if mark.kind == "finding"]
    severities = {mark.severity for mark in findings}
    unread = any(mark.kind == "unread" for mark in marks)
    remark = next((mark.detail for mark in marks if mark.kind == "remark"), None)
    classes = [colour(_owner(marks))] if steps else []
    classes += ["unread"] if unread else []
    classes += ["remark"] if remark else []
    classes += ["error" if "error" in severities else "warning"] if findings else []
    tip = f"no instruction: {remark}" if remark else "in no step" if unread and not findings else None
    return attributes(
        class_=" ".join(("w", *classes)),
        data_s=" ".join(map(str, dict.fromkeys(steps))),
        data_p=" ".join(dict.fromkeys(mark.detail for mark in marks if mark.kind == "property")),
        data_f=" ".join(str(mark.number) for mark in findings),
        title=tip,
    )


def numbered(steps: Iterator[MappedStep]) -> list[MappedStep]:
    """Return the steps that have a number."""
    return [step for step in steps if step.number is not None]
