"""Assemble the page from its template, style and script."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.fidelity.mapped.source_map import Origin, SourceMap
from clairify_cli.fidelity.mapped.verdict import verdict
from clairify_cli.fidelity.page.markup import element, prose, shown
from clairify_cli.fidelity.page.steps import declared_list, findings_of_program, program_lines, step_list
from clairify_cli.fidelity.page.text import numbered, text_pane
from clairify_cli.files.pages import filled, policy_hash

_FOLDER = Path(__file__).parent


def page(found: SourceMap) -> str:
    """Return the page as one HTML document, to be written as UTF-8."""
    style, script = _part("style.css"), _part("script.js")
    values = {
        "style": style,
        "script": script,
        "style_hash": policy_hash(style),
        "script_hash": policy_hash(script),
        "title": shown(found.title or _short(found.text.name)),
        "window_title": shown(f"{found.title or _short(found.text.name)} - clairify"),
        "text_name": shown(found.text.name),
        "program_name": shown(found.program.name),
        "origin": _ORIGINS[found.origin],
        "facts": _facts(found),
        "verdict": "".join(element("p", prose(sentence)) for sentence in verdict(found)),
        "text": text_pane(found),
        "steps": step_list(found) or '<li class="none">There are no steps.</li>',
        "declared": declared_list(found),
        "findings": _findings(found),
        "program": program_lines(found),
    }
    return filled(_part("template.html"), values) + "\n"


_ORIGINS = {
    Origin.READING: "Each step is lit with the words that it was read from.",
    Origin.COMPARISON: "The program was compared with the text: each step is lit with the words that say the same.",
}


@cache
def _part(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8").strip()


def _short(name: str) -> str:
    return re.split(r"[/\\]", name)[-1] or name


def _facts(found: SourceMap) -> str:
    """Return the figures at the head of the page."""
    errors = sum(1 for finding in found.findings if finding.is_error)
    warnings = len(found.findings) - errors
    figures = [
        ("steps", str(len(numbered(found.walk()))), "step" if len(numbered(found.walk())) == 1 else "steps", ""),
        ("errors", str(errors), "error" if errors == 1 else "errors", "error" if errors else ""),
        ("warnings", str(warnings), "warning" if warnings == 1 else "warnings", "warning" if warnings else ""),
    ]
    return "".join(
        element("li", f"<b>{number}</b> {words}", class_=kind or None, data_fact=name)
        for name, number, words, kind in figures
    )


def _findings(found: SourceMap) -> str:
    """Return the findings in two lists: about the text, and about the program."""
    parts = []
    text = list(enumerate(found.text_findings, 1))
    for title, findings, is_text in (
        ("In the text", text, True),
        ("In the program", findings_of_program(found), False),
    ):
        if findings:
            items = "".join(_finding(found, number, one, is_text=is_text) for number, one in findings)
            parts.append(f"<h3>{title} <span>{counted(len(findings), 'finding')}</span></h3><ol>{items}</ol>")
    return "".join(parts) or '<p class="none">Nothing was found wrong.</p>'


def _finding(found: SourceMap, number: int, finding: Diagnostic, *, is_text: bool) -> str:
    kind = finding.severity.value
    target = f"#p{number}" if is_text else f"#L{finding.span.line}"
    place = element("a", f"{finding.span.line}:{finding.span.column}", href=target, class_="place")
    words = element("span", prose(finding.message), class_="message")
    hint = element("span", prose(finding.hint), class_="hint") if finding.hint else ""
    if not is_text and any(span.end > span.start for span in found.told_by(finding)):
        hint += element("a", "in the text", href=f"#p{number}", class_="hint")
    head = f'{place}<span class="kind">{kind}</span><code class="rule">{shown(finding.code)}</code>'
    return element("li", f"{head}<div>{words}{hint}</div>", id=f"f{number}", class_=kind, data_f=number)
