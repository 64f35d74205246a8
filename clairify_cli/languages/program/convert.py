"""From a PDDL plan to a program and back, with the meaning kept, or with what was lost said.

A program without branches and a plan are the same steps. Comments, the name of the task, and the order go both ways:

    ; program: put_the_apple_away               def put_the_apple_away():
    ; 1: take the apple                 ⇄           # 1: take the apple
    (take apple1 table1)                            take("apple1", "table1")
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.plan import Plan, Step
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.program.arguments import is_object_name
from clairify_cli.languages.program.flatten import flattened
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Call, Name, Program, Statement, Term
from clairify_cli.languages.program.vocabulary import Vocabulary, python_name

_COMMENT = re.compile(r";[^\r\n]*")
_TITLE = re.compile(r";[ \t]*program:[ \t]*(\w+)[ \t]*$")
_DOC = "; doc:"
_STATED = re.compile(r"(domain|problem|goal):")
_COST = re.compile(r"cost\s*=\s*[\d.]+", re.IGNORECASE)
_NO_WORD = re.compile(r"\W+")


class ConversionError(ValueError):
    """A program or a plan that cannot be turned into the other; its text says why in one sentence.

    `can_be_lost` says that all of it can be, but for what `best_effort` would leave out.
    """

    can_be_lost = False


class LossError(ConversionError):
    """A program that a plan can say only in part."""

    can_be_lost = True


@dataclass(frozen=True, slots=True)
class Converted:
    """A plan made of a program: its text, and a sentence for everything that is not in it."""

    text: str
    lost: tuple[str, ...] = ()


# ------------------------------------------------------------------------------------------------- plan to program


def program_of_plan(
    plan: Plan, source: Source | None = None, *, name: str = "", known: Vocabulary | None = None
) -> Program:
    """The program of a plan's steps.

    With the `source` of the plan, its comments become those of the program, and a comment `; program: NAME` its name.
    Where there is no such comment, every step without a comment is named by one. `known` are the words of the domain,
    for names that Python cannot spell.
    """
    notes = _notes(plan, source)
    body: list[Statement] = []
    for at, step in enumerate(plan.steps):
        comment = notes.above.get(at, ())
        if not comment and at not in notes.asides and not notes.title:
            comment = (f"{at + 1}: {' '.join(step.words)}",)
        body.append(_call(step, comment, notes.asides.get(at, ""), known))
    title = Name(task_name(name or notes.title), 0, 0)
    return Program(title, tuple(body), "\n".join(notes.doc), tuple(notes.heading), tuple(notes.trailing))


def plan_to_program(source: Source, *, name: str = "", known: Vocabulary | None = None) -> str:
    """The program that a plan's text says.

    Raises `ConversionError` where the plan has errors that cannot be mended, or what no program can say.
    """
    plan, found = read_plan(source)
    fault = next((one for one in found if one.is_error and one.fix is None), None)
    if fault is not None:
        raise ConversionError(f"line {fault.span.line}, column {fault.span.column}: {fault.message}")
    for word in (each for step in plan.steps for each in step.arguments):
        if not is_object_name(word.text):
            at = source.span(word.start, word.end)
            raise ConversionError(f"line {at.line}, column {at.column}: a program cannot name the object `{word.text}`")
    text = program_text(program_of_plan(plan, source, name=name, known=known))
    wrong = next((one for one in read(Source(text))[1] if one.is_error), None)
    if wrong is not None:
        raise ConversionError(f"its program could not be read: {wrong.message}")
    return text


def task_name(words: str) -> str:
    """A name for a function out of words: `put_the_apple_away` of "Put the apple away"; `task` of nothing."""
    name = "_".join(part for part in _NO_WORD.split(words) if part)
    name = name if any(each.isupper() for each in name[1:]) else name.lower()
    name = name.lstrip("_") if name.startswith("__") else name
    if not name or not f"x{name}".isidentifier():
        return "task"
    if name[0].isdigit():
        name = f"task_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name


def _call(step: Step, comment: tuple[str, ...], aside: str, known: Vocabulary | None) -> Call:
    action = step.action.text
    name = known.action_name(action) if known is not None else python_name(action)
    terms = tuple(Term(one.text, 0, 0) for one in step.arguments)
    return Call(Name(name, 0, 0), terms, (), (), 0, 0, comment, aside)


@dataclass(slots=True)
class _Notes:
    """The comments of a plan: those above and behind each step (by its place from 0), and those about all of it."""

    above: dict[int, tuple[str, ...]] = field(default_factory=dict)
    asides: dict[int, str] = field(default_factory=dict)
    heading: list[str] = field(default_factory=list)
    doc: list[str] = field(default_factory=list)
    trailing: list[str] = field(default_factory=list)
    title: str = ""


def _notes(plan: Plan, source: Source | None) -> _Notes:
    notes = _Notes()
    at = 0
    in_doc = False
    for match in _COMMENT.finditer(source.text) if source is not None else ():
        assert source is not None
        while at < len(plan.steps) and plan.steps[at].start < match.start():
            at += 1
        words = match[0][1:].strip()
        named = _TITLE.match(match[0]) if not at and not notes.title else None
        if named is not None:
            notes.title, in_doc = named[1], True
            notes.heading += notes.above.pop(0, ())
            continue
        if in_doc and match[0].startswith(_DOC):
            notes.doc.append(match[0].removeprefix(_DOC).removeprefix(" "))
            continue
        in_doc = False
        if not at and _STATED.match(words):
            notes.heading.append(words)  # what the plan is for
            continue
        if _COST.match(words):
            continue  # what a planner writes behind its plan
        line = source.text.rfind("\n", 0, match.start()) + 1
        if source.text[line : match.start()].strip() and at:
            notes.asides[at - 1] = words
        elif at < len(plan.steps):
            notes.above[at] = (*notes.above.get(at, ()), words)
        else:
            notes.trailing.append(words)
    return notes


# ------------------------------------------------------------------------------------------------- program to plan


def plan_of_program(program: Program, known: Vocabulary | None = None, *, best_effort: bool = False) -> Converted:
    """The plan of a program's steps.

    What a plan cannot say (parameters, checks, assertions, branches, loops that go on as long as something holds) is
    an error; with `best_effort` it is left out, branches are followed as far as the state is `known`, and `lost` says
    what is not in the plan. Raises `ConversionError`.
    """
    flat = flattened(program, known)
    if flat.lost and not best_effort:
        more = f" (and {len(flat.lost) - 1} more)" if len(flat.lost) > 1 else ""
        raise LossError(f"a plan cannot say all of the program: {flat.lost[0]}{more}")
    lines = [_comment(one) for one in program.heading]
    lines.append(f"; program: {program.name.text}")
    lines += [f"{_DOC} {one}".rstrip() for one in program.doc.split("\n")] if program.doc else []
    for call in flat.calls:
        lines += [_comment(one) for one in call.comment]
        step = _step_text(call, known)
        lines.append(f"{step}  ; {call.aside}" if call.aside else step)
    lines += [_comment(one) for one in program.trailing]
    return Converted("".join(f"{one}\n" for one in lines), flat.lost)


def _comment(words: str) -> str:
    return f"; {words}" if words else ";"


def _step_text(call: Call, known: Vocabulary | None) -> str:
    action = known.action(call.action.text) if known is not None else None
    name = action.name.text if action is not None else pddl_name(call.action.text)
    strange = next((one.text for one in call.arguments if " " in one.text or one.text.startswith("?")), None)
    if strange is not None:
        raise ConversionError(f"a plan cannot name the object `{strange}`")
    return f"({' '.join((name, *(one.text.lower() for one in call.arguments)))})"


def pddl_name(name: str) -> str:
    """A name of a program as PDDL mostly has it: `go_next_door` is `go-next-door`. A domain knows better."""
    bare = name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
    return bare.replace("_", "-").lower()
