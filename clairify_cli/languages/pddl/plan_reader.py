"""Read plans in the forms used by planning competitions, planners and validators, and common miswritten forms.

    (pick ball1 room-a left)          the IPC format, an action in brackets
    0: (PICK BALL1 ROOM-A LEFT)       with numbers or times before a colon, in any case
    0.000: (pick ball1 room-a left) [1.000]
    ; cost = 5 (unit cost)            Fast Downward's last line

Any other line is reported and, if its meaning is clear, still read.
"""

from __future__ import annotations

import re
from itertools import islice

from clairify_cli.diagnostics.model import Diagnostic, Edit, Fix, Source, in_source_order
from clairify_cli.files.patterns import late
from clairify_cli.languages.pddl.plan import Plan, Step
from clairify_cli.languages.pddl.rules import plan_rules
from clairify_cli.languages.pddl.syntax import Name

MOST_STEPS = 200_000
"""Limit on the actions read from a text."""

_MOST_FINDINGS = 200
_MOST_FAULTS = 20_000  # a text with more is not a plan, and reading stops
_MOST_WORDS = 1000
_LONGEST_QUOTE = 60
_MOST_BARE_WORDS = 20

_COMMENT = late(r";[^\r\n]*")
_COST = late(r"(?<!;);+[ \t]*cost[ \t]*[=:][ \t]*(\d{1,18}(?:\.\d{1,18})?)", re.IGNORECASE)
_SPACE = late(r"\s*")
_BLANK = late(r"[ \t]*")
_CLOSING = late(r"\)+(?:[ \t]*\)+)*")
_LINE = late(r"[^\r\n]*")
_TIME = late(r"(\d{1,18}(?:\.\d{0,18})?)[ \t]*:[ \t]*")
_ACTION = late(r"\(([^()]*)\)")
_DURATION = late(r"[ \t]*\[[ \t]*(?:[dD]:)?[ \t]*(\d{1,18}(?:\.\d{0,18})?)[ \t]*\]?")
_CALL = late(r"([A-Za-z][^\s(),]*)\(([^()]*)\)[ \t]*[.,]?")
_WITH_PREFIX = late(r"[^()\[\]]{1,30}(?=\([^()]*\)[ \t]*(?:\[[^\]]*\][ \t]*)?$)")
_MARKER = late(r"(?:[-*+•>]|(?:step|action)?[ \t]*#?\d{1,9}[ \t]*[.):-]*)[ \t]*(?=\()", re.IGNORECASE)
_BARE = late(
    r"((?:step[ \t]+)?\d{1,9}[ \t]*:[ \t]*)?([A-Za-z][\w-]*(?:[ \t]+[\w-]+)*)[ \t]*(\)|\(\d+\))?[ \t]*", re.IGNORECASE
)
_NO_BRACKET = late(r"[^()\r\n]*")
_WORD = late(r"[^\s(),]+")
_INSTANT = (0.0, 1.0, 0.001)  # none, one step, and the smallest step of temporal planners: nothing is lost


def read_plan(source: Source) -> tuple[Plan, list[Diagnostic]]:
    """Return the readable part of the plan in a text, and all errors in the text."""
    reader = _Reader(source)
    reader.read()
    return Plan(tuple(reader.steps), reader.cost), in_source_order(reader.found)


def cost_place(source: Source) -> tuple[int, int]:
    """Return the offsets of the last comment that gives the plan's cost; (0, 0) if there is none."""
    place = (0, 0)
    for match in _COST.finditer(source.text):
        place = match.span()
    return place


class _Reader:
    """The state of reading: the text with its comments blanked out, the steps and the findings so far."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = _COMMENT.sub(lambda match: " " * len(match.group()), source.text)
        self.steps: list[Step] = []
        self.found: list[Diagnostic] = []
        self.cost = self._declared_cost()
        self._unsaid = 0
        self._first_unsaid = 0
        self._time: tuple[float, str] | None = None
        self._next_time: float | None = None
        self._has_brackets = _ACTION.search(self.text) is not None

    def _declared_cost(self) -> float | None:
        costs = _COST.findall(self.source.text) if ";" in self.source.text else []
        return float(costs[-1]) if costs else None

    def read(self) -> None:
        """Read the whole text."""
        text, size = self.text, len(self.text)
        if re.match(r"\s*\(\s*define(?=[\s(])", text, re.IGNORECASE):
            start = text.index("(")
            self.found.append(plan_rules.no_plan(self.source.span(start, _line_end(text, start))))
            return
        at = _after(_SPACE, text, 0)
        while at < size and len(self.steps) < MOST_STEPS and self._unsaid < _MOST_FAULTS:
            at = _after(_SPACE, text, self._next(at))
        if len(self.steps) == MOST_STEPS and at < size:
            self.found.append(plan_rules.plan_too_long(self.source.span(at, _line_end(text, at)), MOST_STEPS))
        if self._unsaid:
            place = self.source.span(self._first_unsaid, _line_end(text, self._first_unsaid))
            self.found.append(plan_rules.unreadable_line(place, "", self._unsaid))
        if not self.steps and not self.found and self.cost is None:
            self.found.append(plan_rules.no_actions(self.source.span(0)))

    def _next(self, at: int) -> int:
        """Read the item at an offset that is not white space; return where it ends."""
        match self.text[at]:
            case "(":
                return self._rest(self._action(at))
            case ")":
                end = _after(_CLOSING, self.text, at)
                self._report(plan_rules.bracket_too_many(self.source.span(at, end), _replace(at, end, "", "remove it")))
                return end
        time = _TIME.match(self.text, at)
        if time is not None and time.end() < len(self.text) and self.text[time.end()] == "(":
            self._note_time(time)
            return time.end()
        return self._odd_line(at)

    def _report(self, finding: Diagnostic) -> None:
        if len(self.found) < _MOST_FINDINGS:
            self.found.append(finding)
        else:
            self._first_unsaid = self._first_unsaid or finding.span.start
            self._unsaid += 1

    # ------------------------------------------------------------------------------------------------- actions

    def _action(self, at: int) -> int:
        """Read an action from its opening bracket; return where it ends."""
        whole = _ACTION.match(self.text, at)
        if whole is not None:
            start, end = whole.span(1)
            words = self._words(start, end)
            if words and "," in whole.group(1):
                right = _written(words)
                self._report(plan_rules.comma(self.source.span(at, end + 1), right, _replace(at, end + 1, right)))
            self._add(at, end + 1, words)
            return end + 1
        end = at + len(self.text[at : _line_end(self.text, at)].rstrip())
        if "(" in self.text[at + 1 : end]:
            end = _balanced(self.text, at, end)
            rule = plan_rules.brackets_within
        else:
            rule = plan_rules.bracket_not_closed
        words = self._words(at + 1, end)
        if words:
            right = _written(words)
            self._report(rule(self.source.span(at, end), right, _replace(at, end, right)))
            self._add(at, end, words)
        else:
            self._add(at, end, ())
        return end

    def _rest(self, at: int) -> int:
        """Read what follows an action on its line: a duration, or anything that does not belong there."""
        duration = _DURATION.match(self.text, at)
        if duration is not None:
            if float(duration.group(1)) not in _INSTANT:
                place = self.source.span(duration.start() + duration.group().index("["), duration.end())
                self._report(plan_rules.duration(place, duration.group(1)))
            if self.steps:
                self.steps[-1] = self.steps[-1]._replace(duration=float(duration.group(1)))
            at = duration.end()
        start = _after(_BLANK, self.text, at)
        stop = _after(_NO_BRACKET, self.text, start)
        if self.text[stop : stop + 1] not in ("(", ")"):
            stop = start + len(self.text[start:stop].rstrip())
        said = self.text[start:stop].rstrip()
        if said and _TIME.fullmatch(self.text, start, stop) is None:
            fix = _replace(at, start + len(said), "", "remove it")
            self._report(plan_rules.text_beside_action(self.source.span(start, start + len(said)), _quoted(said), fix))
            return stop
        return start

    def _add(self, start: int, end: int, words: tuple[Name, ...]) -> None:
        if not words:
            duration = _DURATION.match(self.text, end)  # removed as well, as it makes no sense without an action
            fix = _replace(start, end if duration is None else duration.end(), "", "remove the brackets")
            self._report(plan_rules.empty_action(self.source.span(start, end), fix))
            return
        for word in words:
            if word.is_variable:
                self._report(plan_rules.variable_in_plan(self.source.span(word.start, word.end), word.written))
        self.steps.append(Step(words[0], words[1:], start, end, self._next_time))
        self._next_time = None

    def _words(self, start: int, end: int) -> tuple[Name, ...]:
        found = islice(_WORD.finditer(self.text, start, end), _MOST_WORDS)
        return tuple(Name(match.group().lower(), match.start(), match.end(), match.group()) for match in found)

    def _note_time(self, time: re.Match[str]) -> None:
        now = (float(time.group(1)), time.group(1))
        if self._time is not None and now[0] <= self._time[0]:
            place = self.source.span(*time.span(1))
            if now[0] == self._time[0]:
                self._report(plan_rules.at_the_same_time(place, now[1]))
            else:
                self._report(plan_rules.times_disordered(place, now[1], self._time[1]))
        self._time = now
        self._next_time = now[0]

    # ----------------------------------------------------------------------------------------------- odd lines

    def _odd_line(self, at: int) -> int:
        """Read a line that does not begin like one of a plan; return where it ends."""
        end = at + len(self.text[at : _line_end(self.text, at)].rstrip())
        place = self.source.span(at, end)
        call = _CALL.fullmatch(self.text, at, end)
        if call is not None:
            words = self._words(at, call.end(2))
            self._report(plan_rules.call(place, _written(words), _replace(at, end, _written(words))))
            self._add(at, end, words)
            return end
        bare = _BARE.fullmatch(self.text, at, min(end, at + 2000)) if end - at <= 2000 else None
        if bare is not None and (bare.group(1) or bare.group(3) or not self._has_brackets):  # `step 0: MOVE A B`, of FF
            words = self._words(*bare.span(2))
            if len(words) <= _MOST_BARE_WORDS:
                self._report(plan_rules.no_brackets(place, _written(words), _replace(at, end, _written(words))))
                self._add(at, end, words)
                return end
        prefix = _MARKER.match(self.text, at, end) or _WITH_PREFIX.match(self.text, at, end)
        if prefix is not None:
            said = prefix.group().rstrip()
            fix = _replace(at, prefix.end(), "", "remove it")
            self._report(plan_rules.text_beside_action(self.source.span(at, at + len(said)), _quoted(said), fix))
            return prefix.end()
        self._report(plan_rules.unreadable_line(place, _quoted(self.text[at:end])))
        return end


def _line_end(text: str, at: int) -> int:
    return _after(_LINE, text, at)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match is not None else at


def _balanced(text: str, at: int, end: int) -> int:
    """Return the offset after the bracket that closes the one at `at`; `end` if it is not closed before."""
    depth = 0
    for i in range(at, end):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i + 1
    return end


def _written(words: tuple[Name, ...]) -> str:
    return f"({' '.join(word.written for word in words)})"


def _replace(start: int, end: int, text: str, description: str = "") -> Fix:
    return Fix(description or f"write `{_quoted(text)}`", (Edit(start, end, text),))


def _quoted(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
