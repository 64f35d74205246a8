"""Refuse arguments of the Python interface that are not of their types, and say what was expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from numbers import Integral, Real
from os import PathLike
from typing import ParamSpec, TypeVar

from clairify_cli.records import is_dataclass
from clairify_cli.services.options import fields_of

P = ParamSpec("P")
R = TypeVar("R")

_PLAIN: dict[str, tuple[type | tuple[type, ...], str]] = {
    "str": (str, "a text"),
    "Path": (PathLike, "a path"),
    "bool": (bool, "True or False"),
    "int": (Integral, "a whole number"),
    "float": (Real, "a number"),
    "tuple[str, ...]": ((tuple, list), "a tuple of texts"),
    "None": (type(None), "None"),
}
"""Types as annotations write them, and in words; values of any other type are not looked at."""


def typed(function: Callable[P, R]) -> Callable[P, R]:
    """Return the function with a check of its arguments, which raises `TypeError`."""
    signature = inspect.signature(function)

    @wraps(function)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        for name, value in signature.bind(*given, **named).arguments.items():
            _refuse(name, value, signature.parameters[name].annotation)
        return function(*given, **named)

    return checked


def refuse_wrong(request: object) -> None:
    """Raise `TypeError` for a field of a request, or of one of its parts, that is not of its type."""
    kind = type(request)
    if not is_dataclass(kind):
        raise TypeError(f"a request such as XdlRequest(...) is expected, not {request!r:.60}")
    for field, _, part in fields_of(kind):
        name, value = f"{kind.__name__}.{field.name}", getattr(request, field.name)
        if part is None:
            _refuse(name, value, str(field.type))
        elif isinstance(value, part):
            refuse_wrong(value)
        else:
            raise TypeError(f"`{name}` is {part.__name__}(...), not {value!r:.60}")


def _refuse(name: str, value: object, annotation: str) -> None:
    known = [_PLAIN.get(one) for one in annotation.split(" | ")]
    wanted = [one for one in known if one is not None]
    if len(wanted) == len(known) and not isinstance(value, tuple(kind for kind, _ in wanted)):
        *rest, last = [words for _, words in wanted]
        expected = f"{', '.join(rest)} or {last}" if rest else last
        raise TypeError(f"`{name}` is {expected}, not {value!r:.60}")
