"""The rules for text world descriptions, in addition to those shared by all documents (RUN001, RUN003 to RUN009).

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])
