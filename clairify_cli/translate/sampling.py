"""The model's sampling settings for each round, unchanged as long as it produces something new."""

from __future__ import annotations

from clairify_cli.translate.models.base import ModelOptions, Reply
from clairify_cli.translate.options import LoopOptions

_TEMPERATURE_STEP = 0.3
_HIGHEST_TEMPERATURE = 1.0
_USUAL_TOKENS = 4096
"""The limit to double from if neither the user nor the provider gives one."""


class Sampling:
    """The temperature, seed and token limit, adapted to the replies so far.

    The temperature is 0 by default. After a repeated candidate, it rises by 0.3 up to 1 (or stays, if it was higher)
    and the seed changes; after a new candidate both go back. After a truncated reply the token limit doubles.
    """

    def __init__(self, options: LoopOptions) -> None:
        self._options = options
        self._max_tokens = options.max_tokens
        self._repeats = 0
        self._times_asked: dict[str, int] = {}

    def options_for(self, prompt_hash: str) -> ModelOptions:
        """Return the settings for a prompt; sending the same prompt again changes at least the seed."""
        attempt = self._repeats + self._times_asked.get(prompt_hash, 0)
        self._times_asked[prompt_hash] = self._times_asked.get(prompt_hash, 0) + 1
        seed = self._options.seed
        return ModelOptions(
            temperature=self._temperature(),
            seed=None if seed is None else seed + attempt,
            max_tokens=self._max_tokens,
            attempt=attempt,
        )

    def _temperature(self) -> float:
        asked = self._options.temperature or 0.0
        if not self._repeats:
            return asked
        return max(asked, min(asked + _TEMPERATURE_STEP * self._repeats, _HIGHEST_TEMPERATURE))

    def learn(self, *, repeated: bool, cut_off: bool, reply: Reply) -> None:
        """Take a reply into account."""
        self._repeats = self._repeats + 1 if repeated else 0
        if cut_off:
            before = self._max_tokens or reply.output_tokens or _USUAL_TOKENS
            self._max_tokens = max(before, min(2 * before, self._options.most_tokens))
