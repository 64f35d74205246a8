"""Documents held to the schemas of the project, each of which is read once."""

from __future__ import annotations

import importlib
import json
from functools import cache
from typing import Any

from clairify_cli.files import data_text

jsonschema: Any = importlib.import_module("jsonschema")  # it has no type information


@cache
def schema(name: str) -> Any:
    """The validator of `schemas/NAME.schema.json`, which `test_schemas.py` finds to be a schema."""
    return jsonschema.Draft202012Validator(json.loads(data_text("schemas", f"{name}.schema.json")))


def fits(document: object, name: str) -> None:
    """Nothing where a document is as a schema says, and a `ValidationError` of jsonschema where it is not."""
    schema(name).validate(document)
