"""From a reply to a candidate: the program in it, its safe fixes, and what is still wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity, together
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.options import ReplyKind
from clairify_cli.translate.rules import cut_off_reply, empty_reply, no_program

_SUPPRESSION = re.compile(r"clairify(?=\s*:|\s+ignore\b)")
_SIGN_OF_A_PROGRAM = re.compile(r"[<>={}]|^\s*\(|\w\(")
_LEAST_SHARE_OF_SIGNS = 0.1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reply's program after safe fixes, the findings that were fixed, and those that remain."""

    kind: ReplyKind
    program: str
    diagnostics: tuple[Diagnostic, ...]
    fixes: tuple[Diagnostic, ...] = ()


def judge(reply: Reply, language: Language, options: CheckOptions, text: Source | None = None) -> Candidate:
    """Find the program in a reply, check it and mend what can be mended without asking.

    With a `text`, a whole program is also held to the text that it is to be a translation of.

    A program that was cut off is checked as it stands: mending would close what is open and hide that its end is
    missing. Comments by which a program would silence its verifier are taken out of force first, since a model
    must not grade its own work.
    """
    if not reply.text.strip():
        return Candidate(ReplyKind.EMPTY, "", (empty_reply(Source("").span(0), reply.finish_reason),))
    extracted = language.extract(reply.text)
    styled = getattr(language, "with_comments", None)
    program = _SUPPRESSION.sub("not-clairify", styled(extracted, options) if styled is not None else extracted)

    def check(text: str) -> list[Diagnostic]:
        return language.check(Source(text, "<program>"), options)

    if _is_cut_off(reply, extracted):
        end = Source(program, "<program>").span(len(program))
        return Candidate(ReplyKind.CUT_OFF, program, (*check(program), cut_off_reply(end)))
    fixed = fix_until_stable(program, check, unsafe=False)
    remaining = tuple(fixed.remaining)
    if any(diagnostic.is_error for diagnostic in remaining) and _is_prose(program):
        start = Source(program, "<program>").span(0)
        return Candidate(ReplyKind.NO_PROGRAM, program, (no_program(start, language.name), *check(program)))
    if text is not None:
        found = check_fidelity(Source(fixed.text, "<program>"), text, language, options)
        remaining = tuple(together(remaining, found))
    return Candidate(ReplyKind.PROGRAM, fixed.text, remaining, fixed.applied)


def _is_cut_off(reply: Reply, extracted: str) -> bool:
    """Whether the limit of tokens fell into the program: what follows a program that had ended does not matter."""
    if reply.finish_reason != "length":
        return False
    program = extracted.strip()
    at = reply.text.rfind(program)
    return at < 0 or not reply.text[at + len(program) :].strip()


def _is_prose(program: str) -> bool:
    """Whether hardly a line of the text has one of the signs that programs are made of."""
    lines = [line for line in program.splitlines() if line.strip()]
    signs = sum(1 for line in lines if _SIGN_OF_A_PROGRAM.search(line))
    return signs < _LEAST_SHARE_OF_SIGNS * len(lines) or not lines
