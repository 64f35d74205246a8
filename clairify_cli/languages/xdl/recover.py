"""Reads what is not well-formed: goes on after every slip, says where each is and how to mend it.

A text may be a program with a missing close tag, a reply of a model with prose and a Markdown fence around, or no
program at all. The tree that comes out is the one that was most likely meant, so that the other checks can run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.xdl.rules import xml as rules
from clairify_cli.languages.xdl.scan import NAME, Problem, Slip, Tag, resolve_entities, scan_tag
from clairify_cli.languages.xdl.schema import load
from clairify_cli.languages.xdl.tree import Document, Element, Trivia

ROOTS = ("XDL", "Synthesis")

_CLOSE = re.compile(rf"</\s*({NAME})?\s*>?")
_START = re.compile(rf"<{NAME}")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ROOT = re.compile(r"<(?:XDL|Synthesis)[\s>/]")
_MOST_UNCLOSED = 20
_MOST_OF_A_RULE = 1000


def recover(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """The document that was most likely meant and the slips found; no document where there is no element."""
    return _Recovery(source).run()


@dataclass
class _Frame:
    element: Element
    tag: Tag
    holds: bool
    """Whether elements may stand inside; a step that holds none was most likely not closed."""


@dataclass
class _Recovery:
    source: Source
    at: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    trivia: list[Trivia] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=list)
    tops: list[Element] = field(default_factory=list)
    outside: list[tuple[int, int]] = field(default_factory=list)
    tags: dict[int, Tag] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    content_end: int = 0
    absent: set[str] = field(default_factory=set)
    """Endings that do not come any more, so that nobody looks for them again."""
    last_root: int | None = None
    times: Counter[int] = field(default_factory=Counter)
    open_names: Counter[str] = field(default_factory=Counter)

    def run(self) -> tuple[Document | None, list[Diagnostic]]:
        self.text = self.source.text
        self._control_characters()
        while self.at < len(self.text):
            less = self.text.find("<", self.at)
            less = len(self.text) if less < 0 else less
            if less > self.at:
                self._characters(self.at, less)
                self.at = less
            if less < len(self.text):
                self._markup()
        self._close_all()
        return self._finish()

    # -- what the text is made of

    def _control_characters(self) -> None:
        for count, match in enumerate(_CONTROL.finditer(self.text)):
            if count == 10:  # a binary file has thousands
                break
            fix = Fix("remove the character", (Edit(match.start(), match.end(), ""),))
            self._say(rules.forbidden_character, match.start(), match.end(), match.group(), fix)

    def _markup(self) -> None:
        text, at = self.text, self.at
        if text.startswith("<!--", at):
            self._comment()
        elif text.startswith("<![CDATA[", at):
            self._cdata()
        elif text.startswith("<!", at) and text[at + 2 : at + 3].isalpha():
            self._declaration()
        elif text.startswith("<?", at):
            end = self._find("?>", at)
            if end < 0:
                self._say(rules.unterminated, at, at + 2, "processing instruction", "?>")
                self.at = at + 2
            else:
                self._note("pi", text[at + 2 : end].strip(), at, end + 2)
                self.at = end + 2
        elif text.startswith("</", at):
            self._close_tag()
        elif _START.match(text, at):
            self._start_tag()
        else:
            fix = Fix("write `&lt;`", (Edit(at, at + 1, "&lt;"),))
            if self.stack:
                self._say(rules.stray_less, at, at + 1, fix)
            else:
                self._outside(at, at + 1)
            self.at = at + 1

    def _find(self, ending: str, start: int) -> int:
        """Where an ending stands next; -1 for nowhere."""
        if ending in self.absent:
            return -1
        found = self.text.find(ending, start)
        if found < 0:
            self.absent.add(ending)
        return found

    def _comment(self) -> None:
        end = self._find("-->", self.at + 4)
        if end < 0:
            self._say(rules.unterminated, self.at, self.at + 4, "comment", "-->")
            line_end = self.text.find("\n", self.at)
            self.at = len(self.text) if line_end < 0 else line_end
            return
        inner = self.text[self.at + 4 : end]
        if "--" in inner or inner.endswith("-"):
            place = self.at + 4 + max(inner.find("--"), 0)
            self._say(rules.hyphens_in_comment, place, place + 2)
        self._note("comment", inner, self.at, end + 3)
        self.at = end + 3

    def _cdata(self) -> None:
        end = self._find("]]>", self.at)
        if end < 0:
            self._say(rules.unterminated, self.at, self.at + 9, "CDATA section", "]]>")
            self.at += 9
            return
        inner = self.text[self.at + 9 : end]
        if inner.strip():
            self._note("text", inner.strip(), self.at, end + 3)
        self.at = end + 3

    def _declaration(self) -> None:
        """A document type or an entity: refused, and skipped with all that is inside."""
        start, depth, at = self.at, 0, self.at
        for match in re.compile(r"[\[\]>]").finditer(self.text, start):
            character = match.group()
            depth += {"[": 1, "]": -1}.get(character, 0)
            if character == ">" and depth <= 0:
                at = match.end()
                break
        else:
            at = len(self.text)
        fix = Fix("remove the declaration", (Edit(start, at, ""),), safe=False)
        self._say(rules.declaration, start, min(at, start + 40), fix)
        self.at = at

    def _characters(self, start: int, end: int) -> None:
        stretch = self.text[start:end]
        if not stretch.strip():
            return
        start += len(stretch) - len(stretch.lstrip())
        end = start + len(stretch.strip())
        if not self.stack:
            self._outside(start, end)
            return
        raw = self.text[start:end]
        if "&" in raw:
            _, problems = resolve_entities(raw, start)
            for problem in problems:
                self._problem(problem)
        self._note("text", raw, start, end)

    # -- tags

    def _start_tag(self) -> None:
        tag = scan_tag(self.text, self.at)
        self.tags[tag.start] = tag
        if not self.stack and not self._is_program(tag):
            self._outside(tag.start, tag.end)
            self.at = tag.end
            return
        if self.stack and not self.stack[-1].holds and not self._really_inside(self.stack[-1]):
            self._not_closed(self._pop())
        for problem in tag.problems:
            self._problem(problem, tag)
        element = Element(tag.name, tag.values())
        self.starts[id(element)] = tag.start
        if not self.stack:
            self._top(element, tag)
        else:
            self.stack[-1].element.append(element)
        cut_short = any(problem.slip is Slip.NOT_CLOSED for problem in tag.problems)
        spec = load().elements.get(tag.name)
        leaf = spec is not None and (spec.is_step or tag.name in _DECLARATIONS) and not spec.holds_steps
        if not tag.empty and not (cut_short and leaf):
            self.stack.append(_Frame(element, tag, not leaf))
            self.open_names[tag.name] += 1
        self.at = tag.end
        self.content_end = tag.end

    def _is_program(self, tag: Tag) -> bool:
        """Whether a tag outside of any element begins a program, rather than being part of some prose."""
        return bool(not self.tops or tag.name in (*ROOTS, "Blueprint")) and (
            tag.name in load().elements or not self._program_follows(tag.end)
        )

    def _program_follows(self, at: int) -> bool:
        """Whether a root stands further on; the last one is sought once."""
        if self.last_root is None:
            self.last_root = max((match.start() for match in _ROOT.finditer(self.text)), default=-1)
        return at <= self.last_root

    def _top(self, element: Element, tag: Tag) -> None:
        self.tops.append(element)
        if len(self.tops) > 1:
            start = self.starts[id(self.tops[0])]
            first = self.source.span(start, start + len(self.tops[0].tag) + 1)
            span = self.source.span(tag.start, tag.end)
            self.found.append(rules.several_programs(span, element.tag, first))

    def _really_inside(self, frame: _Frame) -> bool:
        """Whether a step that holds nothing is closed further on, before another of its name begins."""
        name = re.escape(frame.tag.name)
        following = re.compile(rf"<(/?){name}\s*[\s/>]").search(self.text, self.at, self.at + 2000)
        frame.holds = following is not None and following.group(1) == "/"
        return frame.holds

    def _close_tag(self) -> None:
        match = _CLOSE.match(self.text, self.at)
        assert match is not None
        name = match.group(1) or ""
        start, self.at = self.at, match.end()
        if self.open_names[name]:
            while self.stack[-1].tag.name != name:
                self._not_closed(self._pop(), before=start)
            self._pop()
            self.content_end = match.end()
            if not match.group().endswith(">"):
                fix = Fix("write `>`", (Edit(match.end(), match.end(), ">"),))
                self._say(rules.bad_close, start, match.end(), name, name, fix)
            return
        if not self.stack:
            if self.tops:
                fix = Fix("remove it", (Edit(start, match.end(), ""),))
                self._say(rules.stray_close, start, match.end(), name, fix)
            else:
                self._outside(start, match.end())
            return
        innermost = self.stack[-1].tag.name
        meant = only_near_match(name, [innermost]) if name else innermost
        if meant is not None:
            fix = Fix(f"write `</{meant}>`", (Edit(start, match.end(), f"</{meant}>"),))
            self._say(rules.bad_close, start, match.end(), name, meant, fix)
            self._pop()
            self.content_end = match.end()
            return
        fix = Fix("remove it", (Edit(start, match.end(), ""),))
        self._say(rules.stray_close, start, match.end(), name, fix)

    def _pop(self) -> _Frame:
        frame = self.stack.pop()
        self.open_names[frame.tag.name] -= 1
        return frame

    def _not_closed(self, frame: _Frame, before: int | None = None) -> None:
        """Say that an element is not closed; `before` is where its close tag should have stood at the latest."""
        tag = frame.tag
        if not len(frame.element) and not frame.holds:
            fix = Fix(f"write `<{tag.name} …/>`", (Edit(tag.end - 1, tag.end - 1, "/"),))
        else:
            at = self.content_end if before is None else before
            text = f"</{tag.name}>"
            at, text = self._on_a_line(at, text, tag)
            fix = Fix(f"add `</{tag.name}>`", (Edit(at, at, text),))
        self.found.append(rules.not_closed(self.source.span(tag.start, tag.end), tag.name, fix))

    def _on_a_line(self, at: int, text: str, tag: Tag) -> tuple[int, str]:
        """A close tag on a line of its own where the open tag has one, indented as that is."""
        line_start = self.text.rfind("\n", 0, tag.start) + 1
        indent = self.text[line_start : tag.start]
        if indent.strip():
            return at, text
        here = self.text.rfind("\n", 0, at) + 1
        if not self.text[here:at].strip():
            return here, f"{indent}{text}\n"
        return at, f"\n{indent}{text}"

    def _close_all(self) -> None:
        """At the end of the text: what is still open is closed; a text cut short may leave very many."""
        text = self.text
        end = self.content_end
        frames = list(reversed(self.stack))
        for count, frame in enumerate(frames):
            tag = frame.tag
            if not frame.holds and not len(frame.element):
                self._not_closed(frame)
            elif count < _MOST_UNCLOSED or count == len(frames) - 1:
                line_start = text.rfind("\n", 0, tag.start) + 1
                indent = text[line_start : tag.start]
                lead = f"\n{indent}" if not indent.strip() and line_start else ""
                fix = None
                if len(frames) <= _MOST_UNCLOSED:
                    fix = Fix(f"add `</{tag.name}>`", (Edit(end, end, f"{lead}</{tag.name}>"),))
                self.found.append(rules.not_closed(self.source.span(tag.start, tag.end), tag.name, fix))
        self.stack.clear()

    # -- notes and the end

    def _note(self, kind: str, text: str, start: int, end: int) -> None:
        parent = self.stack[-1].element if self.stack else None
        index = len(parent) if parent is not None else len(self.tops)
        self.trivia.append(Trivia(kind, text, start, end, parent, index))

    def _outside(self, start: int, end: int) -> None:
        """Something that belongs to no program; neighbours are told of together."""
        if self.outside and not self._tops_between(self.outside[-1][1], start):
            self.outside[-1] = (self.outside[-1][0], end)
        else:
            self.outside.append((start, end))

    def _tops_between(self, start: int, end: int) -> bool:
        return any(start <= self.starts[id(top)] < end for top in self.tops)

    def _say(self, rule: Callable[..., Diagnostic], start: int, end: int, *arguments: object) -> None:
        """Report; a rule that has spoken very often is silent from then on: the text is broken beyond listing."""
        self.times[id(rule)] += 1
        if self.times[id(rule)] <= _MOST_OF_A_RULE:
            self.found.append(rule(self.source.span(start, end), *arguments))

    def _problem(self, problem: Problem, tag: Tag | None = None) -> None:
        self.times[id(problem.slip)] += 1
        if self.times[id(problem.slip)] > _MOST_OF_A_RULE:
            return
        span = self.source.span(problem.start, problem.end)
        self.found.append(rules.for_slip(self.source, span, problem, tag.name if tag else ""))

    def _finish(self) -> tuple[Document | None, list[Diagnostic]]:
        if not self.tops:
            size = len(self.text)
            at = next((i for i, c in enumerate(self.text) if not c.isspace()), 0)
            line = self.text.find("\n", at)
            self._say(rules.no_program, at, min(size if line < 0 else line, at + 60), self.text)
            return None, self.found
        for start, end in self.outside:
            fix = Fix("remove it", (Edit(start, end, ""),))
            self._say(rules.outside_text, start, end, self.text[start:end], fix)
        root = next((top for top in self.tops if top.tag in ROOTS), self.tops[0])
        document = Document(self.source, root, self.starts, self.trivia)
        document._tags.update(self.tags)
        if not self.found:  # expat refused the text and nothing above says why
            self.found.append(rules.not_well_formed(*_expat_complaint(self.source)))
        return document, self.found


_DECLARATIONS = frozenset({"Component", "Reagent", "Parameter", "Metadata"})


def _expat_complaint(source: Source) -> tuple[Span, str]:
    """Where and why expat refuses the text."""
    from xml.parsers import expat

    try:
        expat.ParserCreate().Parse(source.text, True)
    except expat.ExpatError as error:
        lines_before = source.text.splitlines(keepends=True)[: error.lineno - 1]
        start = sum(map(len, lines_before)) + error.offset
        return source.span(start, start + 1), expat.errors.messages[error.code]
    except UnicodeEncodeError as error:
        return source.span(error.start, error.end), "a character that cannot be encoded"
    return source.span(0, 0), "the XML cannot be read"
