"""The manual pages of the rules: one, or the list of a group."""

from __future__ import annotations

from clairify_cli.diagnostics.registry import AnyRule
from clairify_cli.records import dataclass
from clairify_cli.services.errors import RequestError
from clairify_cli.services.parts import Format


@dataclass(frozen=True, slots=True)
class RuleRequest:
    """Which rules, and how they are shown."""

    code: str | None = None
    format: Format = "text"


@dataclass(frozen=True, slots=True)
class RuleResult:
    """The rules found, in order of code. `listed` means that a group was requested, not a single rule."""

    rules: tuple[AnyRule, ...]
    listed: bool


def rule(request: RuleRequest) -> RuleResult:
    """Return the rules that a request names. Raises `RequestError` if there are none."""
    from clairify_cli.languages.plugins import load_rules_of
    from clairify_cli.rulebook import all_rules

    wanted = (request.code or "").strip()
    load_rules_of(wanted)
    rules = all_rules()
    known = rules.get(wanted.upper())
    found = [known] if known is not None else [one for one in rules.values() if one.name == wanted.lower()]
    if found:
        return RuleResult(tuple(found), listed=False)
    group = tuple(one for one in rules.values() if one.code.startswith(wanted.upper()))
    if group:
        return RuleResult(group, listed=True)
    raise RequestError(_unknown(wanted, rules))


def _unknown(wanted: str, rules: dict[str, AnyRule]) -> str:
    from clairify_cli.diagnostics.nearest import listing, nearest

    names = (one.name for one in rules.values())
    numbered = [code for code in rules if wanted.isdigit() and code.endswith(wanted)]
    near = numbered or [one for one in (nearest(wanted.upper(), rules) or nearest(wanted.lower(), names),) if one]
    meant = f"; did you mean {listing(near)}?" if near else "; `clairify rule` lists them all"
    return f"there is no rule `{wanted}`{meant}"
