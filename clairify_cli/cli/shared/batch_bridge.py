"""The parts of a request as the values that a batch takes."""

from __future__ import annotations

from clairify_cli.services.parts import Batch, ModelSettings, Tables


def batch_values(settings: ModelSettings, batch: Batch, tables: Tables) -> dict[str, object]:
    """What `run_batch` looks up."""
    model, budget, loop = settings.model, settings.budget, settings.loop
    return {
        "model": model.model,
        "api_base": model.api_base,
        "temperature": model.temperature,
        "seed": model.model_seed,
        "max_tokens": model.max_tokens,
        "record": model.record,
        "no_cache": model.no_cache,
        "max_cost": budget.max_cost,
        "requests_per_minute": budget.requests_per_minute,
        "tokens_per_minute": budget.tokens_per_minute,
        "timeout": settings.time.time_limit,
        "rounds": loop.rounds,
        "feedback": loop.feedback,
        "no_fidelity": loop.no_fidelity,
        "feed_warnings": loop.feed_warnings,
        "trace": loop.trace,
        "jobs": batch.jobs,
        "resume": batch.resume,
        "report": batch.report,
        "column": tables.column,
        "id_column": tables.id_column,
    }
