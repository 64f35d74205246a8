"""The rounds of a run and the history of its parameters, as the report has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from clairify_cli.agents.execution.history import Attempt, History
from clairify_cli.agents.execution.report_values import Json, number, parameters_of, value_of

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Round


def rounds_of(rounds: Sequence[Round]) -> list[Json]:
    """Every round: what was changed for it, its plan, and what came of it."""
    return [
        {
            "number": one.number,
            "kind": one.kind,
            "changes": [
                {"action": action, "name": change.name, "value": value_of(change.value), "why": change.why}
                for action, change in one.changes
            ],
            "plan": list(one.plan),
            "expected_score": number(one.expected),
            "succeeded": one.succeeded,
            "score": number(one.score),
            "simulated_s": number(one.seconds),
            "why": one.why,
            "kept": one.kept,
        }
        for one in rounds
    ]


def history_of(attempts: Sequence[Attempt]) -> list[Json]:
    """Each action with its attempts, their parameters, scores, successes and failures."""
    found = []
    for key, tried in History(list(attempts)).by_action().items():
        well = sum(one.succeeded for one in tried)
        found.append(
            {
                "name": key[0],
                "arguments": list(key[1:]),
                "successes": well,
                "failures": len(tried) - well,
                "attempts": [
                    {
                        "round": one.round,
                        "parameters": parameters_of(one.action.parameters),
                        "score": number(one.score),
                        "succeeded": one.succeeded,
                        "why": one.why,
                    }
                    for one in tried
                ],
            }
        )
    return found
