"""Speed of checking programs: 1,000 different ones, all layers, in one process.

    python -m benchmarks.check_programs

Each program is for the household kitchen and its goal, and has ten to sixteen steps with a comment each: detours
through the home, then what the goal asks for, with assertions, branches, loops and parameters; every third has a slip.
Domain and problem are read once, as for the files of one folder. The bar is 2 s.
"""

from __future__ import annotations

import ast
import contextlib
import random
import time
from collections import Counter
from collections.abc import Iterator

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import data_path
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.meaning import applicable, apply, binding_of, initial_state
from clairify_cli.languages.pddl.meaning.steps import GroundAction
from clairify_cli.languages.pddl.meaning.terms import ground_atom
from clairify_cli.languages.pddl.syntax import Atom
from clairify_cli.languages.pddl.walk import required
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.meaning.lacking import literal_words
from clairify_cli.languages.program.vocabulary import Vocabulary, vocabulary_of

COUNT = 1000
BAR = 2.0
"""Seconds of CPU time for all of them."""


def context() -> tuple[Source, ...]:
    """The household domain and its kitchen."""
    domain = data_path("domains", "household.pddl")
    problem = data_path("domains", "problems/household/kitchen.pddl")
    return tuple(Source(one.read_text(encoding="utf-8"), one.name) for one in (domain, problem))


def programs(known: Vocabulary, count: int, seed: int = 0) -> Iterator[str]:
    """Different programs, the same on every run."""
    chance = random.Random(seed)
    walks = [_walk(known, chance) for _ in range(40)]
    for number in range(count):
        lines = [f"def task_{number}():"]
        for at, step in enumerate(chance.choice(walks), 1):
            lines += [f"    # {at}: {' '.join((step.action.name.text, *step.arguments))}"]
            lines += [f"    {line}" for line in _written(_call(step, known), _condition(step, known), at, chance)]
        text = "\n".join(lines) + "\n"
        yield _slip(text, chance) if number % 3 == 0 else text


_DETOURS = ("go", "go-next-door", "find", "switch-on", "switch-off")
_SOLUTION = """\
(go table1 fridge1 kitchen) (open fridge1) (go fridge1 table1 kitchen) (take apple1 table1) (go table1 sink1 kitchen)
(clean apple1 sink1) (go sink1 fridge1 kitchen) (put apple1 fridge1)
"""


def _walk(known: Vocabulary, chance: random.Random) -> list[GroundAction]:
    """Some detours through the home and back to the table, then what the problem asks for."""
    state = initial_state(known.task)
    steps: list[GroundAction] = []
    for _ in range(chance.randint(2, 7)):
        steps.append(chance.choice([one for one in applicable(known.task, state) if one.action.name.text in _DETOURS]))
        state = apply(steps[-1].action, steps[-1].arguments, state, known.task)
    if ("at", "table1") not in state.atoms:
        back = (one for one in applicable(known.task, state) if one.arguments[1:2] == ("table1",))
        steps.append(next(one for one in back if one.action.name.text.startswith("go")))
    words = [text.split() for text in _SOLUTION.replace(")", "(").split("(") if text.strip()]
    actions = {one.name.text: one for one in known.task.domain.actions}
    return steps + [GroundAction(actions[name], tuple(objects)) for name, *objects in words]


def _call(step: GroundAction, known: Vocabulary) -> str:
    inner = ", ".join(f'"{one}"' for one in step.arguments)
    return f"{known.action_name(step.action.name.text)}({inner})"


def _condition(step: GroundAction, known: Vocabulary) -> str:
    """The first condition that a step needs, which holds where the step stands."""
    binding = binding_of(step.action, step.arguments)
    literal, sign = next((one, sign) for one, sign in required(step.action.precondition, True) if isinstance(one, Atom))
    return literal_words(ground_atom(literal, binding), sign, known)


def _written(call: str, condition: str, at: int, chance: random.Random) -> list[str]:
    """A step, perhaps behind an assertion, or with a branch or a loop beside it."""
    match chance.randrange(12):
        case 0:
            return [f"assert {condition}", call]
        case 1:
            return ['if holding("salt1"):', "    pass", "else:", f"    {call}"]
        case 2:
            return ['for thing in ["apple1", "plate1", "salt1"]:', "    if holding(thing):", "        pass", call]
        case 3:
            return ['while closed("cabinet1") and at("cabinet1"):', '    open("cabinet1")', call]
        case 4:
            return [call[:-1] + f", speed=0.{at % 9 + 1})"]
    return [call]


def _slip(text: str, chance: random.Random) -> str:
    """The program with one slip: a name, a quote, a number of arguments, a step left out."""
    lines = text.splitlines(keepends=True)
    at = chance.randrange(2, len(lines))
    line = lines[at]
    lines[at] = chance.choice([line.replace("1", "9", 1), line.replace('"', "", 2), line.replace(", ", ",", 1), ""])
    return "".join(lines)


def main() -> None:
    given = context()
    options = CheckOptions(context=given)
    known, _ = vocabulary_of(given)
    assert known is not None
    sources = [Source(text, f"task-{number}.py") for number, text in enumerate(programs(known, COUNT))]
    language = ProgramLanguage()
    language.check(sources[0], options)
    start, wall = time.process_time(), time.perf_counter()
    found: Counter[str] = Counter()
    for source in sources:
        found.update(one.code for one in language.check(source, options))
    seconds, passed = time.process_time() - start, time.perf_counter() - wall
    start = time.process_time()
    for source in sources:
        with contextlib.suppress(SyntaxError):
            ast.parse(source.text)
    parse = time.process_time() - start
    lines = sum(source.text.count("\n") for source in sources)
    codes = ", ".join(f"{code} {times}" for code, times in sorted(found.items()))
    print(f"{COUNT:,} programs, {lines / COUNT:.0f} lines each, all layers, domain and problem read once")
    print(
        f"checked in {seconds:.2f} s CPU ({passed:.2f} s passed), {1e6 * seconds / COUNT:.0f} µs each; bar {BAR:.0f} s"
    )
    print(
        f"Python's own parser alone takes {parse:.2f} s for the same texts, so that the ratio is {seconds / parse:.1f}"
    )
    print(f"findings: {codes}")


if __name__ == "__main__":
    main()
