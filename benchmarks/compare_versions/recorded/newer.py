"""Options that the version before does not have: what they do is not compared, only that they work."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import GIVEN, PDDL, TASK, TEXT, XDL, fenced, record

_MODEL = "--temperature 0.1 --model-seed 1 --max-tokens 99 --max-cost 1 --requests-per-minute 100"
_MORE = "--tokens-per-minute 100000 --rounds 3 --feedback naive --feed-warnings --no-fidelity"
_CHOICES = "--fallback reader --accept-disputed --candidates 1 --draft on --constrain off"
_STUDY = (
    "--model reader --dialect 2.0 --hardware beaker --reagents water --rounds 3 --feedback naive --no-fidelity "
    "--feed-warnings --time-limit 100 -j 1 --max-size 10000 --follow-links --no-cache"
)
_RUNS = "execute good.xdl broken.xdl --dry-run"
_GAMES = "study games --worlds coin_collector:3 --games 2 --model replay:said.jsonl"
_COIN = "replan --world coin_collector --size 3"

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "xdl-retry": ("xdl in -o out -q", "xdl in -o out --resume --retry"),
    "xdl-shards": ("xdl in -o out -q --shard 1/2", "xdl in -o out -q --shard 2/2", "xdl in -o out --resume"),
    "xdl-json": ("xdl good.txt --format json",),
    "pddl-retry": (f"pddl tasks -o out -q {GIVEN}", f"pddl tasks -o out {GIVEN} --resume --retry"),
    "pddl-show": (f"pddl {GIVEN} --show states -o it.plan", f"check it.plan {GIVEN} --show gantt"),
    "pddl-anytime": (f"pddl {GIVEN} --anytime",),
    "check-explain": (f"pddl {GIVEN} -o it.plan", f"check it.plan {GIVEN} --explain"),
    "pddl-shard": (f"pddl tasks -o out {GIVEN} --shard 1/2",),
    "program-retry": (f"program tasks -o out -q {GIVEN}", f"program tasks -o out {GIVEN} --resume --retry"),
    "program-shard": (f"program tasks -o out {GIVEN} --shard 1/2",),
    "program-json": (f"program '{TASK}' {GIVEN} --format json",),
    "execute-laboratory": (
        f"execute '{TEXT}' --dry-run --dialect 2.0 --hardware beaker --reagents water --format json",
    ),
    "execute-model": (
        f"execute '{TEXT}' --print-scene --model replay:xdl.jsonl {_MODEL} {_MORE} --trace t.jsonl --record r.jsonl",
    ),
    "execute-tell": ("execute wait.xdl --dry-run --on-failure retune --tell slower",),
    "execute-retry": (
        "execute wait.xdl odd.xdl -o runs -q --dry-run",
        "execute wait.xdl odd.xdl -o runs -q --resume --retry",
    ),
    "execute-shard": ("execute wait.xdl odd.xdl -o runs --dry-run --shard 1/2",),
    "replan-accept-goal": (f"{_COIN} --accept-goal",),
    "replan-task": (f"{_COIN} --task 'Find the coin.'",),
    "replan-verbose": (f"{_COIN} --games 2 -v",),
    "replan-rates": (
        f"{_COIN} --policy plangen --model replay:said.jsonl --requests-per-minute 100 --tokens-per-minute 100000",
    ),
    "replan-retry": (f"{_COIN} --games 2 --report a.json", f"{_COIN} --games 3 --report a.json --resume --retry"),
    "replan-shard": (f"{_COIN} --games 4 --shard 1/2 --report a.json",),
    "rule-json": ("rule XDL301 --format json",),
    "describe-json": ("describe --format json --follow-links",),
    "format-quiet": ("format good.xdl -q",),
    "format-exclude": ("format . --check --exclude broken.xdl",),
    "format-to": ("format good.xdl --to 0.5",),
    "xdl-comments": ("xdl good.txt --comments xml",),
    "xdl-choices": (f"xdl good.txt --model replay:xdl.jsonl {_CHOICES}",),
    "xdl-dry-run": ("xdl in -o out --dry-run",),
    "study": (
        f"study xdl in -o study -q --format json --runs 2 --report r.json --trace t.jsonl {_STUDY}",
        "study xdl in -o study --runs 2 --resume --retry -v",
        "study xdl in -o shard --all-feedback --shard 1/2",
        "study xdl table.jsonl --column text --id-column name -o table",
    ),
    "study-model": (
        f"study xdl in/0.txt -o study --model replay:xdl.jsonl --record said-again.jsonl {_CHOICES} {_MODEL} "
        "--api-base http://127.0.0.1:9/v1 --tokens-per-minute 100000",
    ),
    "study-games": (
        "study games --worlds coin_collector:3,household --policies explorer --games 1 -o games --seed 3 -q",
        "study games --worlds coin_collector:3 --policies sclplan -m replay:said.jsonl -o games --domain-from model",
    ),
    "study-plot": ("study xdl in -o study --plot shares.svg",),
    "study-pairs": ("xdl in -o one -q", "xdl in -o two -q", "study xdl --pairs one two -o pairs"),
    "pddl-constrain": (f"pddl '{TASK}' {GIVEN} --constrain off",),
    "check-baseline": (
        "check good.xdl broken.xdl --write-baseline known.json",
        "check . --baseline known.json --exclude in -j 2 --no-cache --exit-zero",
        "check --stdin-filename good.xdl - < good.xdl",
        "check good.xdl --time-limit 60",
    ),
    "check-docs-url": ("check broken.xdl --format sarif --docs-url https://example.org/docs",),
    "check-ignores": ("check odd.xdl --add-ignores",),
    "check-plugins": ("check good.xdl --plugins none",),
    **{
        f"{command.split()[0]}-cluster": (
            f"{command} -o out --executor dask",
            f"{command} -o out --executor local --per-folder 10",
            f"{command} -o out --scheduler tcp://127.0.0.1:9 --chunk 2 --workers-write",
        )
        for command in ("xdl in", f"pddl tasks {GIVEN}", f"program tasks {GIVEN}", "study xdl in", _RUNS)
    },
    "check-cluster": (
        "check . --executor dask",
        "check good.xdl --scheduler tcp://127.0.0.1:9",
        "check good.xdl --chunk 2",
    ),
    "execute-forbid": ("execute good.xdl --forbid '(put * sink)' --dry-run",),
    "execute-require": ("execute good.xdl --require '(put * sink)' --dry-run",),
    "execute-constraints": ("execute good.xdl --constraints rules.txt --dry-run",),
    "execute-view": ("execute good.xdl --view --print-scene",),
    "pddl-steps": (
        f"pddl '{TASK}' {GIVEN} --forbid '(fly)'",
        f"pddl '{TASK}' {GIVEN} --require '(wash *)' --constraints rules.txt",
    ),
    "program-steps": (
        f"program '{TASK}' {GIVEN} --forbid '(fly)'",
        f"program '{TASK}' {GIVEN} --require '(wash *)' --constraints rules.txt",
    ),
    "replan-steps": ("replan kitchenette.pddl morning.pddl old.plan --require '(wash *)' --constraints rules.txt",),
    "replan-ask": (f"{_COIN} --ask --task 'Find the coin.'",),
    "replan-state": (f"{_COIN} --policy sclplan --model replay:said.jsonl --state read",),
    "replan-prompt": (f"{_COIN} --policy pddlego+ --model replay:said.jsonl --prompt hint --fold train",),
    "study-learn": (
        f"{_GAMES} --policies explorer,pddlego+ -o learn --fold train --learn --prompt simple,goal",
        f"{_GAMES} --policies sclplan -o read --state read",
    ),
    "check-ignore-in": ("check good.xdl broken.xdl --ignore-in 'broken.xdl=XDL1,XDL2'",),
    "check-target": ("check kitchenette.pddl morning.pddl --target pyperplan",),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    texts = {f"in/{at}.txt": f"Add {at + 1} g of acetic acid to a beaker. Stir for 20 seconds." for at in range(4)}
    files = {
        **XDL,
        **PDDL,
        **texts,
        "in/odd.txt": "Whistle a tune.",
        "table.jsonl": json.dumps({"name": "a", "text": "Add 5 g of salt to a beaker."}) + "\n",
        "tasks/a.txt": TASK,
        "tasks/b.txt": "Put the egg in the fridge.",
        "xdl.jsonl": record(fenced(XDL["good.xdl"])),
        "said.jsonl": record("go west", "open door to west", "go west", "take coin"),
    }
    for name, lines in OPTIONS.items():
        yield make(f"newer/{name}", *lines, files=files)
