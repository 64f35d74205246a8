"""Findings about files that a model writes while it plays: whether they fit the world and the known facts.

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
