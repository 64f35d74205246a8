"""The grammar of a TextWorld PDDL game: the commands of its actions and their answers.

It is part of a `.tw-pddl` file: a context-sensitive grammar over the facts of the state. `#look#` is a rule, whose
first alternative with a true condition is taken; `{r.name}` is an attribute of a thing; `[{o.name | in(o:thing,
r:box)}]` lists everything for which the query holds. TextWorld evaluates the braces as Python. Here they are data:
attributes and texts, joined by `+` and `or`, and nothing else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from clairify_cli.records import dataclass, field

MOST_SYMBOLS = 20_000
"""The most symbols that one text may have; rules can be recursive."""


class GrammarError(ValueError):
    """A grammar cannot be read or used; the message is a clause."""


class Thing(NamedTuple):
    """An object of the game as its grammar sees it. `name` is the player's word for it."""

    id: str
    type: str
    name: str
    definite: str = "the"
    indefinite: str = "a"


class Facts(Protocol):
    """The facts and objects of a state."""

    def of(self, predicate: str, types: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the objects of these types for which a predicate is true, in alphabetical order."""

    def thing(self, name: str) -> Thing:
        """Return the thing with that identifier."""


Bound = Mapping[tuple[str, str], str]
"""Values of placeholders, by name and type."""


class Template(NamedTuple):
    """An action's command, and the text of its outcome."""

    command: str
    feedback: str


class _Rule(NamedTuple):
    condition: str
    text: str


class _Words(NamedTuple):
    text: str


class _Call(NamedTuple):
    rule: str


class _Insert(NamedTuple):
    """`{what | query}`; with `listed`, all answers."""

    what: str
    is_rule: bool
    query: str
    listed: bool


@dataclass(frozen=True, slots=True)
class GameGrammar:
    """The rules by name, and the templates by lower-case action name."""

    rules: Mapping[str, tuple[_Rule, ...]]
    templates: Mapping[str, Template]

    def tell(self, text: str, facts: Facts, bound: Bound) -> str:
        """Expand a text of the grammar, such as `#intro#`, in a state. Raises `GrammarError`."""
        return "".join(_Telling(self, facts).tell(text, bound))


_FIELD = re.compile(r'\s*(\w+)\s*::\s*(?:"""(.*?)"""|"([^"]*)")\s*;', re.DOTALL)
_ACTION = re.compile(r"\s*action\s+([\w/-]+)\s*\{")
_SKIP = re.compile(r"(?:\s+|#[^\n]*)*")


def read_grammar(text: str) -> GameGrammar:
    """Read the grammar of a game file. Raises `GrammarError`."""
    rules: dict[str, tuple[_Rule, ...]] = {}
    templates: dict[str, Template] = {}
    at = _skip(text, 0)
    while at < len(text):
        if (found := _FIELD.match(text, at)) and found[1] == "grammar":
            _add_rules(rules, found)
            at = _skip(text, found.end())
        elif found := _ACTION.match(text, at):
            name, at = found[1], _skip(text, found.end())
            fields: dict[str, str] = {}
            while part := _FIELD.match(text, at):
                if part[1] == "grammar":
                    _add_rules(rules, part)
                else:
                    fields[part[1]] = part[2] if part[2] is not None else part[3]
                at = _skip(text, part.end())
            if at >= len(text) or text[at] != "}" or not fields.keys() >= {"template", "feedback"}:
                raise GrammarError(f"the action `{name}` of its grammar cannot be read")
            templates[name.lower()] = Template(fields["template"], fields["feedback"])
            at = _skip(text, at + 1)
        else:
            raise GrammarError(f"line {text.count(chr(10), 0, at) + 1} of its grammar cannot be read")
    return GameGrammar(rules, templates)


def _skip(text: str, at: int) -> int:
    found = _SKIP.match(text, at)
    return found.end() if found else at


def _add_rules(rules: dict[str, tuple[_Rule, ...]], found: re.Match[str]) -> None:
    lines = (found[2] if found[2] is not None else found[3]).split("\n")
    try:
        read = json.loads("\n".join(line for line in lines if not line.lstrip().startswith("#")))
        for name, choices in read.items():
            made = tuple(_Rule(str(one.get("condition") or ""), str(one["rhs"])) for one in choices)
            rules[name] = (*rules.get(name, ()), *made)
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
        raise GrammarError("the rules of its grammar are no JSON of the right form") from error


@dataclass(slots=True)
class _Telling:
    grammar: GameGrammar
    facts: Facts
    left: int = field(default=MOST_SYMBOLS)
    depth: int = 0

    def tell(self, text: str, bound: Bound) -> Iterator[str]:
        for one in _symbols(text):
            self.left -= 1
            if self.left < 0:
                raise GrammarError("its grammar tells without end")
            match one:
                case _Words():
                    yield one.text
                case _Call():
                    yield from self.rule(one.rule, bound)
                case _Insert():
                    yield from self.insert(one, bound)

    def rule(self, name: str, bound: Bound) -> Iterator[str]:
        choices = self.grammar.rules.get(name)
        if not choices:
            raise GrammarError(f"its grammar has no rule `{name}`")
        for one in choices:
            if not one.condition or next(answers(one.condition, self.facts, bound), None) is not None:
                self.depth += 1
                if self.depth > 60:
                    raise GrammarError("its grammar tells without end")
                yield from self.tell(one.text, bound)
                self.depth -= 1
                return
        raise GrammarError(f"no rule `{name}` of its grammar fits what happened")

    def insert(self, one: _Insert, bound: Bound) -> Iterator[str]:
        cases = list(answers(one.query, self.facts, bound)) if one.query else [bound]
        if not one.listed:
            for case in cases:
                yield self.value(one, case)
            return
        if not cases:
            yield from self.rule("list_empty", bound)
        for at, case in enumerate(cases):
            if at:
                yield from self.rule("list_last_separator" if at == len(cases) - 1 else "list_separator", bound)
            yield self.value(one, case)

    def value(self, one: _Insert, bound: Bound) -> str:
        if one.is_rule:
            return "".join(self.rule(one.what, bound))
        things = {name: self.facts.thing(value) for (name, _), value in bound.items()}
        for choice in one.what.split(" or "):
            said = "".join(_term(term, things) for term in _terms(choice))
            if said:
                return said
        return ""


_SYMBOL = re.compile(
    r"#(?P<rule>[\w()/!<>\-\s,.]+)#"
    r"|(?P<list>\[)?\{(?:\s*#(?P<call>[\w()/!<>\-\s,.]+)#\s*|(?P<what>[^|\[\]{}<>#]+))"
    r"(?:\|(?P<query>[^;|{}\[\]#]+))?\}(?(list)\])"
    r"|(?P<words>[^\[\]#{}]+)"
)
"""No part matches the first character of the next one, so a hostile text cannot cause backtracking."""


@lru_cache(maxsize=1024)
def _symbols(text: str) -> tuple[_Words | _Call | _Insert, ...]:
    """Return the symbols of a text up to the first invalid place, without leading space, as TextWorld does."""
    found: list[_Words | _Call | _Insert] = []
    at = len(text) - len(text.lstrip())
    while at < len(text) and (one := _SYMBOL.match(text, at)):
        if one["rule"] is not None:
            found.append(_Call(one["rule"]))
        elif one["words"] is not None:
            found.append(_Words(one["words"].replace("\\n", "\n")))
        else:
            what = one["call"] or _line(one["what"])
            query = "" if one["query"] is None else _line(one["query"])
            if what is None or query is None:
                break
            found.append(_Insert(what, one["call"] is not None, query, one["list"] is not None))
        at = one.end()
    return tuple(found)


def _line(text: str) -> str | None:
    """Return a text without surrounding space (but one character if that is all); None if it has a line break."""
    line = text.strip() or (" " if text.strip("\n") else "\n")
    return None if "\n" in line else line


_TERM = re.compile(r"\s*(?:'(?P<text>[^']*)'|(?P<name>[A-Za-z_]\w*)(?:\.(?P<attribute>\w+))?)\s*(?:\+|$)")


@lru_cache(maxsize=1024)
def _terms(text: str) -> tuple[re.Match[str], ...]:
    found: list[re.Match[str]] = []
    at = 0
    while at < len(text):
        one = _TERM.match(text, at)
        if one is None:
            raise GrammarError(f"`{text.strip()}` in its grammar is no attribute of a thing")
        found.append(one)
        at = one.end()
    return tuple(found)


def _term(term: re.Match[str], things: Mapping[str, Thing]) -> str:
    if term["text"] is not None:
        return term["text"]
    thing, attribute = things.get(term["name"]), term["attribute"] or "name"
    if thing is None or attribute not in Thing._fields:
        raise GrammarError(f"`{term[0].strip(' +')}` in its grammar is nothing here")
    return str(getattr(thing, attribute))


_ATOM = re.compile(r"\s*([\w/.-]+)\s*\(([^()]*)\)\s*(?:&|$)")
Wanted = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@lru_cache(maxsize=1024)
def _query(text: str) -> Wanted:
    """Parse `in(o:object, r:box) & open(r:box)` into predicates with their placeholders."""
    found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    at = 0
    while at < len(text):
        one = _ATOM.match(text, at)
        if one is None:
            raise GrammarError(f"the condition `{text.strip()}` of its grammar cannot be read")
        placeholders = []
        for part in filter(None, (each.strip() for each in one[2].split(","))):
            name, _, kind = part.partition(":")
            placeholders.append((name.strip(), kind.strip() or name.strip().rstrip("'")))
        found.append((one[1], tuple(placeholders)))
        at = one.end()
    return tuple(found)


def answers(query: str, facts: Facts, bound: Bound) -> Iterator[Bound]:
    """Yield every extension of the bindings that satisfies the query; different placeholders are different things."""
    yield from _complete(_query(query), facts, dict(bound))


def _complete(wanted: Wanted, facts: Facts, bound: dict[tuple[str, str], str]) -> Iterator[Bound]:
    if not wanted:
        yield bound
        return
    predicate, placeholders = wanted[0]
    for objects in facts.of(predicate, tuple(kind for _, kind in placeholders)):
        more = dict(bound)
        for placeholder, value in zip(placeholders, objects, strict=True):
            known = more.get(placeholder)
            if known is None and value not in more.values():
                more[placeholder] = value
            elif known != value:
                break
        else:
            yield from _complete(wanted[1:], facts, more)
