"""A model that wraps another one, such as a cache, a limit or a recorder."""

from __future__ import annotations

from clairify_cli.records import dataclass
from clairify_cli.translate.models.base import Model


@dataclass(frozen=True)
class Wrapper:
    """Has the name of the wrapped model; subclasses define `complete`."""

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
