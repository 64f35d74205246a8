"""The rules about goals in English: what was not understood, what the domain cannot say, what can be read twice.

Their words and pages stand in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
