"""`clairify replan --world`: games in the worlds that are made here and in those of files, with and without a model."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping

import benchmarks.tests_path  # noqa: F401
from benchmarks.compare_versions.invocation import SERVER, Invocation, make, skipped
from benchmarks.compare_versions.recorded.inputs import DOMAINS
from benchmarks.shared_data import DATA

COIN = "replan --world coin_collector --size 3"
SEED_0 = ("go west", "open door to west", "go west", "take coin")
SEED_1 = ("go north", "open door to north", "go north", "take coin")
TALKING = ("plangen", "react", "react+pv", "sclplan")
WRITING = ("pddlego", "pddlego+")

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "report": (f"{COIN} --games 3 --report out.json",),
    "parallel": (f"{COIN} --games 4 -j 2 --report out.json -q",),
    "runs": (f"{COIN} --games 2 --runs 2 --report out.json",),
    "resume": (f"{COIN} --games 2 --report out.json -q", f"{COIN} --games 3 --report out.json --resume"),
    "output": (f"{COIN} -o out.json",),
    "quiet": (f"{COIN} -q",),
    "own": ("replan --world pddl three-rooms.pddl",),
    "own-domain": ("replan --world pddl three-rooms.pddl --world-domain coin-collector.pddl",),
    "own-description": ("replan --world pddl three-rooms.pddl --world-description coin-collector.world.yaml",),
    "talking": (f"{COIN} --policy plangen --model replay:said.jsonl --games 2 --report out.json",),
    "talking-record": (f"{COIN} --policy plangen --model replay:said.jsonl --record r.jsonl --no-cache",),
    "talking-short": (f"{COIN} --policy plangen --model replay:said.jsonl --games 3 --report out.json",),
    "talking-limits": (f"{COIN} --policy plangen -m replay:said.jsonl --temperature 0.5 --max-tokens 30 --max-cost 1",),
    "files": (f"{COIN} --policy pddlego+ --model replay:files.jsonl --report out.json --learn kept",),
    "reuse": (
        f"{COIN} --policy pddlego+ --model replay:files.jsonl --report a.json --learn kept -q",
        f"{COIN} --policy pddlego+ --model replay:files.jsonl --report b.json --domain-from learned --learn kept",
    ),
    "solver": (
        f"{COIN} --policy pddlego --model replay:files.jsonl --solver pyperplan --solve-timeout 9 --memory 900",
    ),
    "size-100": ("replan --world pddl three-rooms.pddl --max-size 100",),
    "world": ("replan --world coin-colector",),
    "policy": (f"{COIN} --policy explore",),
    "no-model": (f"{COIN} --policy plangen",),
    "no-files": ("replan --world alfworld",),
    "no-folder": ("replan --world alfworld gone",),
    "plan-options": (f"{COIN} --executed 3",),
    "optimal": (f"{COIN} --optimal",),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files = _files()
    for name, lines in OPTIONS.items():
        yield make(f"games/{name}", *lines, files=files)
    for world, sizes in (("coin_collector", (3, 5, 9)), ("household", (1, 3))):
        for size in sizes:
            for seed in range(4):
                yield make(
                    f"games/{world}/{size}-{seed}", f"replan --world {world} --size {size} --seed {seed} --report -"
                )
    for policy in (*TALKING, *WRITING):
        said = "files.jsonl" if policy in WRITING else "said.jsonl"
        yield make(
            f"games/policy/{policy}", f"{COIN} --policy {policy} --model replay:{said} --report out.json", files=files
        )
        asked = f"{COIN} --policy {policy} --model openai/test --api-base {SERVER} --games 1 --report out.json"
        replies = tuple(json.loads(line)["reply"] for line in files[said].splitlines())
        env = {"OPENAI_API_KEY": "none"}
        yield make(f"games/server/{policy}", asked, env=env, server=replies)
    yield from _alfworld()
    yield from _express()


def _files() -> dict[str, str]:
    from agents.policies.rooms_files import GOOD

    said = ({"reply": f"Action: {one}", "input_tokens": 100, "output_tokens": 5} for one in SEED_0 + SEED_1)
    return {
        "said.jsonl": "".join(json.dumps(one) + "\n" for one in said),
        "files.jsonl": "".join(json.dumps({"reply": one}) + "\n" for one in GOOD * 3),
        **{
            name: (DOMAINS / name).read_text(encoding="utf-8")
            for name in ("coin-collector.pddl", "coin-collector.world.yaml")
        },
        "three-rooms.pddl": (DOMAINS / "problems/coin-collector/three-rooms.pddl").read_text(encoding="utf-8"),
    }


def _alfworld() -> Iterator[Invocation]:
    paths = sorted((DATA / "alfworld").glob("*.tw-pddl"))
    if not paths:
        yield skipped("games/alfworld", "the shared data are not there")
        return
    for at, path in enumerate(paths[::10]):
        line = "replan --world alfworld game.tw-pddl --report out.json"
        yield make(f"games/alfworld/{at}", line, files={"game.tw-pddl": path.read_bytes()})
    folder = {f"all/{path.name}": path.read_bytes() for path in paths[5::30]}
    yield make("games/alfworld/folder", "replan --world alfworld all --report out.json -q", files=folder)


def _express() -> Iterator[Invocation]:
    if not shutil.which("java"):
        yield skipped("games/textworld-express", "Java is not installed")
        return
    yield make("games/textworld-express/coin", "replan --world textworld-express --games 2 --report out.json")
