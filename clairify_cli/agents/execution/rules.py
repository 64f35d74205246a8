"""Findings made before execution starts: RUN1xx about the program and its bench, RUN2xx about planning its execution.

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
