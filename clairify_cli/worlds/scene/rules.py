"""The rules for scenes: first whether the text is a scene at all, then whether such a bench is possible.

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
