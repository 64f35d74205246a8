"""Run an engine of unified-planning: `python engine_process.py ENGINE DOMAIN PROBLEM PLAN SECONDS OPTIMAL`.

A program of its own, which needs nothing of this package. The last line that it prints says how the engine ended, in
the words of unified-planning; the plan is written with the names of the PDDL, which unified-planning keeps.

Kairos reads more of PDDL than unified-planning does, and so reads the files itself.
"""

from __future__ import annotations

import sys
import warnings
from fractions import Fraction
from importlib import import_module
from pathlib import Path

_IDLE = 2.0
"""Seconds without a better plan after which kairos ends, unless the least cost is asked for."""

_IN_KAIROS = {
    "UNSOLVABLE": "UNSOLVABLE_PROVEN",
    "NO_PLAN_FOUND": "UNSOLVABLE_INCOMPLETELY",
    "OUT_OF_MEMORY": "MEMOUT",
    "GROUNDING_TOO_LARGE": "MEMOUT",
    "UNSUPPORTED": "UNSUPPORTED_PROBLEM",
    "INVALID_INPUT": "UNSUPPORTED_PROBLEM",
}


def main(engine: str, domain: str, problem: str, plan: str, seconds: str, optimal: str) -> int:
    """Solve the task and write the plan; the exit code is 0 whatever the outcome."""
    if engine == "kairos":
        return _kairos(domain, problem, plan, float(seconds), is_optimal=optimal == "optimal")
    warnings.simplefilter("ignore")
    from unified_planning.engines import OptimalityGuarantee
    from unified_planning.exceptions import UPNoRequestedEngineAvailableException
    from unified_planning.io import PDDLReader
    from unified_planning.model.problem_kind import FEATURES
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    get_environment().credits_stream = None
    wanted = {"optimality_guarantee": OptimalityGuarantee.SOLVED_OPTIMALLY} if optimal == "optimal" else {}
    if wanted and f"{engine}-opt" in get_environment().factory.engines:
        engine += "-opt"
    lacks = ""
    try:
        task = PDDLReader().parse_problem(domain, problem)
    except Exception as error:  # of all kinds, for PDDL that is right as well
        print(f"unread {_words(error)}")
        return 0
    try:
        with OneshotPlanner(name=engine, **wanted) as planner:
            missing = task.kind.features - planner.supported_kind().features
            if missing and missing <= set(FEATURES["QUALITY_METRICS"]) and not wanted:
                print("note the metric was left out, which this engine does not know")
                task.clear_quality_metrics()
            elif missing:
                # Some engines solve more than they say. What they find is validated, that they find nothing is not.
                lacks = " and ".join(sorted(missing)).lower().replace("_", " ")
                planner.skip_checks = True
            result = planner.solve(task, timeout=max(1.0, float(seconds) - 1.0))
    except UPNoRequestedEngineAvailableException:
        print(f"refused {_missing(engine)}")
        return 0
    except Exception as error:  # which engines raise of all kinds
        print(f"lacks {lacks}" if lacks else f"refused {_words(error)}")
        return 0
    if result.plan is not None:
        Path(plan).write_text(_text(result.plan), encoding="utf-8")
    # What an engine proves of a task that it does not know in full, it proves of another; and the search of ENHSP for
    # the least cost takes it that no step makes a value better again.
    is_other = lacks or (engine.endswith("-opt") and "FINAL_VALUE" in task.kind.features)
    status = "SOLVED_SATISFICING" if is_other and result.plan is not None else result.status.name
    print(f"lacks {lacks}" if lacks and result.plan is None else f"status {status}")
    return 0


def _kairos(domain: str, problem: str, plan: str, seconds: float, *, is_optimal: bool) -> int:
    kairos = import_module("kairos")
    try:
        task = kairos.load_problem(problem, kairos.load_domain(domain))
    except kairos.PddlError as error:
        print(f"unread {_words(error)}")
        return 0
    options = kairos.SearchOptions()
    options.timeout, options.stop_after_no_improvement = max(1.0, seconds - 1.0), None if is_optimal else _IDLE
    found = kairos.Planner().solve(task, options)
    if found.plan is not None:
        lines = str(found.plan).splitlines(keepends=True)
        Path(plan).write_text("".join(one for one in lines if "@PlanEND" not in one), encoding="utf-8")
    if any("orchestrator.metric" in str(one) for one in found.diagnostics):
        print("note the metric does not guide the search")
    status = found.status.name
    is_least = status == "SOLVED" and found.stop_reason.name == "PROVEN_OPTIMAL"
    print(f"status {'SOLVED_OPTIMALLY' if is_least else _IN_KAIROS.get(status, status)}")
    return 0


def _missing(engine: str) -> str:
    try:
        import_module(f"up_{engine.replace('-', '_')}")
    except ImportError as error:
        if error.name and not error.name.startswith("up_"):
            return f"its package cannot be loaded: {_words(error)}"
    return f"unified-planning has no engine `{engine}` here"


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _text(plan: object) -> str:
    timed = getattr(plan, "timed_actions", None)
    if timed is None:
        return "".join(f"{_step(one)}\n" for one in getattr(plan, "actions"))  # noqa: B009 - its type is not known here
    lines = []
    for start, one, duration in sorted(timed, key=lambda each: each[0]):
        lasting = "" if duration is None else f" [{_number(duration)}]"
        lines.append(f"{_number(start)}: {_step(one)}{lasting}\n")
    return "".join(lines)


def _step(instance: object) -> str:
    parts = [instance.action.name, *map(str, instance.actual_parameters)]  # type: ignore[attr-defined]
    return f"({' '.join(parts)})"


def _number(value: Fraction) -> str:
    """A number with as many digits as validators tell apart; an end that touches a start must not fall before it."""
    return f"{float(value):.9f}".rstrip("0").rstrip(".")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
