"""The rules of all documents: whether a text is YAML, and whether its values have the form that is expected.

Their words and pages stand in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
