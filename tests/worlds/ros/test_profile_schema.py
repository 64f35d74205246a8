"""`schemas/robot-profile.schema.json` takes what the reader takes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped, unused-ignore]
import pytest
import yaml
from case_tables import stored

from clairify_cli.diagnostics.model import Source
from clairify_cli.worlds.ros.profile.text import read_profile, shipped

ROOT = Path(__file__).parents[3]
SCHEMA: dict[str, Any] = json.loads((ROOT / "schemas" / "robot-profile.schema.json").read_text(encoding="utf-8"))
VALID: Any = jsonschema.Draft202012Validator(SCHEMA)
SHOWN = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "robot.md").read_text(encoding="utf-8"), re.DOTALL)
TEXTS = [*((ROOT / "robots" / f"{name}.yaml").read_text(encoding="utf-8") for name in shipped()), *SHOWN]


class Loader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `off` and `on` are words."""


Loader.yaml_implicit_resolvers = {
    first: [one for one in known if one[0] != "tag:yaml.org,2002:bool" or first not in "oO"]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load(text: str) -> Any:
    return yaml.load(text, Loader)


@pytest.mark.parametrize("text", TEXTS)
def test_good_profiles_are_good(text: str) -> None:
    VALID.validate(load(text))


@pytest.mark.parametrize(
    "text",
    stored(__file__, "what_the_reader_refuses_is_refused"),
)
def test_what_the_reader_refuses_is_refused(text: str) -> None:
    assert read_profile(Source(text, "bad.yaml"))[0] is None
    with pytest.raises(jsonschema.ValidationError):
        VALID.validate(load(text))
