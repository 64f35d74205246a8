"""The goal section of a problem: found, replaced and left out, with every other character in its place."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Section


def replace_goal(problem: Source, section: str) -> tuple[str, int]:
    """The problem with that goal section in place of its own, and where it begins; every other byte is kept.

    If the problem has no goal, the section goes before `:metric`, or to the end. Raises `ValueError` for a text
    that is no problem.
    """
    place = _place_of_goal(problem)
    text = problem.text
    if isinstance(place, Section):
        return text[: place.start] + section + text[place.end :], place.start
    before, after = text[:place], text[place:]
    begins_line = before.rstrip(" \t").endswith("\n")
    if after.startswith("(") and begins_line:
        indent = before[len(before.rstrip(" \t")) :]
        return f"{before}{section}\n{indent}{after}", place
    lead = "  " if begins_line else "\n  "
    return f"{before}{lead}{section}\n{after}", place + len(lead)


def without_goal(problem: Source) -> Source:
    """The problem with a goal that always holds, and every other character in its place. A text that is no problem
    comes back as it is.
    """
    try:
        place = _place_of_goal(problem)
    except ValueError:
        return problem
    text = problem.text
    if not isinstance(place, Section):
        return Source(f"{text[:place]}(:goal (and)){text[place:]}", problem.name)
    # Blanks for what was there keep all offsets behind it as they are.
    blank = "".join(each if each == "\n" else " " for each in text[place.start : place.end])
    held = "(:goal (and))"
    return Source(text[: place.start] + held + blank[len(held) :] + text[place.end :], problem.name)


def goal_section(problem: Source) -> str | None:
    """The goal section of a problem as it is written; None if there is none."""
    try:
        place = _place_of_goal(problem)
    except ValueError:
        return None
    return problem.text[place.start : place.end] if isinstance(place, Section) else None


def _place_of_goal(problem: Source) -> Section | int:
    """The goal section of a problem, or the offset where there would be one. Raises `ValueError`."""
    read_, _ = read_once(problem)
    found = read_.problem
    if found is None:
        raise ValueError(f"{problem.name} is no problem")
    sections = {section.keyword.text: section for section in reversed(found.sections)}
    if ":goal" in sections:
        return sections[":goal"]
    if ":metric" in sections:
        return sections[":metric"].start
    return max(found.end - 1, found.start)
