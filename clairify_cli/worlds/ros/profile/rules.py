"""The rules for robot profiles, in addition to those shared with scenes (RUN001, RUN003 to RUN009, RUN019).

Their messages and pages are in the text file of the same name.
"""

from pathlib import Path

from clairify_cli.diagnostics.wording import RuleTable

rules = RuleTable([Path(__file__).with_suffix(".txt")])

KEEP_IN = "keep_in: {low: [-0.3, -0.6, -0.05], high: [0.8, 0.6, 1.2]}"
"""An example: a box around the arm's base and a bench in front of it, in m."""
