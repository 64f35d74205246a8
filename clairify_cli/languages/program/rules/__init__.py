"""The rules of programs; their words and pages stand in the files next to this one."""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable(sorted(Path(__file__).parent.glob("*.txt")))
