"""The words of rules as they stand in text files: messages, hints and manual pages.

    === PDL102 unknown-section error (name, of, allowed, near, fix)
    > a {of} has no section `{name}`
    ? [near] did you mean `{near}`?
    ? a {of} has {allowed}
    @first the first `{name}` is here

    A section has a keyword that its definition does not know.

    Fast Downward refuses the file. ...

The head has the code, the name, the severity and the parameters. `>` is a message, `?` a hint and `@` the words at a
place that is a parameter. Of several messages, or hints, the first one counts whose condition in brackets holds:
`[near]` that the parameter is given and not empty, `[!near]` that it is not, `[count=1]` that it is just that (of an
enumeration, the name of its member); several go with commas. The page begins behind the first blank line.

Values are put in as they are, and:

    {names}        names in quotes, by commas, 12 at most ({names:40}: 40 at most)
    {names:and}    names in quotes, joined by the word; {names:; } joined by this, without quotes
    {count:file}   `1 file`, `2 files`; other forms of numbers are Python's
    {names:is|are} the first word for one, the second for several; {names:#} how many there are
    {text:short}   on one line, and cut where it is long; {text:80}: without its middle, where it is longer
    {near:?}       did you mean `near`? -- or nothing, where it is empty; {name:?known}: the nearest among those

Some parameters need no words: `fix`, `related`, `severity`, `hint`; `sure`, which makes an error a warning where it is
false; and `others`, the further places of what is told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from keyword import iskeyword
from pathlib import Path
from typing import Any

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import TABLES, AnyRule, Message, Rule, register

_HEAD = re.compile(r"(?P<code>\w+) (?P<name>[\w-]+) (?P<severity>error|warning)(?: \((?P<parameters>[^)]*)\))?")
_LINE = re.compile(r"(?P<kind>[>?]|@(?P<place>\w+)) (?:\[(?P<condition>[^\]]+)\] )?(?P<text>.*)")
_FIELD = re.compile(r"\{(\w+)(?:\.(\w+))?(?::([^{}]*))?\}|(\{\{|\}\})")

_MOST_PLACES = 4
"""Of several places, so many are shown."""
_SHORT = 60


@dataclass(frozen=True, slots=True)
class Variant:
    """A message or hint with the conditions under which it is said; of a related place, `kind` is its parameter."""

    kind: str
    conditions: tuple[str, ...]
    text: str

    def fits(self, given: Mapping[str, Any]) -> bool:
        """Whether the conditions hold for some arguments."""
        for one in self.conditions:
            name, equals, value = one.partition("=")
            if equals:
                known = given.get(name)
                if str(getattr(known, "name", known)) != value:
                    return False
            elif bool(given.get(name.lstrip("!"))) == name.startswith("!"):
                return False
        return True


@dataclass(frozen=True)
class Words:
    """The words of a rule; calling them with the rule's arguments makes its message."""

    parameters: tuple[str, ...]
    variants: tuple[Variant, ...]

    def __call__(self, *values: Any, **named: Any) -> Message:
        given: dict[str, Any] = {**dict(zip(self.parameters, values, strict=False)), **named}
        others: Sequence[Span] = given.get("others") or ()
        text = self._said(">", given) or ""
        if others:
            text += f" (and in {counted(len(others), 'more place')})"
        hint = self._said("?", given) or given.get("hint")
        severity = Severity.WARNING if given.get("sure") is False else given.get("severity")
        related = (*self._related(given), *given.get("related", ()), *_related("here too", others))
        return Message(text, hint, given.get("fix"), related, severity)

    def _said(self, kind: str, given: Mapping[str, Any]) -> str | None:
        found = next((one for one in self.variants if one.kind == kind and one.fits(given)), None)
        return None if found is None else filled(found.text, given)

    def _related(self, given: Mapping[str, Any]) -> list[Related]:
        found = (one for one in self.variants if one.kind not in ">?" and given.get(one.kind) is not None)
        return [each for one in found for each in _related(filled(one.text, given), given[one.kind])]


def _related(text: str, places: Span | Sequence[Span]) -> list[Related]:
    return [Related(text, one) for one in ([places] if isinstance(places, Span) else places[:_MOST_PLACES])]


class RuleTable:
    """The rules of some text files, by their names with `_` for `-`: `rules.unknown_section(span, ...)` is a finding.

    The files are read when the first rule is asked for.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = files
        self._rules: dict[str, AnyRule] | None = None
        TABLES.append(self.rules)

    def rules(self) -> dict[str, AnyRule]:
        """The rules by their names in code."""
        if self._rules is None:
            self._rules = {}
            for path in self._files:
                for part in path.read_text("utf-8").split("\n=== ")[1:]:
                    self._add(part)
        return self._rules

    def _add(self, part: str) -> None:
        head, _, body = part.partition("\n")
        match = _HEAD.fullmatch(head)
        assert match is not None and self._rules is not None, head
        above, _, page = body.partition("\n\n")
        parameters = tuple(one for one in re.split(r",\s*", match["parameters"] or "") if one)
        words = Words(parameters, tuple(map(_variant, above.splitlines())))
        made = register(Rule(match["code"], match["name"], Severity(match["severity"]), words, page.strip()))
        self._rules[made.name.replace("-", "_") + "_" * iskeyword(made.name)] = made

    def __getattr__(self, name: str) -> AnyRule:
        try:
            return self.rules()[name]
        except KeyError:
            raise AttributeError(name) from None


def _variant(line: str) -> Variant:
    match = _LINE.fullmatch(line)
    assert match is not None, line
    conditions = tuple(match["condition"].split(",")) if match["condition"] else ()
    return Variant(match["place"] or match["kind"], conditions, match["text"])


def filled(text: str, given: Mapping[str, Any]) -> str:
    """A template with the values of some arguments."""
    return "".join(part if isinstance(part, str) else _shown(*part, given) for part in _parts(text))


@cache
def _parts(text: str) -> tuple[str | tuple[str, str | None, str], ...]:
    """A template in pieces: text, and fields as their name, attribute and form."""
    parts: list[str | tuple[str, str | None, str]] = []
    at = 0
    for match in _FIELD.finditer(text):
        name, attribute, form, brace = match.groups()
        parts += [text[at : match.start()], brace[0] if brace else (name, attribute, form or "")]
        at = match.end()
    return (*parts, text[at:])


def _shown(name: str, attribute: str | None, form: str, given: Mapping[str, Any]) -> str:
    value: Any = given.get(name) if attribute is None else getattr(given[name], attribute)
    if form.startswith("?"):
        near = nearest(value, given[form[1:]]) if form[1:] else value
        return f"did you mean `{near}`? " if near else ""
    if isinstance(value, int | float):
        one, several, plural = form.partition("|")
        if several:
            return one if value == 1 else plural
        # A single letter, as in `{limit:g}`, is a form of Python's own.
        return counted(int(value), form) if len(form) > 1 and form.isalpha() else format(value, form)
    if form == "short":
        return shortened(value)
    if isinstance(value, str) and form.isdigit():
        return elided(value, int(form))
    if isinstance(value, str) or not isinstance(value, Iterable):
        return str(value)
    names = list(value)
    if form == "#":
        return str(len(names))
    if "|" in form:
        return form.partition("|")[0 if len(names) == 1 else 2]
    if form in ("and", "or"):
        return f" {form} ".join(f"`{one}`" for one in names)
    return form.join(names) if form and not form.isdigit() else listing(names, most=int(form or 12))


def shortened(text: str) -> str:
    """A text on one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _SHORT else text[: _SHORT - 3] + "…"


def elided(text: str, most: int) -> str:
    """A text on one line, without its middle where it is longer than that."""
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: most // 2].rstrip()} … {text[-most // 2 :].lstrip()}"
