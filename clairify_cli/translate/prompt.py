"""The prompts for a model. Their text is in `prompts/`; it is assembled here.

Everything that is not ours (the text to translate, a program, a finding) is inserted as a value and never parsed as a
template. The text and the program are enclosed in marker lines with a hash of their content, so that neither can
contain its own end marker.
"""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.languages.base import CheckOptions, Constraints, Language
from clairify_cli.records import dataclass
from clairify_cli.translate.feedback import errors_of_rounds, fill, list_errors, shortened, without_lines
from clairify_cli.translate.models.base import ChatMessage, Reply
from clairify_cli.translate.options import Feedback, LoopOptions, ReplyKind, Round

PROMPT_VERSION = 2
"""Part of the cache key. Increase it if replies to older prompts should no longer be used."""


_MOST_DOUBTS = 20
"""The most findings about a draft that are shown."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The part of the prompt that is the same in every round; `prompts` are the families for the rest of it."""

    language: str
    system: str
    user: str
    prompts: tuple[str, ...] = ()


def opening(text: str, language: Language, options: CheckOptions, draft: Reply | None = None) -> Opening:
    """Describe the language and the laboratory's constraints, and add the text to translate and the reader's draft."""
    system = fill(
        "system",
        language.prompts,
        language=language.name,
        description=language.describe(options).strip(),
        constraints=_constraints(options.constraints),
    )
    user = fill("user", language.prompts, language=language.name, text=text.strip(), marker=_marker(text))
    if draft is not None and draft.text.strip():
        doubts = "".join(f"- {one.message}\n" for one in draft.diagnostics[:_MOST_DOUBTS]) or "- none are known\n"
        program = shortened(draft.text)
        user += fill("draft", doubts=doubts.rstrip("\n"), program=program.rstrip("\n"), marker=_marker(program))
    return Opening(language.name, system, user, language.prompts)


def messages(start: Opening, rounds: Sequence[Round], options: LoopOptions) -> tuple[ChatMessage, ...]:
    """Return the prompt for the next round: the opening and the feedback from the rounds so far."""
    user = start.user + _lessons(start, rounds, options)
    return ChatMessage("system", start.system), ChatMessage("user", user)


def _lessons(start: Opening, rounds: Sequence[Round], options: LoopOptions) -> str:
    if not rounds:
        return ""
    last = rounds[-1]
    programs = [done for done in rounds if done.kind is ReplyKind.PROGRAM]
    lessons = _about_programs(start, programs, options) if programs else ""
    if last.kind is ReplyKind.EMPTY:
        lessons += fill("empty", start.prompts)
    elif last.kind is ReplyKind.CUT_OFF:
        lessons += fill("cut-off", start.prompts, count=len(last.reply or ""))
    elif last.kind is ReplyKind.NO_PROGRAM:
        lessons += fill("no-program", start.prompts, language=start.language)
    elif last.repeated:
        lessons += fill("repeated", start.prompts)
    return lessons


def _about_programs(start: Opening, programs: Sequence[Round], options: LoopOptions) -> str:
    last = programs[-1]
    words = start.prompts
    fault = fill("not-valid" if last.language_errors else "not-faithful", words, language=start.language).strip()
    match options.feedback:
        case Feedback.NAIVE:
            return fill("naive", words, fault=fault)
        case Feedback.LAST_ERRORS:
            told = fill("last-errors", words, fault=fault, errors=list_errors(last, options))
        case Feedback.ALL_ERRORS:
            told = fill("all-errors", words, rounds=errors_of_rounds(programs, options))
        case Feedback.PREVIOUS_AND_ERRORS:
            program = shortened(without_lines(last.candidate or "", last.added))
            told = fill(
                "previous-and-errors",
                words,
                fault=fault,
                program=program.rstrip("\n"),
                marker=_marker(program),
                errors=list_errors(last, options),
            )
    return told if last.language_errors or not options.fidelity else told + fill("may-be-wrong", words)


def _constraints(constraints: Constraints) -> str:
    parts = []
    capacities = dict(constraints.capacities)
    if constraints.hardware is not None:
        names = [_name(name, capacities.get(name)) for name in constraints.hardware]
        parts.append(fill("hardware", names="".join(names).rstrip("\n")) if names else fill("no-hardware"))
    if constraints.reagents is not None:
        names = [_name(name, None) for name in constraints.reagents]
        parts.append(fill("reagents", names="".join(names).rstrip("\n")) if names else fill("no-reagents"))
    return "".join(parts)


def _name(name: str, capacity: float | None) -> str:
    name = " ".join(name.split())
    return fill("name", name=name) if capacity is None else fill("name-capacity", name=name, capacity=f"{capacity:g}")


def _marker(content: str) -> str:
    import hashlib

    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
