"""What of `clairify replan` is for the repair of a plan alone, and what is for games alone."""

from __future__ import annotations

from collections.abc import Iterable

import click

from clairify_cli.services.errors import RequestError

ONLY_GAMES = (
    "world_domain",
    "world_description",
    "games_dir",
    "policy",
    "games",
    "size",
    "terse",
    "runs",
    "learn",
    "reuse",
    "jobs",
    "resume",
)
"""The options that mean nothing without `--world`."""

ONLY_REPAIR = (
    "executed",
    "failed",
    "observe",
    "forbid",
    "retry",
    "strategy",
    "stable",
    "lexicon",
    "optimal",
    "rounds",
    "feedback",
    "no_fidelity",
    "feed_warnings",
    "trace",
)
"""The options that mean nothing with `--world`."""


def refuse_given(ctx: click.Context, names: Iterable[str], why: str) -> None:
    """Raise `RequestError` for the first of the options that is on the command line; settings are for all."""
    for name in names:
        if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise RequestError(f"--{name.replace('_', '-')} is for {why}")
