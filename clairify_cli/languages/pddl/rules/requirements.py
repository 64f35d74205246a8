"""Rules PDL23x: the requirements of a domain or problem."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.pddl.rules.wording import did_you_mean

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PDL231", "unknown-requirement", ERROR)
def unknown_requirement(name: str, known: Sequence[str], fix: Fix | None) -> Message:
    """A requirement that PDDL does not have.

    Fast Downward refuses the file.

    Wrong:
        (:requirements :strips :negative-prepositions)

    Right:
        (:requirements :strips :negative-preconditions)
    """
    near = did_you_mean(name, known)
    return Message(f"there is no requirement `{name}`", near.strip() or f"there are {listing(known, most=40)}", fix)


@rule("PDL232", "missing-requirement", WARNING)
def missing_requirement(names: Sequence[str], of: str, fix: Fix | None, first: Sequence[tuple[str, Span]]) -> Message:
    """Something is used that the requirements do not name.

    Fast Downward does not mind; pyperplan and others read only what is required. `:adl` stands for typing, equality,
    negative and disjunctive preconditions, quantifiers and conditional effects together.

    Wrong:
        (:requirements :strips)
        (:types room)

    Right:
        (:requirements :strips :typing)
        (:types room)
    """
    related = tuple(Related(f"`{name}` is needed here", span) for name, span in first)
    return Message(f"the {of} uses what needs {listing(names)}, which its requirements do not name",
                   hint=f"add {' '.join(names)} to `:requirements`", fix=fix, related=related)  # fmt: skip


@rule("PDL233", "needless-requirement", WARNING)
def needless_requirement(name: str, of: str, refused: bool, asked: bool, fix: Fix) -> Message:
    """A requirement is named that nothing in the domain and its problem needs.

    It shuts out solvers that could solve the problem. Where Fast Downward does not know the requirement, it refuses
    the file; with `--target fast-downward`, this is an error.

    Wrong:
        (:requirements :strips :durative-actions)   (and no action has a duration)

    Right:
        (:requirements :strips)
    """
    said = f"nothing in the {of} needs `{name}`" + (", and Fast Downward refuses files that name it" if refused else "")
    return Message(said, "remove it", fix, severity=ERROR if asked else WARNING)


@rule("PDL234", "requirement-twice", WARNING)
def requirement_twice(name: str, fix: Fix) -> Message:
    """A requirement is named twice.

    Wrong:
        (:requirements :strips :typing :strips)

    Right:
        (:requirements :strips :typing)
    """
    return Message(f"`{name}` is named twice", "remove one", fix)
