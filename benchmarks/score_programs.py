"""Ten household tasks in the style of ProgPrompt, as programs with assertions and without, while the world interferes.

`python -m benchmarks.score_programs` (`--seeds 10`, `--tasks apple-away ...`, `--json FILE`) does the household tasks
of `clairify study arm`, whose programs are written by rule, and by a model, whose replies are recorded in
`benchmarks/programs` (`NAME.replay.jsonl`; written by hand in the manner of models, with the slips that the loop has to
repair). The model's first program runs next to the one after feedback. Comments change nothing in a program that is
run, so the recordings have no row without them: `clairify study arm household --model NAME` asks a model for both.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

from benchmarks.figures import figure
from clairify_cli.agents.programs.write_model import write_with_model
from clairify_cli.services.study import household, trials
from clairify_cli.translate.models.record import ReplayModel

FOLDER = Path(__file__).parent / "programs"


def recorded(task: household.Task) -> dict[str, str]:
    """The programs of the recorded replies to a task: the first, and the one after feedback."""
    loop, _ = write_with_model(task.text, task.given, ReplayModel(FOLDER / f"{task.name}.replay.jsonl"))
    return household.before_and_after(loop, "model")


def main(arguments: Sequence[str] | None = None) -> None:
    """Score the tasks and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--tasks", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    done: list[household.Ran] = []
    for task in household.tasks():
        if not given.tasks or task.name in given.tasks:
            some = household.ran(task, recorded(task), given.seeds)
            done += some
            print(f"{task.name}: {sum(one.succeeded for one in some)} of {len(some)} runs reached the goal", flush=True)
    print(trials.as_markdown(done))
    for name in dict.fromkeys(one.names[0] for one in done):
        of = [one for one in done if one.names[0] == name]
        figure(f"programs: {name}: success", 100 * fmean(one.succeeded for one in of), "%", n=len(of))
        figure(f"programs: {name}: recall", 100 * fmean(one.goal_recall for one in of), "%", n=len(of))
        figure(f"programs: {name}: executability", 100 * fmean(one.executability for one in of), "%", n=len(of))
    if given.json is not None:
        given.json.write_text(json.dumps([asdict(one) for one in done], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
