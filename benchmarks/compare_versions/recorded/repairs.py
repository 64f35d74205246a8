"""`clairify replan` of a plan: what was carried out, what failed, what was seen, and which way to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import DOMAINS, PDDL, fenced, record

BASE = "replan kitchenette.pddl morning.pddl"
SEEN = (
    "",
    "--executed 1",
    "--executed 1 --observe '(clean apple1)'",
    "--executed 1 --failed '(wash apple1)'",
    "--executed 1 --failed '(wash apple1)' --retry-step",
    "--executed 1 --observe '(not (holding apple1))' --observe '(in apple1 shelf1)' --observe '(free)'",
    "--executed 2 --observe '(locked fridge1)'",
    "--forbid '(wash apple1)'",
    "--forbid '(take * shelf1)'",
    "--executed 1 --observe 'the apple1 is on shelf1'",
    "--executed 9",
    "--observe '(flies apple1)'",
    "--failed '(wash)'",
)
WAYS = ("", "--optimal --format=json")
OPTIONS: Mapping[str, str] = {
    "output": f"{BASE} good.plan -o out.plan",
    "json": f"{BASE} wrong.plan --executed 1 --format=json",
    "json-output": f"{BASE} wrong.plan --format=json --output out.json -q",
    "solver": f"{BASE} wrong.plan --solver fast-downward --solve-timeout 50 --memory 1000",
    "lexicon": f"{BASE} good.plan --executed 1 --observe 'the braeburn is clean' --lexicon words.yaml",
    "report": f"{BASE} good.plan --run run.json",
    "report-missing": f"{BASE} good.plan --run gone.json",
    "size": f"{BASE} good.plan --max-size 10",
    "allowed-size": f"{BASE} good.plan --max-size 100000",
    "model": f"{BASE} wrong.plan --executed 1 --model replay:goal.jsonl --trace t.jsonl --record r.jsonl --no-cache",
    "model-limits": f"{BASE} wrong.plan -m replay:goal.jsonl --rounds 2 --time-limit 60 --max-cost 1 --feedback naive",
    "model-options": f"{BASE} wrong.plan -m replay:goal.jsonl --temperature 0.1 --model-seed 1 --max-tokens 50",
    "model-warnings": f"{BASE} wrong.plan -m replay:goal.jsonl --feed-warnings --no-fidelity",
    "model-base": f"{BASE} wrong.plan -m replay:goal.jsonl --api-base http://127.0.0.1:1/v1",
    "bundled": "replan household kitchen good.plan",
    "broken": "replan kitchenette.pddl broken.pddl good.plan",
    "two": "replan kitchenette.pddl morning.pddl",
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    goal = fenced("(:goal (and (in apple1 fridge1)))\n", "pddl")
    files = {
        **PDDL,
        "goal.jsonl": record(goal, goal),
        "words.yaml": "lexicon: 1\nobjects:\n  apple1: [braeburn]\n",
        "run.json": '{"steps": []}',
    }
    for name, line in OPTIONS.items():
        yield make(f"replan/options/{name}", line, files=files)
    for at, seen in enumerate(SEEN):
        for number, way in enumerate(WAYS):
            if (at + number) % 2 == 0 or number == 0:
                yield make(f"replan/repair/{at}-{number}", f"{BASE} good.plan {seen} {way}", files=files)
    yield make("replan/stdin", f"{BASE} - --executed 1", files=files, stdin=PDDL["good.plan"])
    for name in ("kitchen", "snack", "apartment"):
        problem = (DOMAINS / "problems" / "household" / f"{name}.pddl").read_bytes()
        lines = (
            f"pddl --domain household --problem {name}.pddl -o a.plan -q",
            f"replan household {name}.pddl a.plan --executed 3 --format=json",
            f"replan household {name}.pddl a.plan --executed 2 --forbid '(open fridge1)'",
        )
        yield make(f"replan/household/{name}", *lines, files={f"{name}.pddl": problem})
