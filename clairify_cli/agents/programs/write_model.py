"""Let a model write a program for a text, with the verifier in the loop, for a domain and a problem.

The loop is CLAIRify's (`translate`); the verifier is the checks of programs, which simulate every step from the
problem's initial state. The text's goal comes from the offline reader of goals, if it can read one. The problem's own
goal is ignored: the text says what is wanted.

Some findings are doubts, not errors: the program misses the goal, or does nothing. The reading of the text may be
wrong. The model is told about doubts anyway, but a program that it gives twice is accepted, and so is one that follows
two others with only doubts; the doubts are then
warnings. A program without steps is an answer too: that it cannot be done. If the text can be read as a goal,
everything it names exists, so the model is asked once more, and its answer is accepted if it repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clairify_cli.agents.formalise.assemble import assembled
from clairify_cli.agents.formalise.given import Given, Write
from clairify_cli.agents.programs.write import GOAL_NOT_REACHED, HERE, Placing, Written, finished
from clairify_cli.agents.translation import Asking, facts_of
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source, in_source_order
from clairify_cli.files.encoding import as_file
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.goal_section import without_goal
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Assertion, For, If, Pass, Program, Statement, While, calls, has_calls
from clairify_cli.outcomes import Outcome
from clairify_cli.records import dataclass, field, replace
from clairify_cli.translate import NO_HOOKS, Hooks, LoopOptions, Model, Translation, translate

Context = tuple[Source, Source]


NOTHING_DONE = "PRG212"

DOUBTS = frozenset({GOAL_NOT_REACHED, NOTHING_DONE})
"""Findings that are sent to a model but do not make a program unusable."""

MOST_DOUBTED = 2
"""The most different programs sent back for doubts alone."""

NOT_HELD = (
    "the text could not be read as a goal, so that nobody but the model says that the program does what it asks for"
)

_IF_MEANT = "if it is meant so, give the same program once more"


@dataclass(frozen=True)
class TaskLanguage(ProgramLanguage):
    """Programs for one text as a `Language` of the loop.

    `goals` are problems with the possible readings of the text as goals; a program should reach one of them.
    Without `assertions`, programs have none; those not `commented` are to have no comments. `doubted` are the programs
    that were sent back for doubts alone, and `given_up` those without steps.
    """

    domain: Source
    problem: Source
    goals: tuple[Source, ...] = ()
    assertions: bool = True
    commented: bool = True
    doubted: set[str] = field(default_factory=set, compare=False)
    given_up: list[str] = field(default_factory=list, compare=False)

    @property
    def prompts(self) -> tuple[str, ...]:
        """The prompt families of the loop, in search order."""
        left_out = {"program-plain": self.assertions, "program-uncommented": self.commented, "program": False}
        return tuple(family for family, is_there in left_out.items() if not is_there)

    @property
    def texts(self) -> Context:
        """The domain and the problem without its own goal, for the checks."""
        return (self.domain, without_goal(self.problem))

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return the findings in a program; doubts are errors while the model is told them, and warnings afterwards."""
        found = super().check(source, replace(options, context=self.texts))
        if any(one.is_error for one in found):
            return found
        short = self._short_of_goals(source, options)
        program, _ = read(source)
        if program is not None and not has_calls(program) and (short or not self.goals):
            finding = given_up(program, source)
            # If no goal could be read, there is only the model's reason to go by.
            may_be_so = not self.goals and any(one.comment for one in program.body)
            return [replace(finding, severity=Severity.WARNING) if may_be_so else finding]
        if self.goals and not short:
            found = [one for one in found if one.code != NOTHING_DONE]
        doubts = [*(one for one in found if one.code in DOUBTS), *short]
        rest = [one for one in found if one.code not in DOUBTS]
        if not doubts or not self._is_told(source.text):
            return in_source_order([*rest, *map(_as_warning, doubts)])
        told = [replace(one, severity=Severity.ERROR, hint=_or_meant(one.hint)) for one in doubts]
        return in_source_order([*rest, *told])

    def may_stand(self, found: Sequence[Diagnostic]) -> bool:
        """Whether a program with these findings is accepted if the model repeats it."""
        return all(one.code in DOUBTS for one in found if one.is_error)

    def _is_told(self, program: str) -> bool:
        if program not in self.doubted and len(self.doubted) >= MOST_DOUBTED:
            return False
        self.doubted.add(program)
        return True

    def _short_of_goals(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return what is missing for the last of the goals; nothing if the program reaches one of them."""
        short: list[Diagnostic] = []
        for goal in self.goals:
            short = self._short_of(goal, source, options)
            if not short:
                break
        return short

    def _short_of(self, goal: Source, source: Source, options: CheckOptions) -> list[Diagnostic]:
        whole = super().check(source, replace(options, context=(self.domain, goal)))
        return [one for one in whole if one.code == GOAL_NOT_REACHED]

    def describe(self, options: CheckOptions) -> str:
        """Describe the language, with the actions, the predicates, the objects and the initial state."""
        return super().describe(replace(options, context=self.texts))

    def extract(self, reply: str) -> str:
        """Extract the program from a reply, without its assertions if it should have none.

        All programs without steps count as the same answer, whatever their comments say.
        """
        text = super().extract(reply)
        program, found = read(Source(text))
        if program is None or any(one.is_error for one in found):
            return text
        if not has_calls(program):
            self.given_up.append(text)
            return self.given_up[0]
        return text if self.assertions else program_text(replace(program, body=_without_assertions(program.body)))


def write_with_model(
    text: str,
    given: Given,
    model: Model,
    options: LoopOptions | None = None,
    *,
    assertions: bool = True,
    comments: bool = True,
    placing: Placing = HERE,
    hooks: Hooks = NO_HOOKS,
) -> tuple[Translation, Written | None]:
    """Return the loop's result, and the program under its heading, None if there is no readable program.

    `given` has a domain and a problem without errors. Without `assertions`, only the steps are requested; without
    `comments`, it is asked to leave them out.
    """
    options = options or LoopOptions()
    assert given.domain is not None and given.problem is not None
    goals = goals_of(text, given) if options.fidelity else ()
    language = TaskLanguage(given.domain, given.problem, goals, assertions, comments)
    loop = replace(options, fidelity=False)  # that check is about quantities
    result = translate(text, language, model, loop, hooks=hooks)
    result = with_doubts(result)
    if options.fidelity and not goals and result.is_valid:
        result = replace(result, remarks=(*result.remarks, NOT_HELD))
    return result, _finished(result, language, placing)


def _without_assertions(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Remove assertions and attach their comments to what follows; `pass` if nothing is left."""
    kept: list[Statement] = []
    comment: tuple[str, ...] = ()
    for one in statements:
        if isinstance(one, Assertion):
            comment += one.comment
            continue
        kept.append(_plain(replace(one, comment=(*comment, *one.comment))))
        comment = ()
    return tuple(kept) or (Pass(start=0, end=0, comment=comment),)


def _plain(one: Statement) -> Statement:
    match one:
        case If():
            orelse = _without_assertions(one.orelse) if one.orelse else ()
            return replace(one, body=_without_assertions(one.body), orelse=orelse)
        case For() | While():
            return replace(one, body=_without_assertions(one.body))
    return one


def given_up(program: Program, source: Source) -> Diagnostic:
    """Return the finding that a program has no steps, with its comments as the reason."""
    at = source.span(program.name.start, program.name.end)
    finding = rules.nothing_done(at, why=" ".join(line for one in program.body for line in one.comment))
    return replace(finding, severity=Severity.ERROR)


def _or_meant(hint: str | None) -> str:
    return f"{hint}; {_IF_MEANT}" if hint else _IF_MEANT


def _as_warning(one: Diagnostic) -> Diagnostic:
    hint = (one.hint or "").removesuffix(_IF_MEANT).removesuffix("; ") or None
    return replace(one, severity=Severity.WARNING, hint=hint)


def with_doubts(result: Translation) -> Translation:
    """Accept a program with only doubts, however the loop ended, unless it has no steps."""
    if result.outcome is Outcome.INTERRUPTED or not all(
        one.code in DOUBTS for one in result.diagnostics if one.is_error
    ):
        return result
    program, _ = read(Source(result.program))
    if program is None:
        return result
    if not has_calls(program):
        if not any(one.code == NOTHING_DONE for one in result.diagnostics):
            return result
        errors = tuple(replace(one, severity=Severity.ERROR, hint=None) for one in result.diagnostics)
        return replace(result, outcome=Outcome.STUCK if result.is_valid else result.outcome, diagnostics=errors)
    if result.is_valid:
        return result
    doubts = [one for one in result.diagnostics if one.code in DOUBTS]
    rest = (one for one in result.diagnostics if one.code not in DOUBTS)
    found = tuple(in_source_order([*rest, *map(_as_warning, doubts)]))
    remarks = result.remarks
    if result.outcome is Outcome.MODEL_FAILED:
        remarks = (*remarks, f"the model could not be asked about doubts: {result.error}")
    return replace(result, outcome=Outcome.VALID, diagnostics=found, remarks=remarks, error=None)


def goals_of(text: str, given: Given) -> tuple[Source, ...]:
    """Return the problem with each goal that the text may describe; empty if it cannot be read as a goal."""
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
    """Return the finished program; None if there is none or it cannot be read."""
    program, found = read(Source(result.program, "<program>"))
    if program is None or any(one.is_error for one in found):
        return None
    reached = language.goals[0] if language.goals else without_goal(language.problem)
    written = finished(program, language.domain, reached, language.problem, placing)
    return replace(written, findings=result.diagnostics)


@dataclass(frozen=True)
class Programming:
    """Lets a model write a program for each text of a batch. `folder` is where programs will be stored."""

    asking: Asking
    given: Given
    folder: Path
    is_made: bool = False
    """Whether the problem is made from a scene, so no file contains it."""
    assertions: bool = True

    @property
    def fingerprint(self) -> str:
        """A hash of everything that shapes the programs."""
        texts = [source.text for source in self.given.context]
        return self.asking.fingerprint(
            "program", CheckOptions(), "programs", texts, repr(self.given.lexicon), self.assertions
        )

    def __call__(self, item: Item, going: Going) -> Result:
        found, program = self._written(item, going)
        if not (found.is_valid or self.asking.keep_invalid):
            return Result(found.outcome, (), facts_of(found), found.error)
        files = (File(item.output, as_file(program)),) if program else ()
        return Result(found.outcome, files, facts_of(found, steps=steps_of(program)), found.error)

    def _written(self, item: Item, going: Going) -> tuple[Translation, str]:
        asking, folder = self.asking, (self.folder / item.output).parent
        model, hooks = asking.model_of(going), asking.hooks(item, going)
        found, written = write_with_model(
            item.text,
            self.given,
            model,
            asking.options,
            assertions=self.assertions,
            placing=Placing(folder, is_made=self.is_made),
            hooks=hooks,
        )
        return found, written.text if written is not None else found.program


def steps_of(program: str) -> int:
    """Count the calls in a program, except those in recoveries."""
    found, _ = read(Source(program, "<program>"))
    if found is None:
        return 0
    recovering = sum(len(one.recovery) for one in found.body if isinstance(one, Assertion))
    return sum(1 for _ in calls(found.body)) - recovering
