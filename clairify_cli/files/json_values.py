"""Convert dataclasses to JSON: machine-readable output is declared as dataclasses, which also give its schema."""

from __future__ import annotations

import dataclasses
import enum
import json
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def json_text(document: DataclassInstance) -> str:
    """Return a document as JSON text: indented, in ASCII, with a final line feed."""
    return json.dumps(json_object(document), indent=2) + "\n"


def json_object(document: DataclassInstance) -> dict[str, object]:
    """Return the fields of a dataclass as JSON values, by name."""
    return {name: _value(getattr(document, name)) for name in _names(type(document))}


def _value(value: object) -> object:
    """Convert dataclasses to objects, enums to their values, tuples to lists; keep anything else."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return json_object(value)
    if isinstance(value, enum.Enum):
        return value.value
    return [_value(one) for one in value] if isinstance(value, tuple) else value


@cache
def _names(kind: type[DataclassInstance]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))
