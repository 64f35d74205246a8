"""Hold the programs of independent authors to their texts: false errors on right ones, and slips without an error.

The authors saw only what `clairify describe` prints. Each wrote texts (or took real ones: `real-…`), a right program
for each, and copies with one slip. FIRST has the figures of each set when first scored; afterwards it was used to
improve the checks, so what is printed now is no estimate for unseen programs. `reworded-…` have texts of other sets in
the words of somebody else, for the same programs. `careful` are programs of careful authors
for real texts, some of which are wrong.

Run: `python -m benchmarks.score_authors [SET ...]`; `real-…` and `careful` need the shared data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from benchmarks.figures import share
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions

HERE = Path(__file__).parent
FIRST = {
    "laboratory-1 and everyday-1": "13 of 24 right programs with an error, 4 of 24 slips without",
    "laboratory-2 and everyday-2": "14 of 24, 4 of 24",
    "laboratory-3": "16 of 24, 13 of 48",
    "everyday-3": "8 of 24, 16 of 48",
    "real-1": "7 of 24, 9 of 48",
    "mixed-1": "15 of 24, 10 of 48",
    "mixed-2": "11 of 24, 16 of 48",
    "plain-1": "9 of 24, 9 of 48",
    "plain-2": "3 of 24, 13 of 48",
    "plain-3": "6 of 24, 13 of 48",
    "plain-4": "4 of 24, 9 of 48",
    "plain-5": "3 of 24, 11 of 48",
    "plain-6": "4 of 24, 9 of 48",
    "real-2": "5 of 24, 10 of 48",
    "real-3": "5 of 24, 6 of 48",
    "mixed-3": "6 of 24, 13 of 48",
    "real-4": "6 of 24, 3 of 48",
    "mixed-4": "12 of 24, 13 of 48",
    "real-5": "2 of 24, 1 of 48",
    "mixed-5": "10 of 24, 14 of 48",
    "laboratory-4": "11 of 24, 7 of 48",
    "everyday-4": "17 of 24, 15 of 48",
    "mixed-6": "12 of 24, 9 of 48",
    "mixed-7": "15 of 24, 4 of 48",
    "laboratory-5": "12 of 24, 3 of 48",
    "careless-1": "5 of 20, 10 of 60",
    "real-6": "8 of 24, 1 of 48",
    "real-7": "2 of 8",
    "fresh-1": "1 of 14, 1 of 14",
    "reworded-1": "30 of 72, 25 of 134",
    "reworded-2": "1 of 9, 2 of 18",
}


def sets() -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The sets: texts with their right programs and slips."""
    written = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (HERE / "authors").glob("*.yaml")
    }
    for name, items in sorted(written.items()):
        for item in items:
            if "like" in item:
                other, number = item["like"].split()
                item.update((key, written[other][int(number) - 1][key]) for key in ("right", "slips"))
            if "of" in item and (DATA / item["of"]).is_file():
                item["text"] = (DATA / item["of"]).read_text(encoding="utf-8", errors="replace")
        yield name, [item for item in items if "text" in item]
    careful = []
    for path in sorted((HERE / "careful").glob("*.xdl")):
        text = DATA / "chem-rnd" / f"{path.stem}.txt"
        if text.is_file():
            said = text.read_text(encoding="utf-8", errors="replace")
            careful.append({"text": said, "right": path.read_text(encoding="utf-8"), "slips": []})
    yield "careful", careful


def errors(program: str, text: str) -> set[tuple[str, str]]:
    """Code and message of each error of a program, compared with its text."""
    found = check_fidelity(Source(program, "program"), Source(text, "text"), get("xdl"), CheckOptions())
    return {(one.code, one.message) for one in found if one.is_error}


def main() -> None:
    for name, items in sets():
        if not items or (sys.argv[1:] and name not in sys.argv[1:]):
            continue
        wrong, silent, slips = [], [], 0
        for number, item in enumerate(items, 1):
            right = errors(item["right"], item["text"])
            if right:
                wrong.append(number)
            for code, message in sorted(right):
                print(f"  {name} {number}: {code} {message}")
            for slip in item["slips"]:
                slips += 1
                if not errors(slip["program"], item["text"]) - right:
                    silent.append(number)
                    print(f"  {name} {number}, silent: {slip['what']}")
        share(f"authors, {name}: right programs with an error", len(wrong), len(items), better="less")
        print(f"{name}: right programs with an error {len(wrong)} of {len(items)} {wrong}")
        if slips:
            share(f"authors, {name}: slips without a new error", len(silent), slips, better="less")
            print(f"{name}: slips without a new error {len(silent)} of {slips}")
    print("\nAt first sight:")
    for name, said in FIRST.items():
        print(f"  {name}: {said}")


if __name__ == "__main__":
    main()
