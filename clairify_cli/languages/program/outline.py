"""The outline of a program: its calls as steps, branches and loops as groups; and what it claims step by step."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Source, Span
from clairify_cli.languages.base import StepClaims
from clairify_cli.languages.outline import Outline, OutlineProperty, OutlineStep, Role
from clairify_cli.languages.program.printing import condition_text, setting_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Assertion, Call, For, If, Statement, While, calls


def outline(source: Source) -> Outline:
    """What can be made out of the text; an empty outline where there is no program."""
    program, _ = read(source)
    if program is None:
        return Outline()
    return Outline(program.name.text, steps=_steps(source, program.body))


def claims(source: Source) -> tuple[StepClaims, ...]:
    """The calls of a program as steps, in the order of the text; they claim nothing that a text could be asked for."""
    program, _ = read(source)
    if program is None:
        return ()
    return tuple(
        StepClaims(number, one.action.text, "other", source.span(one.start, one.end), notes=one.comment)
        for number, one in enumerate(calls(program.body), 1)
    )


def _steps(source: Source, statements: tuple[Statement, ...]) -> tuple[OutlineStep, ...]:
    return tuple(step for one in statements for step in _step(source, one))


def _step(source: Source, one: Statement) -> tuple[OutlineStep, ...]:
    match one:
        case Call():
            return (_call(source, one),)
        case Assertion():
            head = _head(source, one)
            steps = _steps(source, one.recovery)
            return (OutlineStep("assert", head, _asked(source, one), steps, is_group=bool(steps)),)
        case If():
            made = OutlineStep("if", _head(source, one), _asked(source, one), _steps(source, one.body), is_group=True)
            if not one.orelse:
                return (made,)
            return (made, OutlineStep("else", _head(source, one), (), _steps(source, one.orelse), is_group=True))
        case While():
            return (
                OutlineStep("while", _head(source, one), _asked(source, one), _steps(source, one.body), is_group=True),
            )
        case For():
            values = ", ".join(value.text for value in one.values) if one.count is None else str(one.count)
            at = source.span(one.variable.start, one.variable.end)
            goes = (OutlineProperty(one.variable.text, values, Role.OTHER, at),)
            return (OutlineStep("for", _head(source, one), goes, _steps(source, one.body), is_group=True),)
    return ()


def _call(source: Source, one: Call) -> OutlineStep:
    properties = [
        OutlineProperty(str(number), term.text, Role.OTHER, source.span(term.start, term.end))
        for number, term in enumerate(one.arguments, 1)
    ]
    properties += [
        OutlineProperty(
            setting.name.text, setting_text(setting).strip('"'), Role.OTHER, source.span(setting.start, setting.end)
        )
        for setting in one.parameters
    ]
    return OutlineStep(one.action.text, source.span(one.start, one.end), tuple(properties))


def _asked(source: Source, one: Assertion | If | While) -> tuple[OutlineProperty, ...]:
    condition = one.condition
    at = source.span(condition.start, condition.end)
    return (OutlineProperty("condition", condition_text(condition), Role.OTHER, at),)


def _head(source: Source, one: Statement) -> Span:
    line_end = source.text.find("\n", one.start)
    return source.span(one.start, one.end if line_end < 0 else min(one.end, line_end))
