"""Speed of `clairify execute`: simulated against CPU time, the film that is made afterwards, and starting up.

`python -m benchmarks.bench_execute`. Wall times are of this machine, with whatever else runs on it; CPU times are of
the process and its children.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.bench_startup import cpu
from clairify_cli.worlds.panda.film_pages import RATE

if TYPE_CHECKING:
    from clairify_cli.worlds.panda.film_frames import Recording

TEXT = "Add 20 g of water to a beaker. Add 5 g of salt to the beaker."
EVERYTHING = f"{TEXT} Stir the beaker for 20 seconds. Heat the beaker to 50 °C."
WITHOUT, TOGETHER, MINUTE, HELP = 8.0, 3.0, 180.0, 0.1
"""The bars: how many times faster than simulated a pick and place is, and all together without the film; the seconds to
a minute of film, drawn by PyBullet; seconds of CPU to the help."""


def pick_and_place() -> tuple[float, float]:
    """The simulated and the CPU seconds of taking a beaker and putting it elsewhere, planning and checks included.

    The median of nine, each on a fresh bench, after two more that load modules and meshes and fill the caches.
    """
    from clairify_cli.agents.execution.program import set_program
    from clairify_cli.api import translate
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.worlds.base import Action
    from clairify_cli.worlds.panda.world import PandaWorld

    scene = set_program(Source(translate(TEXT).program, "<program>")).scene
    assert scene is not None
    free = {one.place for one in scene.vessels}
    beaker = next(one for one in scene.vessels if one.kind == "beaker")
    target = next(one.id for one in scene.places if one.id not in free)
    assert beaker.place is not None
    runs = []
    for _ in range(11):
        with PandaWorld(scene, seed=0) as world:
            simulated, begun = world.clock, time.process_time()
            for action in (Action("take", (beaker.id, beaker.place)), Action("put", (beaker.id, target))):
                outcome = world.act(action)
                assert outcome.succeeded, outcome.checks
            runs.append((time.process_time() - begun, world.clock - simulated))
    spent, simulated = sorted(runs[2:])[4]
    return simulated, spent


def everything(text: str = EVERYTHING) -> tuple[float, float, Recording]:
    """The simulated and the CPU seconds of a protocol with pours, devices, checks and saved poses, and the recording.

    Reading the text is not included, planning is.
    """
    from clairify_cli.agents.execution.carry import carried_out
    from clairify_cli.agents.execution.program import set_program
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.api import translate
    from clairify_cli.diagnostics.model import Source
    from clairify_cli.services.execute.film import Filming

    source = Source(translate(text).program, "<program>")
    setting = set_program(source)
    assert setting.scene is not None
    filming = Filming(setting.scene, "run", source, Source(text, "<text>"))
    begun = time.process_time()
    run = carried_out(setting, Options(), watch=filming.watch)
    spent = time.process_time() - begun
    assert run.succeeded, run.failure
    recording = filming.recording()
    assert recording is not None
    return run.seconds, spent, recording


def film(recording: Recording) -> tuple[float, float, float]:
    """Wall and CPU seconds of a film in its own processes, their start included, and how long it lasts."""
    from clairify_cli.worlds.panda.film import write

    with tempfile.TemporaryDirectory() as folder:
        before, begun, here = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), time.process_time()
        write(recording, Path(folder) / "run.mp4")
        wall, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = time.process_time() - here + after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, spent, len(recording.frames) / RATE


def main() -> None:
    script = str(Path(sys.executable).with_name("clairify"))
    print("\nRunning on the simulated arm\n")
    simulated, spent = pick_and_place()
    print(
        f"pick and place                {simulated:6.1f} s simulated, {spent:5.2f} s CPU: {simulated / spent:.1f} "
        f"times as fast (bar {WITHOUT:.0f})"
    )
    simulated, spent, recording = everything()
    print(
        f"with everything but the film  {simulated:6.1f} s simulated, {spent:5.2f} s CPU: {simulated / spent:.1f} "
        f"times as fast (bar {TOGETHER:.0f})"
    )
    wall, spent, lasts = film(recording)
    print(
        f"its film                      {lasts:6.1f} s of film in {wall:.1f} s, {spent:.1f} s CPU, on {os.cpu_count()} "
        f"processors: a minute in {60 * wall / lasts:.0f} s, {60 * spent / lasts:.0f} s CPU (bar {MINUTE:.0f} s)"
    )
    helped = cpu([script, "execute", "--help"])
    print(f"clairify execute --help       {helped * 1000:6.0f} ms CPU (bar {HELP * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
