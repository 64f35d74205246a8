"""Errors of model requests. Each error is one sentence that says what to do.

An empty or a truncated reply is not among them: it is a reply, and the loop deals with it as a finding.
"""

from __future__ import annotations

from clairify_cli.files.addresses import without_secrets
from clairify_cli.outcomes import ExpectedError, Outcome


class ModelError(ExpectedError):
    """A model gave no reply. Its `str()` is one sentence for the user, without the secret parts of addresses."""

    exit_code = 3
    outcome = Outcome.MODEL_FAILED

    def __init__(self, message: str) -> None:
        super().__init__(without_secrets(message))


class ModelSetupError(ModelError):
    """The model cannot be used as it was named: a misspelled name, a missing extra, an unreadable file."""

    exit_code = 2


class ModelMissingError(ModelSetupError):
    """The library for the model is not installed, or must not run."""

    exit_code = 3


class KeyRejectedError(ModelError):
    """The provider did not accept the key, or there was none."""


class PassingError(ModelError):
    """An error that may be gone when the request is repeated.

    `retry_after` is the pause in seconds that the server asked for, or None.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class RateLimitedError(PassingError):
    """The provider wants fewer requests."""


class NoCreditError(ModelError):
    """The account has no credit left; retrying does not help."""


class BudgetSpentError(ModelError):
    """The budget is spent, so no request was made."""


class ModelTimeoutError(ModelError):
    """The time limit passed before the reply was complete."""


class ConnectionFailedError(PassingError):
    """The server could not be reached, or the connection broke."""


class ServerFailedError(PassingError):
    """The server answered with an error (5xx) or with something that is not a chat completion."""


class RequestRejectedError(ModelError):
    """The provider refused the request: an unknown model, a parameter it does not take, no permission."""


class ContextTooLongError(RequestRejectedError):
    """The prompt does not fit into the model's context."""


class ReplayExhaustedError(ModelError):
    """A replayed file has no answer left."""

    outcome = Outcome.NO_REPLY


class ModelStoppedError(ModelError):
    """The run was stopped while the model was working."""
