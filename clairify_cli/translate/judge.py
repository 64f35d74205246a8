"""Turn a reply into a candidate: its program, the safe fixes applied, and the remaining errors.

A reply may contain several programs, from which the verifier picks the best, or say why there is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from clairify_cli.diagnostics.fixes import fix_until_stable
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity, together
from clairify_cli.files.patterns import late
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, replace
from clairify_cli.translate.models.base import Reply
from clairify_cli.translate.options import ReplyKind
from clairify_cli.translate.rules import rules

_SUPPRESSION = late(r"clairify(?=\s*:|\s+ignore\b)")
_SIGN_OF_A_PROGRAM = late(r"[<>={}]|^\s*\(|\w\(")
_NO_PROCEDURE = "XDL694"
"""The offline reader's code for a text without any steps."""
_LEAST_SHARE_OF_SIGNS = 0.1
_MOST_PROGRAMS = 4
"""Only the last few programs in a reply are checked, since a model that shows several shows the best one last."""
_LONGEST_REASON = 300
_WORD = late(r"[^\W\d_]{3,}|\d+(?:\.\d+)?")
_MISTAKEN = late(r"^[^\w\n]*MISTAKEN\b[\s#:*]*((?:\d{1,3}\b(?:[\s,&]|and\b)*)+)[\s:*.-]*(.*)$\n?", re.MULTILINE)
"""The line of a reply that stands by what some findings are about; the prompt asks for it."""
_THINKING = late(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)|\A(?:(?!<think).)*?</think>", re.DOTALL | re.I)
"""A model's reasoning, which some servers leave in its reply. A draft in it is not an answer, especially if the
reasoning never ends."""

_SAID = {
    Outcome.NO_PROCEDURE: late(r"^\W*NO[ _-]PROCEDURE\b\W*(.*)", re.DOTALL),
    Outcome.INEXPRESSIBLE: late(r"^\W*CANNOT[ _-](?:BE[ _-])?SA(?:Y|ID)\b\W*(.*)", re.DOTALL),
    Outcome.DECLINED: late(
        r"^(?:.{0,40}\b)?(I(?:['\u2019]m| am)? "
        r"(?:can(?:no|['\u2019])t|(?:not able|unable) to|won['\u2019]t|will not|(?:must )?decline to)\s+(?:\w+\s+){0,2}"
        r"(?:help|assist|provide|comply|fulfil|support|translate|generate|write|answer|share|offer|produce)\b.*)",
        re.DOTALL | re.IGNORECASE,
    ),
}
"""How a reply without a program begins if it says why; the prompt asks for the first two forms."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reply's program after safe fixes, the fixed findings, and the remaining ones.

    `outcome` is set if the reply says why it contains no program, and ends the loop. `reason` is the text next to a
    program or instead of one. `mistaken` has the numbers of the findings that the reply says are mistaken.
    """

    kind: ReplyKind
    program: str
    diagnostics: tuple[Diagnostic, ...]
    fixes: tuple[Diagnostic, ...] = ()
    outcome: Outcome | None = None
    reason: str = ""
    mistaken: tuple[int, ...] | None = None


def with_last(reply: Reply, program: str) -> Reply:
    """Return a reply that only says which findings are mistaken with the program that it stands by."""
    text = _THINKING.sub("", reply.text)
    only = _MISTAKEN.search(text) is not None and not _MISTAKEN.sub("", text).strip()
    return replace(reply, text=f"{text.rstrip()}\n{program}") if only and program else reply


def judge(reply: Reply, language: Language, options: CheckOptions, text: Source | None = None) -> Candidate:
    """Find the program in a reply, check it, and apply safe fixes.

    With a `text`, a complete program is also compared with the text that it translates.

    A truncated program is checked unchanged: fixes would close its open elements and hide that its end is missing.
    Suppression comments are disabled first, since a model must not grade its own work.
    """
    if reply.refusal is not None:
        return _declined(Outcome.DECLINED, reply.refusal)
    answer = _THINKING.sub("", reply.text)
    if not answer.strip():
        return Candidate(ReplyKind.EMPTY, "", (rules.empty_reply(Source("").span(0), reply.finish_reason),))
    said = _MISTAKEN.findall(answer)
    answer = _MISTAKEN.sub("", answer) if said else answer
    programs = language.programs(answer)[-_MOST_PROGRAMS:]
    if len(programs) < 2 or reply.finish_reason == "length":
        programs = [language.extract(answer)]
    judged = [_judge_program(one, answer, reply, language, options, text) for one in reversed(programs)]
    best = min(judged, key=lambda one: sum(found.is_error for found in one.diagnostics))
    if not said:
        return best
    numbers = tuple(int(one) for given, _ in said for one in re.findall(r"\d+", given))
    return replace(best, mistaken=numbers, reason=_one_line(" ".join(why for _, why in said)))


def _judge_program(
    extracted: str, answer: str, reply: Reply, language: Language, options: CheckOptions, text: Source | None
) -> Candidate:
    completed = getattr(language, "completed", None)
    is_cut_off = _is_cut_off(reply, answer, extracted)
    whole = extracted if completed is None or is_cut_off else completed(extracted, options)
    program = _SUPPRESSION.sub("not-clairify", whole)

    def check(text: str) -> list[Diagnostic]:
        return language.check(Source(text, "<program>"), options)

    if is_cut_off:
        end = Source(program, "<program>").span(len(program))
        return Candidate(ReplyKind.CUT_OFF, program, (*check(program), rules.cut_off_reply(end)))
    fixed = fix_until_stable(program, check, unsafe=False)
    remaining = tuple(fixed.remaining)
    if any(diagnostic.is_error for diagnostic in remaining):
        # A program may contain the words of a refusal, but does not begin with those that the prompt asks for.
        is_prose = _is_prose(program)
        for outcome, beginning in _SAID.items():
            said = beginning.match(extracted.strip()) if is_prose or outcome is not Outcome.DECLINED else None
            if said or (is_prose and (said := beginning.match(answer.strip()))):
                return _declined(outcome, said[1] or answer)
        if is_prose:
            start = Source(program, "<program>").span(0)
            nothing = rules.reply_without_program(start, language.name)
            return Candidate(ReplyKind.NO_PROGRAM, program, (nothing, *check(program)))
    if text is not None and any(note.code == _NO_PROCEDURE for note in reply.diagnostics):
        # The reader has already reported that there are no steps.
        return Candidate(ReplyKind.EMPTY, "", (), outcome=Outcome.NO_PROCEDURE)
    if text is not None:
        found = check_fidelity(Source(fixed.text, "<program>"), text, language, options)
        remaining = tuple(together(remaining, _not_of(remaining, found, fixed.text, text)))
    reason = _one_line(answer.replace(extracted.strip(), "").partition("```")[0])
    return Candidate(ReplyKind.PROGRAM, fixed.text, remaining, fixed.applied, reason=reason)


def _not_of(own: Sequence[Diagnostic], found: Sequence[Diagnostic], program: str, text: Source) -> list[Diagnostic]:
    """Return the findings about fidelity that no line with an error of its own explains: one slip is one message.

    Such a line explains what is said of it, and that something is missing whose words or numbers it has.
    """
    source, wrong = Source(program), {one.span.line for one in own if one.is_error}
    words = {word for line in wrong for word in _WORD.findall(source.line(line).casefold())}

    def is_explained(one: Diagnostic) -> bool:
        said = [text.text[other.span.start : other.span.end].casefold() for other in one.related]
        return one.span.line in wrong or not words.isdisjoint(_WORD.findall(" ".join(said)))

    return [one for one in found if not wrong or not is_explained(one)]


def _declined(outcome: Outcome, words: str) -> Candidate:
    reason = _one_line(words)
    return Candidate(
        ReplyKind.DECLINED, "", (rules.declined(Source("").span(0), reason),), outcome=outcome, reason=reason
    )


def _one_line(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST_REASON else words[:_LONGEST_REASON] + "..."


def _is_cut_off(reply: Reply, answer: str, extracted: str) -> bool:
    """Whether the token limit truncated the program itself; text after a complete program does not matter."""
    if reply.finish_reason != "length":
        return False
    program = extracted.strip()
    at = answer.rfind(program)
    return at < 0 or not answer[at + len(program) :].strip()


def _is_prose(program: str) -> bool:
    """Whether almost no line of the text contains a sign that is typical of programs."""
    lines = [line for line in program.splitlines() if line.strip()]
    signs = sum(1 for line in lines if _SIGN_OF_A_PROGRAM.search(line))
    return signs < _LEAST_SHARE_OF_SIGNS * len(lines) or not lines
