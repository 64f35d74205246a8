"""`clairify rule [CODE]`: the manual page of a rule, or the list of all."""

from __future__ import annotations

import click

from clairify_cli.commands.complete import complete_codes
from clairify_cli.commands.output import hand_out


@click.command("rule")
@click.argument("code", required=False, shell_complete=complete_codes)
@click.option("--all", "everything", is_flag=True, help="Print the pages of all rules as Markdown (docs/rules.md).")
@click.pass_context
def command(ctx: click.Context, code: str | None, everything: bool) -> int:
    """Show the manual page of a rule: what it finds, why it matters, an example, the fix.

    CODE is a code such as XDL301, or the rule's name. Without it all rules are listed, with the beginning of a code
    (XDL3) those of a group.
    """
    from clairify_cli.diagnostics.render.rules import rule_page, rules_markdown
    from clairify_cli.rulebook import all_rules

    rules = all_rules()
    if everything:
        hand_out(rules_markdown(rules.values()))
        return 0
    wanted = (code or "").strip()
    found = rules.get(wanted.upper()) or next((r for r in rules.values() if r.name == wanted.lower()), None)
    group = [rule for rule in rules.values() if rule.code.startswith(wanted.upper())]
    if found is None and group:
        longest = max(len(rule.name) for rule in group)
        hand_out("".join(f"{r.code}  {r.severity.value:7}  {r.name:{longest}}  {r.title}\n" for r in group))
        return 0
    if found is None:
        from clairify_cli.diagnostics.nearest import nearest

        near = nearest(wanted.upper(), rules) or nearest(wanted.lower(), (rule.name for rule in rules.values()))
        meant = f"; did you mean `{near}`?" if near else "; `clairify rule` lists them all"
        raise click.UsageError(f"there is no rule `{code}`{meant}", ctx)
    hand_out(rule_page(found).rstrip("\n") + "\n")
    return 0
