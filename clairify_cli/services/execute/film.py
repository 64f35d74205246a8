"""The recording of a run, and the films made from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.agents.execution import events
from clairify_cli.outcomes import Outcome
from clairify_cli.services.execute.events import Painted, Painting, Said, Tell
from clairify_cli.services.execute.words import names_of, note_of, words

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Run
    from clairify_cli.worlds.panda.film import Painters, Recorder
    from clairify_cli.worlds.panda.film_frames import Recording
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene


class Filming:
    """Watches a run and tells a recorder which action each frame shows."""

    def __init__(self, scene: Scene, title: str) -> None:
        self._names = names_of(scene)
        self._title = title
        self._recorders: list[Recorder] = []

    def watch(self, world: PandaWorld) -> events.Progress:
        """Start recording a world; return the listener for the events of the run."""
        from clairify_cli.worlds.panda.film import Recorder

        self._recorders.append(Recorder(world.simulation, self._title))
        return self._tell

    def recording(self, run: Run) -> Recording | None:
        """Return the recording of a run, if any; of several rounds, the recording of the kept one."""
        kept = next((number for number, one in enumerate(run.rounds) if one.kept), -1)
        return self._recorders[kept].recording() if self._recorders else None

    def _tell(self, event: events.Event) -> None:
        recorder = self._recorders[-1]
        match event:
            case events.ActionStarted(stage, action):
                recorder.begin(stage.number, stage.text, words(action, self._names))
            case events.ActionDone(_, outcome):
                recorder.end(note_of(outcome))
            case _:
                pass


def make_films(recording: Recording, films: Sequence[str], painters: Painters | None, tell: Tell) -> Outcome:
    """Make the films. Return `DONE`, or the outcome that prevented them."""
    from clairify_cli.files.writing import UnwritableError
    from clairify_cli.worlds.panda.film import write
    from clairify_cli.worlds.panda.film_frames import FilmError

    if not recording.scenelets:
        tell(Said("note", "nothing moved, and there is nothing to film"))
        return Outcome.DONE
    for path in dict.fromkeys(films):

        def progress(number: int, count: int, path: str = path) -> None:
            tell(Painting(path, number, count))

        try:
            write(recording, path, progress=progress, painters=painters)
        except FilmError as error:
            tell(Painted(path, str(error)))
            return Outcome.SIMULATOR_FAILED
        except UnwritableError as error:
            tell(Painted(path, str(error)))
            return Outcome.UNWRITABLE
        except KeyboardInterrupt:
            tell(Painted(path, f"{path} was not made: interrupted after the run"))
            return Outcome.INTERRUPTED
        tell(Painted(path))
    return Outcome.DONE
