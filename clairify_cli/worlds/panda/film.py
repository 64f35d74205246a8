"""Films and contact sheets of a run.

During a run, only the poses of all objects are recorded, a few times a second. Pictures are rendered afterwards on all
processors, each by a process that reproduces the recorded poses on its own bench. So a film does not slow the run down,
and an interrupted run still leaves a film.
"""

from __future__ import annotations

import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.worlds.base import Ending
from clairify_cli.worlds.panda import film_pages
from clairify_cli.worlds.panda.film_frames import (
    Drawn,
    FilmError,
    Frame,
    Look,
    Recording,
    Scenelet,
    Words,
    kept_frame,
    spread,
)

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.simulation.camera import Picture
    from clairify_cli.worlds.panda.simulation.simulation import Simulation
    from clairify_cli.worlds.scene.model import Scene

EVERY = 1 / film_pages.RATE
"""The initial interval (simulated s) of recorded frames; it doubles whenever there are `MOST_KEPT`."""

PAGE = ".html"
"""The suffix of pages, which browsers draw."""

MOST_KEPT = 4000
MOST_FRAMES = 2700
"""The largest number of frames of a film, 3 min: a longer run is a time lapse."""

SIZE = (960, 540)
"""The width and height of pictures in films; they are smaller in sheets."""


_Begun = tuple[int, str, str, Words, float]
"""An action that has begun: its step, the step's text, the action, the words, and the clock (s)."""


class Recorder:
    """Records the poses of everything while a simulation runs. `begin` and `end` mark the actions.

    `text` is what the run was made from. The recording may be looked at from another thread while the run goes on.
    """

    def __init__(self, simulation: Simulation, title: str, text: str = "") -> None:
        self._simulation = simulation
        self._title = title
        self._text = text
        self._every = EVERY
        self._next = 0.0
        self._frames: list[Frame] = []
        self._looks: dict[Look, int] = {}
        self._scenelets: list[tuple[_Begun, float, str]] = []
        self._begun: _Begun | None = None
        self._keep()
        simulation.on_step.append(self._look)

    def begin(self, step: int, text: str, action: str, words: Words = ()) -> None:
        """Mark the beginning of a step's action; `words` are the places in the text that the step came from."""
        self._begun = (step, text, action, words, self._simulation.clock)

    def end(self, note: str = "") -> None:
        """Mark its end."""
        self._keep()
        if self._begun is not None:
            self._scenelets.append((self._begun, self._simulation.clock, note))
            self._begun = None

    def recording(self) -> Recording:
        """The frames recorded so far, with the action that goes on."""
        frames, begun = tuple(self._frames), self._begun  # frames before looks, which then has all that they refer to
        times = [one.clock for one in frames]
        marked = [*self._scenelets, *([(begun, times[-1], "")] if begun is not None else [])]
        parts = []
        for (step, text, action, words, first), last, note in marked:
            inside = bisect_left(times, first), bisect_right(times, last) - 1
            if inside[0] <= inside[1]:
                parts.append(Scenelet(step, text, action, *inside, note, words))
        return Recording(self._simulation.scene, self._title, frames, tuple(self._looks), tuple(parts), self._text)

    def _look(self) -> None:
        if self._simulation.clock >= self._next:
            self._keep()

    def _keep(self) -> None:
        # A frame may have been recorded at this moment already; the later one counts.
        kept = kept_frame(self._simulation, self._looks)
        is_again = bool(self._frames) and self._frames[-1].clock == kept.clock
        self._frames[len(self._frames) - is_again :] = [kept]
        # A long run is recorded more coarsely instead of being cut off.
        if len(self._frames) >= MOST_KEPT:
            self._frames = self._frames[::2]
            self._every *= 2
        self._next = self._simulation.clock + self._every


class Painters(Ending):
    """Draws frames of a scene in `most` processes, at most one per processor; `end` ends them.

    They start at once in the background, to be ready when the run is over. With 0 this process draws, because those of
    a batch must not start others.
    """

    def __init__(self, scene: Scene, most: int = 4) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        from clairify_cli.worlds.panda import film_frames

        self.scene = scene
        self._pool: ProcessPoolExecutor | None = None
        processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if workers := min(processors, most):
            self._pool = ProcessPoolExecutor(
                workers, mp_context=get_context("spawn"), initializer=film_frames.set_up, initargs=(scene, SIZE)
            )
            # Starting takes seconds, which pass during the run.
            for _ in range(workers):
                self._pool.submit(int)

    def end(self) -> None:
        """End the processes; a second time does nothing."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def pictures(
        self, recording: Recording, frames: Sequence[int], progress: Callable[[int, int], None] | None
    ) -> Iterator[Picture]:
        """Render these frames in order. Raises `FilmError`."""
        from concurrent.futures.process import BrokenProcessPool

        from clairify_cli.worlds.panda import film_frames

        drawn = [film_frames.with_looks(recording.frames[one], recording.looks) for one in frames]
        try:
            made = self._pool.map(film_frames.draw, drawn) if self._pool is not None else self._here(drawn)
            for number, picture in enumerate(made, 1):
                if progress is not None:
                    progress(number, len(frames))
                yield picture
        except BrokenProcessPool:
            raise FilmError("the film was not made: a process that draws its pictures ended") from None

    def _here(self, drawn: Sequence[Drawn]) -> Iterator[Picture]:
        from clairify_cli.worlds.panda import film_frames

        mirror = film_frames.Mirror(self.scene, SIZE)
        try:
            yield from (mirror.picture(*one) for one in drawn)
        finally:
            mirror.end()


def write(
    recording: Recording,
    path: str | Path,
    *,
    progress: Callable[[int, int], None] | None = None,
    painters: Painters | None = None,
) -> None:
    """Make a film, a contact sheet or a page, by the file's suffix; the file is written completely or not at all.

    `progress` is called with the number of finished pictures and of all. `painters`, for the same scene, draw them,
    or new ones. Raises `FilmError` and `UnwritableError`.
    """
    from clairify_cli.files.reading import reason_of
    from clairify_cli.files.writing import UnwritableError, refuse_unwritable

    path = Path(path)
    refuse_unwritable(path)
    suffix = path.suffix.lower()
    # Written to a temporary file next to it and then moved, so a partial film is never found.
    beside = path.parent / f".clairify-{os.urandom(8).hex()}{suffix}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if suffix == PAGE:
            from clairify_cli.worlds.panda.film_page import page

            beside.write_text(page(recording), encoding="utf-8")
        else:
            tiles = film_pages.tiles(recording) if suffix == ".png" else []
            chosen = [one.frame for one in tiles] or spread(len(recording.frames), MOST_FRAMES)
            width = film_pages.TILE if tiles else SIZE[0]
            with Painters(recording.scene) if painters is None else nullcontext(painters) as ready:
                drawn = zip(ready.pictures(recording, chosen, progress), chosen, strict=True)
                pictures = (film_pages.labelled(picture, recording, frame, width) for picture, frame in drawn)
                if tiles:
                    film_pages.picture(film_pages.sheet(recording.title, tiles, list(pictures)), beside)
                else:
                    each = zip(pictures, chosen, strict=True)
                    film_pages.mp4((film_pages.captioned(one, recording, at) for one, at in each), beside)
        beside.replace(path)
    except OSError as error:
        raise UnwritableError(path, reason_of(error)) from None
    finally:
        beside.unlink(missing_ok=True)
