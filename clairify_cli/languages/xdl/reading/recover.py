"""Read malformed XML: continue after every error, and report its place and fix.

A text may be a program with a missing close tag, a model's reply with prose and a Markdown fence around the program,
or no program at all. The resulting tree is the one most likely intended, so that the other checks can run.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, Span
from clairify_cli.diagnostics.wording import shortened
from clairify_cli.languages.xdl.reading.open_elements import OpenElements
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.scan import NAME, Problem, Slip, Tag, resolve_entities, scan_tag
from clairify_cli.languages.xdl.schema import load
from clairify_cli.languages.xdl.tree import CONTROL, MOST_DEPTH, Document, Element, Trivia, line_end
from clairify_cli.records import dataclass, field

ROOTS = ("XDL", "Synthesis")

_START = re.compile(rf"<{NAME}")
_SPACED_START = re.compile(rf"<[ \t]+({NAME})(?=[\s/>])")
_BACKSLASH_CLOSE = re.compile(rf"<\\{NAME}\s*>")
_STEP_LIKE = re.compile(rf"<\s*({NAME})\s+{NAME}\s*=")
_ROOT = re.compile(r"<(?:XDL|Synthesis)[\s>/]")
_FENCE = re.compile(r"(?:```|~~~)[`~]*\w*")
_MOST_OF_A_RULE = 1000
_MOST_OPEN = 1000
_MOST_NAMES = 50
_MOST_SHOWN = 60


def recover(source: Source) -> tuple[Document | None, list[Diagnostic]]:
    """Return the document most likely intended and the errors found; no document if there is no element."""
    return _Recovery(source).run()


@dataclass
class _Recovery:
    source: Source
    at: int = 0
    found: list[Diagnostic] = field(default_factory=list)
    trivia: list[Trivia] = field(default_factory=list)
    tops: list[Element] = field(default_factory=list)
    outside: list[tuple[int, int]] = field(default_factory=list)
    tags: dict[int, Tag] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    """Endings that do not occur in the rest of the text, remembered to avoid another search."""
    last_root: int | None = None
    wraps: dict[str, bool] = field(default_factory=dict)
    times: Counter[int] = field(default_factory=Counter)
    is_beyond: bool = False

    def run(self) -> tuple[Document | None, list[Diagnostic]]:
        self.text = self.source.text
        self.stack = OpenElements(self.source, self._say)
        self._control_characters()
        while self.at < len(self.text) and not self._is_beyond_repair():
            less = self.text.find("<", self.at)
            less = len(self.text) if less < 0 else less
            if less > self.at:
                self._characters(self.at, less)
                self.at = less
            if less < len(self.text):
                self._markup()
        if self.at < len(self.text):  # elements open here may be closed in the unread rest, so do not report them
            here = self.source.span(self.at, self.at + 1)
            why = "the text is broken in so many places that nothing behind this one is read"
            self.found.append(rules.not_well_formed(here, why) if self.is_beyond else rules.too_deep(here, MOST_DEPTH))
            return self._finish()[0], self.found
        self.stack.close_all()
        return self._finish()

    def _is_beyond_repair(self) -> bool:
        """Whether a rule has more findings than anyone reads, or nesting is far deeper than any check goes."""
        return self.is_beyond or len(self.stack.frames) > _MOST_OPEN

    # -- the parts of the text

    def _control_characters(self) -> None:
        for count, match in enumerate(CONTROL.finditer(self.text)):
            if count == 10:  # a binary file has thousands
                break
            fix = Fix("remove the character", (Edit(match.start(), match.end(), ""),))
            self._say(rules.forbidden_character, match.start(), match.end(), f"U+{ord(match.group()):04X}", fix)

    def _markup(self) -> None:
        text, at = self.text, self.at
        if text.startswith("<!--", at):
            self._comment()
        elif text.startswith("<![CDATA[", at):
            self._cdata()
        elif text.startswith("<!", at) and text[at + 2 : at + 3].isalpha():
            self._declaration()
        elif text.startswith("<?", at):
            self._instruction()
        elif text.startswith("</", at) or _BACKSLASH_CLOSE.match(text, at):
            self._close_tag()
        elif _START.match(text, at) or self._is_spaced_start(at):
            self._start_tag()
        else:
            self._stray_less()

    def _is_spaced_start(self, at: int) -> bool:
        spaced = _SPACED_START.match(self.text, at)
        return spaced is not None and spaced.group(1) in load().elements

    def _stray_less(self) -> None:
        """Report a `<` that begins no markup. Just before a tag it is superfluous; elsewhere it is a literal `<`."""
        at = self.at
        if not self.stack:
            self._outside(at, at + 1)
        elif self.text[at + 1 : at + 100].lstrip().startswith("<"):
            self._say(rules.stray_less, at, at + 1, Fix("remove it", (Edit(at, at + 1, ""),)), "remove it")
        else:
            self._say(rules.stray_less, at, at + 1, Fix("write `&lt;`", (Edit(at, at + 1, "&lt;"),)))
        self.at = at + 1

    def _instruction(self) -> None:
        text, at = self.text, self.at
        end = self._find("?>", at)
        if end < 0:
            self._say(rules.unterminated, at, at + 2, "processing instruction", "?>")
            self.at = at + 2
            return
        self.at = end + 2
        if text[at + 2 : at + 6].lower() not in ("xml ", "xml\n", "xml\t", "xml\r"):
            self._note("pi", text[at + 2 : end].strip(), at, end + 2)
        elif not text[:at].strip("\ufeff"):
            return
        elif not text[:at].strip():
            fix = Fix("remove what stands before it", (Edit(0, at, ""),))
            self._say(rules.not_well_formed, at, at + 5, "the XML declaration does not stand at the very start", fix)
        elif self.tops:
            fix = Fix("remove it", (Edit(at, end + 2, ""),))
            self._say(rules.not_well_formed, at, at + 5, "a second XML declaration", fix)

    def _find(self, ending: str, start: int) -> int:
        """Return the offset of the next occurrence of an ending, or -1."""
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
            runs = [m.span() for m in re.finditer(r"-{2,}|-\Z", inner)]
            start = self.at + 4
            edits = (Edit(start + a, start + b, "" if b == len(inner) else "-") for a, b in runs)
            place = start + runs[0][0]
            fix = Fix("write one hyphen", tuple(edits))
            self._say(rules.hyphens_in_comment, place, start + runs[0][1], fix)
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
        """Refuse a document type or entity declaration, and skip it with its contents."""
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
        self._say(rules.declaration_refused, start, min(at, start + 40), fix)
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
        self.at = tag.end
        if self.stack.is_meant_to_close(tag):
            self.stack.close_with_open_tag(tag)
            return
        self.stack.make_room(tag)
        if not self.stack and not self._is_program(tag):
            self._outside(tag.start, tag.end)
            return
        for problem in tag.problems:
            self._problem(problem, tag)
        element = Element(tag.name, tag.values())
        self.starts[id(element)] = tag.start
        parent = self.stack.innermost
        if parent is None:
            self._top(element, tag)
        else:
            parent.append(element)
        self.stack.opened(element, tag)

    def _is_program(self, tag: Tag) -> bool:
        """Whether a tag outside any element begins a program rather than being part of prose."""
        if tag.name in (*ROOTS, "Blueprint"):
            return True
        return not self.tops and (self._last_root() < tag.end or self._wraps_roots(tag.name))

    def _last_root(self) -> int:
        """Return the offset of the last root, or -1; it is searched for only once."""
        if self.last_root is None:
            self.last_root = max((match.start() for match in _ROOT.finditer(self.text)), default=-1)
        return self.last_root

    def _wraps_roots(self, name: str) -> bool:
        """Whether an element is closed after the last root, so that it is a misnamed root around it."""
        if name not in self.wraps and len(self.wraps) < _MOST_NAMES:
            self.wraps[name] = self.text.rfind(f"</{name}") > self._last_root()
        return self.wraps.get(name, False)

    def _top(self, element: Element, tag: Tag) -> None:
        self.tops.append(element)
        if len(self.tops) > 1:
            start = self.starts[id(self.tops[0])]
            first = self.source.span(start, start + len(self.tops[0].tag) + 1)
            self._say(rules.several_programs, tag.start, tag.end, element.tag, first)

    def _close_tag(self) -> None:
        start = self.at
        self.at, stands_for_something = self.stack.close_tag(start)
        if not stands_for_something:
            if self.tops:
                self.stack.say_stray(start, self.at, self.text[start + 2 : self.at].strip(" <>/\\\t\n"))
            else:
                self._outside(start, self.at)

    # -- notes and the end

    def _note(self, kind: str, text: str, start: int, end: int) -> None:
        parent = self.stack.innermost
        index = len(parent) if parent is not None else len(self.tops)
        self.trivia.append(Trivia(kind, text, start, end, parent, index))

    def _outside(self, start: int, end: int) -> None:
        """Note text that belongs to no program; adjacent stretches are merged into one finding."""
        if self.outside and not self._tops_between(self.outside[-1][1], start):
            self.outside[-1] = (self.outside[-1][0], end)
        else:
            self.outside.append((start, end))

    def _tops_between(self, start: int, end: int) -> bool:
        return any(start <= self.starts[id(top)] < end for top in self.tops)

    def _say(self, rule: Callable[..., Diagnostic], start: int, end: int, *arguments: object) -> None:
        """Report a finding, unless its rule has already reported so many that the text is beyond repair."""
        self.times[id(rule)] += 1
        self.is_beyond |= self.times[id(rule)] > _MOST_OF_A_RULE
        if not self.is_beyond:
            self.found.append(rule(self.source.span(start, end), *arguments))

    def _problem(self, problem: Problem, tag: Tag | None = None) -> None:
        self.times[id(problem.slip)] += 1
        self.is_beyond |= self.times[id(problem.slip)] > _MOST_OF_A_RULE
        if self.is_beyond:
            return
        span = self.source.span(problem.start, problem.end)
        self.found.append(_of_slip(self.source, span, problem, tag.name if tag else ""))

    def _finish(self) -> tuple[Document | None, list[Diagnostic]]:
        if not self.tops:
            size = len(self.text)
            at = next((i for i, c in enumerate(self.text) if not c.isspace()), 0)
            line = self.text.find("\n", at)
            self.found = [f for f in self.found if f.code != rules.forbidden_character.code]  # a file of another kind
            self._say(rules.no_program, at, min(size if line < 0 else line, at + 60), self.text.strip())
            return None, self.found
        for start, end in self.outside:
            fix = Fix("remove it", (self._removal(start, end),), safe=not self._holds_steps(start, end))
            text = shortened(self.text[start:end])
            bare = " ".join(_FENCE.sub(" ", text).split())
            self._say(rules.text_around_program, start, end, bare, _FENCE.fullmatch(text) is not None, fix)
        root = next((top for top in self.tops if top.tag in ROOTS), self.tops[0])
        whole = self.at >= len(self.text)
        document = Document(self.source, root, self.starts, self.trivia, is_whole=whole, tags=self.tags)
        if not self.found:  # expat rejected the text, but recovery found no error
            self.found.append(rules.not_well_formed(*_expat_complaint(self.source)))
        return document, self.found

    def _removal(self, start: int, end: int) -> Edit:
        """Return the edit that removes text around a program, including the adjacent white space."""
        text = self.text
        if not text[:start].strip():
            return Edit(0, end + len(text[end:]) - len(text[end:].lstrip()), "")
        if not text[end:].strip():
            return Edit(len(text[:start].rstrip()), len(text), line_end(text))
        return Edit(start, end, "")

    def _holds_steps(self, start: int, end: int) -> bool:
        """Whether a stretch contains XDL tags with properties, which the author may not want to lose."""
        tags = _STEP_LIKE.finditer(self.text, start, end)
        return any(match.group(1) in load().elements for match in tags)


def _expat_complaint(source: Source) -> tuple[Span, str]:
    """Return where and why expat rejects the text."""
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


def _of_slip(source: Source, at: Span, problem: Problem, tag: str) -> Diagnostic:
    """Return the finding for an error inside a tag."""
    fix = Fix(problem.slip.value, problem.edits, safe=problem.sure) if problem.edits else None
    match problem.slip:
        case Slip.AMPERSAND:
            return rules.bad_entity(at, "&", None, fix)
        case Slip.ENTITY:
            known = problem.edits[0].text if problem.edits else None
            return rules.bad_entity(at, problem.text, known, fix)
        case Slip.STRAY_LESS:
            return rules.stray_less(at, fix)
        case Slip.DUPLICATE:
            first = source.span(problem.first, problem.first + len(problem.text))
            return rules.property_twice(at, problem.text, tag, first, fix)
    where = f" in `{tag}`" if tag and problem.slip not in (Slip.NOT_CLOSED, Slip.SPACE) else ""
    text = problem.text if len(problem.text) <= _MOST_SHOWN else problem.text[: _MOST_SHOWN - 3] + "…"
    return rules.bad_attribute(at, problem.slip, text, where, fix)
