"""Which model is asked, what it may cost, and how the loop of writing and checking goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from clairify_cli.services.options import Does, Offer, Option, Panel, writes


@dataclass(frozen=True, slots=True)
class Model:
    """Which model is asked, and how."""

    model: Annotated[
        str | None,
        Option(
            "reader (default: offline, by rule), replay:FILE, or any model of litellm, such as openai/gpt-4o.",
            Panel.MODEL,
            does=Does.ASKS,
            short="-m",
            metavar="NAME",
            env="CLAIRIFY_MODEL",
            offer=Offer.MODELS,
        ),
    ] = None
    api_base: Annotated[
        str | None,
        Option(
            "Address of a local or other server.",
            Panel.MODEL,
            does=Does.SENDS,
            metavar="URL",
            env="CLAIRIFY_API_BASE",
        ),
    ] = None
    temperature: Annotated[float | None, Option("Temperature of the model.", Panel.MODEL)] = None
    model_seed: Annotated[int | None, Option("Seed of the model.", Panel.MODEL, was="--seed")] = None
    max_tokens: Annotated[int | None, Option("Most tokens of a reply.", Panel.MODEL)] = None
    record: Annotated[
        str | None,
        writes("Append every reply to FILE, for --model replay:FILE.", Panel.MODEL),
    ] = None
    no_cache: Annotated[bool, Option("Ask again for replies that are in the cache.", Panel.MODEL)] = False


@dataclass(frozen=True, slots=True)
class Budget:
    """What a model may cost, and how often it may be asked."""

    max_cost: Annotated[
        float | None,
        Option("Budget of the run, for all inputs together.", Panel.MODEL, metavar="DOLLARS"),
    ] = None
    requests_per_minute: Annotated[
        int | None, Option("Most requests to a model in 60 seconds.", Panel.MODEL, metavar="N", at_least=1)
    ] = None
    tokens_per_minute: Annotated[
        int | None, Option("Most tokens of a model in 60 seconds.", Panel.MODEL, metavar="N", at_least=1)
    ] = None


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """How long one input may take."""

    time_limit: Annotated[
        float | None,
        Option("Time limit for an input.", Panel.INPUT, was="--timeout", metavar="SECONDS", shows_default=True),
    ] = None


@dataclass(frozen=True, slots=True)
class Loop:
    """How the loop of writing and checking goes."""

    rounds: Annotated[
        int, Option("Most rounds of writing and checking, for an input.", Panel.MODEL, shows_default=True)
    ] = 10
    feedback: Annotated[
        Literal["naive", "last-errors", "all-errors", "previous+errors"],
        Option("What the model is told of a program with errors.", Panel.MODEL, shows_default=True),
    ] = "previous+errors"
    no_fidelity: Annotated[
        bool, Option("Do not check the result against its text: take anything that is valid.", Panel.MODEL)
    ] = False
    feed_warnings: Annotated[bool, Option("Tell the model of warnings too.", Panel.MODEL)] = False
    trace: Annotated[
        str | None,
        writes("Append every round to FILE, as JSON lines.", Panel.MODEL),
    ] = None


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Everything about a model that writes programs."""

    model: Model = Model()
    budget: Budget = Budget()
    loop: Loop = Loop()
    time: TimeLimit = TimeLimit(600.0)
