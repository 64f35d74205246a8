"""What a service raises when it is asked for something that makes no sense."""


class RequestError(ValueError):
    """A request that makes no sense, or that names what is not there; the message is one sentence for the user."""
