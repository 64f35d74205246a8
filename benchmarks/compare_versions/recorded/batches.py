"""Batches: folders, globs and tables, going on where a batch ended, parallel ones, their manifests and reports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from benchmarks.compare_versions.invocation import Invocation, make
from benchmarks.compare_versions.recorded.inputs import GIVEN, GOOD, PDDL, TEXT, fenced, record

GRAMS = "Add {} g of acetic acid to a beaker. Stir for 20 seconds."
ROWS = ("exp 1", "../../escaped", "CON", "exp 1", "EXP 1", "", "a\nb")

OF_TEXTS: Mapping[str, tuple[str, ...]] = {
    "folder": ("xdl in -o out",),
    "folder-parallel": ("xdl in -o out -j 2 -q --report r.json",),
    "all-processors": ("xdl in -o out -j 0 -q",),
    "links": ("xdl in -o out --follow-links",),
    "glob": ("xdl 'in/*.txt' -o out -v",),
    "files-and-a-missing-one": ("xdl in/0.txt gone.txt in/1.txt -o out",),
    "without-folder": ("xdl in/0.txt in/1.txt",),
    "pages": ("xdl in -o out --page pages -q",),
    "resume": ("xdl in -o out -q", "xdl in -o out --resume", "xdl in -o out --resume --dialect 0.5"),
    "twice": ("xdl in -o out -q", "xdl in -o out"),
    "trace": ("xdl in -o out --trace t.jsonl -q",),
    "table": ("xdl table.jsonl -o out",),
    "table-columns": ("xdl other.jsonl -o out --column what.text --id-column name --report r.json",),
    "table-csv": ("xdl table.csv -o out --column text --id-column name -v",),
    "table-no-column": ("xdl other.jsonl -o out --column nothing",),
    "table-of-one": ("xdl one.csv --column text",),
    "bad-rows": ("xdl bad.jsonl -o out",),
    "empty-folder": ("xdl empty -o out",),
    "replay": ("xdl in -o out --model replay:m.jsonl --requests-per-minute 100 --tokens-per-minute 100000 --no-cache",),
    "replay-short": ("xdl in -o out --model replay:one.jsonl", "xdl in -o out --model replay:m.jsonl --resume"),
    "max-cost": ("xdl in -o out --model replay:m.jsonl --max-cost 0",),
    "size": ("xdl in -o out --max-size 5",),
}
OF_TASKS: Mapping[str, tuple[str, ...]] = {
    "folder": (f"pddl tasks -o out {GIVEN} --report r.json",),
    "parallel": (f"pddl tasks -o out {GIVEN} -j 2 -q --format json",),
    "resume": (f"pddl tasks -o out {GIVEN} -q", f"pddl tasks -o out {GIVEN} --resume"),
    "links": (f"pddl tasks -o out {GIVEN} --follow-links -q",),
    "program-links": (f"program tasks -o out {GIVEN} --follow-links -q",),
    "goals": (f"pddl tasks -o out {GIVEN} --no-solve --emit goal",),
    "table": (f"pddl tasks.csv -o out {GIVEN} --column task --id-column name",),
    "models": (
        f"pddl tasks -o out {GIVEN} -m replay:m.jsonl --requests-per-minute 90 --tokens-per-minute 100000 -v --trace t",
    ),
    "program-folder": (f"program tasks -o out {GIVEN} --report r.json",),
    "program-parallel": (f"program tasks -o out {GIVEN} -j 2 -q",),
    "program-resume": (f"program tasks -o out {GIVEN} -q", f"program tasks -o out {GIVEN} --resume"),
    "program-table": (f"program tasks.csv -o out {GIVEN} --column task --id-column name",),
    "program-models": (
        f"program tasks -o out {GIVEN} -m replay:p.jsonl --requests-per-minute 90 --tokens-per-minute 100000",
    ),
}


def invocations() -> Iterator[Invocation]:
    """All of them."""
    for name, lines in OF_TEXTS.items():
        yield make(f"batch/{name}", *lines, files=_texts())
    for name, lines in OF_TASKS.items():
        yield make(f"batch/tasks-{name}", *lines, files={**PDDL, **_tasks()})


def _texts() -> dict[str, str]:
    texts = {f"in/{at}.txt": GRAMS.format(at + 1) for at in range(4)}
    rows = [{"name": name, "what": {"text": GRAMS.format(at)}} for at, name in enumerate(ROWS)]
    return {
        **texts,
        "in/deep/er.md": TEXT,
        "in/odd.txt": "Whistle a tune.",
        "in/empty.txt": "",
        "empty/x.pdf": "",
        "table.jsonl": "".join(json.dumps({"text": GRAMS.format(at)}) + "\n" for at in range(3)),
        "other.jsonl": "".join(json.dumps(row) + "\n" for row in rows),
        "table.csv": 'name,text\nfirst,"Add 5 g of salt to a beaker."\nsecond,\nthird,"Stir, then ""wait"" 5 min."\n',
        "one.csv": "text\nAdd 5 g of salt to a beaker.\n",
        "bad.jsonl": '{"text": "Add 5 g of salt to a beaker."}\n{"text": 5}\nnothing\n{"txt": ""}\n',
        "m.jsonl": record(*[fenced(GOOD)] * 12, tokens=True),
        "one.jsonl": record(fenced(GOOD), tokens=True),
    }


def _tasks() -> dict[str, str]:
    goal = fenced("(:goal (and (clean apple1) (in apple1 fridge1)))\n", "pddl")
    program = fenced('def f():\n    take("apple1", "shelf1")\n    put("apple1", "fridge1")\n', "python")
    return {
        "tasks/a.txt": "Put a clean apple in the fridge.",
        "tasks/b.txt": "Put the egg in the fridge.",
        "tasks/c.txt": "Put the kumquat in the fridge.",
        "tasks/d.txt": "Put apple2 on shelf2.",
        "tasks.csv": "name,task\nfirst,Put a clean apple in the fridge.\nsecond,Hold an apple.\n",
        "m.jsonl": record(*[goal] * 8, tokens=True),
        "p.jsonl": record(*[program] * 8, tokens=True),
    }
