"""The offline reader's goals in standard planning domains, compared with the goals that a person wrote.

`benchmarks/goals` has a domain and a scene of each of 25 domains, with their usual names and no comments, and sets of
texts with their goals, written by somebody who had not seen the reader. Only domain and scene are given, no lexicon.
`--set` names a set; all have been worked on since their first score, so a score of unseen texts needs new ones:
`locked` 24 of 30 equivalent, 3 wrong with exit 0; `unseen-5` 34 of 60, 1 wrong; `unseen-6` 15 of 30, 1 wrong.

Two goals are equivalent if they hold in the same reachable states of the scene, which a planner decides: no plan leads
to one of them and not the other. A text may have several right goals, or `refused`: it names what does not exist. A
goal that is not equivalent is `told wrong` if an error says so or several readings are offered, and otherwise `wrong
with exit 0`, which must not happen. Right goals count only with exit code 0.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import yaml

from benchmarks.figures import share
from clairify_cli.api import formalise, solve
from clairify_cli.outcomes import Outcome

HERE = Path(__file__).parent / "goals"
REFUSED = "refused"
EMPTY = "(:goal (and))"
OUTCOMES = ("equivalent", "told wrong", "wrong with exit 0")
SECONDS = 120.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", default="open", choices=sorted(one.stem for one in HERE.glob("*.yaml")), dest="part")
    parser.add_argument("--show", action="store_true", help="print the goals that are not right (development)")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    for name, tasks in yaml.safe_load((HERE / f"{asked.part}.yaml").read_text(encoding="utf-8")).items():
        for task in tasks:
            goals = task["goal"] if isinstance(task["goal"], list) else [task["goal"]]
            outcome, told = score(name, task["text"], goals)
            counts[outcome] += 1
            if asked.show and outcome != OUTCOMES[0]:
                print(f"{name}: {task['text']}\n    {outcome}: {told}")
    total = counts.total()
    for outcome in OUTCOMES:
        print(f"{outcome:20} {counts[outcome]:3} of {total}")
        share(
            f"domain goals, {asked.part}: {outcome}",
            counts[outcome],
            total,
            better="more" if outcome == OUTCOMES[0] else "less",
        )


def score(name: str, text: str, goals: list[str]) -> tuple[str, str]:
    """The outcome of a text, and what was written and told."""
    domain, scene = (HERE / folder / f"{name}.pddl" for folder in ("domains", "scenes"))
    made = formalise(text, domain=domain, problem=scene, solver=None)
    good = made.outcome is Outcome.WRITTEN
    told = "\n    ".join([made.goal or "", *(f"{one.code} {one.message}" for one in made.diagnostics)])
    if not good:
        right = goals == [REFUSED]
        return OUTCOMES[0 if right else 1], told + "".join(f"\n    reading {goal}" for goal, _ in made.readings)
    if REFUSED not in goals and made.goal and any(equivalent(name, made.goal, f"(:goal {goal})") for goal in goals):
        return OUTCOMES[0], told
    return OUTCOMES[2], told


def equivalent(name: str, one: str, other: str) -> bool:
    """Whether two goals hold in the same reachable states of the scene."""
    first, second = (text.removeprefix("(:goal").strip().removesuffix(")") for text in (one, other))
    return first.split() == second.split() or not (reachable(name, first, second) or reachable(name, second, first))


def reachable(name: str, goal: str, without: str) -> bool:
    """Whether some reachable state of the scene satisfies a goal and not the other; unknown counts as yes."""
    domain = (HERE / "domains" / f"{name}.pddl").read_text(encoding="utf-8")
    scene = (HERE / "scenes" / f"{name}.pddl").read_text(encoding="utf-8")
    assert EMPTY in scene
    problem = scene.replace(EMPTY, f"(:goal (and {goal} (not {without})))")
    made = solve(domain, problem, seconds=SECONDS)
    return made.outcome is not Outcome.UNSOLVABLE


if __name__ == "__main__":
    main()
