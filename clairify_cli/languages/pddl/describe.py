"""Describe PDDL to a model: its syntax, the vocabulary of a domain, and the scene of a problem.

The description covers the part of the language that the bundled solvers support.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from clairify_cli.files import data_text
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.hierarchy import hierarchy_of, types_text
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import Action, Comment, Domain, File, Formula, Problem, TypedName

MOST_CHARACTERS = 12_000
"""Approximate limit in characters for each list of objects, facts or actions; the number left out is given."""

_MOST_NAMES = 300
"""Limit on the names listed per type."""


def describe(options: CheckOptions) -> str:
    """Describe what may be written in a domain and a problem, and the vocabulary of any files in `options.context`."""
    return _filled("describe-pddl.txt", [(read(source)[0], source.text) for source in options.context])


def describe_goal(options: CheckOptions, *, in_part: bool = False) -> str:
    """Describe what may be written in a goal: its form, and the vocabulary and scene in `options.context`.

    If the scene is only partly known (`in_part`), all types are listed, since a goal may involve objects not seen yet.
    """
    files = [(read(source)[0], source.text) for source in options.context]
    problem = next((file.problem for file, _ in files if file.problem is not None), None)
    return _filled("describe-pddl-goal.txt", files, problem, in_part=in_part)


def _filled(
    prompt: str, files: Sequence[tuple[File, str]], problem: Problem | None = None, *, in_part: bool = False
) -> str:
    """Fill the prompt with the content of the files; with a `problem`, only the types that have objects are listed."""
    from string import Template

    parts = [part for file, text in files for part in _parts(file, text, problem, in_part=in_part)]
    told = "".join(f"\n{part}\n" for part in parts)
    return Template(data_text("prompts", prompt)).substitute(vocabulary=told).rstrip() + "\n"


def _parts(file: File, text: str, problem: Problem | None, *, in_part: bool) -> list[str]:
    """Return the description of one text of the context: a domain's vocabulary, or a problem's scene."""
    shown = None if in_part else problem
    parts = vocabulary(file.domain, file, text, shown) if file.domain is not None else []
    return parts + (scene(file.problem, text, in_part=in_part) if file.problem is not None else [])


def vocabulary(domain: Domain, file: File, text: str, problem: Problem | None = None) -> list[str]:
    """Describe the vocabulary of a domain, a paragraph per kind: types, constants, predicates, functions, actions.

    Predicates and actions include the comments next to or above them. With a problem, only types that have an object or
    constant are listed.
    """
    name = f" {domain.name.written}" if domain.name is not None else ""
    parts = []
    types = domain.types if problem is None else _types_in_use(domain, problem)
    if types:
        parts.append(f"Types of the domain{name}:\n{_types_told(types, file.comments, text)}")
    if domain.constants:
        parts.append(f"Constants:\n{_typed_lines(domain.constants)}")
    for title, declared in (("Predicates", domain.predicates), ("Functions", domain.functions)):
        if declared:
            lines = (_documented(one.start, one.end, file.comments, text) for one in declared)
            parts.append(f"{title}:\n{bounded(lines)}")
    if domain.derived:
        rules = (f"- {_squeezed(text[one.start : one.end])}" for one in domain.derived)
        parts.append(f"Derived predicates, which hold by themselves and are no effect:\n{bounded(rules)}")
    if domain.actions:
        actions = (_action(one, file.comments, text) for one in domain.actions)
        parts.append(f"Actions that there are:\n{bounded(actions)}")
    return parts


def _types_in_use(domain: Domain, problem: Problem) -> tuple[TypedName, ...]:
    """Return the types of constants and objects, with their supertypes."""
    above = hierarchy_of(domain).supertypes
    used = {
        each
        for one in (*domain.constants, *problem.objects)
        for name in one.types
        for each in above.get(name.text, (name.text,))
    }
    return tuple(one for one in domain.types if one.name.text in used)


def scene(problem: Problem, text: str, *, in_part: bool = False) -> list[str]:
    """Describe the objects of a problem by type, and its initial facts (with `in_part`, the known ones)."""
    objects = _typed_lines(problem.objects) or "- none"
    facts = bounded(f"- {_squeezed(text[one.start : one.end])}" for one in problem.init) or "- nothing"
    if in_part:
        return [f"Objects of the scene that have been seen:\n{objects}", f"What is known to be so:\n{facts}"]
    return [f"Objects of the scene:\n{objects}", f"What is so at first; all else is false:\n{facts}"]


def documentation(start: int, end: int, comments: Sequence[Comment], text: str) -> str:
    """Return the comment on the text from `start` to `end`: after it on its line, otherwise on the lines above it."""
    behind = _comment_behind(end, comments, text)
    if behind is not None:
        return " ".join(behind.text.split())
    above: list[str] = []
    at = start
    for one in reversed([each for each in comments if each.own_line and each.end <= start]):
        between = text[one.end : at]
        if between.strip() or between.count("\n") > 1:
            break
        above.append(" ".join(one.text.split()))
        at = one.start
    return " ".join(reversed(above)).strip("-=*# ")


def _comment_behind(end: int, comments: Sequence[Comment], text: str) -> Comment | None:
    """Return the comment after an offset on its line, with only closing brackets between."""
    at = bisect_left(comments, end, key=lambda one: one.start)
    if at == len(comments) or "\n" in (between := text[end : comments[at].start]):
        return None
    return comments[at] if not between.strip(" \t\r)") else None


def _types_told(types: Sequence[TypedName], comments: Sequence[Comment], text: str) -> str:
    """List types by supertype; if they have comments, one line per type."""
    ends = [max((one.name.end, *(name.end for name in one.types))) for one in types]
    told = [_comment_behind(end, comments, text) for end in ends]
    if not any(told):
        return _typed_lines(types)
    shared = {id(one) for one, other in pairwise(told) if one is other}
    lines = (
        f"- {_typed(one)}" + (f"  ; {comment.text}" if comment is not None and id(comment) not in shared else "")
        for one, comment in zip(types, told, strict=True)
    )
    return bounded(lines)


def _documented(start: int, end: int, comments: Sequence[Comment], text: str) -> str:
    told = documentation(start, end, comments, text)
    return f"- {_squeezed(text[start:end])}" + (f"  ; {told}" if told else "")


def _action(action: Action, comments: Sequence[Comment], text: str) -> str:
    parameters = " ".join(_typed(one) for one in action.parameters)
    told = documentation(action.start, action.end, comments, text)
    return (
        f"- {action.name.written} ({parameters})"
        + (f"  ; {told}" if told else "")
        + _clause("needs", action.precondition, text)
        + _clause("does", action.effect, text)
    )


def _clause(word: str, formula: Formula | None, text: str) -> str:
    return f"\n  {word} {_squeezed(text[formula.start : formula.end])}" if formula is not None else ""


def _typed_lines(declared: Iterable[TypedName]) -> str:
    """List names by type, one line per type: `- apple1, apple2 - apple`."""
    by_type: dict[str, list[str]] = {}
    for one in declared:
        by_type.setdefault(_types(one), []).append(one.name.written)
    return bounded(f"- {some_of(names)}{types}" for types, names in by_type.items())


def some_of(names: list[str]) -> str:
    """List the names of one type, up to `_MOST_NAMES`, and how many more there are."""
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more


def _typed(one: TypedName) -> str:
    return f"{one.name.written}{_types(one)}"


def _types(one: TypedName) -> str:
    return f" - {types_text(name.written for name in one.types)}" if one.types else ""


def _squeezed(text: str) -> str:
    """Return a piece of text without comments, on one line."""
    return " ".join(" ".join(line.split(";", 1)[0] for line in text.splitlines()).split())


def bounded(lines: Iterable[str]) -> str:
    """Join lines up to about `MOST_CHARACTERS`, and say how many are left out."""
    kept: list[str] = []
    size = left_out = 0
    for line in lines:
        size += len(line)
        # Keep at least one line, however long, so that the paragraph is not empty.
        if kept and size > MOST_CHARACTERS:
            left_out += 1
        else:
            kept.append(line)
    if left_out:
        kept.append(f"- (not shown: {left_out} more)")
    return "\n".join(kept)
