"""`clairify rule [CODE]`: the manual page of a rule, or the list of all."""

from __future__ import annotations

import json

from clairify_cli.cli.shared.adapter import command_of
from clairify_cli.cli.shared.output import print_out
from clairify_cli.services.rule import RuleRequest, RuleResult, rule


def run(request: RuleRequest) -> int:
    """Print the requested rules."""
    found = rule(request)
    print_out(_json(found) if request.format == "json" else _text(found), rendered=True)
    return 0


def _text(found: RuleResult) -> str:
    from clairify_cli.diagnostics.render.rules import rule_page

    if not found.listed:
        return "\n".join(rule_page(one).rstrip("\n") + "\n" for one in found.rules)
    longest = max(len(one.name) for one in found.rules)
    return "".join(f"{one.code}  {one.severity.value:7}  {one.name:{longest}}  {one.title}\n" for one in found.rules)


def _json(found: RuleResult) -> str:
    pages = [
        {"code": one.code, "name": one.name, "severity": one.severity.value, "title": one.title, "page": one.page}
        for one in found.rules
    ]
    return json.dumps({"version": 1, "rules": pages}, indent=2) + "\n"


command = command_of("rule", RuleRequest, run)
