"""`clairify execute` on the simulated arm: scenes of many texts, dry runs, and a handful of whole runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import SERVER, Invocation, make, skipped
from benchmarks.compare_versions.recorded.inputs import (
    BROKEN,
    DOMAINS,
    EXAMPLES,
    GOOD,
    PDDL,
    XDL,
    files_of,
    number,
    plain,
)
from benchmarks.shared_data import DATA

TEXT = "Add 12 g of water to a beaker."
PLAN = "(pick a left)\n(place a right)\n"
PROBLEM = """\
(define (problem one)
  (:domain tabletop)
  (:objects a - block left right - zone)
  (:init (hand-empty) (at a left) (clear a))
  (:goal (at a right)))
"""
SCENE = """\
scene: 1
name: one block
robot: {home: [0, -0.5, 0, -2.2, 0, 1.7, 0.7854]}
zones:
  left: {at: [0.45, 0.15], size: [0.16, 0.16]}
  right: {at: [0.45, -0.15], size: [0.16, 0.16]}
items:
  a: {kind: block, at: [0.45, 0.15]}
"""
WAIT = GOOD.replace('<Add vessel="beaker" reagent="water" volume="10 mL"/>', '<Wait time="2 h"/>').replace(
    '      <Stir vessel="beaker" time="20 s"/>\n', ""
)
ODD = GOOD.replace('<Stir vessel="beaker" time="20 s"/>', '<Evaporate vessel="beaker" time="20 min"/>')
ONE = "one.plan --domain tabletop --problem one.pddl --scene one.yaml"
ARM: Mapping[str, str] = {
    "one.plan": PLAN,
    "one.pddl": PROBLEM,
    "one.yaml": SCENE,
    "wait.xdl": WAIT,
    "in/wait.xdl": WAIT,
    "odd.xdl": ODD,
    "unsaid.xdl": GOOD.replace('reagent="water" volume="10 mL"', 'reagent="water"'),
    "broken.xdl": BROKEN,
    "replies.jsonl": '{"reply": "nothing"}\n' * 4,
    "m.jsonl": "",
}
"""A plan of two actions with its bench, programs in which nothing moves and that cannot be run."""

SCENES: Mapping[str, str] = {
    "text": f"execute '{TEXT}' --print-scene",
    "quiet": f"execute '{TEXT}' --print-scene -q",
    "good": "execute good.xdl --print-scene",
    "odd": "execute odd.xdl --print-scene",
    "odd-skipped": "execute odd.xdl --print-scene --skip-unsupported",
    "unsaid": "execute unsaid.xdl --print-scene",
    "assumed": "execute unsaid.xdl --print-scene --assume '12 g'",
    "assumed-wrong": "execute unsaid.xdl --print-scene --assume '12 °C'",
    "broken": "execute broken.xdl",
    "plan": "execute one.plan --domain tabletop --problem one.pddl --print-scene",
    "plan-lab": "execute good.plan --domain lab --problem salt-water --print-scene",
    "given": f"execute {ONE} --print-scene",
    "given-wrong": "execute one.plan --domain tabletop --problem one.pddl --scene wrong.yaml",
    "stdin": "execute - --print-scene -q",
    "size": "execute good.xdl --print-scene --max-size 10",
    "several": "execute 'Add 10 mL of water to a beaker. Heat it to 50 C for 10 min. Add 5 g of salt.' --print-scene",
    "model": f"execute '{TEXT}' --print-scene --model replay:gone.jsonl",
}
DRY: Mapping[str, str] = {
    "text": f"execute '{TEXT}' --dry-run --report -",
    "verbose": f"execute '{TEXT}' --dry-run -v",
    "seed": f"execute '{TEXT}' --dry-run --seed 3 --report run.json",
    "plan": f"execute {ONE} --dry-run --report run.json",
    "set": f"execute {ONE} --dry-run --set speed=0.3 --set obstacle_clearance=0.05 --report -",
    "best-of": f"execute {ONE} --dry-run --best-of 2 --report -",
    "script": f"execute {ONE} --dry-run --robot sim --script script.json",
    "batch": "execute good.xdl wait.xdl odd.xdl gone.xdl -o runs --dry-run --report all.json",
    "batch-parallel": "execute good.xdl wait.xdl odd.xdl -o runs --dry-run -j 2 -q",
    "links": "execute in -o runs --dry-run --follow-links",
    "skip": "execute odd.xdl --dry-run --skip-unsupported",
}
WHOLE: Mapping[str, tuple[str, ...]] = {
    "wait": ("execute wait.xdl --report run.json -v",),
    "wait-batch": ("execute wait.xdl -o runs -q", "execute wait.xdl odd.xdl -o runs --resume --report all.json"),
    "plan": (f"execute {ONE} --report run.json --seed 1",),
    "plan-film": (f"execute {ONE} --film run.png --report run.json -q",),
    "plan-retune": (f"execute {ONE} --on-failure retune --report run.json",),
    "plan-replan": (f"execute {ONE} --on-failure replan --time-limit 300 --report run.json",),
    "plan-model": (f"execute {ONE} --on-failure retune --model replay:replies.jsonl --no-cache --report run.json",),
    "text": (f"execute '{TEXT}' --report run.json",),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files = {**XDL, **PDDL, **ARM, "wrong.yaml": "scene: 1\nvessels: 3\n", "good.plan": "(uncap water)\n"}
    for name, line in SCENES.items():
        yield make(f"execute/scene/{name}", line, files=files, stdin=TEXT if name == "stdin" else None)
    for name, line in DRY.items():
        yield make(f"execute/dry/{name}", line, files=files)
    for name, lines in WHOLE.items():
        yield make(f"execute/whole/{name}", *lines, files=files, tags=["whole"])
    env = {"OPENAI_API_KEY": "none"}
    asked = f"execute '{TEXT}' --print-scene --model openai/test --api-base {SERVER}"
    yield make("execute/server/scene", asked, env=env, server=(f"```xdl\n{GOOD.replace('10 mL', '12 mL')}```",))
    bundled = files_of(EXAMPLES / "scenes", "*")
    for name in sorted(one for one in bundled if one.endswith(".yaml")):
        line = f"execute '{TEXT}' --scene {name} --print-scene"
        yield make(f"execute/scene/bundled-{name}", line, files=bundled)
    for folder in ("tabletop", "lab"):
        for path in sorted((DOMAINS / "problems" / folder).glob("*.pddl")):
            lines = (
                f"pddl --domain {folder} --problem {path.stem} -o a.plan -q",
                f"execute a.plan --domain {folder} --problem {path.stem} --print-scene",
            )
            yield make(f"execute/scene/{folder}-{path.stem}", *lines)
    yield from _real()


def _real() -> Iterator[Invocation]:
    """The scenes of real texts: what of them the arm can do."""
    paths = sorted((DATA / "chem-edu").glob("*.txt"), key=lambda path: number(path.stem))
    if not paths:
        yield skipped("execute/scene/chem-edu", "the shared data are not there")
    for path in paths:
        line = "execute text.txt --print-scene --skip-unsupported"
        yield make(f"execute/scene/{plain(path.stem)}", line, files={"text.txt": path.read_bytes()})
