"""Select findings by rule code: `--select XDL3 --ignore XDL301`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from clairify_cli.diagnostics.model import Diagnostic
from clairify_cli.diagnostics.nearest import listing, near_matches, only_near_match
from clairify_cli.diagnostics.registry import Rule, registered


def select(
    diagnostics: Iterable[Diagnostic], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> list[Diagnostic]:
    """Return the findings whose rules are selected, in the order given.

    `select` and `ignore` are codes or prefixes, in upper or lower case; without `select`, every rule is selected. The
    longest prefix that matches a code decides, so that `select=["XDL301"], ignore=["XDL3"]` keeps only XDL301 of its
    group; in a tie, the rule is ignored.
    """
    chosen: dict[str, bool] = {}
    kept = []
    for diagnostic in diagnostics:
        code = diagnostic.code
        if code not in chosen:
            chosen[code] = is_selected(code, select, ignore)
        if chosen[code]:
            kept.append(diagnostic)
    return kept


def is_selected(code: str, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> bool:
    """Whether the findings with a code are selected."""
    return _closeness(code, select, 0 if not select else -1) > _closeness(code, ignore, -1)


def unknown_codes(codes: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each code or prefix that matches no rule, with the codes that may have been meant.

    Only the rules of modules imported so far are known: import the languages first.
    """
    rules = registered()
    for given in dict.fromkeys(codes):
        code = _folded(given)
        if not code or not any(known.startswith(code) for known in rules):
            near = _suggestions(given, rules)
            yield f"no rule has the code `{given}`" + (f"; did you mean {listing(near)}?" if near else "")


def _suggestions(given: str, rules: Mapping[str, Rule[...]]) -> list[str]:
    """Return at most three codes that may have been meant: by rule name, otherwise by codes cut to the same length."""
    by_name = {rule.name: code for code, rule in rules.items()}
    name = only_near_match(given, by_name)
    if name is not None:
        return [by_name[name]]
    code = _folded(given)
    same_length = {known[: len(code)] for known in rules if len(known) >= len(code)}
    return (near_matches(code, same_length) or near_matches(code, rules))[:3]


def _closeness(code: str, prefixes: Sequence[str], otherwise: int) -> int:
    """Return the length of the longest prefix that matches the code, or `otherwise`."""
    return max(
        (len(prefix) for prefix in map(_folded, prefixes) if prefix and code.startswith(prefix)), default=otherwise
    )


def _folded(code: str) -> str:
    return code.strip().upper()
