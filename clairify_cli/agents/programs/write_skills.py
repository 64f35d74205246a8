"""Let a model write programs from a list of skills whose preconditions and effects are unknown."""

from __future__ import annotations

from pathlib import Path

from clairify_cli.agents.formalise.given import Given
from clairify_cli.agents.programs.write import Placing, heading_naming
from clairify_cli.agents.programs.write_model import given_up, with_doubts, write_with_model
from clairify_cli.agents.translation import Asking, facts_of
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.diagnostics.model import Diagnostic, Severity, Source
from clairify_cli.files.encoding import as_file
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.heading import is_heading
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.printing import program_text
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Assertion, calls, has_calls
from clairify_cli.records import dataclass, replace
from clairify_cli.translate import NO_HOOKS, Hooks, LoopOptions, Model, Translation, translate


@dataclass(frozen=True)
class Programming:
    """Lets a model write a program for each text of a batch. `folder` is where programs will be stored.

    Programs are for the `given` domain and problem, or for a list of `skills` instead.
    """

    asking: Asking
    given: Given
    folder: Path
    is_made: bool = False
    """Whether the problem is made from a scene, so no file contains it."""
    assertions: bool = True
    skills: Source | None = None

    @property
    def fingerprint(self) -> str:
        """A hash of everything that shapes the programs."""
        if self.skills is not None:
            return self.asking.fingerprint("program", CheckOptions(), "programs of skills", self.skills.text)
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
        if self.skills is not None:
            return write_with_skills(item.text, self.skills, model, asking.options, folder=folder, hooks=hooks)
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


class SkillsLanguage(ProgramLanguage):
    """Programs for a list of skills, as a language of the loop."""

    prompts = ("program-skills", "program")

    def __init__(self, skills: Source) -> None:
        self.skills = skills

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        """Return the findings that a list of skills allows; a program without steps says that it cannot be done."""
        found = super().check(source, replace(options, context=(self.skills,)))
        program, _ = read(source)
        if program is None or any(one.is_error for one in found) or has_calls(program):
            return found
        finding = given_up(program, source)
        says_why = any(one.comment for one in program.body)
        return [*found, replace(finding, severity=Severity.WARNING) if says_why else finding]

    def describe(self, options: CheckOptions) -> str:
        """Describe the language, with the skills, predicates and objects of the list."""
        return super().describe(replace(options, context=(self.skills,)))


def write_with_skills(
    text: str,
    skills: Source,
    model: Model,
    options: LoopOptions | None = None,
    *,
    folder: Path | None = None,
    hooks: Hooks = NO_HOOKS,
) -> tuple[Translation, str]:
    """Return the loop's result, and the program under a heading that names the list relative to `folder`.

    If the program cannot be read, return what the model wrote, if anything. `skills` has no errors.
    """
    loop = replace(options or LoopOptions(), fidelity=False)  # that check is about quantities
    language = SkillsLanguage(skills)
    result = with_doubts(translate(text, language, model, loop, hooks=hooks))
    program, found = read(Source(result.program, "<program>"))
    if program is None or any(one.is_error for one in found):
        return result, as_file(result.program) if result.program else ""
    heading = heading_naming({"skills": skills}, folder)
    kept = tuple(one for one in program.heading if not is_heading(one))
    return result, program_text(replace(program, heading=((heading,) if heading else ()) + kept))
