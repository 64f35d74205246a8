"""Labelled procedures: their labels, and a program scored against one. The conventions are in `gold/README.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from clairify_cli.languages.xdl.quantities import read_quantity
from clairify_cli.languages.xdl.schema import Kind, Type, load
from clairify_cli.reader.protocol.model import Step as ReadStep

GOLD = Path(__file__).parent / "gold"

_NOT_COMPARED = ("comment", "queue")
_NAMES = frozenset({Kind.REAGENT, Kind.MATERIAL, Kind.NAME, Kind.TEXT})
_SAME_VALUE = 1e-6

Step = tuple[str, dict[str, str]]
"""A step as it is compared: its name and its properties."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a careful reader makes of one text; `text` is the file's name in the data set."""

    text: str
    steps: tuple[Step, ...]


@dataclass(slots=True)
class Counts:
    """How many of something were right, how many the program has, and how many the label has."""

    right: int = 0
    given: int = 0
    wanted: int = 0

    def add(self, other: Counts) -> None:
        self.right += other.right
        self.given += other.given
        self.wanted += other.wanted

    @property
    def precision(self) -> float:
        return self.right / self.given if self.given else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0

    @property
    def f1(self) -> float:
        both = self.given + self.wanted
        return 2 * self.right / both if both else 1.0


@dataclass(slots=True)
class Score:
    """A program against its label: actions, the details of matched steps, and the pairs (None: nothing matches)."""

    actions: Counts = field(default_factory=Counts)
    details: Counts = field(default_factory=Counts)
    pairs: list[tuple[Step | None, Step | None]] = field(default_factory=list)
    """(label's step, program's step) in order."""


def labels(part: str) -> list[Label]:
    """The labels of `development` or `held-out`, by the name of their text."""
    found = []
    for path in sorted((GOLD / part).glob("*.yaml")):
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        steps = tuple((name, _texts(values)) for step in content["steps"] for name, values in step.items())
        found.append(Label(content["text"], steps))
    return found


def _texts(values: dict[str, object] | None) -> dict[str, str]:
    return {
        key: ("true" if value else "false") if isinstance(value, bool) else str(value)
        for key, value in (values or {}).items()
    }


def flat(steps: tuple[ReadStep, ...]) -> list[Step]:
    """The reader's steps in a row: a `Repeat` first, then those that it holds."""
    found: list[Step] = []
    for step in steps:
        found.append((step.name, dict(step.properties)))
        found += flat(step.children)
    return found


def compared(step: Step) -> dict[str, str]:
    """The properties of a step that are compared: not vessels, not comments, nothing that is so by default.

    The labels have columns without details (`gold/README.md`).
    """
    if step[0] == "RunColumn":
        return {}
    spec = load().elements.get(step[0])
    kept = {}
    for key, value in step[1].items():
        known = spec.properties.get(key) if spec is not None else None
        if key in _NOT_COMPARED or (known is not None and known.type.kind is Kind.VESSEL):
            continue
        if known is not None and known.default is not None and known.default == value:
            continue
        kept[key] = value
    return kept


def same_value(step: str, key: str, one: str, other: str) -> bool:
    """Whether two values of a property of a step say the same."""
    spec = load().elements.get(step)
    known = spec.properties.get(key) if spec is not None else None
    if known is not None and known.type.kind is Kind.QUANTITY:
        return _same_quantity(one, other, known.type)
    if known is None or known.type.kind in _NAMES:
        return same_name(one, other)
    return one.strip().lower() == other.strip().lower()


def _same_quantity(one: str, other: str, kind: Type) -> bool:
    first, second = read_quantity(one, kind), read_quantity(other, kind)
    if first is None or second is None or first.unit.dimension != second.unit.dimension:
        return one.strip().lower() == other.strip().lower()
    scale = max(abs(first.in_default), abs(second.in_default), 1.0)
    return abs(first.in_default - second.in_default) <= _SAME_VALUE * scale


_ARTICLE = re.compile(r"\b(?:an?|the|of)\b")
_SPACE = re.compile(r"[\s\-‐‑–—,]+")


def same_name(one: str, other: str) -> bool:
    """Whether two names mean one substance: case, articles, qualifiers and synonyms do not matter."""
    if _key(one) == _key(other):
        return True
    from clairify_cli.chemistry import components, kin

    parts, others = components(one), components(other)
    return len(parts) == len(others) and all(any(kin(part, [name]) for name in others) for part in parts)


def _key(name: str) -> str:
    return _SPACE.sub("", _ARTICLE.sub(" ", name.casefold()))


def _as_labelled(label: tuple[Step, ...], program: list[Step]) -> list[Step]:
    """A program with warming by itself as labels have it: one `HeatChill` with a time.

    XDL's HeatChill would hold the temperature for so long, so programs let the mixture come to it (`active="false"`)
    and wait; the two are one only where the label has the same temperature and time.
    """
    held = [values for name, values in label if name == "HeatChill" and values.keys() >= {"temp", "time"}]
    made: list[Step] = []
    for step in program:
        before = made[-1] if made else ("", {})
        if before[0] == "HeatChillToTemp" and before[1].get("active") == "false" and "time" in step[1]:
            one = {"temp": before[1]["temp"], "time": step[1]["time"]}
            if step[0] in ("Wait", "Stir") and any(
                all(same_value("HeatChill", key, value, values[key]) for key, value in one.items()) for values in held
            ):
                made[-1] = ("HeatChill", one | ({"stir": "true"} if step[0] == "Stir" else {}))
                continue
        made.append(step)
    return made


def scored(label: tuple[Step, ...], program: list[Step]) -> Score:
    """Align the steps of a label and a program so that the most match, and of these the most details."""
    program = _as_labelled(label, program)
    gains = [[_gain(want, have) for have in program] for want in label]
    rows, columns = len(label), len(program)
    best = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            ways = [best[i + 1][j], best[i][j + 1]]
            gain = gains[i][j]
            if gain is not None:
                after = best[i + 1][j + 1]
                ways.append((after[0] + 1, after[1] + gain))
            best[i][j] = max(ways)
    score = Score(Counts(0, columns, rows))
    i = j = 0
    while i < rows and j < columns:
        gain, after = gains[i][j], best[i + 1][j + 1]
        if gain is not None and best[i][j] == (after[0] + 1, after[1] + gain):
            score.pairs.append((label[i], program[j]))
            score.actions.right += 1
            score.details.add(Counts(gain, len(compared(program[j])), len(compared(label[i]))))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            score.pairs.append((label[i], None))
            i += 1
        else:
            score.pairs.append((None, program[j]))
            j += 1
    score.pairs += [(step, None) for step in label[i:]]
    score.pairs += [(None, step) for step in program[j:]]
    return score


def _gain(want: Step, have: Step) -> int | None:
    """How many details of two steps agree; None where they are not the same step."""
    if want[0] != have[0]:
        return None
    wanted, given = compared(want), compared(have)
    return sum(1 for key, value in wanted.items() if key in given and same_value(want[0], key, value, given[key]))
