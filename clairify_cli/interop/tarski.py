"""Tasks as objects of tarski, and back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.interop.conversion import InteropError, Pddl, converted, given, need, written

if TYPE_CHECKING:
    from tarski.fstrips import BaseEffect, Problem

_LACKS = "EITHER DURATIVE TIMED_LITERALS OBJECT_FLUENTS PREFERENCES CONSTRAINTS PROCESSES"


def to_tarski(domain: str | Path, problem: str | Path) -> Problem:
    """Return a task as a `tarski.fstrips.Problem`; arguments and errors are as for `to_unified_planning`."""
    need("tarski", "tarski")
    from tarski.io.fstrips import FstripsReader

    def read(texts: Pddl) -> Problem:
        reader = FstripsReader(raise_on_error=True, case_insensitive=True, strict_with_requirements=False)
        reader.parse_domain_string(texts.domain)
        return reader.parse_instance_string(texts.problem)

    return converted("tarski", _LACKS, given(domain, problem), read, _write)


def from_tarski(problem: Problem) -> Pddl:
    """Return a problem of tarski as PDDL texts; raises what `from_unified_planning` raises."""
    need("tarski", "tarski")
    return written("tarski", problem, _write)


def _write(problem: Problem) -> Pddl:
    from tarski.io.fstrips import FstripsWriter
    from tarski.model import ExtensionalFunctionDefinition

    language = problem.language
    named = [*language.constants(), *language.predicates, *language.functions, *language.sorts]
    names = [str(getattr(one, "symbol", None) or one.name) for one in named if not getattr(one, "builtin", False)]
    for name in (*names, *problem.actions):
        if not re.fullmatch(r"[A-Za-z][\w-]*", name):
            raise InteropError(f"PDDL does not allow the name `{name}`")
    for symbol, value in problem.init.function_extensions.items():
        if not isinstance(value, ExtensionalFunctionDefinition):
            raise InteropError(f"PDDL has no functions that are defined by a procedure, such as `{symbol[0]}`")
    for action in problem.actions.values():
        _refuse_effects(action.effects, action.name)
    writer = FstripsWriter(problem)
    text = writer.print_domain()
    used = {one.symbol for one in language.constants() if re.search(rf"[\s(]{re.escape(one.symbol)}[\s)]", text)}
    constants = [one for one in language.constants() if one.symbol in used]
    # The type `number`, which tarski declares for itself, is none that a domain may declare.
    domain = re.sub(r"(?m)^\s*number - number$", "", writer.print_domain(constants), count=1)
    return Pddl(domain, writer.print_instance(constants))


def _refuse_effects(effects: list[BaseEffect], action: str) -> None:
    """Raise `InteropError` for an effect that has no form in PDDL, which the writer would take for another."""
    from tarski.fstrips import AddEffect, DelEffect, FunctionalEffect, IncreaseEffect, UniversalEffect

    for one in effects:
        if isinstance(one, UniversalEffect):
            _refuse_effects(one.effects, action)
        elif type(one) not in (AddEffect, DelEffect, FunctionalEffect, IncreaseEffect):
            raise InteropError(f"PDDL has no {type(one).__name__}, which the action `{action}` uses")
