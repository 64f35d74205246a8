"""Tasks as a person says them who sees the scene: done, refused with an error, or done otherwise without a word.

`python -m benchmarks.score_said` (`--scenes blocks`, `--set said-2`) reads the texts of `goals/said.yaml` offline, as
`clairify program` does, plans them, and looks at the state at the end. Right is what one of the formulas there asks
for, with nothing else moved, or an error where the text asks for what cannot be there. `WRONG` is any other state that
is reached without an error. The bars: 36 of 40 right, none wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from benchmarks.figures import figure, share
from clairify_cli.agents.formalise.assemble import assembled
from clairify_cli.agents.formalise.given import Given, Write, read_domain, read_problem
from clairify_cli.agents.formalise.planner import Planner
from clairify_cli.agents.formalise.run import formalise
from clairify_cli.agents.programs.write_scene import problem_of_scene, words_of_scene
from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.meaning import WorldState, holds, initial_state
from clairify_cli.languages.pddl.plan_reader import read_plan
from clairify_cli.languages.pddl.reader import read as read_pddl
from clairify_cli.languages.pddl.task import Task, task_of
from clairify_cli.planning.solvers.base import Limits
from clairify_cli.planning.solvers.registry import get
from clairify_cli.planning.validate.simulate import validate
from clairify_cli.reader.goals import lexicon_beside, load_lexicon
from clairify_cli.translate.models.offline import GoalModel
from clairify_cli.worlds.scene.reader import read_scene

ROOT = Path(__file__).parents[1]
RIGHT = 36
PLACES = ("at", "in", "on")
_MOST_BYTES = 1_000_000


def given_of(name: str) -> Given:
    """A scene of `examples/scenes`, or a problem of the domain `household`."""
    path = ROOT / "examples" / "scenes" / f"{name}.yaml"
    if path.exists():
        scene, _ = read_scene(Source(path.read_text(encoding="utf-8"), str(path)), path.parent)
        assert scene is not None
        return Given(*problem_of_scene(scene), words_of_scene(scene))
    domain = read_domain("household", most_bytes=_MOST_BYTES)
    problem = read_problem(name, domain, most_bytes=_MOST_BYTES)
    beside = lexicon_beside(Path(domain.name))
    return Given(domain, problem, load_lexicon(beside) if beside is not None else None)


def ended(text: str, given: Given) -> tuple[Task, WorldState] | str:
    """The state that the plan for a text leads to, or why there is none."""
    assert given.domain is not None and given.problem is not None
    reader = GoalModel(read_pddl(given.domain)[0], read_pddl(given.problem)[0], given.lexicon)
    made = formalise(text, given, Write.GOAL, reader, planner=Planner(get("auto"), Limits(60.0, 2048)))
    if made.plan is None or made.whole is None or not made.outcome.is_good:
        return "; ".join(one.message for one in made.diagnostics if one.is_error) or made.outcome.value
    task = task_of(made.whole.domain, made.whole.problem)
    assert task is not None
    plan = Source(made.plan)
    return task, validate(task, read_plan(plan)[0], plan).state


def is_right(one: Mapping[str, Any], given: Given, task: Task, state: WorldState) -> bool:
    """Whether a formula of the case holds, and what it does not name is where it was."""
    first = initial_state(task)
    movable = {atom[1] for atom in first.atoms | state.atoms if len(atom) == 3 and atom[0] in PLACES}
    for formula in one.get("goal", ()):
        whole = assembled(Source(f"(:goal {formula})", "<goal>"), given, Write.GOAL)
        assert whole is not None
        asked = task_of(whole.domain, whole.problem)
        assert asked is not None and asked.goal is not None
        named = set(re.findall(r"[\w-]+", formula)) | set(one.get("may", ()))
        moved = {name for name in movable if places(first, name) != places(state, name)}
        counts = Counter(atom[2] for atom in state.atoms if atom[0] == "in")
        counted = one.get("count")
        reached = all(counts[name] == n for name, n in counted.items()) if counted else None
        if (holds(asked.goal, {}, state, asked) if reached is None else reached) and moved <= named:
            return True
    return False


def places(state: WorldState, name: str) -> set[tuple[str, ...]]:
    return {atom for atom in state.atoms if len(atom) == 3 and atom[0] in PLACES and atom[1] == name}


def main() -> int:
    """A line for each text on stdout; 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", nargs="*", default=["table-clearing", "blocks", "kitchen"])
    parser.add_argument("--set", default="said", choices=["said", "said-2", "said-3", "said-4", "said-5"])
    asked = parser.parse_args()
    listed = yaml.safe_load((ROOT / "benchmarks" / "goals" / f"{asked.set}.yaml").read_text(encoding="utf-8"))
    came: Counter[str] = Counter()
    for name in asked.scenes:
        given = given_of(name)
        for one in listed.get(name, ()):
            end = ended(one["text"], given)
            if isinstance(end, str):
                found = "right" if one.get("refused", "goal" not in one) else "refused"
                why = end
            else:
                found, why = ("right" if is_right(one, given, *end) else "WRONG"), ""
            came[found] += 1
            print(f"{found:8} {name}: {one['text']}  {why}", flush=True)
    count = sum(came.values())
    print(f"{came['right']} of {count} right, {came['refused']} refused, {came['WRONG']} wrong without an error")
    share(f"{asked.set}: right", came["right"], count)
    figure(f"{asked.set}: wrong without an error", came["WRONG"], n=count, better="less")
    return 0 if came["right"] >= RIGHT * count / 40 and not came["WRONG"] else 1


if __name__ == "__main__":
    sys.exit(main())
