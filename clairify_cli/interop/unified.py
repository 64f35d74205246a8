"""Tasks as objects of unified-planning, and back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.interop.conversion import InteropError, Pddl, converted, given, need, written

if TYPE_CHECKING:
    from unified_planning.environment import Environment
    from unified_planning.model import Problem

_LIBRARY = "unified-planning"
_LACKS = "EITHER DERIVED OBJECT_FLUENTS PREFERENCES CONSTRAINTS"
_KEPT = """
ACTIONS_COST ACTION_BASED CONDITIONAL_EFFECTS CONTINUOUS_TIME DECREASE_CONTINUOUS_EFFECTS DECREASE_EFFECTS
DISJUNCTIVE_CONDITIONS DURATION_INEQUALITIES EQUALITIES EXISTENTIAL_CONDITIONS FINAL_VALUE FLAT_TYPING
FLUENTS_IN_ACTIONS_COST FLUENTS_IN_DURATIONS FLUENTS_IN_NUMERIC_ASSIGNMENTS FORALL_EFFECTS GENERAL_NUMERIC_PLANNING
HIERARCHICAL_TYPING INCREASE_CONTINUOUS_EFFECTS INCREASE_EFFECTS INT_FLUENTS INT_NUMBERS_IN_ACTIONS_COST
INT_TYPE_DURATIONS MAKESPAN NEGATIVE_CONDITIONS REAL_FLUENTS REAL_NUMBERS_IN_ACTIONS_COST REAL_TYPE_DURATIONS
SIMPLE_NUMERIC_PLANNING STATIC_FLUENTS_IN_ACTIONS_COST STATIC_FLUENTS_IN_DURATIONS
STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS TIMED_EFFECTS UNDEFINED_INITIAL_NUMERIC UNIVERSAL_CONDITIONS"""
"""What problems may use for their PDDL to mean the same, in unified-planning's words (`ProblemKind`)."""

_RESERVED = "and or not imply forall exists when increase decrease assign scale-up scale-down preference either number"


def to_unified_planning(domain: str | Path, problem: str | Path, *, environment: Environment | None = None) -> Problem:
    """Return a task as a `unified_planning.model.Problem`, in unified-planning's global environment or in another.

    Domain and problem are given as for `clairify_cli.api.formalise`; names are in lower case. Raises `ValueError` if
    they have errors, `InteropError` if unified-planning would not keep their meaning, `InteropMissingError` without it.
    """
    need(_LIBRARY, "unified_planning")
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    used = environment or get_environment()

    def read(texts: Pddl) -> Problem:
        unique, used.error_used_name = used.error_used_name, False  # PDDL has one name space for each kind of name
        try:
            return PDDLReader(used).parse_problem_string(*texts)
        finally:
            used.error_used_name = unique

    return converted(_LIBRARY, _LACKS, given(domain, problem), read, _write)


def from_unified_planning(problem: Problem) -> Pddl:
    """Return a problem of unified-planning as PDDL texts. Names that PDDL does not allow are replaced.

    Raises `InteropError` if the problem uses what PDDL or unified-planning's writer lacks, and `InteropMissingError`
    without unified-planning.
    """
    need(_LIBRARY, "unified_planning")
    if beyond := sorted(problem.kind.features - set(_KEPT.split())):
        raise InteropError(f"PDDL does not keep what this problem uses: {', '.join(beyond).lower().replace('_', ' ')}")
    return written(_LIBRARY, problem, _write)


def _write(problem: Problem) -> Pddl:
    from unified_planning.io import PDDLWriter

    if problem.quality_metrics and (idle := next((one for one in problem.actions if not one.effects), None)):
        raise InteropError(f"unified-planning writes no cost for `{idle.name}`, which has no effect")
    writer = PDDLWriter(problem)
    for named in (problem.user_types, problem.fluents, problem.actions, problem.all_objects):
        # The writer would rename what has a name of another kind or a word of some section.
        names = [one.name.lower() for one in named]
        for one, name in zip(named, names, strict=True):
            if re.fullmatch(r"[a-z][\w-]*", name) and name not in _RESERVED.split() and names.count(name) == 1:
                writer.otn_renamings[one] = name
                writer.nto_renamings[name] = one
    return Pddl(writer.get_domain(), writer.get_problem())
