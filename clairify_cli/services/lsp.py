"""The request of `clairify lsp`: what the documents of an editor are checked against."""

from __future__ import annotations

from clairify_cli.languages.base import Target
from clairify_cli.records import dataclass
from clairify_cli.services.check.request import CheckRequest, Rules
from clairify_cli.services.parts import Laboratory


@dataclass(frozen=True, slots=True)
class LspRequest:
    """What documents are checked against, and which findings are shown."""

    laboratory: Laboratory = Laboratory()
    target: Target = "any"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    ignore_in: tuple[str, ...] = ()
    docs_url: str = ""

    @property
    def check(self) -> CheckRequest:
        """The equivalent request of `clairify check`."""
        rules = Rules(self.select, self.ignore, self.ignore_in)
        return CheckRequest(
            laboratory=self.laboratory, docs_url=self.docs_url, target=self.target, rules=rules, no_cache=True
        )
