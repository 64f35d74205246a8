"""The rules about goals in English: words that were not understood, that the domain cannot express, or that are
ambiguous.

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
