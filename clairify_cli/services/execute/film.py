"""The recording of a run, and the films made from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

from clairify_cli.agents.execution import events
from clairify_cli.outcomes import Outcome
from clairify_cli.services.execute.events import Painted, Painting, Said, Tell
from clairify_cli.services.execute.words import names_of, note_of, words

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Round
    from clairify_cli.agents.execution.stages import Stage
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.panda.film import Painters, Recorder
    from clairify_cli.worlds.panda.film_frames import Recording, Words
    from clairify_cli.worlds.panda.world import PandaWorld
    from clairify_cli.worlds.scene.model import Scene


class Filming:
    """Watches the runs of a scene and tells recorders which action each frame shows.

    `source` is the program or plan, and `english` what it was translated from, if it was. With `calls` the steps are
    calls of functions, and captions begin with what they do.
    """

    def __init__(
        self, scene: Scene, title: str, source: Source, english: Source | None = None, *, calls: bool = False
    ) -> None:
        self._scene = scene
        self._names = names_of(scene)
        self._title = title
        self._calls = calls
        self._text = english or source
        self._words = None if english is None else words_of_steps(english, source)
        self._recorders: list[Recorder] = []

    def watch(self, world: PandaWorld) -> events.Progress:
        """Start recording a world; return the listener for the events of the run."""
        from clairify_cli.worlds.panda.film import Recorder

        self._recorders.append(Recorder(world.simulation, self._title, self._text.text))
        return self._tell

    @contextmanager
    def shown(self, tell: Tell) -> Iterator[Self]:
        """Show the runs in browsers on this machine while they go on."""
        from clairify_cli.worlds.panda.film_frames import Recording
        from clairify_cli.worlds.panda.film_live import Viewer

        with Viewer(Recording(self._scene, self._title, (), (), (), self._text.text), self._now) as viewer:
            tell(Said("warning", f"the run is shown at {viewer.url}"))
            yield self

    def _now(self) -> tuple[int, Recording] | None:
        rounds = len(self._recorders)
        return (rounds, self._recorders[rounds - 1].recording()) if rounds else None

    def recording(self, rounds: Sequence[Round] = ()) -> Recording | None:
        """Return the recording of a run, if any; of several rounds, the recording of the kept one."""
        kept = next((number for number, one in enumerate(rounds) if one.kept), -1)
        return self._recorders[kept].recording() if self._recorders else None

    def _places(self, stage: Stage) -> Words:
        """Return the words of the text that a stage came from; of a program, the stage itself."""
        if self._words is None:
            return ((stage.span.start, stage.span.end),)
        # The span of a stage is that of the element's name, inside of the step.
        return next((words for start, words in reversed(self._words) if start <= stage.span.start), ())

    def _tell(self, event: events.Event) -> None:
        recorder = self._recorders[-1]
        match event:
            case events.ActionStarted(stage, action):
                told = words(action, self._names)
                lines = (told[:1].upper() + told[1:], stage.text) if self._calls else (stage.text, told)
                recorder.begin(stage.number, *lines, self._places(stage))
            case events.ActionDone(_, outcome):
                recorder.end(note_of(outcome))
            case _:
                pass


def words_of_steps(english: Source, program: Source) -> list[tuple[int, Words]]:
    """Return where each step of an XDL program begins, in order, and the words of a text that it came from."""
    from clairify_cli.fidelity.mapped.mapping import source_map
    from clairify_cli.languages import NAMES, get
    from clairify_cli.languages.base import CheckOptions

    steps = source_map(english, program, get(NAMES[0]), CheckOptions()).walk()
    return [(one.span.start, tuple((place.start, place.end) for place in one.source)) for one in steps]


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
