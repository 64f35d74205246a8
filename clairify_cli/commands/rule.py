"""`clairify rule [CODE]`: the manual page of a rule, or the list of all."""

from __future__ import annotations

import click

from clairify_cli.commands import declare
from clairify_cli.commands.complete import complete_codes
from clairify_cli.commands.output import hand_out
from clairify_cli.services.errors import RequestError


@click.command("rule")
@click.argument("code", required=False, shell_complete=complete_codes)
@declare.plain("--all", "everything", is_flag=True, help="Print the pages of all rules as Markdown (docs/rules.md).")
@click.pass_context
def command(ctx: click.Context, code: str | None, everything: bool) -> int:
    """Show the manual page of a rule: what it finds, why it matters, an example, the fix.

    CODE is a code such as XDL301, or the name of a rule or of several. Without it all rules are listed, with the
    beginning of a code (XDL3) those of a group.
    """
    from clairify_cli.diagnostics.render.rules import rule_page, rules_markdown
    from clairify_cli.rulebook import all_rules

    rules = all_rules()
    if everything:
        hand_out(rules_markdown(rules.values()))
        return 0
    wanted = (code or "").strip()
    known = rules.get(wanted.upper())
    found = [known] if known is not None else [rule for rule in rules.values() if rule.name == wanted.lower()]
    group = [rule for rule in rules.values() if rule.code.startswith(wanted.upper())]
    if not found and group:
        longest = max(len(rule.name) for rule in group)
        hand_out("".join(f"{r.code}  {r.severity.value:7}  {r.name:{longest}}  {r.title}\n" for r in group))
        return 0
    if not found:
        from clairify_cli.diagnostics.nearest import listing, nearest

        names = (rule.name for rule in rules.values())
        numbered = [code for code in rules if wanted.isdigit() and code.endswith(wanted)]
        near = numbered or [one for one in (nearest(wanted.upper(), rules) or nearest(wanted.lower(), names),) if one]
        meant = f"; did you mean {listing(near)}?" if near else "; `clairify rule` lists them all"
        raise RequestError(f"there is no rule `{code}`{meant}")
    hand_out("\n".join(rule_page(one).rstrip("\n") + "\n" for one in found))
    return 0
