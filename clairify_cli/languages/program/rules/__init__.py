"""The rules of programs; their messages and pages are in the files next to this one."""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable(sorted(Path(__file__).parent.glob("*.txt")))
