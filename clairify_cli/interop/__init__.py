"""Planning tasks as objects of unified-planning and tarski, and back.

>>> from clairify_cli.interop import from_unified_planning, to_unified_planning
>>> problem = to_unified_planning("blocks", "three")
>>> sorted(action.name for action in problem.actions)
['pick-up', 'put-down', 'stack', 'unstack']
>>> from clairify_cli.api import check
>>> check(from_unified_planning(problem).domain, "pddl")
[]

The libraries read and write PDDL. A task is converted only if what the library would write again means the same in
every part: otherwise an error names the part, or the feature that the library lacks.
"""

from __future__ import annotations

from clairify_cli.interop.conversion import InteropError, InteropMissingError, Pddl
from clairify_cli.interop.tarski import from_tarski, to_tarski
from clairify_cli.interop.unified import from_unified_planning, to_unified_planning

__all__ = [
    "InteropError",
    "InteropMissingError",
    "Pddl",
    "from_tarski",
    "from_unified_planning",
    "to_tarski",
    "to_unified_planning",
]
