"""A model that stands before another one, as a cache, a limit or a recorder does."""

from __future__ import annotations

from dataclasses import dataclass

from clairify_cli.translate.models.base import Model


@dataclass(frozen=True)
class Wrapper:
    """Known by the name of the model behind it; what `complete` adds is the subclass's."""

    model: Model

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def deterministic(self) -> bool:
        return self.model.deterministic

    @property
    def cache_id(self) -> str | None:
        return self.model.cache_id
