"""How often each kind of the reader's guesses is right, by labelled texts; the reader's severities come from this.

`python -m benchmarks.guess_rates` prints the rates on `right/development` and `gold/development`, `--write` writes them
into the reader's table, and `--wrong` shows the guesses that the labels call wrong.

The program is aligned with the label (see `labels.py`). A guessed temperature or time is right if a step from its words
is in the label with the same value; a scope if the repetition and all that it holds are. A guessed vessel, or what is
in it, is right if the first step in it from the guess on that is in the label goes on there with what the same step
made, whatever stands between the two on either side: a filtrate may go through a flask more. Labels of `gold` have no
vessels: there all transfers in and out of a further vessel have to be in the label; of a layer the `product_phase` has
to be that of the label; and a filtrate is right if the label goes on with a step for liquids, and wrong if with one for
solids. What is left, such as which of several vessels is meant, is not judged.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.labels import GOLD, Step, labels, same_value, scored
from benchmarks.shared_data import DATA
from clairify_cli.diagnostics.model import Diagnostic, Source, Span
from clairify_cli.languages.xdl.reader import read as read_xdl
from clairify_cli.reader.protocol import read
from clairify_cli.reader.protocol.model import Step as ReadStep
from clairify_cli.reader.protocol.rules import GUESSES, TABLE, severity
from clairify_cli.reader.protocol.rules import rates as reader_rates

CODES = (*GUESSES, "XDL692")
_NUMBER = "XDL655"
_TIME = re.compile(r"(?:s|min|h|days?)\Z")
_OF_SEVERAL = ("XDL652", "XDL653", "XDL654")
_LIQUID, _SOLID = ("Evaporate", "Separate", "Distill", "FilterThrough", "Crystallize"), ("WashSolid", "Dry", "Dissolve")
"""Steps that right after a filtration are done to the filtrate, and those that are done to what is on the filter."""
_EITHER = ("Wait", "Stir", "StartStir", "StopStir", "HeatChill", "HeatChillToTemp")
_SCOPE = "XDL692"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with the steps that are right for it; `vessels` says whether these have the right vessels."""

    name: str
    text: str
    steps: tuple[Step, ...]
    vessels: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd and chem-edu")
    parser.add_argument("--write", action="store_true", help="write the table of the reader")
    parser.add_argument("--wrong", action="store_true", help="show the guesses that are wrong")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    seen, wrong = rates(asked.data, shown=asked.wrong)
    if asked.write:
        TABLE.write_text(table(seen, wrong), encoding="utf-8")
        reader_rates.cache_clear()
    for code in CODES:
        print(f"{code}  wrong {wrong[code]:3} of {seen[code]:3}  {severity(code).value}")


def table(seen: Counter[str], wrong: Counter[str]) -> str:
    """The text of the reader's table."""
    entries = "".join(f"\n[{code}]\nseen = {seen[code]}\nwrong = {wrong[code]}\n" for code in sorted(CODES))
    return (
        "# Written by `python -m benchmarks.guess_rates --write`: how often a kind of guess was seen and wrong.\n"
        + entries
    )


def rates(data: Path, *, shown: bool = False) -> tuple[Counter[str], Counter[str]]:
    """How often each kind of guess was seen, and how often it was wrong."""
    seen: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for label in labelled(data):
        reading = read(label.text, label.name)
        steps = list(_flat(reading.steps))
        program = [(step.name, dict(step.properties)) for step in steps]
        partners = _partners(label.steps, program)
        for guess in reading.diagnostics:
            right = _is_right(guess, label, steps, program, partners) if guess.code in CODES else None
            if right is not None:
                seen[guess.code] += 1
                if not right:
                    wrong[guess.code] += 1
                    if shown:
                        print(f"{label.name} {guess.code} `{_words(label.text, guess.span)}`: {guess.message}")
    return seen, wrong


def _words(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())


def labelled(data: Path) -> Iterator[Labelled]:
    """The labelled texts; one that has a right program and a label is taken once, with the program."""
    known = set()
    for path in sorted((GOLD.parent / "right" / "development").glob("*.xdl")):
        folder, _, name = path.stem.rpartition("-")
        known.add((folder, f"{name}.txt"))
        text = (data / folder / f"{name}.txt").read_text(encoding="utf-8", errors="replace")
        yield Labelled(path.stem, text, _steps_of(path.read_text(encoding="utf-8")), True)
    for label in labels("development"):
        if ("chem-rnd", label.text) not in known:
            text = (data / "chem-rnd" / label.text).read_text(encoding="utf-8", errors="replace")
            yield Labelled(label.text, text, label.steps, False)


def _steps_of(program: str) -> tuple[Step, ...]:
    """The steps of a program in a row, as labels have them."""
    document, _ = read_xdl(Source(program, "program"))
    assert document is not None
    procedures = [one for one in document.root.iter() if one.tag == "Procedure"]
    return tuple((one.tag, dict(one.attrib)) for owner in procedures for one in owner.iter() if one is not owner)


def _flat(steps: tuple[ReadStep, ...]) -> Iterator[ReadStep]:
    for step in steps:
        yield step
        yield from _flat(step.children)


def _partners(label: tuple[Step, ...], program: list[Step]) -> dict[int, int]:
    """For a step of the program by its place, the place of the step in the label that it is."""
    found: dict[int, int] = {}
    wanted = made = 0
    for want, have in scored(label, program).pairs:
        if want is not None and have is not None:
            found[made] = wanted
        wanted, made = wanted + (want is not None), made + (have is not None)
    return found


def _is_right(
    guess: Diagnostic, label: Labelled, steps: list[ReadStep], program: list[Step], partners: dict[int, int]
) -> bool | None:
    """Whether a guess is right by its label; None where the label does not say."""
    code, span = guess.code, guess.span
    own = [at for at, step in enumerate(steps) if any(s.start < span.end and span.start < s.end for s in step.spans)]
    paired = [at for at in own if at in partners]
    if code == _NUMBER:
        number = re.findall(r"`([^`]+)`", guess.message)[-1:]
        key = "time" if number and _TIME.search(number[0]) else "temp"
        if key == "time" and all(steps[at].name in ("Add", "Transfer") for at in own):
            return None  # how long `dropwise` is, of which labels say nothing
        return any(_has_same(key, program[at], label.steps[partners[at]]) for at in paired)
    if code == _SCOPE:
        repeats = [at for at in paired if steps[at].name == "Repeat"]
        return any(
            _has_same("repeats", program[at], label.steps[partners[at]])
            and all(inner in partners for inner in range(at, at + len(list(_flat((steps[at],))))))
            for at in repeats
        )
    if code in _OF_SEVERAL and not label.vessels:
        return _is_right_part(label.steps, program, {at: partners[at] for at in paired}) if code == "XDL652" else None
    named = set(re.findall(r"`([^`]+)`", guess.message)[-1:])
    taken = (
        named if any(named & _vessels(step) for step in program) else {v for at in own for v in _vessels(program[at])}
    )
    uses = [at for at in range(min(own, default=0), len(program)) if taken & _vessels(program[at])]
    first = next((at for at in uses if at in partners), None)
    if first is None:
        return False
    if label.vessels:
        came = _came_from(label.steps, partners[first], set(partners.values()))
        return partners.get(_came_from(program, first, set(partners)), -1) == came
    return all(at in partners for at, step in enumerate(program) if step[0] == "Transfer" and taken & _vessels(step))


def _is_right_part(label: tuple[Step, ...], program: list[Step], own: dict[int, int]) -> bool | None:
    """Whether a label without vessels goes on with the guessed layer or filtrate; None where it does not say."""
    for at, partner in own.items():
        if program[at][0] == "Separate":
            return _has_same("product_phase", program[at], label[partner])
        if "filtrate_vessel" in program[at][1]:
            following = next((name for name, _ in label[partner + 1 :] if name not in _EITHER), "")
            return following in _LIQUID if following in (*_LIQUID, *_SOLID) else None
    return None


def _has_same(key: str, one: Step, other: Step) -> bool:
    return key in one[1] and key in other[1] and same_value(one[0], key, other[1][key], one[1][key])


def _vessels(step: Step) -> set[str]:
    return {value for key, value in step[1].items() if re.search(r"(?:\A|_)vessel\Z", key)}


def _came_from(steps: Sequence[Step], at: int, known: set[int]) -> int:
    """The last known step before one whose product it works on, through steps that are not known; -1 for none."""
    vessels = _vessels(steps[at])
    for before in range(at - 1, -1, -1):
        if vessels & _vessels(steps[before]):
            if before in known:
                return before
            vessels |= _vessels(steps[before])
    return -1


if __name__ == "__main__":
    main()
