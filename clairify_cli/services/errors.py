"""The errors of services for invalid requests."""


class RequestError(ValueError):
    """An invalid request, or one that names something missing; the message is one sentence for the user."""
