"""Plans judged by Fast Downward: a task whose only plan is the one that is judged.

Each step becomes an action of its own, with its objects put in as text and a place in a chain (`chain-0` before the
first, `chain-1` after it ...); the goal is the old one at the end of the chain. Fast Downward finds a plan of that task
exactly where every step can be done and the goal holds. That judges derived predicates too, which neither tarski nor
Unified Planning has. The driver runs as a process of its own.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.plan_oracles.constants import closing, with_constants
from benchmarks.plan_oracles.verdict import Steps, UnsupportedTaskError

_ACTION = re.compile(r"\(\s*:action\b", re.IGNORECASE)
_SOLVED, _UNSOLVABLE = (0,), (10, 11, 12)


def is_valid(domain: str, problem: str, steps: Steps) -> bool:
    """Whether Fast Downward can follow the plan to the goal. The steps name actions and fit their parameters."""
    domain, problem = with_constants(domain, problem)
    chained, goal = chained_domain(domain, steps), chained_problem(problem, len(steps))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("domain.pddl", chained), ("problem.pddl", goal)):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        driver = _driver()
        command = [sys.executable, str(driver), "domain.pddl", "problem.pddl", "--search", "astar(blind())"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode in _SOLVED:
        return True
    if done.returncode in _UNSOLVABLE:
        return False
    raise UnsupportedTaskError(f"Fast Downward ends with {done.returncode}: {(done.stdout + done.stderr)[-500:]}")


def _driver() -> Path:
    import importlib.util

    spec = importlib.util.find_spec("up_fast_downward")
    if spec is None or not spec.submodule_search_locations:
        raise UnsupportedTaskError("up-fast-downward is not installed")
    return next(Path(spec.submodule_search_locations[0]).rglob("fast-downward.py"))


def chained_domain(domain: str, steps: Steps) -> str:
    """The domain, in lower case and without comments, with one action for each step in place of its own."""
    text = domain
    actions: dict[str, tuple[list[str], str]] = {}
    while (match := _ACTION.search(text)) is not None:
        end = closing(text, match.start())
        body = text[match.end() : end - 1]
        actions[body.split(None, 1)[0]] = _parameters(body)
        text = text[: match.start()] + text[end:]
    chain = "\n".join(_step(number, step, *actions[step[0]]) for number, step in enumerate(steps))
    places = " ".join(f"(chain-{number})" for number in range(len(steps) + 1))
    at = text.index("(:predicates") + len("(:predicates")
    return f"{text[:at]} {places} {text[at:].rstrip()[:-1]}\n{chain}\n)"


def chained_problem(problem: str, length: int) -> str:
    """The problem at the beginning of the chain, with the goal at its end."""
    text = problem.replace("(:init", "(:init (chain-0)", 1)
    start = text.index("(:goal")
    end = closing(text, start)
    goal = text[start + len("(:goal") : end - 1]
    return f"{text[:start]}(:goal (and (chain-{length}) {goal})){text[end:]}"


def _step(number: int, step: tuple[str, ...], parameters: list[str], body: str) -> str:
    for name, value in zip(parameters, step[1:], strict=True):
        body = re.sub(rf"{re.escape(name)}(?![\w-])", value, body)
    precondition, effect = _part(body, ":precondition"), _part(body, ":effect")
    return (
        f"(:action step-{number} :parameters ()\n  :precondition (and (chain-{number}) {precondition})\n"
        f"  :effect (and (not (chain-{number})) (chain-{number + 1}) {effect}))"
    )


def _parameters(body: str) -> tuple[list[str], str]:
    """The parameters of an action and what stands behind them."""
    start = body.index("(", body.index(":parameters"))
    end = closing(body, start)
    return re.findall(r"\?[\w-]+", body[start:end]), body[end:]


def _part(body: str, keyword: str) -> str:
    at = body.find(keyword)
    if at < 0:
        return ""
    start = body.index("(", at)
    part = body[start : closing(body, start)]
    return "" if not part.strip("() \n\t") else part
