"""The schemas of documents that are declared as dataclasses, which `make schemas` writes."""

from __future__ import annotations

import runpy
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
SCHEMAS = runpy.run_path(str(ROOT / "docs" / "schemas.py"))["schemas"]()


def test_they_are_those_of_the_dataclasses() -> None:
    for name, text in SCHEMAS.items():
        assert text == (ROOT / "schemas" / name).read_text(encoding="utf-8"), f"{name}: run `make schemas`"


def test_they_are_schemas() -> None:
    import json

    for text in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
