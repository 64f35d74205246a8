"""The rule of where the arm may go."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("RUN020", "kept-away", Severity.WARNING)
def kept_away(name: str, zone: str | None) -> Message:
    """The arm may not go where something is.

    Finds what is to be gripped, filled or put down in a keep-out zone, or outside of the workspace. It can be there,
    but a plan that needs it is refused. What is looked at is the middle of a thing; of a place, that of a vessel there.

    Wrong:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
        keep-out:
          camera: {box: [0.2, 0.2, 0.5], at: [0.5, 0.15]}

    Right:
        items:
          block1: {kind: block, at: [0.5, 0.1]}
        keep-out:
          camera: {box: [0.2, 0.2, 0.5], at: [0.5, 0.4]}
    """
    where = "outside of the workspace" if zone is None else f"in the keep-out zone `{zone}`"
    return Message(f"`{name}` is {where}, and the arm does not go there", "move it, or change where the arm may go")
