"""The errors of services for invalid requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clairify_cli.diagnostics.model import Diagnostic, Source


class RequestError(ValueError):
    """An invalid request, or one that names something missing; the message is one sentence for the user."""


class FaultyError(Exception):
    """The given texts have errors: the texts, and their findings."""

    def __init__(self, given: Iterable[Source], findings: Iterable[Diagnostic]) -> None:
        super().__init__("what is given has errors")
        self.given = tuple(given)
        self.findings = tuple(findings)
