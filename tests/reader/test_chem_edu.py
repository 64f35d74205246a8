"""The 26 everyday instructions of the shared data: valid programs that hold every number of the text and no other.

The numbers are taken from the text by the expressions below, which share nothing with the reader.
"""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from clairify_cli.languages.base import Constraints
from clairify_cli.reader.protocol import read_to_xdl

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("CLAIRIFY_SHARED_DATA", ROOT.parent / "shared" / "data")) / "chem-edu"
TEXTS = sorted(DATA.glob("exp*.txt")) if DATA.is_dir() else []

needs_data = pytest.mark.skipif(not TEXTS, reason=f"no texts in {DATA}; set CLAIRIFY_SHARED_DATA to the shared data")

MASS = re.compile(r"([\d.]+) ?g\b")
VOLUME = re.compile(r"([\d.]+) ?mL\b")
TIME = re.compile(r"([\d.]+) (?:more )?(second|minute)s?\b")
TEMPERATURE = re.compile(r"([\d.]+) degrees C\b")
AGAIN = re.compile(r"repeat [a-z ]*?(?:(\d+) times|(twice))", re.IGNORECASE)
SECONDS = {"s": 1, "min": 60, "h": 3600, "second": 1, "minute": 60}


def in_text(text: str) -> dict[str, Counter[float]]:
    return {
        "mass": Counter(float(number) for number in MASS.findall(text)),
        "volume": Counter(float(number) for number in VOLUME.findall(text)),
        "time": Counter(float(number) * SECONDS[unit] for number, unit in TIME.findall(text)),
        "temp": Counter([float(number) for number in TEMPERATURE.findall(text)] + [0.0] * text.count("ice bath")),
        "repeats": Counter(2.0 if twice else float(number) for number, twice in AGAIN.findall(text)),
    }


def in_program(root: ET.Element) -> dict[str, Counter[float]]:
    found: dict[str, Counter[float]] = {name: Counter() for name in ("mass", "volume", "time", "temp", "repeats")}
    procedure = root.find("Synthesis/Procedure")
    assert procedure is not None
    units = {"mass": "g", "volume": "mL", "temp": "°C"}
    for step in procedure.iter():
        for name, value in step.attrib.items():
            if name == "repeats":
                found[name][float(value) - 1] += 1
            elif name in found:
                number, unit = value.split()
                assert name == "time" or unit == units[name], value
                found[name][float(number) * (SECONDS[unit] if name == "time" else 1)] += 1
    return found


@needs_data
def test_there_are_26() -> None:
    assert len(TEXTS) == 26


@needs_data
@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_numbers_of_the_text_are_the_numbers_of_the_program(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    result = read_to_xdl(text, Constraints(), path.name)
    assert in_program(ET.fromstring(result.xdl)) == in_text(text)
    assert not result.reading.unread
    assert all(name in " ".join(text.split()) for name in result.reading.reagents)


@needs_data
def test_titles() -> None:
    titled = {path.name for path in TEXTS if read_to_xdl(path.read_text(encoding="utf-8"), Constraints()).reading.title}
    first_lines = {path.name: path.read_text(encoding="utf-8").strip().split("\n") for path in TEXTS}
    assert titled == {name for name, lines in first_lines.items() if len(lines) > 1}
