"""Dataclasses as JSON: what a command prints for machines is declared as one, and its schema is made from that."""

from __future__ import annotations

import dataclasses
import enum
import json
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def json_text(document: DataclassInstance) -> str:
    """A document as it is printed: indented, in ASCII, with a line ending."""
    return json.dumps(json_object(document), indent=2) + "\n"


def json_object(document: DataclassInstance) -> dict[str, object]:
    """The fields of a dataclass as values of JSON, by name."""
    return {name: _value(getattr(document, name)) for name in _names(type(document))}


def _value(value: object) -> object:
    """Dataclasses as objects, enums as their values, tuples as lists; anything else stays as it is."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return json_object(value)
    if isinstance(value, enum.Enum):
        return value.value
    return [_value(one) for one in value] if isinstance(value, tuple) else value


@cache
def _names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))
