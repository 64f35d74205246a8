"""The text files of rules: messages, hints and manual pages.

    === PDL102 unknown-section error (name, of, allowed, near, fix)
    > a {of} has no section `{name}`
    ? [near] did you mean `{near}`?
    ? a {of} has {allowed}
    @first the first `{name}` is here

    A section has a keyword that its definition does not know.

    Fast Downward refuses the file. ...

The head has the code, the name, the severity and the parameters. `>` is a message, `?` a hint and `@` the text for a
related place, which is a parameter. The first message, and the first hint, whose condition in brackets holds is used:
`[near]`: the parameter is given and not empty; `[!near]`: it is not; `[count=1]`: it has this value (for an
enumeration, the name of its member); several are separated by commas. The page begins after the first blank line.

Values are inserted unchanged, or in one of these forms:

    {names}        names in quotes, by commas, 12 at most ({names:40}: 40 at most)
    {names:and}    names in quotes, joined by the word; {names:; } joined by this, without quotes
    {count:file}   `1 file`, `2 files`; other forms of numbers are Python's
    {names:is|are} the first word for one, the second for several; {names:#} how many there are
    {text:short}   on one line, and cut where it is long; {text:80}: without its middle, if it is longer
    {around:in words}  , in `around`: the context of the words in a text, or nothing, if it is only the words
    {near:?}       did you mean `near`? -- or nothing, if it is empty; {name:?known}: the nearest among those

Some parameters are not used in texts: `fix`, `related`, `severity`, `hint`; `sure`, which turns an error into a warning
if it is false; and `others`, the other places of something that is reported once.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from keyword import iskeyword
from pathlib import Path
from typing import Any

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Diagnostic, Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import TABLES, AnyRule, Message, Rule, one_line, register
from clairify_cli.files.patterns import late
from clairify_cli.records import dataclass

_HEAD = late(r"(?P<code>\w+) (?P<name>[\w-]+) (?P<severity>error|warning)(?: \((?P<parameters>[^)]*)\))?")
_LINE = late(r"(?P<kind>[>?]|@(?P<place>\w+)) (?:\[(?P<condition>[^\]]+)\] )?(?P<text>.*)")
_FIELD = late(r"\{(\w+)(?::([^{}]*))?\}|(\{\{|\}\})")

_MOST_PLACES = 4
"""Limit on the places shown."""
_SHORT, _AROUND = 60, 90


@dataclass(frozen=True, slots=True)
class Variant:
    """A message or hint with its conditions; for a related place, `kind` is its parameter.

    The template is parsed in advance, since there may be thousands of findings.
    """

    kind: str
    conditions: tuple[tuple[str, str | bool], ...]
    """Parameters with the required value, or with True or False for given or not."""
    text: str
    pattern: str
    fields: tuple[tuple[str, str], ...]
    """The parameter for each `%s` in the pattern, with the form in which it is shown."""

    def fits(self, given: Mapping[str, Any]) -> bool:
        """Whether the conditions hold for some arguments."""
        for name, wanted in self.conditions:
            known = given.get(name)
            if isinstance(wanted, str):
                if str(getattr(known, "name", known)) != wanted:
                    return False
            elif bool(known) is not wanted:
                return False
        return True

    def filled(self, given: Mapping[str, Any]) -> str:
        """Return the template filled with the values of some arguments."""
        return self.pattern % tuple(
            [
                value if type(value := given.get(name)) is str and not form else _shown(value, form, given)
                for name, form in self.fields
            ]
        )


class Words:
    """The texts of a rule; calling it with the rule's arguments returns the message."""

    def __init__(self, parameters: tuple[str, ...], variants: tuple[Variant, ...]) -> None:
        self.parameters = parameters
        self.variants = variants
        self._messages = [one for one in variants if one.kind == ">"]
        self._hints = [one for one in variants if one.kind == "?"]
        self._places = [one for one in variants if one.kind not in (">", "?")]
        self.is_plain = not self._places and _BEYOND_WORDS.isdisjoint(parameters)
        """Whether the arguments determine only the texts and the fix of a finding."""
        self.fix_at = parameters.index("fix") if "fix" in parameters else len(parameters)

    def said(self, values: tuple[Any, ...]) -> tuple[str, str | None]:
        """Return only the message and the hint."""
        given = dict(zip(self.parameters, values, strict=False))
        hint = _first(self._hints, given)
        return one_line(_first(self._messages, given) or ""), hint and one_line(hint)

    def __call__(self, *values: Any, **named: Any) -> Message:
        given: dict[str, Any] = dict(zip(self.parameters, values, strict=False))
        if named:
            given |= named
        text = _first(self._messages, given) or ""
        hint = _first(self._hints, given) or given.get("hint")
        related = tuple(given.get("related", ()))  # findings are hashed where several have one place
        if self._places:
            found = [one for one in self._places if given.get(one.kind) is not None]
            related = (*(each for one in found for each in _at(one.filled(given), given[one.kind])), *related)
        others: Sequence[Span] = given.get("others") or ()
        if others:
            text += f" (and in {counted(len(others), 'more place')})"
            related = (*related, *_at("here too", others))
        severity = Severity.WARNING if given.get("sure") is False else given.get("severity")
        return Message(text, hint, given.get("fix"), related, severity)


_BEYOND_WORDS = frozenset({"hint", "related", "severity", "sure", "others"})
_FIXED = frozenset({str, int, float, bool, tuple, type(None), Fix})


class TextRule(Rule[...]):
    """A rule from a text file. The message of a finding is made only when it is read."""

    def __call__(self, at: Span, /, *values: Any, **named: Any) -> Diagnostic:
        words = self.words
        if named or not isinstance(words, Words) or not words.is_plain:
            return super().__call__(at, *values, **named)
        # Arguments that may change before the message is made are copied now.
        if not _FIXED.issuperset(map(type, values)):
            values = tuple([one if type(one) in _FIXED else _kept(one) for one in values])
        fix = values[words.fix_at] if words.fix_at < len(values) else None
        return Diagnostic.unworded(self.code, self.severity, at, fix, partial(words.said, values))


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str | tuple) else value


def _first(variants: Sequence[Variant], given: Mapping[str, Any]) -> str | None:
    """Return the text of the first variant whose conditions hold; None if there is none."""
    for one in variants:
        if not one.conditions or one.fits(given):
            return one.filled(given)
    return None


def _at(text: str, places: Span | Sequence[Span]) -> list[Related]:
    return [Related(text, one) for one in ([places] if isinstance(places, Span) else places[:_MOST_PLACES])]


class RuleTable:
    """The rules of some text files, by name with `_` for `-`: `rules.unknown_section(span, ...)` makes a finding.

    The files are read when the first rule is used.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = files
        self._rules: dict[str, AnyRule] | None = None
        self._lock = threading.Lock()
        TABLES.append(self.rules)

    def rules(self) -> dict[str, AnyRule]:
        """Return the rules by their names in code."""
        with self._lock:  # threads of a batch may use their first rules at the same time
            if self._rules is None:
                parts = [part for path in self._files for part in path.read_text("utf-8").split("\n=== ")[1:]]
                self._rules = dict(map(_named_rule, parts))
                # From now on, attribute access finds the rules without `__getattr__`.
                self.__dict__.update(self._rules)
            return self._rules

    def __getattr__(self, name: str) -> AnyRule:
        try:
            return self.rules()[name]
        except KeyError:
            raise AttributeError(name) from None


def _named_rule(part: str) -> tuple[str, AnyRule]:
    head, _, body = part.partition("\n")
    match = _HEAD.fullmatch(head)
    assert match is not None, head
    above, _, page = body.partition("\n\n")
    parameters = tuple(one for one in re.split(r",\s*", match["parameters"] or "") if one)
    words = Words(parameters, tuple(map(_variant, above.splitlines())))
    made = register(TextRule(match["code"], match["name"], Severity(match["severity"]), words, page.strip()))
    return made.name.replace("-", "_") + "_" * iskeyword(made.name), made


def _variant(line: str) -> Variant:
    match = _LINE.fullmatch(line)
    assert match is not None, line
    written = match["condition"].split(",") if match["condition"] else ()
    conditions = tuple(_condition(*one.partition("=")) for one in written)
    text = match["text"]
    pattern = _FIELD.sub(lambda one: one[3][0] if one[3] else "%s", text.replace("%", "%%"))
    fields = tuple((one[1], one[2] or "") for one in _FIELD.finditer(text) if one[1])
    return Variant(match["place"] or match["kind"], conditions, text, pattern, fields)


def _condition(name: str, equals: str, value: str) -> tuple[str, str | bool]:
    return (name, value) if equals else (name.lstrip("!"), not name.startswith("!"))


def _shown(value: Any, form: str, given: Mapping[str, Any]) -> str:
    """Format a value in the form that a template specifies."""
    if isinstance(value, tuple | list):
        return _listed(value, form)
    if form.startswith("?"):
        near = nearest(value, given[form[1:]]) if form[1:] else value
        return f"did you mean `{near}`? " if near else ""
    if form.startswith("in "):
        same = value.split() == given[form[3:]].split()
        return "" if same else f", in `{elided(value, _AROUND)}`"
    if isinstance(value, int | float):
        one, several, plural = form.partition("|")
        if several:
            return one if value == 1 else plural
        # A single letter, as in `{limit:g}`, is a format specifier of Python.
        return counted(int(value), form) if len(form) > 1 and form.isalpha() else format(value, form)
    if isinstance(value, str):
        return shortened(value) if form == "short" else elided(value, int(form)) if form else value
    return _listed(tuple(value), form) if isinstance(value, Iterable) else str(value)


def _listed(names: Sequence[str], form: str) -> str:
    if not form or form.isdigit():
        return listing(names, most=int(form or 12))
    if form == "#":
        return str(len(names))
    if "|" in form:
        return form.partition("|")[0 if len(names) == 1 else 2]
    if form in ("and", "or"):
        return f" {form} ".join(f"`{one}`" for one in names)
    return form.join(names)


def shortened(text: str) -> str:
    """Return a text on one line, truncated if long."""
    text = " ".join(text.split())
    return text if len(text) <= _SHORT else text[: _SHORT - 3] + "…"


def elided(text: str, most: int) -> str:
    """Return a text on one line, without its middle if it is longer than `most` characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most // 2].rstrip()} … {text[-most // 2 :].lstrip()}"
