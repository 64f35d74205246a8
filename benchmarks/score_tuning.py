"""The trials of `clairify study arm`, tuned by rule and planned anew, as figures to compare versions by.

`python -m benchmarks.score_tuning` (`--runs 2`, `-j 2`) prints the tables of the study.
"""

from __future__ import annotations

import argparse

from benchmarks.figures import figure, share
from clairify_cli.services.parts import Batch
from clairify_cli.services.study import trials
from clairify_cli.services.study.tables import StudyRequest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=1, help="how often each task is done")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="trials at the same time")
    asked = parser.parse_args()
    groups = ("one object", "clear the table")
    request = StudyRequest("arm", groups, runs=asked.runs, batch=Batch(jobs=asked.jobs))
    made = trials.study(request, lambda one: print(one.words, flush=True), print)
    done = [one for one in made if isinstance(one, trials.Tried)]
    print(trials.as_markdown(done))
    share("arm, trials: as it should be", sum(one.succeeded for one in done), len(done))
    figure("arm, trials: score", sum(one.score for one in done) / len(done), n=len(done))


if __name__ == "__main__":
    main()
