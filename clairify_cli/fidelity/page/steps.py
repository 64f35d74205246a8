"""The right side of the page: the steps as a readable list, and the program itself with line numbers."""

from __future__ import annotations

from bisect import bisect_right

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.mapped.source_map import MappedProperty, MappedStep, SourceMap
from clairify_cli.fidelity.page.markup import Layer, attributes, element, pieces, prose, shown
from clairify_cli.fidelity.page.text import Mark, colour
from clairify_cli.languages.outline import Role

Numbered = tuple[int, Diagnostic]


def step_list(found: SourceMap) -> str:
    """Return the steps as nested lists."""
    mine = _findings_of_steps(found)
    return "".join(_step(step, mine) for step in found.steps)


def findings_of_program(found: SourceMap) -> list[Numbered]:
    """Return the findings about the program, numbered after those about the text."""
    return list(enumerate(found.program_findings, len(found.text_findings) + 1))


def declared_list(found: SourceMap) -> str:
    """Return the declarations of the program: vessels with their types, and substances."""
    rows = []
    for role, title in ((Role.VESSEL, "Vessels"), (Role.SUBSTANCE, "Reagents")):
        names = [
            element("li", element("span", shown(one.name), class_="name") + _type(one.name, one.type))
            for one in found.declared
            if one.role is role
        ]
        if names:
            rows.append(f"<dt>{title}</dt><dd><ul>{''.join(names)}</ul></dd>")
    return f'<dl class="declared">{"".join(rows)}</dl>' if rows else ""


def program_lines(found: SourceMap) -> str:
    """Return the program with one list item per line; joining their text with line feeds yields the program."""
    text = found.program.text
    findings = findings_of_program(found)
    layers = [
        Layer(step.span.start, step.span.end, Mark("step", step.number))
        for step in found.walk()
        if step.number is not None
    ]
    layers += [
        Layer(one.span.start, one.span.end, Mark("finding", number, severity=one.severity.value))
        for number, one in findings
    ]
    layers += [Layer(at, at + 1, Mark("break")) for at, character in enumerate(text) if character == "\n"]
    lines: list[list[str]] = [[]]
    for start, end, over in pieces(len(text), layers):
        if text[start] == "\n":
            lines.append([])
        else:
            marks = [layer.mark for layer in over]
            lines[-1].append(
                f"<span{_code(marks)}>{shown(text[start:end])}</span>" if marks else shown(text[start:end])
            )
    items = (f'<li id="L{number}">{"".join(line)}</li>' for number, line in enumerate(lines, 1))
    return "".join(items)


def _code(marks: list[Mark]) -> str:
    numbers = [mark.number for mark in marks if mark.kind == "step"]
    severities = {mark.severity for mark in marks if mark.kind == "finding"}
    kind = "error" if "error" in severities else "warning" if severities else ""
    return attributes(
        class_=f"w {kind}".strip(),
        data_s=" ".join(map(str, numbers)),
        data_f=" ".join(str(mark.number) for mark in marks if mark.kind == "finding"),
    )


def _step(step: MappedStep, findings: dict[tuple[int, ...], list[Numbered]]) -> str:
    vessels = [(index, one) for index, one in enumerate(step.properties) if one.role is Role.VESSEL]
    values = [(index, one) for index, one in enumerate(step.properties) if one.role not in (Role.VESSEL, Role.NOTE)]
    notes = [(index, one) for index, one in enumerate(step.properties) if one.role is Role.NOTE and one.value.strip()]
    head = element("span", shown(step.name), class_="name")
    head += "".join(_value(step, index, one) for index, one in (*vessels, *values))
    body = element("p", head, class_="head")
    body += "".join(
        element("p", shown(one.value), class_="note", data_p=_key(step, index, one)) for index, one in notes
    )
    for number, finding in findings.get(step.path, ()):
        kind = "error" if finding.is_error else "warning"
        link = element("a", shown(finding.code), href=f"#f{number}", class_="rule")
        body += element("p", f"{link} {prose(finding.message)}", class_=f"finding {kind}", id=f"q{number}")
    if step.number is not None and not step.source and not step.children:
        body += element("p", "no words of the text", class_="absent")
    if step.children:
        body += element("ol", "".join(_step(child, findings) for child in step.children))
    if step.number is None:
        return element("li", body, class_="group")
    tag = element(
        "a", str(step.number), class_=f"tag {colour(step.number)}",
        href=f"#t{step.number}" if step.source else f"#L{step.span.line}",
        aria_label=f"step {step.number}: {'its words in the text' if step.source else 'its line in the program'}",
    )  # fmt: skip
    plain = "" if step.source or step.children else " sourceless"
    return element(
        "li",
        f"{tag}<div>{body}</div>",
        class_=f"step {colour(step.number)}{plain}",
        id=f"s{step.number}",
        data_s=step.number,
    )


def _value(step: MappedStep, index: int, one: MappedProperty) -> str:
    """Return a property as HTML, with its name in front unless it is `vessel`."""
    label = one.name.removesuffix("_vessel") if one.role is Role.VESSEL else one.name
    key = "" if one.name == "vessel" else element("span", shown(label.replace("_", " ")), class_="key") + " "
    kind = "value vessel" if one.role is Role.VESSEL else "value"
    return " " + element(
        "span",
        key + element("b", shown(one.value)),
        class_=kind,
        data_p=_key(step, index, one),
        title=one.name if not key else None,
    )


def _key(step: MappedStep, index: int, one: MappedProperty) -> str | None:
    return f"{step.number}.{index}" if one.source and step.number is not None else None


def _type(name: str, kind: str) -> str:
    return f" {element('span', shown(kind), class_='key')}" if kind and kind != name else ""


def _findings_of_steps(found: SourceMap) -> dict[tuple[int, ...], list[Numbered]]:
    """Group the findings about the program by the path of the step that contains them."""
    steps = sorted(found.walk(), key=lambda step: step.span.start)
    starts = [step.span.start for step in steps]
    made: dict[tuple[int, ...], list[Numbered]] = {}
    for number, finding in findings_of_program(found):
        at = bisect_right(starts, finding.span.start) - 1
        if at >= 0 and finding.span.start < steps[at].span.end:
            made.setdefault(steps[at].path, []).append((number, finding))
    return made
