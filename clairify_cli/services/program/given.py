"""The setting of a program: a domain and a problem, or those of a scene."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.records import dataclass
from clairify_cli.services.errors import FaultyError, RequestError
from clairify_cli.services.kinds import read_given

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.reader.goals import Lexicon
    from clairify_cli.services.program.request import ProgramRequest


@dataclass(frozen=True, slots=True)
class About:
    """The domain and the problem. `is_made`: the problem is made from a scene, so no file contains it; `words` are then
    the words for its objects."""

    domain: Source | None
    problem: Source | None
    is_made: bool = False
    words: Lexicon | None = None

    @property
    def context(self) -> tuple[Source, ...]:
        """The domain and the problem, as far as they exist."""
        return tuple(one for one in (self.domain, self.problem) if one is not None)


def about(request: ProgramRequest, inputs: tuple[str, ...]) -> About:
    """Return the setting of a request; `inputs` are its other inputs.

    Raises `RequestError`, `UnreadableError`, and `FaultyError` for a scene with errors.
    """
    scene, most = request.scene, request.reading.max_size
    if scene is None:
        return About(*read_given(request.task.domain, request.task.problem, inputs, most_bytes=most))
    if scene.endswith(".pddl"):
        raise RequestError(f"--scene takes a scene (YAML); give {scene} as --problem")
    from clairify_cli.agents.programs.write_scene import problem_of_scene, words_of_scene
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.files.reading import read_text
    from clairify_cli.worlds.scene.reader import read_scene

    source = Source(read_text(scene, most_bytes=most), scene)
    made, found = read_scene(source, Path(scene).parent)
    errors = [one for one in found if one.is_error]
    if errors or made is None:
        raise FaultyError((source,), errors)
    return About(*problem_of_scene(made), is_made=True, words=words_of_scene(made))
