"""Has a model write a program for a text: the verifier in the loop, over a domain and the problem that it is about.

The loop is that of CLAIRify (`translate`); the verifier are the checks of programs, which go through every step from
the problem's first state. The goal of the text is that of the reader of goals, where it reads one: a program that does
not reach it is warned of. The problem's own goal counts for nothing: the text says what is wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from clairify_cli.agents.formalise.assemble import assembled, without_goal
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.programs.write import GOAL_NOT_REACHED, HERE, Placing, Written, finished
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, in_source_order
from clairify_cli.languages.base import CheckOptions, StepClaims
from clairify_cli.languages.outline import Outline
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.reader import read
from clairify_cli.translate import LoopOptions, Model, Progress, ResponseCache, Trace, Translation, translate

Context = tuple[Source, ...]


@dataclass(frozen=True)
class TaskLanguage:
    """Programs for one text as a `Language` of the loop.

    `goals` are problems with the goals that the text can be read to ask for; a program should reach one of them.
    """

    domain: Source
    problem: Source
    goals: tuple[Source, ...] = ()

    name = "program"
    suffixes = (".py",)
    dialects: tuple[str, ...] = ()
    prompts = ("program",)

    @property
    def context(self) -> Context:
        """The domain and the problem without its own goal, as the checks take them."""
        return (self.domain, without_goal(self.problem))

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """What is wrong with a program, and a warning where it does not do what the text asks for."""
        found = ProgramLanguage().check(source, replace(options, context=self.context))
        if any(one.is_error for one in found):
            return found
        short: list[Diagnostic] = []
        for goal in self.goals:
            whole = ProgramLanguage().check(source, replace(options, context=(self.domain, goal)))
            short = [one for one in whole if one.code == GOAL_NOT_REACHED]
            if not short:
                break
        return in_source_order([*found, *(replace(one, severity=Severity.WARNING) for one in short)])

    def describe(self, options: CheckOptions) -> str:
        """What may be written, with the actions and the predicates, the objects and what is so at first."""
        return ProgramLanguage().describe(replace(options, context=self.context))

    def extract(self, reply: str) -> str:
        return ProgramLanguage().extract(reply)

    def format(self, source: Source, options: CheckOptions) -> str:
        return ProgramLanguage().format(source, options)

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        return ProgramLanguage().claims(source, options)

    def outline(self, source: Source) -> Outline:
        return ProgramLanguage().outline(source)


def write_with_model(
    text: str,
    given: Given,
    model: Model,
    options: LoopOptions | None = None,
    *,
    placing: Placing = HERE,
    trace: Trace | None = None,
    cache: ResponseCache | None = None,
    progress: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> tuple[Translation, Written | None]:
    """The loop's result, and the program under its heading, None where it has no program that can be read.

    `given` has a domain and a problem without errors.
    """
    options = options or LoopOptions()
    assert given.domain is not None and given.problem is not None
    goals = goals_of(text, given) if options.fidelity else ()
    language = TaskLanguage(given.domain, given.problem, goals)
    loop = replace(options, fidelity=False)  # which is about quantities
    result = translate(text, language, model, loop, trace=trace, cache=cache, progress=progress, stop=stop)
    return result, _finished(result, language, placing)


def goals_of(text: str, given: Given) -> tuple[Source, ...]:
    """The problem with each goal that the text can be read to ask for; none where it cannot be read as a goal."""
    from clairify_cli.languages.pddl.reader import read as read_pddl
    from clairify_cli.reader.goals import read_goal

    assert given.domain is not None and given.problem is not None
    domain, problem = read_pddl(given.domain)[0], read_pddl(given.problem)[0]
    reading = read_goal(Source(text, "<text>"), domain, problem, given.lexicon)
    if any(one.is_error and one.code != _SEVERAL_READINGS for one in reading.findings):
        return ()
    goals = [reading.goal] if reading.goal is not None else [one.goal for one in reading.readings]
    made = (assembled(Source(one, "<goal>"), given, Write.GOAL) for one in goals)
    return tuple(one.problem for one in made if one is not None)


_SEVERAL_READINGS = "PDL694"


def _finished(result: Translation, language: TaskLanguage, placing: Placing) -> Written | None:
    """The program as it is handed out; None where there is none, or none that can be read."""
    program, found = read(Source(result.program, "<program>"))
    if program is None or any(one.is_error for one in found):
        return None
    reached = language.goals[0] if language.goals else without_goal(language.problem)
    written = finished(program, language.domain, reached, language.problem, placing)
    return replace(written, findings=result.diagnostics)
