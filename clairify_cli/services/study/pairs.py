"""Make blind pairs of programs, and evaluate a reader's verdicts: preference, and faults as in CLAIRify's Fig. 4."""

from __future__ import annotations

import csv
import json
import math
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.charts import Bar
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.files.writing import write_text
from clairify_cli.languages.xdl.format import format_xdl
from clairify_cli.records import asdict, dataclass
from clairify_cli.services.errors import RequestError
from clairify_cli.services.study.tables import bar, share_of, table

KEY = "key.json"
"""Which program comes from which folder; the reader must not see it."""
VERDICTS = "verdicts.tsv"
FAULTS = tuple(f"{fault} {what}" for what in ("action", "parameter") for fault in ("missing", "wrong", "ambiguous"))
_COLUMNS = ("pair", "preferred", *(f"{side}: {fault}" for side in (1, 2) for fault in FAULTS))
_SUFFIX = ".xdl"


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts on the judged pairs; `faults_a` and `faults_b` have a count for each judged program of a folder."""

    a: str
    b: str
    pairs: int
    judged: int
    prefers_a: int
    prefers_b: int
    equal: int
    faults_a: dict[str, list[int]]
    faults_b: dict[str, list[int]]


def make_or_read(a: str, b: str, folder: Path, *, most_bytes: int) -> Verdicts:
    """Write pairs of the programs that two folders share; if they are already written, read the verdicts on them.

    Raises `RequestError` for folders without common programs and for invalid verdicts, `UnreadableError` and
    `UnwritableError`.
    """
    key = folder / KEY
    if not key.exists():
        _write(a, b, folder, most_bytes)
    try:
        known = json.loads(read_text(key))
        names, sides = (str(known["a"]), str(known["b"])), [str(one["first"]) for one in known["pairs"]]
    except (ValueError, KeyError, TypeError):
        raise RequestError(f"{key} is not a key of pairs: choose another folder with -o") from None
    if names != (a, b):
        raise RequestError(f"{folder} has the pairs of {' and '.join(names)}: choose another folder with -o")
    return _read(a, b, folder / VERDICTS, sides)


def _write(a: str, b: str, folder: Path, most_bytes: int) -> None:
    shared = sorted(_programs(Path(a)) & _programs(Path(b)))
    if not shared:
        raise RequestError(f"{a} and {b} have no programs of the same name: two folders with *{_SUFFIX} are expected")
    chance = random.SystemRandom()
    chance.shuffle(shared)
    made = []
    for number, name in enumerate(shared, start=1):
        sides = [("a", a), ("b", b)]
        chance.shuffle(sides)
        parts = [("Text", _text_of((a, b), name, most_bytes))]
        parts += [
            (f"Program {side}", _printed(read_text(Path(of, name), most_bytes=most_bytes)))
            for side, (_, of) in enumerate(sides, start=1)
        ]
        shown = "\n".join(f"=== {heading}\n\n{words.strip()}\n" for heading, words in parts)
        write_text(folder / f"pair-{number:03}.txt", shown)
        made.append({"pair": number, "program": name, "first": sides[0][0]})
    rows = ["\t".join(_COLUMNS), *(f"{one['pair']}" + "\t" * (len(_COLUMNS) - 1) for one in made)]
    write_text(folder / VERDICTS, "\n".join(rows) + "\n")
    key = {"format": "clairify-pairs", "version": 1, "a": a, "b": b, "pairs": made}
    write_text(folder / KEY, json.dumps(key, indent=2) + "\n")  # last, since it marks the pairs as complete


def _programs(folder: Path) -> set[str]:
    found = folder.rglob(f"*{_SUFFIX}") if folder.is_dir() else ()
    return {str(path.relative_to(folder)) for path in found if path.is_file() and not path.is_symlink()}


def _printed(program: str) -> str:
    """Return a program in canonical form, so that its layout does not reveal its origin."""
    try:
        return format_xdl(Source(program))
    except ValueError:
        return program


def _text_of(folders: Sequence[str], name: str, most_bytes: int) -> str:
    """Read the text of a program: the input in a folder's manifest, or the text next to the program."""
    for folder in folders:
        for path in (*_inputs(Path(folder), name), Path(folder, name).with_suffix(".txt")):
            try:
                return read_text(path, most_bytes=most_bytes)
            except UnreadableError:
                continue
    return f"(the text of {name} was not found)"


def _inputs(folder: Path, name: str) -> list[Path]:
    try:
        records = [json.loads(line) for line in read_text(folder / "manifest.jsonl").splitlines() if line.strip()]
        return [Path(str(one["input"])) for one in records if one.get("output") == name]
    except (UnreadableError, ValueError, KeyError, AttributeError):
        return []


def _read(a: str, b: str, path: Path, sides: Sequence[str]) -> Verdicts:
    with_head = list(csv.reader(read_text(path).splitlines(), delimiter="\t"))
    if not with_head or tuple(with_head[0]) != _COLUMNS:
        raise RequestError(f"{path}, line 1: the columns are {', '.join(_COLUMNS)}, separated by tabs")
    wins = {"a": 0, "b": 0, "=": 0}
    faults: dict[str, dict[str, list[int]]] = {side: {fault: [] for fault in FAULTS} for side in "ab"}
    for line, cells in enumerate(with_head[1:], start=2):
        row = dict(zip(_COLUMNS, cells, strict=False))
        preferred = row.get("preferred", "").strip()
        if not preferred:
            continue
        first = _side_of(row["pair"], sides, path, line)
        by_place = {"1": first, "2": "b" if first == "a" else "a", "=": "="}
        if preferred not in by_place:
            raise RequestError(f"{path}, line {line}, column preferred: 1, 2 or = is expected, not {preferred!r}")
        wins[by_place[preferred]] += 1
        for side in ("1", "2"):
            for fault in FAULTS:
                count = row.get(f"{side}: {fault}", "").strip() or "0"
                if not count.isdecimal():
                    raise RequestError(
                        f"{path}, line {line}, column {side}: {fault}: a number is expected, not {count!r}"
                    )
                faults[by_place[side]][fault].append(int(count))
    judged = sum(wins.values())
    return Verdicts(a, b, len(sides), judged, wins["a"], wins["b"], wins["="], faults["a"], faults["b"])


def _side_of(number: str, sides: Sequence[str], path: Path, line: int) -> str:
    if not number.strip().isdecimal() or not 1 <= int(number) <= len(sides):
        raise RequestError(f"{path}, line {line}, column pair: the number of a pair is expected, not {number!r}")
    return sides[int(number) - 1]


def sign_test(one: int, other: int) -> float:
    """Return the two-sided p-value of a preference at least this clear if neither side is better."""
    n, fewer = one + other, min(one, other)
    return min(1.0, float(2 * sum(math.comb(n, k) for k in range(fewer + 1)) / 2**n))


def as_json(found: Verdicts) -> str:
    """Return the counted verdicts."""
    whole = {"format": "clairify-pairs", "version": 1, **asdict(found)}
    return json.dumps({**whole, "p": sign_test(found.prefers_a, found.prefers_b)}, indent=2) + "\n"


def as_markdown(found: Verdicts) -> str:
    """Return tables of preference, and of the mean and deviation of faults per program on each side."""
    preferred = [
        [found.a, share_of(found.prefers_a, found.judged)],
        [found.b, share_of(found.prefers_b, found.judged)],
        ["neither", share_of(found.equal, found.judged)],
    ]
    faults = [[name, *map(_mean, of.values())] for name, of in ((found.a, found.faults_a), (found.b, found.faults_b))]
    p = sign_test(found.prefers_a, found.prefers_b)
    return "\n".join(
        [
            f"Preference over {found.judged} of {found.pairs} pairs (95 % interval; sign test p = {p:.3g})\n",
            table(["programs", "preferred"], preferred),
            "Faults per program: mean ± sd\n",
            table(["programs", *FAULTS], faults),
        ]
    )


def bars(found: Verdicts) -> list[Bar]:
    """Return the preference as bars of a plot."""
    counts: Mapping[str, int] = {found.a: found.prefers_a, found.b: found.prefers_b, "neither": found.equal}
    return [bar(name, count, found.judged) for name, count in counts.items()]


def _mean(counts: Sequence[int]) -> str:
    known = counts or [0]
    return f"{fmean(known):.2f} ± {pstdev(known):.2f}"
