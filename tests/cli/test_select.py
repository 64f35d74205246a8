"""Choosing rules never makes a file that is not XML look clean."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_tables import stored

from clairify_cli.app import run


@pytest.mark.parametrize(("arguments", "code"), stored(__file__, "broken_xml_counts_unless_its_rules_are_named"))
def test_broken_xml_counts_unless_its_rules_are_named(arguments: list[str], code: int, tmp_path: Path) -> None:
    file = tmp_path / "cut.xdl"
    file.write_text("<XDL><Synthesis><Hardware/><Reagents/>", encoding="utf-8")
    assert run(["check", *arguments, "--format", "concise", str(file)]) == code
