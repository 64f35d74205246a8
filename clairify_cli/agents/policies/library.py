"""Policies by name."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.policies.asking import Bounds
from clairify_cli.agents.policies.base import Policy
from clairify_cli.agents.policies.files.contract import Origin, Style
from clairify_cli.diagnostics.nearest import near_matches
from clairify_cli.planning.solvers.base import Solver
from clairify_cli.translate.models.base import Model, ModelOptions

MODEL_POLICIES = ("plangen", "pddlego", "pddlego+", "react", "react+pv", "sclplan")
"""Policies that ask a model."""

NAMES = ("explorer", *MODEL_POLICIES)
"""Every policy; the first is the one that needs nothing."""

WRITE_DOMAINS = ("pddlego", "pddlego+", "react+pv", "sclplan")
"""Policies that can start from a domain, and have one to keep if none was given."""

WRITE_GOALS = ("pddlego", "pddlego+")
"""Policies whose files have goals, so that their prompts are of a style."""

VERIFY = ("react+pv", "sclplan")
"""Policies that hold commands to the known facts."""


class PolicyError(Exception):
    """The requested policy is unavailable; the message is one sentence that says what to do."""


def policy(
    name: str,
    *,
    model: Model | None = None,
    domain: str | None = None,
    origin: Origin | None = None,
    style: Style | None = None,
    reads_state: bool = False,
    bounds: Bounds | None = None,
    options: ModelOptions | None = None,
    solver: str | Solver = "auto",
    accept_goal: bool = False,
    forbid: Sequence[str] = (),
    require: Sequence[str] = (),
) -> Policy:
    """A policy for one game.

    `domain` is PDDL to start from, so that only problems are written; `origin` says where the domain comes from
    otherwise. Both are for the policies that write one; `style` is that of prompts about goals, for those that write
    goals into their files, and with `reads_state` no model writes the known facts, for those that verify.
    `bounds` are tries, calls and the solver's limits, `options` the settings of the model, `solver` the solver or its
    name. With `accept_goal`, the explorer plays for a goal with errors, too, and it plans without the steps to
    `forbid`, and first those to `require`. Raises `PolicyError`, `StoryError` for what is no step, and `SolverError`
    where the solver is unavailable.
    """
    name = name.strip().lower()
    if name not in NAMES:
        near = near_matches(name, NAMES)[:3]
        hint = f"did you mean {' or '.join(f'`{one}`' for one in near)}?" if near else f"there are {', '.join(NAMES)}"
        raise PolicyError(f"no policy is called `{name[:60]}`; {hint}")
    for given, able, lacks in (
        (domain or origin, WRITE_DOMAINS, "reads no domain of yours"),
        (style, WRITE_GOALS, "has no prompts of several styles"),
        (reads_state, VERIFY, "keeps no state that could be read"),
    ):
        if given and name not in able:
            raise PolicyError(f"`{name}` {lacks}; those that do are {', '.join(able)}")
    if name == "explorer":
        from clairify_cli.agents.policies.explorer.policy import Explorer
        from clairify_cli.agents.repair.facts import step_words

        steps = ((step_words(one) for one in some) for some in (forbid, require))
        return Explorer(None, *map(tuple, steps), accept_goal=accept_goal)
    if model is None or model.name == "reader":
        what = "no model is named" if model is None else "the offline reader cannot play"
        way = "name one with --model, or take `explorer`, which needs none"
        raise PolicyError(f"`{name}` asks a model, and {what}: {way}")
    bounds, options = bounds or Bounds(), options or ModelOptions()
    if name in ("plangen", "react"):
        from clairify_cli.agents.policies.react import PlanGen, React

        return (PlanGen if name == "plangen" else React)(model, bounds, options)
    if isinstance(solver, str):
        from clairify_cli.planning.solvers.registry import get

        solver = get(solver)
    if name.startswith("pddlego"):
        from clairify_cli.agents.policies.pddlego import Pddlego

        repairs, style = name == "pddlego+", style or "simple"
        return Pddlego(
            model, bounds, options, solver=solver, domain=domain, origin=origin, style=style, repairs=repairs
        )
    from clairify_cli.agents.policies.react_pv import ReactPV
    from clairify_cli.agents.policies.sclplan import SclPlan

    verified = ReactPV if name == "react+pv" else SclPlan
    return verified(model, bounds, options, solver=solver, domain=domain, origin=origin, reads_state=reads_state)
