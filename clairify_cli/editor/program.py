"""Programs in an editor: their names are declared in a domain or a problem."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain

from clairify_cli.diagnostics.model import Source
from clairify_cli.editor import pddl
from clairify_cli.editor.anatomy import Anatomy, Mark, Offer, Part, Sort, word_before
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Assertion, Call, For, If, Statement, Term, While, bodies, facts, walk
from clairify_cli.languages.program.vocabulary import Vocabulary, python_name, vocabulary_of


def anatomy(source: Source, options: CheckOptions) -> Anatomy:
    """Return the actions, predicates, objects and variables of a program, and its statements."""
    program, _ = read(source)
    if program is None:
        return Anatomy()
    known, _ = vocabulary_of(options.context)
    name = program.name
    whole = Part(name.text, Sort.ACTION, program.start, program.end, name.start, name.end)
    whole.children = [_statement(one, source) for one in program.body]
    return Anatomy([mark for one in walk(program.body) for mark in _marks(one, known)], [whole])


def _marks(one: Statement, known: Vocabulary | None) -> Iterable[Mark]:
    terms: list[Term] = []
    if isinstance(one, Call):
        action = known.action(one.action.text) if known is not None else None
        name = action.name.text if action is not None else one.action.text
        yield Mark(one.action.start, one.action.end, Sort.ACTION, name)
        terms += one.arguments
    for fact in facts(one.condition) if isinstance(one, Assertion | If | While) else ():
        predicate = known.predicate(fact.predicate.text) if known is not None else None
        name = predicate.name.text if predicate is not None else fact.predicate.text
        yield Mark(fact.predicate.start, fact.predicate.end, Sort.PREDICATE, name)
        terms += fact.arguments
    if isinstance(one, For):
        about = f"each of {', '.join(term.text for term in one.values[:10])}" if one.values else f"{one.count} rounds"
        yield Mark(one.variable.start, one.variable.end, Sort.VARIABLE, one.variable.text, "", True, about)
        terms += one.values
    for term in terms:
        sort, name = (Sort.VARIABLE, term.text) if term.is_variable else (Sort.OBJECT, term.text.lower())
        yield Mark(term.start, term.end, sort, name)


def _statement(one: Statement, source: Source) -> Part:
    first = source.text[one.start : one.end].split("\n", 1)[0].strip()[:100] or "step"
    inner = () if isinstance(one, Assertion) else chain.from_iterable(bodies(one))
    children = [_statement(each, source) for each in inner]
    return Part(first, Sort.STEP, one.start, one.end, one.start, one.start + len(first), children=children)


_CALL = re.compile(r"(?P<name>\w+)\((?P<before>[^()\n]*,\s*)?(?P<quote>[\"']?)(?P<prefix>[\w-]*)\Z")
_WORD = re.compile(r"\w*\Z")
_CONDITION = re.compile(r"\s*(?:assert|if|elif|while)\b(?![^,]*\),)")
_FORMS = ("assert", "if", "for", "while", "pass", "else:", "elif")


def offers(source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
    """Return actions at the start of a statement, predicates in conditions, and objects of the expected type."""
    known, _ = vocabulary_of(options.context)
    line = source.text.rfind("\n", 0, offset) + 1
    if known is None or "#" in source.text[line:offset]:
        return []
    call = _CALL.search(source.text, line, offset)
    if call is not None:
        declared = known.action(call["name"]) or known.predicate(call["name"])
        at, quote = (call["before"] or "").count(","), "" if call["quote"] else '"'
        if declared is None or at >= len(declared.parameters):
            return []
        vocabulary, objects = pddl.setting_of(options.context)
        written = {f"{quote}{name}{quote}": types for name, types in objects.items()}
        wanted = type_names(declared.parameters[at].types)
        return pddl.fitting(vocabulary, written, wanted, Sort.OBJECT, call.start("prefix"))
    start = word_before(source.text, offset, _WORD)
    if _CONDITION.match(source.text, line, start) is not None:
        found = known.predicates.items()
        return [Offer(name, Sort.PREDICATE, start, known.signature(one)) for name, one in found]
    made = [Offer(name, Sort.ACTION, start, known.signature(one)) for name, one in known.actions.items()]
    forms = () if source.text[line:start].strip() else _FORMS
    return [*made, *(Offer(word, Sort.KEYWORD, start) for word in forms)]


def spelled(mark: Mark, name: str, written: str) -> str | None:
    """Return a name as written in a program, in which objects keep their quotes; None for an invalid name."""
    if mark.sort is Sort.VARIABLE:
        return name if name.isidentifier() else None
    if pddl.spelled(mark, name, written) is None:
        return None
    quote = written[:1] if written[:1] in "\"'" else ""
    return f"{quote}{name}{quote}" if mark.sort is Sort.OBJECT else python_name(name)
