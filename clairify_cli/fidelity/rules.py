"""The rules that compare a program or a goal with its source text.

Their messages and pages are in `rules.txt` here; those about the location of material in `flow`, about goals in
`goals`.
"""

from __future__ import annotations

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).parent / part / "rules.txt" for part in ("", "flow", "goals")])
