"""Estimate the requests and the cost of a run without sending anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.services.models import is_offline

if TYPE_CHECKING:
    from clairify_cli.batch.items import Source
    from clairify_cli.services.xdl.write import XdlRequest

_CHARACTERS_OF_A_TOKEN = 4
_REPLY_TOKENS = 800
"""Tokens of a typical program."""


def dry_run(request: XdlRequest, found: Sequence[Source]) -> tuple[str, ...]:
    """Describe texts, tokens, price and time, for one round and for the maximum number of rounds."""
    from clairify_cli.batch.items import items
    from clairify_cli.languages import get
    from clairify_cli.services.xdl.write import options_of
    from clairify_cli.translate.prompt import opening

    options, language = options_of(request), get("xdl")
    read = list(items(found, ".xdl", most_bytes=request.reading.max_size))
    texts = [item.text for item in read if item.problem is None]
    prompts = [opening(text, language, options) for text in texts]
    given = sum(len(one.system) + len(one.user) for one in prompts) // _CHARACTERS_OF_A_TOKEN
    left_out = f", and {len(read) - len(texts)} that cannot be read" if len(texts) < len(read) else ""
    wanted, rounds = request.settings.model, max(request.settings.loop.rounds, 1)
    told = [f"texts: {len(texts)}{left_out}"]
    if is_offline(wanted):
        return (*told, "the offline reader would read them: no tokens, no price")
    first = max(request.writing.candidates, 1)
    asked, back = given * first, _REPLY_TOKENS * len(texts) * first
    told.append(f"requests: {len(texts) * first} for first programs, at most {len(texts) * rounds}")
    told.append(
        f"tokens: about {asked:,} in and {back:,} out for first programs; each further round is as much and more"
    )
    price = _price(wanted.model or "", asked, back)
    told.append("price: not known" if price is None else f"price: about ${price:.4f} for first programs")
    if (per_minute := request.settings.budget.requests_per_minute) is not None:
        told.append(f"time: at least {max(len(texts) * first - 1, 0) // per_minute} min, by --requests-per-minute")
    return tuple(told)


def _price(model: str, tokens_in: int, tokens_out: int) -> float | None:
    """Return the price in dollars from litellm's installed price file, without loading litellm; None if unknown."""
    spec = find_spec("litellm")
    if spec is None or spec.origin is None:
        return None
    try:
        prices = json.loads((Path(spec.origin).parent / "model_prices_and_context_window_backup.json").read_bytes())
        known = prices.get(model) or prices.get(model.partition("/")[2]) or {}
        return float(known["input_cost_per_token"]) * tokens_in + float(known["output_cost_per_token"]) * tokens_out
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
