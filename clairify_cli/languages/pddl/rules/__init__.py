"""The rules of PDDL and of plan texts; their messages and pages are in the files next to this one."""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

_HERE = Path(__file__).parent

rules = RuleTable(sorted({*_HERE.glob("*.txt")} - {_HERE / "plan_text.txt"}))
plan_rules = RuleTable([_HERE / "plan_text.txt"])

BEYOND = frozenset(("PDL501", "PDL502", "PDL503", "PDL506"))
"""Features that Fast Downward and pyperplan lack but others have."""

REFUSED = BEYOND | {"PDL115", "PDL119", "PDL128", "PDL504"}
"""Features that Fast Downward and pyperplan reject or read differently: errors if one of them is the target."""
