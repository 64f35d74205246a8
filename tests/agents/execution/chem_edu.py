"""Programs of the kitchen and the classroom, as the offline reader writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.shared_data import DATA
from clairify_cli.agents.execution.jobs.bind import bound, needed
from clairify_cli.agents.execution.jobs.kinds import Job
from clairify_cli.agents.execution.jobs.steps import Jobs, jobs_of
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.worlds.scene.bench import scene_for_program
from clairify_cli.worlds.scene.model import Scene

FOLDER = DATA / "chem-edu"


def texts() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def needs_texts() -> pytest.MarkDecorator:
    return pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared data is not there")


def xdl(procedure: str, hardware: str = '<Component id="beaker" type="beaker"/>') -> Source:
    """A program with that procedure; its reagents need not be declared to be executed."""
    body = f"<Hardware>{hardware}</Hardware><Reagents/><Procedure>{procedure}</Procedure>"
    return Source(f"<XDL><Synthesis>{body}</Synthesis></XDL>", "test.xdl")


def prepared(
    source: Source, *, skip_unsupported: bool = False
) -> tuple[Jobs, Scene, tuple[Job, ...], list[Diagnostic]]:
    """The jobs of a program, a bench made for it, the jobs bound to it, and all findings."""
    jobs, found = jobs_of(source, assume="10 g")
    assert jobs is not None
    scene = scene_for_program(needed(jobs))
    made, missing = bound(jobs.jobs, scene, jobs.vessels)
    return jobs, scene, made, found + missing
