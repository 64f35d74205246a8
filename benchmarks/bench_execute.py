"""Speed of `clairify execute`: simulated against wall time, from English to a finished film, and starting up.

`python -m benchmarks.bench_execute`. Wall times are of this machine, with whatever else runs on it; CPU times are of
the process and its children.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.bench_startup import cpu

TEXT = "Add 20 g of water to a beaker. Add 5 g of salt to the beaker."
REAL_TIME, FILM, HELP = 20.0, 30.0, 0.1
"""The bars: a pick and place so many times faster than simulated, seconds to a film, seconds of CPU to the help."""


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


def film() -> tuple[float, float, float]:
    """Wall, CPU and simulated seconds of a two-reagent protocol in English to a finished film."""
    script = str(Path(sys.executable).with_name("clairify"))
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "run.json"
        before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command = [script, "execute", "-q", TEXT, "--film", str(Path(folder) / "run.mp4"), "--report", str(report)]
        subprocess.run(command, check=True)
        wall, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        simulated = json.loads(report.read_text(encoding="utf-8"))["totals"]["simulated_s"]
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, spent, simulated


def main() -> None:
    script = str(Path(sys.executable).with_name("clairify"))
    print("\nRunning on the simulated arm\n")
    simulated, spent = pick_and_place()
    print(
        f"pick and place                {simulated:6.1f} s simulated, {spent:5.2f} s CPU: 1/{simulated / spent:.0f} of "
        f"its time (bar 1/{REAL_TIME:.0f})"
    )
    wall, spent, simulated = film()
    print(
        f"English to a finished film    {wall:6.1f} s, {spent:.1f} s CPU, for {simulated:.0f} s simulated, on "
        f"{os.cpu_count()} processors (bar {FILM:.0f} s)"
    )
    helped = cpu([script, "execute", "--help"])
    print(f"clairify execute --help       {helped * 1000:6.0f} ms CPU (bar {HELP * 1000:.0f} ms)")


if __name__ == "__main__":
    main()
