"""CPU seconds that generated texts of 10 to 100 kB cost each command, the dearest first, with their growth.

`python -m benchmarks.bench_hostile` forks a process for each text and command, which is stopped after `--most` seconds.
The texts are what costs more than linear time where a reader looks ahead or back: punctuation, words and phrases
repeated, brackets, one long token, nested and wide XML, many components, objects, parameters and steps, and real
procedures one after the other. `--only WORD` takes the texts whose name has that word.

The exit code is 1 where a text of 100 kB takes more than `--limit` seconds.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import random
import resource
import string
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.shared_data import DATA
from clairify_cli.app import run

SIZES = (10_000, 30_000, 59_000, 100_000)
"""Texts of more than 60,000 characters are read, and not compared with programs."""
SEED = 20231
PAIRS = 150
"""Pairs of words that are drawn."""

_COMMON = """
add water to the of and with then stir heat mL g for minutes at into beaker mixture a was it in solution
dropwise until reaction while over from by under 5 20 °C wash dry filter flask acid sodium chloride which
after before all half remaining each other same cool pour transfer combined organic layers first second
not open apple fridge put table take every two except if
"""
WORDS = _COMMON.split()
PHRASES = (
    "Add water. ", "Add water to A. ", "Add 5 mL of water to beaker A, ", "and stir ", "add water and ", "a, b, ",
    "water and ", "water, ", "(5 mL) ", "(5 mL, 3 g) ", "5 mL of ", "5 to ", "5-10 ", "at 5 °C for ", "for 5 minutes ",
    "with stirring ", "the mixture ", "which was ", "until it is ", "of the ", "in the ", "1. ", "1) ", "Step 1: ",
    "- ", "* ", "\n\n", "\n", "a\n", "Note: ", "\"a\" ", "(a ", "a) ", "[a] ", "((", "))", "()", "sodium ", "2-methyl-",
    "1,2-", "x ", "X", "é", "°", "µ", "\t", "\u00a0", "\u200b", "a-", "a.b.", "e.g. ", "et al. ", "The residue was ",
    "Then the solution was cooled to 0 °C. ", "Stir for 5 minutes. ", "Repeat. ", "Repeat step 1. ", "Repeat twice. ",
    "Wash with water (3 x 5 mL). ", "The layers were separated. ", "Add it to it. ", "Add A to B. ",
    "Filter. ", "Dry. ",
    "Add 5 g of sodium chloride to 20 mL of water. ", "Heat to 50 °C. ", "Cool. ", "Evaporate. ", "not ", "no ",
    "Close the fridge. ", "Put the apple in the fridge. ", "Put an apple on a table and ",
    "except the apple ", "every ",
)  # fmt: skip


def repeated(piece: str) -> Callable[[int], str]:
    """The piece over and over, so many bytes of it."""
    return lambda size: (piece * (size // len(piece.encode()) + 1))[:size]


def texts() -> Iterator[tuple[str, Callable[[int], str]]]:
    """English and what is given in its place: a name, and the text of a size."""
    for one in string.punctuation:
        for piece in (one, f"{one} ", f"a{one}", f"1{one}", f"a {one} ", f"Add water{one} "):
            yield f"text {piece!r}", repeated(piece)
    for one in (*PHRASES, *(f"{word} " for word in WORDS)):
        yield f"text {one!r}", repeated(one)
    pairs = list(itertools.permutations(WORDS, 2))
    for one, other in random.Random(SEED).sample(pairs, PAIRS):  # a sample, and no secret
        yield f"text {f'{one} {other} '!r}", repeated(f"{one} {other} ")
    yield "text one token", lambda size: "x" * size
    yield "text different words", lambda size: " ".join(f"w{n}" for n in range(size // 6))
    yield "text different additions", lambda size: "".join(f"Add {n} mL of r{n} to v{n}. " for n in range(size // 26))
    yield "text alternating brackets", lambda size: "(" * (size // 2) + ")" * (size // 2)
    yield "text random words", lambda size: _at_random(size, " ")
    yield "text random sentences", lambda size: _at_random(size, ". ")
    if DATA.is_dir():
        real = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(DATA.glob("chem-rnd/*.txt")))
        yield "text real procedures", lambda size: real[:size]


def _at_random(size: int, end: str) -> str:
    drawn = random.Random(SEED)
    return "".join(drawn.choice(WORDS) + (end if drawn.random() < 0.2 else " ") for _ in range(size // 4))[:size]


def programs() -> Iterator[tuple[str, str, Callable[[int], str]]]:
    """Files that are checked: a name, the ending, and the text of a size."""
    head = "<XDL><Synthesis><Hardware>{}</Hardware><Reagents>{}</Reagents><Procedure>{}</Procedure></Synthesis></XDL>"
    yield "nested elements", ".xdl", lambda size: "<a>" * (size // 7) + "</a>" * (size // 7)
    yield "elements that are not closed", ".xdl", lambda size: "<Procedure>" * (size // 11)
    yield "attributes", ".xdl", lambda size: "<XDL " + " ".join(f"a{n}='1'" for n in range(size // 10)) + "/>"
    yield "equal attributes", ".xdl", lambda size: "<XDL " + "a='1' " * (size // 6) + "/>"
    component, reagent = '<Component id="v{0}" type="flask"/>', '<Reagent name="r{0}"/>'
    step, wait = '<Add vessel="v{0}" reagent="r{0}" volume="1 mL"/>', '<Stir vessel="v0" time="1 s"/>'
    for name, parts in {
        "components": (component, "", ""),
        "reagents": ("", reagent, ""),
        "steps of unknown things": ("", "", step),
        "known things": (component, reagent, step),
        "transfers": (component, "", '<Transfer from_vessel="v{0}" to_vessel="v1" volume="1 mL"/>'),
        "equal components": (component.replace("{0}", "0"), "", ""),
        "repeats": ("", "", f"<Repeat repeats='2'>{wait}</Repeat>"),
    }.items():
        yield name, ".xdl", partial(_filled, head, parts)
    yield "stirs", ".xdl", lambda size: head.format(component.format(0), "", wait * (size // 34))
    yield (
        "nested repeats",
        ".xdl",
        lambda size: head.format(
            component.format(0), "", '<Repeat repeats="2">' * (size // 29) + wait + "</Repeat>" * (size // 29)
        ),
    )
    yield "comments", ".xdl", lambda size: head.format("", "", "<!-- a -->" * (size // 10))
    yield "long value", ".xdl", lambda size: head.format("", reagent.format("a " * (size // 2)), "")
    for one in ("<", "&", "&amp;", "<a ", '"', "<!--", "<![CDATA[", "]]>", "<?a", "</a>", "a=", "<a/>"):
        yield f"repeated {one!r}", ".xdl", partial(_after, "<XDL>", one)
    for one in ("(", ")", "(and ", "(not ", "(p ?x) ", "?x ", "- ", "a - ", ";", ":a ", "(:action a)", "(:init ", "1 "):
        yield f"repeated {one!r}", ".pddl", partial(_after, "(define (domain d) ", one)
    task = "(define (domain d) (:requirements :typing) (:types {}) (:constants {}) (:predicates {}) {})"
    action = "(:action a{0} :parameters ({1}) :precondition (p0 ?x) :effect (not (p0 ?x)))"
    for name, filled in {
        "types": ("t{0} ", "", "(p0 ?x)", ""),
        "constants": ("", "c{0} ", "(p0 ?x)", ""),
        "predicates": ("", "", "(p{0} ?x) ", ""),
        "actions": ("", "", "(p0 ?x)", action.replace("{1}", "?x")),
    }.items():
        yield name, ".pddl", partial(_filled, task, filled)
    yield (
        "type chain",
        ".pddl",
        lambda size: task.format(" ".join(f"t{n} - t{n + 1}" for n in range(size // 15)), "", "(p0 ?x)", ""),
    )
    yield (
        "parameters",
        ".pddl",
        lambda size: task.format(
            "", "", "(p0 ?x)", action.format(0, "?x " + " ".join(f"?x{n}" for n in range(size // 7)))
        ),
    )
    problem = "(define (problem p) (:domain d) (:objects {}) (:init {}) (:goal (and {})))"
    for name, parts in {
        "objects": ("o{0} ", "", ""),
        "facts": ("", "(p0 o{0}) ", ""),
        "goals": ("", "", "(p{0}) "),
    }.items():
        yield name, ".pddl", partial(_filled, problem, parts)
    for one in (
        "(a)",
        "(a) ",
        "(a b)\n",
        "(",
        ")",
        "a ",
        "a\n",
        "1: ",
        "1: (a)\n",
        "[",
        "; cost = 1\n",
        "; goal: (\n",
        "-",
    ):
        yield f"repeated {one!r}", ".plan", repeated(one)
    for one in (
        "a(b)\n",
        "if a(b):\n    c(d)\n",
        "assert a(b), c(d)\n",
        "(",
        "'",
        '"""',
        "#\n",
        "    a\n",
        " ",
        "a.",
        "not ",
    ):
        yield (
            f"repeated {one!r}",
            ".py",
            partial(_in_a_task, one),
        )
    yield (
        "nested branches",
        ".py",
        lambda size: "def task():\n" + "".join(f"{'    ' * n}if a(b):\n" for n in range(1, int((size / 2) ** 0.5))),
    )
    for key in ("scene", "profile"):
        for one in (
            "a: 1\n",
            "- a\n",
            "[",
            "{",
            "a: ",
            "- ",
            "&a ",
            "*a ",
            '"',
            "'",
            "  ",
            "? ",
            "|\n",
            "#",
            "- {a: 1}\n",
        ):
            yield (
                f"{key}, repeated {one!r}",
                ".yaml",
                partial(_after, f"{key}: 1\n", one),
            )


def _after(head: str, piece: str, size: int) -> str:
    return head + repeated(piece)(size)


def _in_a_task(piece: str, size: int) -> str:
    return "def task():\n" + "".join(f"    {line}\n" for line in repeated(piece)(size).split("\n"))


def _filled(whole: str, parts: tuple[str, ...], size: int) -> str:
    each = sum(len(one) + 4 for one in parts if "{0}" in one or one)
    return whole.format(*("".join(one.replace("{0}", str(n)) for n in range(size // each)) for one in parts))


XDL = """<XDL><Synthesis><Hardware><Component id="A" type="flask"/></Hardware>
<Reagents><Reagent name="water"/></Reagents>
<Procedure><Add vessel="A" reagent="water" volume="5 mL"/><Stir vessel="A" time="5 min"/></Procedure></Synthesis></XDL>
"""
KITCHEN = ("--domain", "household", "--problem", "kitchen")


def commands(only: str) -> Iterator[tuple[str, Callable[[int], str], list[str], str]]:
    """A name, the text of a size, the command with `{}` for its file, and the file's ending."""
    for name, text in texts():
        for what, command in (
            ("xdl", ["xdl", "{}", "--no-cache"]),
            ("check --source", ["check", "small.xdl", "--source", "{}"]),
            ("pddl", ["pddl", "{}", *KITCHEN, "--no-solve", "--no-cache"]),
        ):
            if only in f"{what} {name}":
                yield f"{what} {name}", text, command, ".txt"
    for name, suffix, text in programs():
        command = ["check", "{}"] if suffix not in (".plan", ".py") else ["check", "{}", *KITCHEN]
        if only in f"check {suffix} {name}":
            yield f"check {suffix} {name}", text, command, suffix


def cost(text: str, command: list[str], suffix: str, most: int) -> float:
    """CPU seconds of a command in a process of its own; `most` where it was stopped."""
    Path(f"hostile{suffix}").write_text(text, encoding="utf-8")
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (most + int(resource.getrusage(resource.RUSAGE_SELF).ru_utime), -1))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            code = run([one.format(f"hostile{suffix}") for one in command])
        except BaseException:
            code = 70
        os._exit(70 if code not in (0, 1, 2) else 0)
    _, status, used = os.wait4(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 70:
        print(f"  failed: {command} on {text[:60]!r}", file=sys.stderr)
    return float(most) if os.WIFSIGNALED(status) else used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="texts and commands whose name has this in it")
    parser.add_argument("--most", type=int, default=30, help="CPU seconds after which a run is stopped")
    parser.add_argument("--limit", type=float, default=5.0, help="CPU seconds that 100 kB may take")
    parser.add_argument("--shown", type=int, default=30, help="how many rows are shown")
    asked = parser.parse_args()
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        run(["xdl", "Add water."])  # so that no child imports anything
    rows = []
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("small.xdl").write_text(XDL, encoding="utf-8")
        for name, text, command, suffix in commands(asked.only):
            took: list[float] = []
            for size in SIZES:
                took.append(cost(text(size), command, suffix, asked.most))
                if took[-1] >= asked.most:
                    break
            rows.append((name, took))
            if max(took) > asked.limit:
                print(f"  {name}: {took}", file=sys.stderr, flush=True)
    rows.sort(key=lambda row: (-len(SIZES) + len(row[1]), -max(row[1])))
    print(" ".join(f"{size // 1000:5} kB" for size in SIZES), f" {len(rows)} texts and commands")
    for name, took in rows[: asked.shown]:
        print(" ".join([f"{one:8.2f}" for one in took] + ["       –"] * (len(SIZES) - len(took))), f" {name[:90]}")
    sys.exit(any(len(took) < len(SIZES) or max(took) > asked.limit for _, took in rows))


if __name__ == "__main__":
    main()
