"""PDDL in an editor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from clairify_cli.diagnostics.model import Source
from clairify_cli.editor.anatomy import Anatomy, Mark, Offer, Part, Sort, fenced, joined, word_before
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl import syntax
from clairify_cli.languages.pddl.checks.features import ALLOWS
from clairify_cli.languages.pddl.checks.vocabulary import Types, Vocabulary, all_actions, vocabulary_of
from clairify_cli.languages.pddl.describe import documentation
from clairify_cli.languages.pddl.hierarchy import type_names, types_text
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.reading.actions import FIELDS, TIMED_FIELDS
from clairify_cli.languages.pddl.reading.formulas import ASSIGNMENTS, LOGICAL
from clairify_cli.languages.pddl.reading.lexer import CLOSE, COMMENT, OPEN, TOKEN
from clairify_cli.languages.pddl.reading.sections import OF_DOMAIN, OF_PROBLEM
from clairify_cli.languages.pddl.walk import everything_in

_NAMED: dict[Any, Sort] = {
    syntax.Domain: Sort.DOMAIN,
    syntax.Problem: Sort.PROBLEM,
    syntax.PredicateDeclaration: Sort.PREDICATE,
    syntax.FunctionDeclaration: Sort.FUNCTION,
    syntax.Action: Sort.ACTION,
    syntax.DurativeAction: Sort.ACTION,
}
"""What the `name` of each kind of syntax node declares."""
_USED = {"domain": Sort.DOMAIN, "predicate": Sort.PREDICATE, "function": Sort.FUNCTION, "name": Sort.PREDICATE}
"""What other names stand for, by field; `name` is that of a derived predicate."""
_TYPED = {"types": Sort.TYPE, "constants": Sort.OBJECT, "objects": Sort.OBJECT}
"""What the names in a typed list are, by field; in all other fields they are variables."""


def definitions(source: Source) -> tuple[Any, ...]:
    """Return the definitions in a text: domains, problems and goals."""
    return read_once(source)[0].definitions


def anatomy(source: Source, options: CheckOptions) -> Anatomy:
    """Return names with their uses, and sections."""
    made = Anatomy()
    comments = read_once(source)[0].comments
    for one in definitions(source):
        marks = list(_marks(one, "goal", source, comments))
        made.marks += marks
        if one.start < one.end and not isinstance(one, syntax.Goal):
            made.parts.append(_part(one, marks))
    return made


def _marks(node: Any, scope: str, source: Source, comments: Sequence[syntax.Comment]) -> Iterator[Mark]:
    """Yield the names in a syntax node; variables belong to the enclosing action or declaration."""
    if type(node) in _NAMED or isinstance(node, syntax.Derived):
        scope = str(node.start)
    for field, value in zip(node._fields, node, strict=True):
        if isinstance(value, syntax.Name):
            sort = _NAMED.get(type(node)) if field == "name" else None
            about = "" if sort is None else _said(node, sort, source, comments)
            if (sort or field in _USED) and value.end > value.start and value.text[0] not in "=?":
                yield Mark(value.start, value.end, sort or _USED[field], value.text, "", sort is not None, about)
        elif hasattr(value, "_fields"):
            yield from _marks(value, scope, source, comments)
        for one in value if isinstance(value, tuple) and not hasattr(value, "_fields") else ():
            if isinstance(one, syntax.TypedName):
                sort = _TYPED.get(field, Sort.VARIABLE)
                own = scope if sort is Sort.VARIABLE else ""
                kind = f"{sort.word} `{one.name.written}` of type `{types_text(type_names(one.types))}`"
                about = joined((kind, documentation(one.start, one.end, comments, source.text)))
                yield Mark(one.name.start, one.name.end, sort, one.name.text, own, True, about)
                yield from (Mark(each.start, each.end, Sort.TYPE, each.text) for each in one.types)
            elif isinstance(one, syntax.Name) and field == "arguments":
                sort, own = (Sort.VARIABLE, scope) if one.is_variable else (Sort.OBJECT, "")
                yield Mark(one.start, one.end, sort, one.text, own)
            elif not isinstance(one, syntax.Name | syntax.Section):
                yield from _marks(one, scope, source, comments)


def _said(node: Any, sort: Sort, source: Source, comments: Sequence[syntax.Comment]) -> str:
    """Return a declaration as written, with its comment; for a domain or problem, only its name."""
    if isinstance(node, syntax.Domain | syntax.Problem):
        return f"{sort.word} `{node.name.written}`" if node.name is not None else ""
    code = fenced(source.text[node.start : node.end], "pddl")
    return joined((code, documentation(node.start, node.end, comments, source.text)))


def _part(one: syntax.Domain | syntax.Problem, marks: Sequence[Mark]) -> Part:
    """Return the part for a definition, with its sections and their declarations; an action is listed by name."""
    name = one.name or syntax.Name("", one.start, one.start, "?")
    whole = Part(name.written, _NAMED[type(one)], one.start, one.end, name.start, name.end)
    for section in one.sections:
        word = section.keyword
        inner = [each for each in marks if section.start <= each.start < section.end and each.declares]
        named = [each for each in inner if each.sort is not Sort.VARIABLE]
        part = Part(word.written, Sort.SECTION, section.start, section.end, word.start, word.end)
        if named and named[0].sort is Sort.ACTION:
            part = Part(named[0].name, Sort.ACTION, section.start, section.end, named[0].start, named[0].end, word.text)
        else:
            part.children = [Part(each.name, each.sort, *(each.start, each.end) * 2) for each in named]
        whole.children.append(part)
    return whole


def spelled(mark: Mark, name: str, written: str) -> str | None:
    """Return a valid PDDL name, in which a variable keeps its question mark; None for an invalid name."""
    name = name.removeprefix("?") if mark.sort is Sort.VARIABLE else name
    if re.fullmatch(r"[A-Za-z][\w-]*", name, re.ASCII) is None:
        return None
    return f"?{name}" if mark.sort is Sort.VARIABLE else name


# ------------------------------------------------------------------------------------------------------ completion

WORD = re.compile(r"[^\s()]*\Z")
_LOOKED_AT = 200_000


def setting_of(sources: Iterable[Source]) -> tuple[Vocabulary, dict[str, Types]]:
    """Return the vocabulary of the first domain in some texts, and the types of all objects."""
    found = [one for source in sources for one in definitions(source)]
    domain = next((one for one in found if isinstance(one, syntax.Domain)), None)
    lists = [getattr(one, field, ()) for one in found for field in ("constants", "objects")]
    return vocabulary_of(domain, None), {each.name.text: type_names(each.types) for names in lists for each in names}


def fitting(
    vocabulary: Vocabulary, names: dict[str, Types], wanted: Types | None, sort: Sort, start: int
) -> Iterator[Offer]:
    """Yield offers for the names that have the wanted types; for all names if `wanted` is None."""
    for name, types in names.items():
        if wanted is None or vocabulary.fits(types, wanted):
            yield Offer(name, sort, start, types_text(types))


def open_groups(text: str, end: int) -> list[list[str]] | None:
    """Return the words so far in every bracket open at an offset, outermost first; None within a comment."""
    stack: list[list[str]] = [[]]
    for token in TOKEN.finditer(text, max(0, end - _LOOKED_AT), end):
        if token.lastindex == OPEN:
            stack.append([])
        elif token.lastindex == CLOSE:
            stack = stack[:-1] or [[]]
            stack[-1].append("()")
        elif token.lastindex != COMMENT:
            stack[-1].append(token[0].lower())
        elif token.end() == end:
            return None
    return stack


def offers(source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
    """Return keywords, types, predicates, or variables and objects of the expected type."""
    start = word_before(source.text, offset, WORD)
    stack = open_groups(source.text, start)
    if stack is None:
        return ()
    words = stack[-1]
    section = next((group[0] for group in reversed(stack) if group and group[0][0] == ":"), "")
    clause = next((word for group in reversed(stack) for word in reversed(group) if word[0] == ":"), section)
    vocabulary, objects = setting_of((source, *options.context))
    if source.text[start:offset].startswith(":") or section == ":requirements":
        usual = OF_PROBLEM if re.search(r"\(\s*problem\b", source.text[:offset], re.IGNORECASE) else OF_DOMAIN
        fields = {":action": FIELDS, ":durative-action": TIMED_FIELDS, ":requirements": tuple(ALLOWS)}
        return [Offer(word, Sort.KEYWORD, start) for word in fields.get(section, usual) if word not in words]
    if words[-1:] == ["-"] or (section == ":types" and len(words) > 1):
        types = sorted(vocabulary.hierarchy.supertypes)
        return [Offer(vocabulary.written(one), Sort.TYPE, start, vocabulary.lattice(one)) for one in types]
    if clause in (":types", ":constants", ":objects", ":predicates", ":functions", ":parameters", ":domain"):
        return ()
    if not words:
        return _heads(vocabulary, clause, start)
    signature = vocabulary.predicates.get(words[0]) or vocabulary.functions.get(words[0])
    if signature is None or len(words) > len(signature.types):
        return fitting(vocabulary, objects, None, Sort.OBJECT, start) if words[0] == "=" else ()
    wanted = signature.types[len(words) - 1]
    variables = fitting(vocabulary, _variables(source, offset), wanted, Sort.VARIABLE, start)
    return [*variables, *fitting(vocabulary, objects, wanted, Sort.OBJECT, start)]


def _heads(vocabulary: Vocabulary, clause: str, start: int) -> Iterator[Offer]:
    """Yield what may follow an opening bracket in a condition, an effect, or the initial state."""
    for sort, known in ((Sort.PREDICATE, vocabulary.predicates), (Sort.FUNCTION, vocabulary.functions)):
        for one in known.values():
            yield Offer(one.declaration.name.written, sort, start, one.whole)
    words = ("and", "not", "forall", "when", *sorted(ASSIGNMENTS)) if clause == ":effect" else (*LOGICAL, "=")
    yield from (Offer(word, Sort.KEYWORD, start) for word in words if clause != ":init")


def _variables(source: Source, offset: int) -> dict[str, Types]:
    """Return the variables declared in the action around an offset or before it."""
    domains = [one for one in definitions(source) if isinstance(one, syntax.Domain)]
    known = [each for one in domains for each in (*all_actions(one), *one.derived) if each.start <= offset]
    around = max(known, key=lambda one: one.start, default=None)
    formulas = [getattr(around, field, None) for field in ("precondition", "condition", "effect")]
    inner = [each for one in formulas for each in everything_in(one) if isinstance(each, syntax.Quantified)]
    lists = [around.parameters if around is not None else (), *(one.variables for one in inner if one.end >= offset)]
    return {each.name.written: type_names(each.types) for names in lists for each in names}
