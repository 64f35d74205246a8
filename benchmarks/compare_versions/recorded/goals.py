"""`clairify pddl`: sentences in all scenes, what is written and handed out, solvers, models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import yaml

import benchmarks.tests_path
from benchmarks.compare_versions.invocation import SERVER, Invocation, make
from benchmarks.compare_versions.recorded.inputs import (
    DOMAINS,
    GIVEN,
    KITCHEN,
    MORNING,
    PDDL,
    TASK,
    fenced,
    files_of,
    plain,
    record,
)

EACH = 6
"""One of so many sentences of a scene is taken."""
ALONE = "--domain kitchenette.pddl"
SMALL = ("three", "snack", "three-rooms", "three-blocks")
"""Bundled problems of which the best plan is found long before the limit."""
GOAL = "(:goal (exists (?a - apple) (and (clean ?a) (in ?a fridge1))))\n"

OPTIONS: Mapping[str, str] = {
    **{f"emit-{one}": f"pddl task.txt {GIVEN} --emit {one}" for one in ("plan", "goal", "problem", "domain", "pddl")},
    **{
        f"emit-{one}-json": f"pddl task.txt {GIVEN} --emit {one} --format json --no-solve"
        for one in ("goal", "problem", "domain", "pddl")
    },
    "as-it-is": f"pddl {GIVEN} --optimal",
    "json": f"pddl task.txt {GIVEN} --format json",
    "json-output": f"pddl task.txt {GIVEN} --format json -o out.json -q",
    "output": f"pddl task.txt {GIVEN} -o out.plan",
    "no-plan": f"pddl 'Put the egg in the fridge.' {GIVEN}",
    "no-plan-json": f"pddl 'Put the egg in the fridge.' {GIVEN} --format json -q",
    "no-plan-kept": f"pddl 'Put the egg in the fridge.' {GIVEN} --emit problem --keep-invalid",
    "unknown-words": f"pddl 'Put the kumquat in the fridge.' {GIVEN}",
    "several-readings": "pddl 'Put the block on c.' --domain blocks --problem three",
    "no-fidelity": f"pddl 'Put a clean apple in the fridge quickly.' {GIVEN} --no-fidelity",
    "pyperplan": f"pddl {GIVEN} --solver pyperplan",
    "pyperplan-blocks": "pddl --domain blocks --problem three --solver pyperplan -v",
    "fast-downward": "pddl --domain blocks --problem ten --solver fast-downward --solve-timeout 50 --memory 1000",
    "own-solver": f"pddl {GIVEN} --solver 'cmd:cp found.plan {{plan}} {{domain}} {{problem}}'",
    "own-solver-missing": f"pddl {GIVEN} --solver 'cmd:/nowhere/planner {{domain}} {{problem}} {{plan}}'",
    "own-solver-wrong": f"pddl {GIVEN} --solver 'cmd:false {{domain}} {{problem}} {{plan}}'",
    "lexicon": f"pddl 'Put a braeburn in the fridge.' {GIVEN} --lexicon words.yaml",
    "lexicon-missing": f"pddl task.txt {GIVEN} --lexicon gone.yaml",
    "given-with-errors": "pddl task.txt --domain kitchenette.pddl --problem broken.pddl",
    "domain-alone": "pddl task.txt --domain kitchenette.pddl",
    "write-goal": f"pddl task.txt {GIVEN} --generate goal --model replay:goal.jsonl",
    "write-problem": f"pddl task.txt {ALONE} --generate problem --model replay:problem.jsonl --emit problem",
    "write-both": "pddl task.txt --generate both --model replay:both.jsonl --emit pddl",
    "write-both-by-rule": "pddl task.txt --generate both",
    "slips": f"pddl task.txt {GIVEN} --model replay:slips.jsonl -v --trace t.jsonl --record r.jsonl --no-cache",
    "other": f"pddl task.txt {GIVEN} --model replay:other.jsonl --rounds 2",
    "model-options": f"pddl task.txt {GIVEN} -m replay:goal.jsonl --temperature 0.1 --model-seed 1 --max-tokens 9",
    "model-limits": f"pddl task.txt {GIVEN} -m replay:goal.jsonl --max-cost 1 --feed-warnings --time-limit 9",
    "model-feedback": f"pddl task.txt {GIVEN} -m replay:slips.jsonl --feedback naive",
    "size": f"pddl {GIVEN} --max-size 100",
    "larger": f"pddl {GIVEN} --max-size 100000 --resume",
    "allowed-size": f"pddl {GIVEN} --max-size 100000",
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files = {**PDDL, **_more()}
    for name, line in OPTIONS.items():
        yield make(f"pddl/options/{name}", line, files=files)
    yield make("pddl/options/stdin", f"pddl - {GIVEN}", files=files, stdin=TASK)
    env = {"OPENAI_API_KEY": "none"}
    asked = f"pddl task.txt --model openai/test --api-base {SERVER}"
    slip = fenced("(:goal (and (clean aple1)))\n", "pddl")
    yield make("pddl/server/goal", f"{asked} {GIVEN}", files=files, env=env, server=(slip, fenced(GOAL, "pddl")))
    both = fenced(KITCHEN, "pddl") + fenced(MORNING, "pddl")
    yield make("pddl/server/both", f"{asked} --generate both", files=files, env=env, server=(both,))
    yield from _sentences()
    yield from _bundled()


def _more() -> dict[str, str]:
    goal = fenced(GOAL, "pddl")
    return {
        "found.plan": "(take apple1 shelf1)\n(put apple1 fridge1)\n",
        "words.yaml": "lexicon: 1\nobjects:\n  apple1: [braeburn]\n",
        "goal.jsonl": record(goal),
        "problem.jsonl": record(fenced(MORNING, "pddl")),
        "both.jsonl": record(fenced(KITCHEN + MORNING, "pddl")),
        "slips.jsonl": record(fenced("(:goal (and (clen apple1)))\n", "pddl"), goal),
        "other.jsonl": record(*[fenced("(:goal (in egg1 fridge1))\n", "pddl")] * 2),
    }


def _sentences() -> Iterator[Invocation]:
    """Sentences of the cases of the reader of goals, in their scenes."""
    here = benchmarks.tests_path.TESTS / "reader" / "goals"
    for path in sorted((here / "cases").glob("*.yaml")):
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        base = here / "domains" if (here / "domains" / data["domain"]).is_file() else DOMAINS
        domain = base / data["domain"]
        files = {**files_of(base, f"{domain.stem}.*"), "scene.pddl": (base / data["problem"]).read_bytes()}
        for at, entry in enumerate(data["cases"]):
            if at % EACH == 0:
                told = ("--no-solve --emit goal", "--format json", "")[at // EACH % 3]
                line = f"pddl - --domain {domain.name} --problem scene.pddl {told}"
                id = f"pddl/sentence/{path.stem}/{at}-{plain(entry['text'])[:40]}"
                yield make(id, line, files=files, stdin=str(entry["text"]))


def _bundled() -> Iterator[Invocation]:
    for folder in sorted((DOMAINS / "problems").iterdir()):
        for path in sorted(folder.glob("*.pddl")):
            given = f"--domain {folder.name} --problem {path.stem}"
            best = " --optimal" if path.stem in SMALL else ""
            yield make(f"pddl/bundled/{folder.name}-{path.stem}", f"pddl {given}")
            yield make(f"pddl/bundled/{folder.name}-{path.stem}-json", f"pddl {given} --format json{best}")
            yield make(f"program/bundled/{folder.name}-{path.stem}", f"program {given}")
