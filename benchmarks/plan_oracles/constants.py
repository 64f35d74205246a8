"""A task with the objects of its problem as constants of its domain, which means the same.

Some domains name objects that only the problem declares, which tarski and Unified Planning refuse.
"""

from __future__ import annotations

import re


def with_constants(domain: str, problem: str) -> tuple[str, str]:
    """The texts, without comments and in lower case, with all objects in the domain's `:constants`."""
    domain, problem = (re.sub(r";[^\n]*", "", text).lower() for text in (domain, problem))
    problem, objects = _cut(problem, "(:objects")
    domain, constants = _cut(domain, "(:constants")
    at = domain.index("(:predicates")
    declared = f"(:constants {_all_typed(constants)} {_all_typed(objects)})\n"
    return domain[:at] + declared + domain[at:], problem


def _cut(text: str, section: str) -> tuple[str, str]:
    """The text without a section, and what stands in it; a section of names and `either` only."""
    start = text.find(section)
    if start < 0:
        return text, ""
    end = closing(text, start)
    return text[:start] + text[end:], text[start + len(section) : end - 1]


def _all_typed(names: str) -> str:
    """A typed list behind which another may stand."""
    names = names.strip()
    last = names.rfind(" - ") if names else 0
    typed = not names or (last >= 0 and (len(names[last + 3 :].split()) == 1 or names.endswith(")")))
    return names if typed else f"{names} - object"


def closing(text: str, start: int) -> int:
    """The offset behind the bracket that closes the one at `start`; the end of the text where none does."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if depth == 0:
            return at + 1
    return len(text)
