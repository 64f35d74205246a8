"""Which options can be combined: rows of a table instead of branches in commands.

Only options on the command line are checked: a settings file may contain options that a single run does not use.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from clairify_cli.services.errors import RequestError
from clairify_cli.services.options import changed, declared


@dataclass(frozen=True, slots=True)
class Needs:
    """A field that has no effect without one of `others`; `why` is the message."""

    field: str
    others: tuple[str, ...]
    why: str

    def broken_by(self, typed: Collection[str], given: Collection[str], _values: Mapping[str, object]) -> bool:
        return self.field in typed and not set(self.others) & set(given)


@dataclass(frozen=True, slots=True)
class Excludes:
    """A field that cannot be combined with any of `others`."""

    field: str
    others: tuple[str, ...]
    why: str

    def broken_by(self, typed: Collection[str], given: Collection[str], _values: Mapping[str, object]) -> bool:
        return self.field in typed and bool(set(self.others) & set(typed))


@dataclass(frozen=True, slots=True)
class Where:
    """A field that is meaningless if `so` is true of the values of all fields."""

    field: str
    so: Callable[[Mapping[str, object]], bool]
    why: str

    def broken_by(self, typed: Collection[str], _given: Collection[str], values: Mapping[str, object]) -> bool:
        return self.field in typed and self.so(values)


Rule = Needs | Excludes | Where


def _is_local(values: Mapping[str, object]) -> bool:
    return values.get("executor", "local") == "local"


ENGINE_COMBINATIONS: tuple[Rule, ...] = tuple(
    Where(field, _is_local, f"--{field.replace('_', '-')} is for a cluster: add --executor dask")
    for field in ("scheduler", "chunk", "workers_write")
)
"""Options that have no effect without a cluster."""


def first_broken(
    rules: Sequence[Rule], typed: Collection[str], given: Collection[str], values: Mapping[str, object]
) -> str | None:
    """Return the message of the first broken rule; None if all hold.

    `typed` are fields from the command line, `given` all set ones, `values` those of all fields.
    """
    return next((rule.why for rule in rules if rule.broken_by(typed, given, values)), None)


def refuse_broken(rules: Sequence[Rule], request: object) -> None:
    """Raise `RequestError` for the first rule that a request breaks; changed fields count as typed."""
    kind: type = type(request)
    given = changed(request)
    why = first_broken(rules, given, given, {one.name: one.of(request) for one in declared(kind)})
    if why is not None:
        raise RequestError(why)
