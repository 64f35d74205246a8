"""`clairify xdl`: real texts and those of the reader's cases, every option, models that are replayed or faked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle

import yaml

import benchmarks.tests_path
from benchmarks.compare_versions.invocation import SERVER, Invocation, make, skipped
from benchmarks.compare_versions.recorded.inputs import (
    BROKEN,
    EXAMPLES,
    GOOD,
    TEXT,
    XDL,
    fenced,
    files_of,
    number,
    plain,
    record,
)
from benchmarks.shared_data import DATA

WAYS = (
    *("", "--dialect clairify", "-q", "--dialect 0.5", "-v", "--page page.html", "--dialect 0.4"),
    *("--format html -q", "--no-fidelity", "-o out.xdl", "--trace trace.jsonl"),
)
"""How real texts are translated, in turn."""
FEW = 5
"""One of so many laboratory procedures is translated by itself; all are in a batch."""

OPTIONS: Mapping[str, str] = {
    "argument": "xdl 'Add 15 g of acetic acid to a beaker. Stir for 20 seconds.'",
    "hardware": "xdl good.txt --hardware flask,beaker --reagents water",
    "hardware-not-there": "xdl good.txt --hardware 'flask' --reagents salt",
    "unread": "xdl 'Add 5 g of salt to a beaker. Wait until it turns white. Whistle a tune.'",
    "no-procedure": "xdl 'Water is a liquid.'",
    "keep-invalid": "xdl 'Whistle a tune.' --keep-invalid",
    "limits": "xdl good.txt --rounds 3 --time-limit 100 --max-cost 1 --temperature 0.5 --model-seed 3 --max-tokens 500",
    "model-options": "xdl good.txt -m replay:good.jsonl --temperature 0.5 --model-seed 3 --max-tokens 500 --no-cache",
    "feedback": "xdl good.txt --feedback naive --feed-warnings",
    "size": "xdl good.txt --max-size 10",
    "report": "xdl good.txt -o out --report report.json",
    "everything": "xdl good.txt -o a.xdl --page a.html --trace t.jsonl --record r.jsonl -v",
    "replay": "xdl good.txt --model replay:slips.jsonl",
    "replay-verbose": "xdl good.txt --model replay:slips.jsonl -v --trace t.jsonl --no-cache",
    "replay-record": "xdl good.txt --model replay:slips.jsonl --record r.jsonl",
    "replay-empty": "xdl good.txt --model replay:none.jsonl",
    "replay-words": "xdl good.txt --model replay:words.jsonl --rounds 2",
    "replay-bad": "xdl good.txt --model replay:bad.jsonl --rounds 2 --keep-invalid",
    "replay-bad-kept-nothing": "xdl good.txt --model replay:bad.jsonl --rounds 2",
    "replay-other": "xdl good.txt --model replay:other.jsonl --rounds 3 -v",
    "replay-other-taken": "xdl good.txt --model replay:other.jsonl --rounds 3 --no-fidelity",
    "replay-missing": "xdl good.txt --model replay:gone.jsonl",
    "crystals": "xdl crystals.txt --model replay:crystals.replay.jsonl --no-cache --verbose",
    "unknown-model": "xdl good.txt --model nobody/nothing",
}
FEEDBACK = ("naive", "last-errors", "all-errors", "previous+errors")


def invocations() -> Iterator[Invocation]:
    """All of them."""
    files: dict[str, str | bytes] = {**XDL, **files_of(EXAMPLES, "*.txt", "*.jsonl"), **_replies()}
    for name, line in OPTIONS.items():
        yield make(f"xdl/options/{name}", line, files=files)
    yield make("xdl/options/stdin", "xdl -", stdin=TEXT)
    yield make("xdl/options/stdin-quiet", "xdl - -q", stdin=TEXT)
    for feedback in FEEDBACK:
        line = f"xdl good.txt --model replay:bad.jsonl --rounds 2 --feedback {feedback} --trace t.jsonl"
        yield make(f"xdl/feedback/{feedback}", line, files=files)
        yield make(
            f"xdl/server/{feedback}",
            f"xdl good.txt --model openai/test --api-base {SERVER} --feedback {feedback}",
            files=files,
            env={"OPENAI_API_KEY": "none"},
            server=(fenced(BROKEN), fenced(GOOD.replace("20 s", "20 zz")), fenced(GOOD)),
        )
    yield from _servers(files)
    yield from _cases()
    yield from _real()


def _replies() -> dict[str, str]:
    return {
        "slips.jsonl": record(fenced(BROKEN), fenced(GOOD)),
        "good.jsonl": record(fenced(GOOD)),
        "none.jsonl": "",
        "words.jsonl": record("I cannot do that.", "Really not."),
        "bad.jsonl": record(fenced(BROKEN), fenced(BROKEN.replace("reagnt", "reegent")), fenced(BROKEN)),
        "other.jsonl": record(*[fenced(GOOD.replace("10 mL", "15 mL"))] * 3),
    }


def _servers(files: Mapping[str, str | bytes]) -> Iterator[Invocation]:
    asked = f"xdl good.txt --model openai/test --api-base {SERVER}"
    env = {"OPENAI_API_KEY": "none"}
    for name, line, replies in (
        ("good", f"{asked} --trace t.jsonl --record r.jsonl", (fenced(GOOD),)),
        ("warnings", f"{asked} --feed-warnings -v", (fenced(GOOD.replace("20 s", "20 secs")), fenced(GOOD))),
        ("laboratory", f"{asked} --hardware beaker --reagents water --dialect 0.5", (fenced(GOOD),)),
        ("refused", asked, ("!401",)),
        ("cost", f"{asked} --max-cost 0.000001", (fenced(BROKEN), fenced(GOOD))),
        ("settings", f"{asked} --temperature 0.7 --model-seed 3 --max-tokens 200", (fenced(GOOD),)),
    ):
        yield make(f"xdl/server/{name}", line, files=files, env=env, server=replies)
    twice = (asked, asked, f"{asked} --no-cache")
    yield make("xdl/server/cache", *twice, files=files, env=env, server=(fenced(GOOD),))
    named = {"CLAIRIFY_MODEL": "openai/test", "CLAIRIFY_API_BASE": SERVER, **env}
    yield make("xdl/server/environment", "xdl good.txt", files=files, env=named, server=(fenced(GOOD),))


def _cases() -> Iterator[Invocation]:
    """All texts of the reader's cases: each file of them as a table."""
    folder = benchmarks.tests_path.TESTS / "reader" / "cases"
    for path in sorted(folder.glob("*.yaml")):
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        texts = [str(one["text"]) for one in cases if isinstance(one, dict) and "text" in one]
        files = {f"in/{at:03}.txt": text for at, text in enumerate(texts)}
        yield make(f"xdl/cases/{path.stem}", "xdl in -o out -v", files=files)
        for at in range(0, len(texts), 12):
            yield make(f"xdl/case/{path.stem}-{at}", "xdl -", stdin=texts[at])


def _real() -> Iterator[Invocation]:
    ways = cycle(WAYS)
    if not DATA.is_dir():
        yield skipped("xdl/chem-edu", "the shared data are not there")
        yield skipped("xdl/chem-rnd", "the shared data are not there")
        return
    for kind, step in (("chem-edu", 1), ("chem-rnd", FEW)):
        paths = sorted((DATA / kind).glob("*.txt"), key=lambda path: number(path.stem))
        for path in paths[::step]:
            yield make(
                f"xdl/{kind}/{plain(path.stem)}", f"xdl text.txt {next(ways)}", files={"text.txt": path.read_bytes()}
            )
        for first in range(0, len(paths), 62):
            some = {f"in/{path.name}": path.read_bytes() for path in paths[first : first + 62]}
            line = "xdl in -o out -q --report report.json"
            yield make(f"xdl/{kind}-batch/{first}", line, files=some)
