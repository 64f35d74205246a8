"""Scores the offline reader on real procedures: what gives a valid program, what is read, and what is right.

`python -m benchmarks.score_reader` prints all figures that can be had without the held-out labels;
`--held-out` scores those, which is for a finished reader; `--show exp10.txt` shows where one labelled text differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks.labels import Counts, Label, Score, Step, compared, flat, labels, same_value, scored
from benchmarks.quantities import kept_and_foreign
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.reader import read_to_xdl
from clairify_cli.reader.model import ReaderResult

DATA = Path(__file__).parents[2] / "shared" / "data"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd and chem-edu")
    parser.add_argument("--development", action="store_true", help="score only the development labels, text by text")
    parser.add_argument("--held-out", action="store_true", help="score the held-out labels")
    parser.add_argument("--show", metavar="TEXT", help="show label and program of a development text side by side")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    if asked.show:
        return show(asked.data, asked.show)
    if asked.development or asked.held_out:
        part = "held-out" if asked.held_out else "development"
        print_scores(asked.data, part, each=True)
        return None
    print_corpus(asked.data)
    print_scores(asked.data, "development", each=False)
    return None


def texts(folder: Path) -> dict[str, str]:
    """The texts of a folder by file name."""
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.txt"))}


def read(name: str, text: str, dialect: str | None = None) -> ReaderResult:
    """A text as the reader takes it without constraints."""
    return read_to_xdl(text, Constraints(), name, dialect=dialect)


def print_corpus(data: Path) -> None:
    """Valid programs, unread words and speed over the whole data sets."""
    from clairify_cli.reader.unread import unread_share

    for folder in ("chem-rnd", "chem-edu"):
        found = texts(data / folder)
        started = time.process_time()
        results = {name: read(name, text) for name, text in found.items()}
        seconds = time.process_time() - started
        print(f"{folder}: {len(found)} texts")
        for dialect in ("2.0", "clairify"):
            programs = (
                results if dialect == "2.0" else {name: read(name, text, dialect) for name, text in found.items()}
            )
            bad = [name for name, result in programs.items() if not _is_good(result, name, dialect)]
            good = len(found) - len(bad)
            print(
                f"  valid, non-empty, dialect {dialect:9} {good:4} of {len(found)} = {good / len(found):.1%}  {bad[:8]}"
            )
        shares = [unread_share(result.reading, found[name]) for name, result in results.items()]
        print(f"  unread words, mean over texts     {sum(shares) / len(shares):.1%}  (most {max(shares):.0%})")
        print_quantities(found, results)
        print(f"  procedures a second, one core     {len(found) / seconds:.0f}")


def print_quantities(found: dict[str, str], results: dict[str, ReaderResult]) -> None:
    """How many quantities the texts and the programs have in common."""
    kept, own = Counts(), Counts()
    for name, text in found.items():
        of_text, of_program = kept_and_foreign(text, results[name].xdl, name)
        kept.add(of_text)
        own.add(of_program)
    print(f"  the text's instructed quantities  {kept.recall:.1%} of {kept.wanted} are in the program")
    print(f"  the program's quantities          {1 - own.precision:.1%} of {own.given} are not in the text")


def _is_good(result: ReaderResult, name: str, dialect: str) -> bool:
    """Whether a program has steps and no errors."""
    found = get("xdl").check(Source(result.xdl, name), CheckOptions(dialect=dialect))
    return bool(result.reading.steps) and not any(finding.is_error for finding in found)


def print_scores(data: Path, part: str, *, each: bool) -> None:
    """Actions and details against the labels of one part."""
    whole = Score()
    everything = Counts()
    found = labels(part)
    for label in found:
        score = score_of(data, label)
        whole.actions.add(score.actions)
        whole.details.add(score.details)
        everything.add(_all_details(label, score))
        if each:
            print(f"  {label.text:12} actions {score.actions.f1:.3f}  details {score.details.f1:.3f}")
    print(f"{part}: {len(found)} labelled texts, {whole.actions.wanted} steps")
    for name, counts in (("actions", whole.actions), ("details", whole.details), ("details, all steps", everything)):
        print(f"  {name:20} precision {counts.precision:.3f}  recall {counts.recall:.3f}  F1 {counts.f1:.3f}")


def _all_details(label: Label, score: Score) -> Counts:
    """Details with those of steps that match nothing counted as wrong."""
    wanted = sum(len(compared(step)) for step in label.steps)
    given = sum(len(compared(have)) for _, have in score.pairs if have is not None)
    return Counts(score.details.right, given, wanted)


def score_of(data: Path, label: Label) -> Score:
    """The reader's program for a labelled text against its label."""
    text = (data / "chem-rnd" / label.text).read_text(encoding="utf-8", errors="replace")
    return scored(label.steps, flat(read(label.text, text).reading.steps))


def show(data: Path, name: str) -> None:
    """Label and program side by side, with `!` where they differ."""
    label = next((one for one in labels("development") if one.text == name), None)
    if label is None:
        sys.exit(f"{name} has no development label")
    print((data / "chem-rnd" / name).read_text(encoding="utf-8", errors="replace"))
    for want, have in score_of(data, label).pairs:
        if want is None or have is None:
            print(f"! {'missing ' if have is None else 'too many'} {_written(want or have)}")
            continue
        wanted, given = compared(want), compared(have)
        same = wanted.keys() == given.keys() and all(same_value(want[0], k, v, given[k]) for k, v in wanted.items())
        print(f"{' ' if same else '!'} {_written(have)}" + ("" if same else f"\n    label: {_written(want)}"))


def _written(step: Step | None) -> str:
    assert step is not None
    return f"{step[0]} " + " ".join(f"{key}={value!r}" for key, value in compared(step).items())


if __name__ == "__main__":
    main()
