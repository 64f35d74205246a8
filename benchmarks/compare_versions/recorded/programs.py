"""`clairify program`, and `clairify execute` of programs in worlds of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import SERVER, Invocation, make
from benchmarks.compare_versions.recorded.inputs import (
    DOMAINS,
    EXAMPLES,
    GIVEN,
    PDDL,
    PROGRAM,
    TASK,
    fenced,
    files_of,
    record,
)
from benchmarks.compare_versions.sides import ROOT

GOOD = 'def f():\n    take("apple1", "shelf1")\n    wash("apple1")\n    put("apple1", "fridge1")\n'
GUARDED = 'def f():\n    take("apple1", "shelf1", speed=0.3)\n    assert holding("apple1"), take("apple1", "shelf1")\n'
TOWER = """\
# clairify: domain tabletop, problem three-blocks
def stack_three_blocks():
    unstack("green-block", "red-block")
    assert holding("green-block"), unstack("green-block", "red-block")
    stack("green-block", "blue-block")
    pick("red-block", "left")
    assert holding("red-block"), pick("red-block", "left")
    stack("red-block", "green-block")
"""

WRITING: Mapping[str, str] = {
    "by-rule": f"program '{TASK}' {GIVEN}",
    "file": f"program task.txt {GIVEN} -v",
    "steps-alone": f"program '{TASK}' {GIVEN} --no-assertions -q",
    "assertions": f"program '{TASK}' {GIVEN} --assertions -o out.py",
    "goal-of-the-problem": f"program {GIVEN} --optimal --solver fast-downward --solve-timeout 50 --memory 1000",
    "no-plan": f"program 'Put the egg in the fridge.' {GIVEN}",
    "unknown-words": f"program 'Put the kumquat in the fridge.' {GIVEN}",
    "several-readings": "program 'Put the block on c.' --domain blocks --problem three",
    "by-a-model": f"program '{TASK}' {GIVEN} --model replay:slips.jsonl --no-cache -v --trace t.jsonl --record r.jsonl",
    "something-else": f"program 'Put the egg in the fridge.' {GIVEN} --model replay:good.jsonl --no-cache",
    "something-else-taken": f"program 'Put the egg in the fridge.' {GIVEN} -m replay:good.jsonl --no-fidelity",
    "keep-invalid": f"program '{TASK}' {GIVEN} --model replay:bad.jsonl --keep-invalid --rounds 1",
    "model-options": f"program '{TASK}' {GIVEN} -m replay:good.jsonl --temperature 0.1 --model-seed 1 --max-tokens 99",
    "model-limits": f"program '{TASK}' {GIVEN} -m replay:good.jsonl --max-cost 1 --time-limit 60 --feedback naive",
    "warnings": f"program '{TASK}' {GIVEN} -m replay:good.jsonl --feed-warnings",
    "lexicon": f"program 'Put a braeburn in the fridge.' {GIVEN} --lexicon words.yaml",
    "scene": "program --scene table-clearing.yaml 'Put the apple in the bin.'",
    "world": "program --world household.world.yaml --problem kitchen 'Put the apple in the fridge.'",
    "size": f"program {GIVEN} --max-size 100",
    "allowed-size": f"program {GIVEN} --max-size 100000",
}
RUNNING: Mapping[str, str] = {
    "heading": "execute plan.py --report run.json",
    "quiet": "execute plan.py --report - -q",
    "verbose": "execute plan.py -v",
    "pddl": "execute plan.py --world pddl --report -",
    "disturbed": "execute plan.py --world pddl --disturb 0.5 --seed 5 --report run.json",
    "disturbed-household": "execute plan.py --disturb 0.4 --seed 2 --report run.json",
    "no-assertions": "execute plan.py --disturb 0.5 --seed 5 --no-assertions",
    "dry-run": "execute plan.py --dry-run",
    "tower": "execute tower.py --world pddl --report run.json",
    "tower-disturbed": "execute tower.py --world pddl --disturb 0.5 --seed 5",
    "tower-dry": "execute tower.py --dry-run",
    "another": "execute plan.py --domain household --problem snack",
    "time": "execute plan.py --time-limit 0.000001",
    "many": "execute plan.py tower.py gone.py -o runs --world pddl --report all.json",
    "wrong": "execute good.py --domain household --problem kitchen",
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files: dict[str, str | bytes] = {
        **PDDL,
        **_more(),
        **files_of(EXAMPLES / "scenes", "*"),
        **files_of(DOMAINS, "household*"),
    }
    for name, line in WRITING.items():
        yield make(f"program/{name}", line, files=files)
    for name, line in RUNNING.items():
        yield make(f"execute/program/{name}", line, files=files)
    env = {"OPENAI_API_KEY": "none"}
    asked = f"program '{TASK}' {GIVEN} --model openai/test --api-base {SERVER}"
    yield make(
        "program/server",
        asked,
        files=files,
        env=env,
        server=(fenced(GOOD.replace("wash", "clean"), "python"), fenced(GOOD, "python")),
    )
    recorded = files_of(ROOT / "benchmarks" / "programs", "*")
    for name in sorted(one for one in recorded if one.endswith(".replay.jsonl")):
        task = name.removesuffix(".replay.jsonl")
        line = f"program '{task.replace('-', ' ')}' --domain household --problem flat.pddl --model replay:{name} -v"
        yield make(f"program/recorded/{task}", line, files=recorded)


def _more() -> dict[str, str]:
    good = fenced(GOOD, "python")
    return {
        "good.py": GOOD,
        "guarded.py": GUARDED,
        "plan.py": PROGRAM,
        "tower.py": TOWER,
        "words.yaml": "lexicon: 1\nobjects:\n  apple1: [braeburn]\n",
        "good.jsonl": record(good),
        "slips.jsonl": record(fenced(GOOD.replace("wash(", "clean_it("), "python"), good),
        "bad.jsonl": record(fenced(GOOD.replace("wash(", "clean_it("), "python")),
    }
