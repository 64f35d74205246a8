"""Programs for many texts by a model: what a batch makes of each."""

from __future__ import annotations

import hashlib
import json
import threading
from dataclasses import dataclass

from clairify_cli.agents.formalise.given import Given
from clairify_cli.agents.programs.write import Placing
from clairify_cli.agents.programs.write_model import write_with_model
from clairify_cli.diagnostics.model import Source
from clairify_cli.files.encoding import as_file
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.syntax import Assertion, calls
from clairify_cli.translate.batch import Job, Made, Task


@dataclass(frozen=True)
class ProgramMaker:
    """Has the model of the job write a program for each text of a batch."""

    given: Given
    is_made: bool = False
    """Whether the problem is made of a scene, so that no file has it."""
    assertions: bool = True

    @property
    def fingerprint(self) -> str:
        """A hash of what shapes the programs, beside the settings of the job."""
        parts = ["programs", [source.text for source in self.given.context], repr(self.given.lexicon), self.assertions]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def make(self, task: Task, text: str, job: Job, stop: threading.Event | None) -> Made:
        """The program for one text."""
        placing = Placing((job.folder / task.output).parent, is_made=self.is_made)
        result, written = write_with_model(
            text,
            self.given,
            job.model,
            job.options,
            assertions=self.assertions,
            placing=placing,
            trace=job.trace,
            cache=job.cache,
            stop=stop,
        )
        if not (result.is_valid or job.keep_invalid):
            return Made(result, None)
        program = written.text if written is not None else result.program
        return Made(result, as_file(program) if program else None, steps_of(program))


def steps_of(program: str) -> int:
    """How many actions are written in a program, without those of recoveries."""
    found, _ = read(Source(program, "<program>"))
    if found is None:
        return 0
    recovering = sum(len(one.recovery) for one in found.body if isinstance(one, Assertion))
    return sum(1 for _ in calls(found.body)) - recovering
