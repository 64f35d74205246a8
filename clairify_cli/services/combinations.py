"""Which options can be combined: the rows of `combinations.tsv` instead of branches in commands.

Only options on the command line are checked: a settings file may contain options that a single run does not use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clairify_cli.files.data import rows
from clairify_cli.records import dataclass
from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import changed, declared, flag_of

Values = Mapping[str, object]
"""The values of all fields, and what the inputs turned out to be."""

Check = Callable[[Values], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """A field with a condition, and the message if the condition is broken.

    A field `needs` one of some others to have an effect; it `excludes` all of them; or it is refused `when` all of some
    conditions hold: `NAME=VALUE`, `NAME!=VALUE` or a check. A missing value is empty, and satisfies no `!=`.
    """

    field: str
    relation: str
    others: tuple[str | Check, ...]
    why: str

    def broken_by(self, typed: Collection[str], given: Collection[str], values: Values) -> bool:
        if self.field not in typed:
            return False
        match self.relation:
            case "needs":
                return not set(self.others) & set(given)
            case "excludes":
                return bool(set(self.others) & set(typed))
        return all(_is_so(one, values) for one in self.others)


def _is_so(condition: str | Check, values: Values) -> bool:
    if not isinstance(condition, str):
        return condition(values)
    name, _, wanted = condition.partition("=")
    value = values.get(name.removesuffix("!"))
    written = "" if value is None else str(value)
    # What is not known yet refuses nothing: an input may still turn out to be a program.
    return written not in ("", wanted) if name.endswith("!") else written == wanted


def combinations(
    command: str, checks: Mapping[str, Check] | None = None, sets: Mapping[str, Iterable[str]] | None = None
) -> tuple[Rule, ...]:
    """Return the rules of a command. The columns are the commands, the fields, the relation, the others, the message.

    `@NAME` is one of the `checks`, and `+NAME` stands for all fields of one of the `sets`.
    """
    _, *found = rows(Path(__file__).with_suffix(".tsv"))
    chosen = (row for commands, *row in found if command in commands.split())
    return tuple(rule for row in chosen for rule in _rules(row, checks or {}, sets or {}))


def _rules(row: list[str], checks: Mapping[str, Check], sets: Mapping[str, Iterable[str]]) -> Iterator[Rule]:
    fields, relation, others, why = row
    assert relation in ("needs", "excludes", "when"), relation
    told = tuple(checks[one[1:]] if one.startswith("@") else one for one in others.split())
    for word in fields.split():
        for field in sets[word[1:]] if word.startswith("+") else (word,):
            yield Rule(field, relation, told, why.replace("{flag}", flag_of(field)))


def first_broken(rules: Sequence[Rule], typed: Collection[str], given: Collection[str], values: Values) -> str | None:
    """Return the message of the first broken rule, with values for names in braces; None if all hold.

    `typed` are fields from the command line, `given` all set ones, `values` those of all fields.
    """
    return next((rule.why.format_map(values) for rule in rules if rule.broken_by(typed, given, values)), None)


def refuse_broken(rules: Sequence[Rule], request: object, **known: object) -> None:
    """Raise `RequestError` for the first rule that a request breaks; changed fields count as typed.

    `known` is what the inputs turned out to be, by names that conditions and messages use like fields.
    """
    kind: type = type(request)
    given = changed(request)
    why = first_broken(rules, given, given, {one.name: one.of(request) for one in declared(kind)} | known)
    if why is not None:
        raise RequestError(why)
