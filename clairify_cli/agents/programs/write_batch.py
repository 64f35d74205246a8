"""Programs for many texts by a model: what a batch makes of each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clairify_cli.agents.formalise.given import Given
from clairify_cli.agents.programs.write import Placing
from clairify_cli.agents.programs.write_model import write_with_model
from clairify_cli.agents.translation import Asking, facts_of
from clairify_cli.batch.executors.base import Going
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.encoding import as_file
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Assertion, calls


@dataclass(frozen=True)
class Programming:
    """Has a model write a program for each text of a batch. `folder` is where programs will be."""

    asking: Asking
    given: Given
    folder: Path
    is_made: bool = False
    """Whether the problem is made of a scene, so that no file has it."""
    assertions: bool = True

    @property
    def fingerprint(self) -> str:
        """A hash of what shapes the programs."""
        texts = [source.text for source in self.given.context]
        return self.asking.fingerprint(
            "program", CheckOptions(), "programs", texts, repr(self.given.lexicon), self.assertions
        )

    def __call__(self, item: Item, going: Going) -> Result:
        asking = self.asking
        found, written = write_with_model(
            item.text,
            self.given,
            asking.model_of(going),
            asking.options,
            assertions=self.assertions,
            placing=Placing((self.folder / item.output).parent, is_made=self.is_made),
            hooks=asking.hooks(item, going),
        )
        outcome = found.outcome
        if not (found.is_valid or asking.keep_invalid):
            return Result(outcome, (), facts_of(found), found.error)
        program = written.text if written is not None else found.program
        files = (File(item.output, as_file(program)),) if program else ()
        return Result(outcome, files, facts_of(found, steps=steps_of(program)), found.error)


def steps_of(program: str) -> int:
    """How many actions are written in a program, without those of recoveries."""
    found, _ = read(Source(program, "<program>"))
    if found is None:
        return 0
    recovering = sum(len(one.recovery) for one in found.body if isinstance(one, Assertion))
    return sum(1 for _ in calls(found.body)) - recovering
