"""Scores the offline reader on real procedures: what gives a valid program, what is read, and what is right.

`python -m benchmarks.score_reader` (or `make score`) prints the table; `--development` and `--held-out` score labels
text by text; `--show exp10.txt` shows where a development text differs. Held-out labels were scored when the reader was
finished, and are not to be looked at by who works on it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks.figures import figure, share
from benchmarks.labels import GOLD, Counts, Label, Score, Step, compared, flat, labels, same_value, scored
from benchmarks.quantities import kept_and_foreign
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.reader.protocol import read_to_xdl
from clairify_cli.reader.protocol.model import ReaderResult


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd and chem-edu")
    parser.add_argument("--development", action="store_true", help="score the development labels, text by text")
    parser.add_argument("--held-out", action="store_true", help="score the held-out labels, text by text")
    parser.add_argument("--show", metavar="TEXT", help="show label and program of a development text side by side")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    if asked.show:
        return show(asked.data, asked.show)
    if asked.development or asked.held_out:
        print_scores(asked.data, "held-out" if asked.held_out else "development", each=True)
        return None
    print(f"{'what':38} {'here':>24}   {'bar':12} published")
    for folder in ("chem-rnd", "chem-edu"):
        print_corpus(asked.data, folder)
    for part in ("development", "held-out"):
        print_scores(asked.data, part, each=False)
    return None


def row(what: str, here: str, bar: str = "", published: str = "") -> None:
    """One line of the table."""
    print(f"  {what:36} {here:>24}   {bar:12} {published}".rstrip())


def texts(folder: Path) -> dict[str, str]:
    """The texts of a folder by file name."""
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.txt"))}


def read(name: str, text: str, dialect: str | None = None) -> ReaderResult:
    """A text as the reader takes it without constraints."""
    return read_to_xdl(text, Constraints(), name, dialect=dialect)


def print_corpus(data: Path, folder: str) -> None:
    """Valid programs, fidelity, unread words, quantities and speed over a whole data set."""
    from benchmarks.unread_share import unread_share

    found = texts(data / folder)
    started = time.process_time()
    results = {name: read(name, text) for name, text in found.items()}
    seconds = time.process_time() - started
    everyday = folder == "chem-edu"
    print(f"{folder}, {len(found)} texts")
    for dialect in ("2.0", "clairify"):
        programs = results if dialect == "2.0" else {name: read(name, text, dialect) for name, text in found.items()}
        bad = [name for name, result in programs.items() if not _is_good(result, name, dialect)]
        published = "SynthReader 0/40" if everyday else "SynthReader 92/108"
        row(
            f"valid and not empty, dialect {dialect}",
            _share(len(found) - len(bad), len(found)),
            "all" if everyday else ">= 99 %",
            published,
        )
        share(f"{folder}: valid, dialect {dialect}", len(found) - len(bad), len(found))
        if bad:
            print(f"    not: {' '.join(bad)}")
        held = [name for name in found if name not in no_procedure()] if folder == "chem-rnd" else list(found)
        if len(held) < len(found):
            row("  of texts that hold a procedure", _share(sum(name not in bad for name in held), len(held)))
    faithful = sum(1 for name, text in found.items() if _is_faithful(results[name], name, text))
    row("faithful to the text", _share(faithful, len(found)), "all" if everyday else "", "")
    share(f"{folder}: faithful to the text", faithful, len(found))
    shares = [unread_share(result.reading, found[name]) for name, result in results.items()]
    row("unread words, mean over texts", f"{sum(shares) / len(shares):.1%}", "<= 8 %")
    figure(f"{folder}: unread words", 100 * sum(shares) / len(shares), "%", n=len(shares), better="less")
    print_quantities(folder, found, results)
    row("procedures a second, one core", f"{len(found) / seconds:.0f}", ">= 100")
    figure(f"{folder}: procedures a second", len(found) / seconds, "1/s", n=len(found))


def no_procedure() -> frozenset[str]:
    """The texts of chem-rnd that tell nobody to do anything; the file says what they are instead."""
    lines = (GOLD / "no-procedure.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.split()[0] for line in lines)


def _share(some: int, of: int) -> str:
    return f"{some} of {of} = {some / of:.1%}"


def print_quantities(folder: str, found: dict[str, str], results: dict[str, ReaderResult]) -> None:
    """How many quantities the texts and the programs have in common."""
    kept, own = Counts(), Counts()
    for name, text in found.items():
        of_text, of_program = kept_and_foreign(text, results[name].xdl, name)
        kept.add(of_text)
        own.add(of_program)
    row("instructed quantities in the program", _share(kept.right, kept.wanted), ">= 97 %")
    share(f"{folder}: instructed quantities in the program", kept.right, kept.wanted)
    share(f"{folder}: program's quantities not in the text", own.given - own.right, own.given, better="less")
    row("program's quantities not in the text", _share(own.given - own.right, own.given), "<= 1 %")


def _is_good(result: ReaderResult, name: str, dialect: str) -> bool:
    """Whether a program has steps and no errors."""
    found = get("xdl").check(Source(result.xdl, name), CheckOptions(dialect=dialect))
    return bool(result.reading.steps) and not any(finding.is_error for finding in found)


def _is_faithful(result: ReaderResult, name: str, text: str) -> bool:
    """Whether a program has steps and does not differ from its text."""
    found = check_fidelity(Source(result.xdl, name), Source(text, name), get("xdl"), CheckOptions())
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
    print(f"{part} labels, {len(found)} texts, {whole.actions.wanted} steps (precision, recall, F1)")
    held_out = part == "held-out"
    for name, counts, bar, published in (
        ("actions", whole.actions, "F1 >= 0.90", "SynthReader 0.757, IBM RXN 0.880"),
        ("details of matched steps", whole.details, "F1 >= 0.93", "SynthReader 0.901, IBM RXN 0.771"),
        ("details, all steps", everything, "", ""),
    ):
        figures = f"{counts.precision:.3f}  {counts.recall:.3f}  {counts.f1:.3f}"
        row(name, figures, bar if held_out else "", published if held_out else "")
        figure(f"{part}: {name}, F1", counts.f1, n=len(found))


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
