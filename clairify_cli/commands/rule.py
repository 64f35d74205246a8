"""`clairify rule [CODE]`: the manual page of a rule, or the list of all."""

from __future__ import annotations

import click

from clairify_cli.commands.options import say


@click.command("rule")
@click.argument("code", required=False)
@click.option("--all", "everything", is_flag=True, help="Print the pages of all rules as Markdown (docs/rules.md).")
def command(code: str | None, everything: bool) -> int:
    """Show the manual page of a rule: what it finds, why it matters, an example, the fix.

    Without a CODE, list all rules.
    """
    from clairify_cli.diagnostics.render.rules import rule_page, rules_markdown
    from clairify_cli.rulebook import all_rules

    rules = all_rules()
    if everything:
        click.echo(rules_markdown(rules.values()), nl=False)
        return 0
    if code is None:
        for rule in rules.values():
            click.echo(f"{rule.code}  {rule.severity.value:7}  {rule.name:26}  {rule.title}")
        return 0
    wanted = code.strip()
    found = rules.get(wanted.upper()) or next((r for r in rules.values() if r.name == wanted.lower()), None)
    if found is None:
        from clairify_cli.diagnostics.nearest import nearest

        near = nearest(wanted.upper(), rules)
        say(f"clairify: there is no rule `{code}`" + (f"; did you mean `{near}`?" if near else ""))
        return 2
    click.echo(rule_page(found).rstrip("\n"))
    return 0
