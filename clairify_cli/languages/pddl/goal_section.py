"""Find, replace or remove the goal section of a problem, and keep every other character."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Section


def replace_goal(problem: Source, section: str) -> tuple[str, int]:
    """Return the problem with its goal section replaced, and the offset of the new one; all other text is kept.

    If the problem has no goal, the section goes before `:metric`, or to the end. Raises `ValueError` if the text is
    not a problem.
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
    """Return the problem with a goal that always holds; text after a replaced goal keeps its offsets.

    A text that is not a problem is returned unchanged.
    """
    try:
        place = _place_of_goal(problem)
    except ValueError:
        return problem
    text = problem.text
    if not isinstance(place, Section):
        return Source(f"{text[:place]}(:goal (and)){text[place:]}", problem.name)
    # Pad with blanks, so that all later offsets stay the same.
    blank = "".join(each if each == "\n" else " " for each in text[place.start : place.end])
    held = "(:goal (and))"
    return Source(text[: place.start] + held + blank[len(held) :] + text[place.end :], problem.name)


def goal_section(problem: Source) -> str | None:
    """Return the goal section of a problem as written; None if there is none."""
    try:
        place = _place_of_goal(problem)
    except ValueError:
        return None
    return problem.text[place.start : place.end] if isinstance(place, Section) else None


def _place_of_goal(problem: Source) -> Section | int:
    """Return the goal section of a problem, or the offset where it belongs. Raises `ValueError`."""
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
