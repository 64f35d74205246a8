"""Fast Downward's translator as a judge of PDDL: what it refuses, and what it accepts and misreads.

Everything of Fast Downward runs in processes of its own. `translate` gives a pair to its translator. `misreadings` asks
a process that has its parser read accepted pairs and looks at nothing but the task that the parser hands out: its
types, objects, predicates, actions, initial state and goal. A type is unknown if the parsed task neither declares it
nor names it as the supertype of one; the latter makes no difference to the translator's output (28 pairs of the 1,500
were compared). No code of this project takes part in the judgement.

Run as a program, this file is that process: a line of JSON with `id`, `domain` and `problem` in, a line with `id`,
`error` and `misread`, a list of reasons, out. Its argument is `parse` or `translate`.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TRANSLATOR = "fast_downward.translate"


@dataclass(frozen=True)
class Pair:
    """A domain and a problem that belong together."""

    id: str
    domain: str
    problem: str


@dataclass(frozen=True)
class Verdict:
    """What the translator made of a pair: its exit code, what it said, and what it silently misread."""

    id: str
    code: int
    said: str
    misread: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the pair counts as refused."""
        return self.code != 0 or bool(self.misread)


def translate(pair: Pair, *, seconds: float = 120) -> Verdict:
    """Run the translator over a pair. A run that is stopped by the clock raises `subprocess.TimeoutExpired`."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("d.pddl", pair.domain), ("p.pddl", pair.problem)):
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", TRANSLATOR, "d.pddl", "p.pddl", "--sas-file", "out.sas"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    return Verdict(pair.id, done.returncode, (done.stdout if done.returncode == 31 else done.stderr)[-3000:])


def judge(pairs: Iterable[Pair], *, workers: int = 2) -> list[Verdict]:
    """The verdicts of the translator, with what it misread of the pairs that it accepted."""
    pairs = list(pairs)
    with ThreadPoolExecutor(workers) as pool:
        verdicts = list(pool.map(translate, pairs))
    accepted = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if verdict.code == 0]
    misread = misreadings(accepted)
    return [Verdict(one.id, one.code, one.said, tuple(misread.get(one.id, ()))) for one in verdicts]


def misreadings(pairs: Iterable[Pair]) -> dict[str, list[str]]:
    """Why the translator's reading of accepted pairs is not what they say; pairs that it reads right are left out."""
    return {one["id"]: one["misread"] for one in _ask("parse", pairs) if one["misread"]}


def judge_at_once(pairs: Iterable[Pair]) -> list[Verdict]:
    """As `judge`, with the whole translator in one process: for many small pairs. The code of a refusal is 1."""
    answers = _ask("translate", pairs)
    return [Verdict(one["id"], int(bool(one["error"])), one["error"], tuple(one["misread"])) for one in answers]


def _ask(mode: str, pairs: Iterable[Pair]) -> list[dict[str, Any]]:
    """The answers of a process of its own."""
    lines = "".join(json.dumps({"id": one.id, "domain": one.domain, "problem": one.problem}) + "\n" for one in pairs)
    if not lines:
        return []
    command = [sys.executable, "-m", "benchmarks.pddl_translator", mode]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1], timeout=600
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


# --------------------------------------------------------------------------------- the process that asks the parser


def _main(mode: str) -> None:
    options = importlib.import_module(f"{TRANSLATOR}.options")
    options.set_options(["d.pddl", "p.pddl"])
    lisp = importlib.import_module(f"{TRANSLATOR}.pddl_parser.lisp_parser")
    parsing = importlib.import_module(f"{TRANSLATOR}.pddl_parser.parsing_functions")
    normalize = importlib.import_module(f"{TRANSLATOR}.normalize")
    rest = importlib.import_module(f"{TRANSLATOR}.main") if mode == "translate" else None
    for line in sys.stdin:
        given = json.loads(line)
        error, misread = "", list[str]()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                nested = [lisp.parse_nested_list(given[key].splitlines()) for key in ("domain", "problem")]
                task = parsing.parse_task(*nested)
                misread = list(dict.fromkeys(_misread(task)))
                if rest is not None:
                    normalize.normalize(task)
                    rest.pddl_to_sas(task)
            except (Exception, SystemExit) as failure:
                error = f"{type(failure).__name__}: {failure}"
        print(json.dumps({"id": given["id"], "error": error, "misread": misread}))


def _misread(task: Any) -> Iterator[str]:
    """Unknown types anywhere, and objects of a wrong type in the initial state and in the goal."""
    above = {one.name: {one.name, "object", *one.supertype_names} for one in task.types}
    known = set(above).union(*above.values())
    for where, type_ in _types(task):
        for name in type_[1:] if isinstance(type_, list) else [type_]:
            if name not in known:
                yield f"unknown type {name} of {where}"
    takes = {one.name: [argument.type_name for argument in one.arguments] for one in task.predicates}
    objects = {one.name: one.type_name for one in task.objects}
    for atom in task.init:
        if getattr(atom, "predicate", "=") != "=":
            yield from _wrong(atom, takes, objects, above, "init")
    yield from _wrong_in(task.goal, takes, objects, above)


def _types(task: Any) -> Iterator[tuple[str, Any]]:
    """Every type that something is said to have, with what has it."""
    for one in (*task.predicates, *task.functions):
        for argument in one.arguments:
            yield one.name, argument.type_name
    for one in task.objects:
        yield one.name, one.type_name
    for action in task.actions:
        formulas = [action.precondition]
        for parameter in action.parameters:
            yield action.name, parameter.type_name
        for effect in action.effects:
            formulas.append(effect.condition)
            for parameter in effect.parameters:
                yield action.name, parameter.type_name
        for formula in formulas:
            yield from _quantified(formula, action.name)
    for axiom in task.axioms:
        for parameter in axiom.parameters:
            yield axiom.name, parameter.type_name
        yield from _quantified(axiom.condition, axiom.name)
    yield from _quantified(task.goal, "goal")


def _quantified(formula: Any, where: str) -> Iterator[tuple[str, Any]]:
    for parameter in getattr(formula, "parameters", ()):
        yield where, parameter.type_name
    for part in getattr(formula, "parts", ()):
        yield from _quantified(part, where)


def _wrong_in(
    formula: Any, takes: dict[str, list[Any]], terms: dict[str, str], above: dict[str, set[str]]
) -> Iterator[str]:
    if hasattr(formula, "predicate"):
        yield from _wrong(formula, takes, terms, above, "goal")
        return
    inner = {**terms, **{one.name: one.type_name for one in getattr(formula, "parameters", ())}}
    for part in getattr(formula, "parts", ()):
        yield from _wrong_in(part, takes, inner, above)


def _wrong(
    atom: Any, takes: dict[str, list[Any]], terms: dict[str, str], above: dict[str, set[str]], where: str
) -> Iterator[str]:
    """Arguments that are not of the type that the predicate takes; of a variable, that can never be."""
    for argument, wanted in zip(atom.args, takes.get(atom.predicate, ()), strict=False):
        given = terms[argument]
        allowed = wanted[1:] if isinstance(wanted, list) else [wanted]
        fits = any(one in above.get(given, {given, "object"}) for one in allowed)
        if argument.startswith("?"):
            fits = fits or any(given in above.get(one, {one, "object"}) for one in allowed)
        if not fits:
            yield f"{argument} - {given} in {atom.predicate} of the {where}"


if __name__ == "__main__":
    _main(sys.argv[1])
