"""Read PDDL into a tree with positions, and report its syntax errors.

Nothing is ever raised, and an error never prevents the rest from being read: missing brackets are inserted, extra ones
skipped, misspelled keywords read as what they must mean, and unreadable parts become `Broken` in the tree.
"""

from __future__ import annotations

from functools import lru_cache

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.languages.pddl.reading import sections
from clairify_cli.languages.pddl.reading.characters import strange_characters
from clairify_cli.languages.pddl.reading.expressions import MOST_DEPTH, Group, Item, Nested, nest
from clairify_cli.languages.pddl.reading.formulas import LOGICAL
from clairify_cli.languages.pddl.reading.lexer import MOST_TOKENS
from clairify_cli.languages.pddl.reading.parts import MOST_FINDINGS, Reading
from clairify_cli.languages.pddl.rules import rules
from clairify_cli.languages.pddl.syntax import Definition, Domain, File, Name, Problem


def read(source: Source) -> tuple[File, list[Diagnostic]]:
    """Return the tree of a text, and its syntax findings in source order."""
    reading = Reading(source)
    reading.found += strange_characters(source)
    nested = nest(reading.text)
    if not nested.regular:
        from clairify_cli.languages.pddl.reading.recover import renest

        nested = renest(reading, nested)
    _limits(reading, nested)
    definitions = _definitions(reading, nested.items)
    return File(tuple(definitions), nested.comments), in_source_order(reading.found)


@lru_cache(maxsize=4)
def read_once(source: Source) -> tuple[File, tuple[Diagnostic, ...]]:
    """Read a text like `read`, cached for the last few texts, since a domain is read for many problems and steps."""
    file, found = read(source)
    return file, tuple(found)


def _limits(reading: Reading, nested: Nested) -> None:
    if nested.too_deep >= 0:
        at = reading.source.span(nested.too_deep, nested.too_deep + 1)
        reading.report(rules.too_deep(at, MOST_DEPTH))
    if nested.too_long >= 0:
        reading.report(rules.too_long(reading.source.span(nested.too_long), MOST_TOKENS))


def _definitions(reading: Reading, items: list[Item]) -> list[Definition]:
    """Read the definitions in the outermost brackets."""
    made: list[Definition] = []
    words: list[Name] = []
    bare: list[Group] = []
    for item in items:
        if len(reading.found) >= MOST_FINDINGS:
            break
        if isinstance(item, Name):
            words.append(item)
        elif item.head == "define":
            one = sections.definition(reading, item)
            if one is not None:
                _check_twice(reading, one, item, made)
                made.append(one)
        elif item.head == ":goal":
            made.append(sections.goal(reading, item))
        else:
            bare.append(item)
    made += _formulas_alone(reading, bare, alone=not made)
    if not made and not bare and not any(one.is_error for one in reading.found):
        reading.report(rules.no_pddl(reading.source.span(0), reading.text.strip()))
    else:
        _words_outside(reading, words)
    return made


def _check_twice(reading: Reading, one: Domain | Problem, group: Group, before: list[Definition]) -> None:
    """Report a second domain or a second problem in a text."""
    first = next((other for other in before if type(other) is type(one)), None)
    if first is not None:
        kind = "domain" if isinstance(one, Domain) else "problem"
        place = reading.source.span(first.start, first.start + 1)
        reading.report(rules.definition_twice(reading.opening(group), kind, place))


def _formulas_alone(reading: Reading, groups: list[Group], *, alone: bool) -> list[Definition]:
    """Read a formula alone in a text as a goal; report any other list outside definitions."""
    made: list[Definition] = []
    for group in groups:
        if (
            alone
            and not made
            and (group.head in LOGICAL or len(groups) == 1)
            and not group.head.startswith((":", "def"))
        ):
            made.append(sections.goal(reading, group))
        else:
            first = group.items[0] if group.items else None
            shown = first.written if isinstance(first, Name) else ""
            reading.report(rules.no_definition(reading.opening(group), shown))
    return made


def _words_outside(reading: Reading, words: list[Name]) -> None:
    """Report words outside brackets; adjacent words give one finding."""
    text = reading.text
    run: list[Name] = []
    for word in words:
        if run and text[run[-1].end : word.start].strip():
            _outside(reading, run)
            run = []
        run.append(word)
    if run:
        _outside(reading, run)


def _outside(reading: Reading, run: list[Name]) -> None:
    start, end = run[0].start, run[-1].end
    written = " ".join(reading.text[start : min(end, start + 200)].split())
    shown = written if len(written) <= 60 else written[:59] + "…"  # keep the message readable
    reading.report(rules.text_outside(reading.source.span(start, end), shown))
