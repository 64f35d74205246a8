"""How many faults the comparison with the text finds: steps deleted, numbers changed, reagents swapped, steps added.

`python -m benchmarks.bench_fidelity` takes the pairs of `fidelity-pairs.txt`: texts of which somebody has looked at the
program beside the text and found it right. The programs are not kept; the offline reader writes them anew. A pair is
used only while its reading leaves nothing unread. Faults are injected with a fixed seed, so that each run makes the
same ones of the same programs. A fault is caught if the faulty program has an error of fidelity; the programs without a
fault must have none.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

from benchmarks.figures import figure, share
from benchmarks.shared_data import DATA
from clairify_cli.chemistry import core_name, same_substance
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.fidelity import check_fidelity
from clairify_cli.fidelity.names import squeeze
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.xdl.schema import Kind, load
from clairify_cli.reader import read_to_xdl

PAIRS = Path(__file__).with_name("fidelity-pairs.txt")
SEED = 20231
ROUNDS = 3
"""Faults of each kind that are injected into every pair, one at a time."""

FOREIGN = ("sodium thiosulfate", "cyclopentanol", "mercury", "pyrrolidine", "copper sulfate", "anisole", "lithium")
"""Reagents that are put in from outside; one is used only where the text does not name it."""
FACTORS = (2, 3, 10, 0.1, 0.3)
"""What a changed number is multiplied by. Closer values may be right: `room temperature` is 20 °C as well as 25 °C."""
OWN_STEPS = frozenset(("StopStir", "StopHeatChill"))
"""Steps by which a program ends what it began; texts seldom say so, and nothing is lost without them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and a right program for it."""

    name: str
    text: str
    program: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder that holds chem-rnd and chem-edu")
    parser.add_argument("--seed", default=SEED, help="what the faults are drawn with")
    parser.add_argument("--missed", action="store_true", help="show every fault that was not caught")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        sys.exit(f"there is no folder {asked.data}; name it with --data")
    found = list(pairs(asked.data))
    false = {pair.name: errors(pair, pair.program) for pair in found}
    started = time.process_time()
    for pair in found:
        errors(pair, pair.program)
    seconds = time.process_time() - started
    bad = [name for name, diagnostics in false.items() if diagnostics]
    print(f"pairs                     {len(found)}")
    print(f"with an error, no fault   {len(bad)} {bad}")
    print(f"milliseconds a pair       {1000 * seconds / max(len(found), 1):.1f}")
    share("fidelity: right pairs with an error", len(bad), len(found), better="less")
    figure("fidelity: time of a pair", 1000 * seconds / max(len(found), 1), "ms", n=len(found), better="less")
    for name, inject in FAULTS.items():
        caught, made = 0, 0
        for pair in found:
            if false[pair.name]:
                continue
            for turn in range(ROUNDS):
                chance = random.Random(f"{asked.seed} {name} {pair.name} {turn}")
                faulty = inject(pair, chance)
                if faulty is None:
                    continue
                made += 1
                if errors(pair, faulty[1]):
                    caught += 1
                elif asked.missed:
                    print(f"  missed in {pair.name}: {name}: {faulty[0]}")
        share(f"fidelity: {name} caught", caught, made)
        print(f"{name:25} {caught} of {made} = {caught / max(made, 1):.1%}")


def pairs(data: Path) -> Iterator[Pair]:
    """The pairs of the list whose reading leaves nothing unread."""
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        name = line.partition("#")[0].strip()
        if not name:
            continue
        text = (data / name).read_text(encoding="utf-8", errors="replace")
        result = read_to_xdl(text, Constraints(), name)
        if not result.reading.unread:
            yield Pair(name, text, result.xdl)


def errors(pair: Pair, program: str) -> list[Diagnostic]:
    """The errors of fidelity of a program for the pair's text."""
    found = check_fidelity(Source(program, "program"), Source(pair.text, pair.name), get("xdl"), CheckOptions())
    return [diagnostic for diagnostic in found if diagnostic.is_error]


def _steps(root: Element) -> list[tuple[Element, Element]]:
    """The steps of the procedure, each with its parent; loops are opened."""
    procedure = root.find(".//Procedure")
    assert procedure is not None
    made: list[tuple[Element, Element]] = []

    def walk(parent: Element) -> None:
        for child in parent:
            if len(child):
                walk(child)
            else:
                made.append((parent, child))

    walk(procedure)
    return made


def _shown(step: Element) -> str:
    return tostring(step, encoding="unicode").strip()


def delete_step(pair: Pair, chance: random.Random) -> tuple[str, str] | None:
    """One step less."""
    root = fromstring(pair.program)
    steps = [(parent, step) for parent, step in _steps(root) if step.tag not in OWN_STEPS]
    if len(steps) < 2:
        return None
    parent, step = chance.choice(steps)
    parent.remove(step)
    return _shown(step), tostring(root, encoding="unicode")


def change_number(pair: Pair, chance: random.Random) -> tuple[str, str] | None:
    """One quantity with another number."""
    root = fromstring(pair.program)
    places = [
        (step, name)
        for _, step in _steps(root)
        for name in step.attrib
        if _kind(step.tag, name) is Kind.QUANTITY and step.attrib[name][:1] in "-0123456789."
    ]
    if not places:
        return None
    step, name = chance.choice(places)
    number, _, unit = step.attrib[name].partition(" ")
    value = float(number)
    changed = chance.choice([value * factor for factor in FACTORS]) if value else chance.choice((20.0, 35.0, 60.0))
    step.attrib[name] = f"{changed:.6g} {unit}"
    return f"{number} became {_shown(step)}", tostring(root, encoding="unicode")


def swap_reagent(pair: Pair, chance: random.Random) -> tuple[str, str] | None:
    """One reagent in the place of another: one of the program's own, or one that the text does not name."""
    root = fromstring(pair.program)
    places = [
        (step, name)
        for _, step in _steps(root)
        for name in step.attrib
        if _kind(step.tag, name) in (Kind.REAGENT, Kind.MATERIAL)
    ]
    if not places:
        return None
    step, name = chance.choice(places)
    old = step.attrib[name]
    own = sorted(
        name
        for name in {other.attrib[key] for other, key in places}
        if squeeze(core_name(name)) != squeeze(core_name(old)) and not same_substance(name, old)
    )
    foreign = [reagent for reagent in FOREIGN if reagent not in pair.text.lower()]
    new = chance.choice(own) if own and chance.random() < 0.5 else chance.choice(foreign)
    step.attrib[name] = new
    return f"{old} became {_shown(step)}", tostring(root, encoding="unicode")


def add_step(pair: Pair, chance: random.Random) -> tuple[str, str] | None:
    """One step more: one of the program's own once more, or one of those that models like to add."""
    root = fromstring(pair.program)
    steps = _steps(root)
    if not steps:
        return None
    vessel = next((value for _, step in steps for key, value in step.attrib.items() if key.endswith("vessel")), "flask")
    reagent = chance.choice([one for one in FOREIGN if one not in pair.text.lower()])
    new = chance.choice(
        (
            Element("Add", {"vessel": vessel, "reagent": reagent, "volume": f"{chance.randint(3, 99)} mL"}),
            Element("Add", {"vessel": vessel, "reagent": reagent}),
            Element("Stir", {"vessel": vessel, "time": f"{chance.randint(3, 90)} min"}),
            Element("HeatChill", {"vessel": vessel, "temp": f"{chance.randint(31, 99)} °C", "time": "17 min"}),
            Element("HeatChillToTemp", {"vessel": vessel, "temp": f"{chance.randint(31, 99)} °C"}),
            Element("Filter", {"vessel": vessel}),
            Element("Evaporate", {"vessel": vessel}),
            Element("Dry", {"vessel": vessel}),
            Element("RunColumn", {"from_vessel": vessel, "to_vessel": vessel}),
            Element("Wait", {"time": f"{chance.randint(3, 90)} min"}),
            Element("WashSolid", {"vessel": vessel, "solvent": reagent, "volume": "15 mL"}),
            _copy(chance, steps),
        )
    )
    parent, _ = chance.choice(steps)
    parent.insert(chance.randint(0, len(parent)), new)
    return _shown(new), tostring(root, encoding="unicode")


def _copy(chance: random.Random, steps: list[tuple[Element, Element]]) -> Element:
    """A step of the program that claims something, once more."""
    choices = [step for _, step in steps if step.tag not in OWN_STEPS]
    step = chance.choice(choices or [steps[0][1]])
    return Element(step.tag, {name: value for name, value in step.attrib.items() if name != "comment"})


def _kind(tag: str, name: str) -> Kind | None:
    spec = load().elements.get(tag)
    prop = spec.properties.get(name) if spec is not None else None
    return None if prop is None else prop.type.kind


FAULTS: dict[str, Callable[[Pair, random.Random], tuple[str, str] | None]] = {
    "a step deleted": delete_step,
    "a number changed": change_number,
    "a reagent swapped": swap_reagent,
    "a step added": add_step,
}


if __name__ == "__main__":
    main()
