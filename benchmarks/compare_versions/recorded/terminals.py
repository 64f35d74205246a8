"""What a terminal is shown: colours, progress, wrapped help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import GIVEN, PDDL, XDL

LINES: Mapping[str, str] = {
    "help": "--help",
    "help-check": "check --help",
    "check": "check broken.xdl",
    "check-concise": "check --format concise broken.xdl good.xdl",
    "check-json": "check --format json broken.xdl",
    "check-diff": "check --diff broken.xdl",
    "format": "format good.xdl",
    "format-diff": "format --diff ragged.xdl",
    "rule": "rule XDL301",
    "xdl": "xdl good.txt",
    "xdl-batch": "xdl good.txt task.txt -o out",
    "pddl": f"pddl task.txt {GIVEN} --no-solve",
    "usage": "check --nothing",
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    for name, line in LINES.items():
        yield make(f"terminal/{name}", line, files={**XDL, **PDDL}, terminal=True)
        env = {"NO_COLOR": "1"}
        yield make(f"terminal/{name}-no-colour", line, files={**XDL, **PDDL}, terminal=True, env=env)
