"""Writes a vocabulary as a list of skills: a world's possible actions and objects."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from clairify_cli.languages.motion import ANY_MOTION, Motion
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.syntax import OBJECT, TypedName
from clairify_cli.languages.program.vocabulary import Vocabulary

_PLAIN = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_NO_TEXT = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
"""Words that YAML reads as something else without quotes."""


def skills_text(known: Vocabulary, about: Mapping[tuple[str, str], str], title: str = "") -> str:
    """The list as YAML; `about` has what is said of actions and predicates by `(kind, name)`, `title` what it is of.

    What the actions need and do is not in it.
    """
    lines = [f"# {' '.join(title.split())}"] if title else []
    lines.append("skills:")
    for action in known.actions.values():
        name = action.name.text
        lines += _entry(name, action.parameters, about.get(("action", name), ""), known.motions.get(name))
    if types := [one for one in known.task.domain.types if one.name.text != OBJECT]:
        lines.append("types:")
        above = {
            one.name.text: "" if type_names(one.types) == (OBJECT,) else _either(type_names(one.types)) for one in types
        }
        lines += [f"  {_word(name)}: {kinds}".rstrip() for name, kinds in above.items()]
    if known.predicates and known.has_predicates:
        lines.append("predicates:")
        for predicate in known.predicates.values():
            name = predicate.name.text
            lines += _entry(name, predicate.parameters, about.get(("predicate", name), ""), None)
    if known.has_problem:
        lines.append("objects:")
        empty = [name for name in _types_asked(known) if name != OBJECT and not known.task.of_type.get(name)]
        by_type: dict[str, list[str]] = {}
        for name, types_of in known.task.objects.items():
            by_type.setdefault(types_of[0], []).append(_word(name))
        lines += [f"  {_word(kind)}: [{', '.join(names)}]" for kind, names in by_type.items()]
        lines += [f"  {_word(kind)}: []" for kind in empty]
    return "\n".join(lines) + "\n"


def _entry(name: str, parameters: Iterable[TypedName], about: str, motion: Motion | None) -> list[str]:
    """A skill or a predicate: on one line where nothing is said about it."""
    taken = ", ".join(f"{_word(one.name.text.lstrip('?'))}: {_either(type_names(one.types))}" for one in parameters)
    parts = [f"about: {json.dumps(about, ensure_ascii=False)}"] if about else []
    parts += [f"arguments: {{{taken}}}"] if taken else []
    parts += [f"parameters: {_motion(motion)}"] if motion is not None else []
    if not about and len(parts) <= 1:
        return [f"  {_word(name)}:{f' {{{parts[0]}}}' if parts else ''}"]
    return [f"  {_word(name)}:", *(f"    {one}" for one in parts)]


def _motion(motion: Motion) -> str:
    ranges = [f"{name}: [{low:g}, {high:g}]" for name, (low, high) in motion.ranges.items()]
    grasps = [f"grasp: [{', '.join(motion.grasps)}]"] if motion.grasps else []
    return f"{{{', '.join([*ranges, *grasps])}}}"


def motion_words(motion: Motion) -> str:
    """The parameters of an action in words, if it has not all of them; empty if it has."""
    if motion == ANY_MOTION:
        return ""
    words = [f"{name} ({low:g} to {high:g})" for name, (low, high) in motion.ranges.items()]
    words += [f"grasp ({' or '.join(json.dumps(one) for one in motion.grasps)})"] if motion.grasps else []
    return ", ".join(words) or "no parameters"


def _types_asked(known: Vocabulary) -> list[str]:
    """The types of all arguments, each once."""
    declared = [*known.actions.values(), *known.predicates.values()]
    return list(dict.fromkeys(kind for one in declared for each in one.parameters for kind in type_names(each.types)))


def _either(types: tuple[str, ...]) -> str:
    return _word(types[0]) if len(types) == 1 else f"[{', '.join(map(_word, types))}]"


def _word(name: str) -> str:
    plain = _PLAIN.fullmatch(name) is not None and name.lower() not in _NO_TEXT
    return name if plain else json.dumps(name, ensure_ascii=False)
