"""Speed of the XDL checks, against the time in which ElementTree only parses the same texts; of programs, too.

Checks of programs (see `check_programs`) are held against Python's own parser and compiler. Run with `make bench`.
Times are the best of several runs of process CPU time on one core; the ratio is what counts.
"""

from __future__ import annotations

import ast
import contextlib
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from benchmarks import check_programs
from benchmarks.programs import program
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages import get
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.program.vocabulary import vocabulary_of

T = TypeVar("T")


def best(run: Callable[[], object], repeat: int) -> float:
    """The least CPU time of several runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def each(run: Callable[[T], object], items: Sequence[T]) -> None:
    """Run over items one after the other, keeping no result, so that no peer pays for memory that it need not hold."""
    for item in items:
        run(item)


def main() -> None:
    xdl = get("xdl")
    options = CheckOptions()

    def check(text: str) -> None:
        found = xdl.check(Source(text), options)
        if found:
            sys.exit(f"the program to measure with is not clean: {found[0]}")

    check(program(10, 0))
    print("XDL checks, all layers, against ElementTree's parse alone (CPU time, best of runs)")
    print("Both are given the same text; `bytes` gives ElementTree the text encoded, which it reads faster.\n")
    print(f"{'what':40} {'parse':>10} {'check':>10} {'ratio':>6} {'bytes':>10} {'ratio':>6}")
    one = program(10, 1)
    encoded = one.encode()
    loops = 2000
    parse = best(partial(each, ET.fromstring, [one] * loops), 9) / loops
    parse_bytes = best(partial(each, ET.fromstring, [encoded] * loops), 9) / loops
    ours = best(partial(each, check, [one] * loops), 9) / loops
    _row("one file of 10 steps, again and again", parse * 1e6, ours * 1e6, parse_bytes * 1e6, "µs")
    many = [program(10, seed) for seed in range(1000)]
    many_encoded = [text.encode() for text in many]
    parse = best(partial(each, ET.fromstring, many), 5)
    parse_bytes = best(partial(each, ET.fromstring, many_encoded), 5)
    ours = best(partial(each, check, many), 5)
    _row("1,000 different files of 10 steps", parse * 1e3, ours * 1e3, parse_bytes * 1e3, "ms")
    for steps in (1_000, 10_000, 100_000):
        text = program(steps, 7)
        encoded = text.encode()
        parse = best(partial(ET.fromstring, text), 3)
        parse_bytes = best(partial(ET.fromstring, encoded), 3)
        ours = best(partial(check, text), 3)
        _row(f"one file of {steps:,} steps", parse * 1e3, ours * 1e3, parse_bytes * 1e3, "ms")
        print(f"{'':40} {'':10} {ours / steps * 1e6:7.2f} µs a step")
    _findings()
    _hostile()
    _programs()


SLIPS = ((" mL", " mls"), (' min"', ' mins"'), ('vessel="flask"', 'vessel="flsk"'), (' g"', ' bananas"'), ("°C", "K"))


def _findings() -> None:
    """1,000 different files of 10 steps with a slip in nearly every one. The bar is 8 × and 50 µs a finding."""
    xdl, options = get("xdl"), CheckOptions()
    texts = [program(10, seed) for seed in range(1000)]
    for right, wrong in SLIPS:
        texts = [text.replace(right, wrong) for text in texts]
    count = sum(len(xdl.check(Source(text), options)) for text in texts)
    parse = best(partial(each, ET.fromstring, texts), 5)
    ours = best(partial(each, lambda text: xdl.check(Source(text), options), texts), 5)
    print(f"\n{'files with many findings':40} {'parse':>10} {'check':>10} {'ratio':>6} {'a finding':>10}")
    shown = f"{parse * 1e3:7.1f} ms {ours * 1e3:7.1f} ms {ours / parse:6.2f} {ours / count * 1e6:7.1f} µs"
    print(f"{f'1,000 files, {count:,} findings':40} {shown}")


def _hostile() -> None:
    """Texts that are large and wrong. The bar is 5 s for each."""
    steps = "".join(f'<Ad vesel="v{n}" reagnt="r{n}" volum="{n} mls"/>\n' for n in range(30_000))
    attributes = " ".join(f'a{n}="{n}"' for n in range(50_000))
    print(f"\n{'large and wrong':40} {'check':>10} {'findings':>10}")
    for name, text in (
        ("30,000 wrong steps", program(10, 1).replace("<Procedure>", f"<Procedure>{steps}")),
        ("50,000 attributes", program(10, 1).replace("<Add ", f"<Add {attributes} ", 1)),
        ("300,000 open tags", "<XDL>" * 300_000),
    ):
        found: list[int] = []
        took = best(partial(_count, text, found), 1)
        print(f"{name:40} {took:8.2f} s {found[0]:10,}")


def _count(text: str, found: list[int]) -> None:
    found.append(len(get("xdl").check(Source(text), CheckOptions())))


def _programs() -> None:
    """1,000 different programs for the household kitchen, a third of them with slips, as `check_programs` has them."""
    language = get("program")
    given = check_programs.context()
    options = CheckOptions(context=given)
    known, _ = vocabulary_of(given)
    assert known is not None
    texts = list(check_programs.programs(known, check_programs.COUNT))

    def check(text: str) -> None:
        language.check(Source(text), options)

    def parse(text: str) -> None:
        with contextlib.suppress(SyntaxError):
            ast.parse(text)

    def compiled(text: str) -> None:
        with contextlib.suppress(SyntaxError):
            compile(ast.parse(text), "task.py", "exec")

    ours = best(partial(each, check, texts), 5)
    parsed = best(partial(each, parse, texts), 5)
    both = best(partial(each, compiled, texts), 5)
    print("\nProgram checks, all layers, against Python's own `ast.parse`, and with its `compile` (CPU time)\n")
    print(f"{'what':40} {'parse':>10} {'check':>10} {'ratio':>6} {'compile':>10} {'ratio':>6}")
    _row(f"{len(texts):,} different programs", parsed * 1e3, ours * 1e3, both * 1e3, "ms")


def _row(name: str, parse: float, ours: float, parse_bytes: float, unit: str) -> None:
    ratio, ratio_bytes = ours / parse, ours / parse_bytes
    times = f"{parse:7.1f} {unit} {ours:7.1f} {unit} {ratio:6.2f} {parse_bytes:7.1f} {unit} {ratio_bytes:6.2f}"
    print(f"{name:40} {times}")


if __name__ == "__main__":
    main()
