"""The rules about comments that suppress findings."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Fix, Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("CLA001", "unused-suppression", Severity.WARNING)
def unused_suppression(code: str, where: str, hint: str | None, fix: Fix | None) -> Message:
    """A suppression silences nothing.

    Finds a `clairify: ignore` or `clairify: ignore-file` comment, or one code in its list, that no finding
    answers to: what it was written for has been mended, has moved to another line, or never had this code.

    A suppression that is left behind hides the next finding of the same rule in its place, which nobody has
    looked at. The fix removes the code, or the whole comment where no code is left.

    Wrong:
        <!-- clairify: ignore XDL301 -->
        <Wait time="30 min"/>

    Right:
        <Wait time="30 min"/>
    """
    what = f"the suppression of `{code}`" if code else "this suppression"
    return Message(f"{what} silences nothing: there is no such finding {where}", hint, fix)


@rule("CLA002", "unreadable-suppression", Severity.WARNING)
def unreadable_suppression(problem: str, hint: str, fix: Fix | None) -> Message:
    """A suppression comment cannot be read.

    Finds a comment that begins with `clairify:` and goes on with a word other than `ignore` or `ignore-file`,
    or that names something that is no rule code. A code is letters and digits, such as `XDL301`, or `XDL3` for
    a group of rules. The codes of the same comment that can be read hold.

    A suppression with a slip in it silences nothing, while whoever reads the file believes that it does.

    Wrong:
        <!-- clairify: ignor XDL301 -->

    Right:
        <!-- clairify: ignore XDL301 -->
    """
    return Message(problem, hint, fix)
