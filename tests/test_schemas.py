"""The schemas of documents that are declared as dataclasses, which `make schemas` writes."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
DOCUMENTS = runpy.run_path(str(ROOT / "docs" / "documents.py"))["texts"]()
SCHEMAS = runpy.run_path(str(ROOT / "docs" / "schemas.py"))["schemas"]()


def test_they_are_those_of_the_dataclasses() -> None:
    for name, text in SCHEMAS.items():
        assert text == (ROOT / "schemas" / name).read_text(encoding="utf-8"), f"{name}: run `make schemas`"


def test_the_reference_and_the_schemas_of_files_in_yaml_are_those_of_their_declarations() -> None:
    for path, text in DOCUMENTS.items():
        assert text == path.read_text(encoding="utf-8"), f"{path.name}: run `make docs schemas`"


def test_they_are_schemas() -> None:
    for text in [*SCHEMAS.values(), *(text for path, text in DOCUMENTS.items() if path.suffix == ".json")]:
        jsonschema.Draft202012Validator.check_schema(json.loads(text))


def test_findings_have_the_shape_of_the_report() -> None:
    """The schema of `check --format json` is written by hand; it says more, of the same fields."""
    by_hand = json.loads((ROOT / "schemas" / "diagnostics.schema.json").read_text(encoding="utf-8"))["$defs"]
    made = json.loads(SCHEMAS["plan-result.schema.json"])["$defs"]
    for name, one in (("Finding", "diagnostic"), ("Repair", "fix"), ("Position", "position")):
        assert made[name]["required"] == by_hand[one]["required"]
