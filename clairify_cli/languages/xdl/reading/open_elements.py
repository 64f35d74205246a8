"""Track the elements open while malformed XML is read: which of them a tag closes, and which were left open.

A section cannot contain another section, and most steps are empty. So a tag in an impossible place shows that a close
tag before it is missing, unless that close tag comes later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from xml.etree.ElementTree import Element

from clairify_cli.diagnostics.model import Edit, Fix, Source
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.scan import NAME, Slip, Tag
from clairify_cli.languages.xdl.schema import SECTIONS, load
from clairify_cli.languages.xdl.tree import line_end
from clairify_cli.records import dataclass

_CLOSE = re.compile(rf"<[/\\]\s*(?P<name>{NAME})?(?:[^<>\n]*>)?")
_TAG = re.compile(rf"<(/?)({NAME})")
_CLOSED_WELL = re.compile(rf"</{NAME}\s*>")
_DECLARATIONS = frozenset({"Component", "Reagent", "Parameter"})
_BLOCKS = ("Prep", "Reaction", "Workup", "Purification")
_LEVELS = {"XDL": 0, "Synthesis": 1, "Blueprint": 1} | dict.fromkeys(SECTIONS, 2) | dict.fromkeys(_BLOCKS, 3)
"""Nesting level of each element; an element is inside one of a lower level."""
_DEEPER = 4
_LONGEST_INDENT = 1000
_MOST_UNCLOSED = 20
_MOST_LOOKS = 10
"""How often the rest of the text may be searched for a close tag."""

Say = Callable[..., None]


@dataclass
class Frame:
    """An element that is open."""

    element: Element
    tag: Tag
    holds: bool
    """Whether it may contain elements; if not, and one follows, its close tag is most likely missing."""

    @property
    def level(self) -> int:
        return _LEVELS.get(self.tag.name, _DEEPER)


class OpenElements:
    """The stack of open elements of a text. `say` reports a finding: the rule, start, end, and its arguments."""

    def __init__(self, source: Source, say: Say) -> None:
        self.source = source
        self.text = source.text
        self.text_end = len(source.text.rstrip())
        self.line_end = line_end(source.text)
        self.say = say
        self.frames: list[Frame] = []
        self.names: Counter[str] = Counter()
        self.content_end = 0
        self.cut_short = False
        self.looks = _MOST_LOOKS

    def __bool__(self) -> bool:
        return bool(self.frames)

    @property
    def innermost(self) -> Element | None:
        return self.frames[-1].element if self.frames else None

    def opened(self, element: Element, tag: Tag) -> None:
        """Push an element whose tag was read, unless the tag closes itself."""
        cut_short = any(problem.slip is Slip.NOT_CLOSED for problem in tag.problems)
        spec = load().elements.get(tag.name)
        leaf = spec is not None and (spec.is_step or tag.name in _DECLARATIONS) and not spec.holds_steps
        leaf = leaf or tag.name == "Metadata"
        if not tag.empty and not (cut_short and leaf):
            self.frames.append(Frame(element, tag, not leaf))
            self.names[tag.name] += 1
        self.content_end = tag.end
        self.cut_short = cut_short and tag.end >= self.text_end

    def make_room(self, tag: Tag) -> None:
        """Close the open elements that cannot contain the tag's element."""
        while self.frames and not self._may_hold(self.frames[-1], tag):
            frame = self._pop()
            self._not_closed(frame, before=tag.start)

    def _may_hold(self, frame: Frame, tag: Tag) -> bool:
        if not frame.holds:
            return self._really_inside(frame, tag.start)
        level = _LEVELS.get(tag.name)
        if level is None or frame.level < level:
            return True
        around = next((f for f in reversed(self.frames) if f.level < level), None)
        if around is None or self.looks <= 0:
            return True
        self.looks -= 1
        end = self.text.find(f"</{around.tag.name}", tag.start)
        return self._is_closed_before(frame.tag.name, tag, len(self.text) if end < 0 else end)

    def _really_inside(self, frame: Frame, at: int) -> bool:
        """Whether a step that should be empty has a close tag before another step of its name begins."""
        name = re.escape(frame.tag.name)
        following = re.compile(rf"<(/?){name}\s*[\s/>]").search(self.text, at, at + 2000)
        frame.holds = following is not None and following.group(1) == "/"
        return frame.holds

    def _is_closed_before(self, name: str, tag: Tag, end: int) -> bool:
        """Whether an element that is open at a tag is closed between the tag and `end`."""
        depth = 1
        for match in re.compile(rf"<(/?){re.escape(name)}(?:\s[^<>]*?)?(/?)>").finditer(self.text, tag.start, end):
            depth += -1 if match.group(1) else not match.group(2)
            if depth == 0:
                return True
        return False

    def is_meant_to_close(self, tag: Tag) -> bool:
        """Whether an open tag was written for a close tag, as in `<Hardware>…<Hardware> <Reagents>`."""
        if not self.frames or tag.empty or tag.attributes or self.frames[-1].tag.name != tag.name:
            return False
        level = self.frames[-1].level
        following = _TAG.search(self.text, tag.end, tag.end + 2000)
        if level == _DEEPER or following is None:
            return False
        closes, name = following.groups()
        if closes:
            return name != tag.name and self.names[name] > 0
        return _LEVELS.get(name, _DEEPER) <= level

    def close_with_open_tag(self, tag: Tag) -> None:
        """Treat an open tag as the close tag that was intended."""
        name = tag.name
        fix = Fix(f"write `</{name}>`", (Edit(tag.start, tag.end, f"</{name}>"),))
        self.say(rules.wrong_close, tag.start, tag.end, self.text[tag.start : tag.end], name, fix)
        self._pop()
        self.content_end = tag.end

    def close_tag(self, at: int) -> tuple[int, bool]:
        """Process the close tag at `at`; return its end, and whether it closed something or was reported."""
        match = _CLOSE.match(self.text, at)
        assert match is not None
        name = match["name"] or ""
        end = match.end()
        if not self.names[name]:
            if not self.frames:
                return end, False
            innermost = self.frames[-1].tag.name
            if name and only_near_match(name, [innermost]) is None:
                self.say_stray(at, end, name)
                return end, True
            self._say_bad_close(at, end, innermost)
            name = innermost
        elif _CLOSED_WELL.fullmatch(match.group()) is None:
            self._say_bad_close(at, end, name)
        while self.frames[-1].tag.name != name:
            self._not_closed(self._pop(), before=at)
        self._pop()
        self.content_end = end
        return end, True

    def say_stray(self, start: int, end: int, name: str) -> None:
        """Report a close tag without an open element."""
        self.say(rules.stray_close, start, end, name, Fix("remove it", (Edit(start, end, ""),)))

    def _say_bad_close(self, start: int, end: int, meant: str) -> None:
        fix = Fix(f"write `</{meant}>`", (Edit(start, end, f"</{meant}>"),))
        self.say(rules.wrong_close, start, end, self.text[start:end], meant, fix)

    def _pop(self) -> Frame:
        frame = self.frames.pop()
        self.names[frame.tag.name] -= 1
        return frame

    # -- unclosed elements

    def _not_closed(self, frame: Frame, before: int | None = None) -> None:
        """Report an unclosed element; `before` is the last place where its close tag could be.

        The intended end of a loop is unknown, and a fix would decide which steps are repeated, so it is unsafe.
        """
        tag = frame.tag
        spec = load().elements.get(tag.name)
        if not len(frame.element) and not frame.holds:
            fix = Fix(f"write `<{tag.name} …/>`", (Edit(tag.end - 1, tag.end - 1, "/"),))
        else:
            at, text = self._on_a_line(self.content_end if before is None else before, f"</{tag.name}>", tag)
            loop = spec is not None and spec.is_step and spec.holds_steps and len(frame.element) > 0
            fix = Fix(f"add `</{tag.name}>`", (Edit(at, at, text),), safe=not loop)
        self.say(rules.not_closed, tag.start, tag.end, tag.name, fix)

    def _on_a_line(self, at: int, text: str, tag: Tag) -> tuple[int, str]:
        """Place a close tag on its own line if the open tag has one, with the same indentation.

        Return the offset of the insertion and the text to insert.
        """
        indent = self._indent(tag.start)
        if indent is None or not self._goes_over_lines(tag, at):
            return at, text
        here = self._indent(at)
        if here is not None:
            return at - len(here), f"{indent}{text}{self.line_end}"
        return at, f"{self.line_end}{indent}{text}"

    def _indent(self, at: int) -> str | None:
        """Return the indent before a place on its line; None if other text precedes it or the indent is too long."""
        start = max(0, at - _LONGEST_INDENT)
        line_start = max(start, self.text.rfind("\n", start, at) + 1)
        indent = self.text[line_start:at]
        return None if indent.strip() or len(indent) == _LONGEST_INDENT else indent

    def _goes_over_lines(self, tag: Tag, end: int) -> bool:
        """Whether a line ends soon after a tag, so that its close tag belongs on its own line."""
        return self.text.find("\n", tag.end, min(end, tag.end + 1000)) >= 0

    def close_all(self) -> None:
        """Close all open elements at the end of the text; a truncated text may leave very many.

        A text that ends inside its procedure has most likely lost steps, so closing it is not a safe fix. If it ends
        inside a tag, there is no fix until the tag itself is fixed.
        """
        end = self.content_end
        frames = list(reversed(self.frames))
        safe = not any(frame.tag.name == "Procedure" for frame in frames)
        for count, frame in enumerate(frames):
            tag = frame.tag
            if not frame.holds and not len(frame.element):
                self._not_closed(frame)
            elif count < _MOST_UNCLOSED or count == len(frames) - 1:
                indent = self._indent(tag.start)
                lead = f"{self.line_end}{indent}" if indent is not None and self._goes_over_lines(tag, end) else ""
                fix = None
                if len(frames) <= _MOST_UNCLOSED and not self.cut_short:
                    fix = Fix(f"add `</{tag.name}>`", (Edit(end, end, f"{lead}</{tag.name}>"),), safe=safe)
                self.say(rules.not_closed, tag.start, tag.end, tag.name, fix)
        self.frames.clear()
