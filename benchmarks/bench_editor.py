"""The language server: how long it takes from a keystroke to the findings, in files of about 200 lines.

    python -m benchmarks.bench_editor

`CPU` is what the server's process computes for a keystroke, averaged over 40; the bar of 50 ms is for that. `least` is
the shortest time by the clock, through the process and its pipes; the ratio is that to a request that asks nothing.
`asked` is the CPU time of all else that an editor asks then: hints, symbols, folds, a hover and a completion.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

# The path is set before the tests' packages are imported.
# isort: off
import benchmarks.tests_path  # noqa: F401
from benchmarks.programs import program
from editor.client import Editor
# isort: on

ROOT = Path(__file__).resolve().parents[1]
KEYS = 40
BAR = 0.05


def texts() -> Iterator[tuple[str, str, str]]:
    """What is typed in: a title, the name of the file, and its text."""
    xdl = program(185, 1)
    yield "XDL, clean", "clean.xdl", xdl
    yield "XDL, a finding in each step", "wrong.xdl", xdl.replace(" mL", " mls").replace(' min"', ' mins"')
    yield "PDDL, a domain", "household.pddl", (ROOT / "domains" / "household.pddl").read_text()
    problem = (ROOT / "domains" / "problems" / "household" / "kitchen.pddl").read_text()
    cups = "".join(f"    cup{number} - cup\n" for number in range(10, 120))
    yield "PDDL, a problem with its domain", "kitchen.pddl", problem.replace("(:objects\n", f"(:objects\n{cups}")
    yield "a plan with its problem", "kitchen.plan", "(go table1 fridge1 kitchen)\n(go fridge1 table1 kitchen)\n" * 100
    calls = "    go('table1', 'fridge1', 'kitchen')\n    go('fridge1', 'table1', 'kitchen')\n"
    yield "a program with its domain", "a.py", f"# clairify: domain household, problem kitchen\ndef a():\n{calls * 98}"
    parts = "".join(_part(number) for number in range(48))
    yield "a scene", "scene.yaml", f"scene: 1\nitems:\n{parts}"


def _part(number: int) -> str:
    x, y = 0.3 + number % 8 * 0.05, number // 8 * 0.05 - 0.2
    return f"  part{number}:\n    kind: part\n    at: [{x:.2f}, {y:.2f}]\n    box: [20 mm, 20 mm, 20 mm]\n"


def cpu(editor: Editor) -> float:
    """The CPU time that the server has taken so far, in seconds."""
    fields = Path(f"/proc/{editor.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(editor: Editor, path: Path, lines: int) -> None:
    """Ask for what an editor asks for after a keystroke."""
    here = editor.at(path, lines // 2, 8)
    whole = {"textDocument": here["textDocument"]}
    every = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
    editor.ask("textDocument/inlayHint", {**whole, "range": every})
    for method, given in (("documentSymbol", whole), ("foldingRange", whole), ("hover", here), ("completion", here)):
        editor.ask(f"textDocument/{method}", given)


def row(editor: Editor, path: Path, title: str, text: str, echo: float) -> bool:
    """Type, and print how long it took; whether it was within the bar."""
    found = editor.open(path, text)
    for key in range(5):
        editor.write(path, text + " " * key)
    computed, least, more = 0.0, 9.0, 0.0
    for key in range(KEYS):
        before, begun = cpu(editor), time.perf_counter()
        editor.write(path, text + "\n" * (key % 2))
        least = min(least, time.perf_counter() - begun)
        after = cpu(editor)
        ask(editor, path, text.count("\n"))
        computed, more = computed + after - before, more + cpu(editor) - after
    shown = f"{computed / KEYS * 1e3:6.1f} ms {least * 1e3:6.1f} ms {least / echo:6.1f}× {more / KEYS * 1e3:6.1f} ms"
    print(f"{title:34} {text.count(chr(10)):5} {len(found):8} {shown}")
    return computed / KEYS <= BAR


def echoed(editor: Editor) -> float:
    """The shortest time of a request that asks nothing."""
    times = []
    for _ in range(KEYS):
        begun = time.perf_counter()
        editor.reply("no/such/method", {})
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    print("Editor: from a keystroke to the findings\n")
    print(f"{'what':34} {'lines':>5} {'findings':>8} {'CPU':>9} {'least':>9} {'ratio':>7} {'asked':>9}")
    with tempfile.TemporaryDirectory() as name, Editor(Path(name)) as editor:
        echo = echoed(editor)
        made = [(Path(name, file), title, text) for title, file, text in texts()]
        for path, _, text in made:
            path.write_text(text)
        late = [title for path, title, text in made if not row(editor, path, title, text, echo)]
    print(f"\n{'over the bar of 50 ms: ' + ', '.join(late) if late else 'none takes more than 50 ms'}")


if __name__ == "__main__":
    main()
