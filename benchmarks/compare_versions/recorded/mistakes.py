"""Wrong command lines: for every option of every command what is missing, misspelt or no such value."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.compare_versions.invocation import USAGE, Invocation, make
from benchmarks.compare_versions.options import commands, options
from benchmarks.compare_versions.recorded.inputs import GIVEN, PDDL, XDL

INPUT = {
    "xdl": "good.txt",
    "pddl": f"task.txt {GIVEN}",
    "program": f"task.txt {GIVEN}",
    "execute": "good.xdl --print-scene",
    "replan": "kitchenette.pddl morning.pddl good.plan",
    "check": "good.xdl",
    "format": "good.xdl",
    "rule": "XDL301",
    "describe": "xdl",
    "completion": "bash",
}
"""What a command is given in earnest. Commands that are not here are given nothing."""
OTHERS = ("", "chek good.xdl", "good.xdl", "Add 5 g of salt.", "--nothing", "check good.xdl --help --nothing", "check")


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files = {**XDL, **PDDL}
    for at, line in enumerate(OTHERS):
        yield make(f"usage/{at}", line, files=files, tags=[USAGE])
    for command in commands():
        given = f"{command} {INPUT.get(command, '')}"
        yield make(f"usage/{command}/nothing", command, files=files, tags=[USAGE])
        yield make(f"usage/{command}/no-option", f"{given} --nothing", files=files, tags=[USAGE])
        yield make(f"usage/{command}/missing-file", f"{command} gone.xdl gone.txt", files=files, tags=[USAGE])
        for option in options(command):
            id = f"usage/{command}/{option.long.removeprefix('--')}"
            yield make(f"{id}-misspelt", f"{given} {option.long[:-1]}x", files=files, tags=[USAGE])
            if option.value:
                yield make(f"{id}-without-value", f"{given} {option.long}", files=files, tags=[USAGE])
                yield make(f"{id}-wrong-value", f"{given} {option.long} '?'", files=files, tags=[USAGE])
            else:
                yield make(f"{id}-with-value", f"{given} {option.long}=3", files=files, tags=[USAGE])
