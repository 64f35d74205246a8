"""`clairify_cli.records.dataclass` against the standard library's: both must be told apart by nothing that is used."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from clairify_cli import records


def _classes(dataclass: Any) -> tuple[type, ...]:
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: float = 2.0
        tags: list[str] = dataclasses.field(default_factory=list, compare=False)
        hidden: str = dataclasses.field(default="h", repr=False, hash=False)
        made: int = dataclasses.field(init=False, default=7)

        def __post_init__(self) -> None:
            if self.x < 0:
                raise ValueError(self.x)

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Named(Point):
        name: str  # type: ignore[misc, unused-ignore]
        other: int = 1

    @dataclass
    class Open:
        """Things that may change."""

        a: int
        _: dataclasses.KW_ONLY
        b: dict[str, int] = dataclasses.field(default_factory=dict)

    @dataclass(slots=True, eq=False)
    class Same:
        a: int = 0

    @dataclass(frozen=True)
    class Own:
        a: int = 1

        def __init__(self) -> None:
            object.__setattr__(self, "a", 5)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, int)

        def __repr__(self) -> str:
            return "own"

    @dataclass(frozen=True, slots=True)
    class Empty:
        pass

    return Point, Named, Open, Same, Own, Empty


def _seen(look: Callable[[], object]) -> object:
    """What comes of it, in words; addresses and the function around the classes are left out."""
    try:
        return str(look())
    except (TypeError, AttributeError, ValueError, dataclasses.FrozenInstanceError) as error:
        return type(error).__name__, "" if isinstance(error, AttributeError) else str(error)


def _delete(thing: Any, name: str) -> None:
    delattr(thing, name)


_LOOKS: list[Callable[..., object]] = [
    lambda p, n, o, s, w, e: p(1),
    lambda p, n, o, s, w, e: p(),
    lambda p, n, o, s, w, e: p(1, 2, ["a"], "b", 5),
    lambda p, n, o, s, w, e: p(1, z=2),
    lambda p, n, o, s, w, e: p(-1),
    lambda p, n, o, s, w, e: p(1).made,
    lambda p, n, o, s, w, e: p(1).tags is p(1).tags,
    lambda p, n, o, s, w, e: p(1, tags=["a"]) == p(1, tags=["b"]),
    lambda p, n, o, s, w, e: p(1, hidden="x") == p(1),
    lambda p, n, o, s, w, e: hash(p(1, hidden="x")) == hash(p(1)) == hash((1, 2.0, 7)),
    lambda p, n, o, s, w, e: len({p(1), p(1), p(2)}),
    lambda p, n, o, s, w, e: p(1) == (1, 2.0),
    lambda p, n, o, s, w, e: p(1) == n(x=1, name="a"),
    lambda p, n, o, s, w, e: setattr(p(1), "x", 2),
    lambda p, n, o, s, w, e: _delete(p(1), "x"),
    lambda p, n, o, s, w, e: dataclasses.replace(p(1), x=-2),
    lambda p, n, o, s, w, e: dataclasses.replace(p(1), x=3),
    lambda p, n, o, s, w, e: dataclasses.asdict(n(x=1, name="a")),
    lambda p, n, o, s, w, e: copy.deepcopy(p(1, tags=["a"])),
    lambda p, n, o, s, w, e: p.__match_args__ + n.__match_args__,
    lambda p, n, o, s, w, e: [list(inspect.signature(each).parameters) for each in (p, n, o, s, w, e)],
    lambda p, n, o, s, w, e: n(1, name="a"),
    lambda p, n, o, s, w, e: n(1, 2.0, "a"),
    lambda p, n, o, s, w, e: n(name="a"),
    lambda p, n, o, s, w, e: (o(1), o(1, b={"c": 2}), o(1) == o(1)),
    lambda p, n, o, s, w, e: o(1, {}),
    lambda p, n, o, s, w, e: hash(o(1)),
    lambda p, n, o, s, w, e: o.__doc__,
    lambda p, n, o, s, w, e: (s() == s(), hash(s()) == hash(s()), s.__slots__),
    lambda p, n, o, s, w, e: (w(), w() == 3, w().a, hash(w())),
    lambda p, n, o, s, w, e: (e(), e() == e(), hash(e())),
]


@pytest.mark.parametrize("look", _LOOKS, ids=[str(number) for number in range(len(_LOOKS))])
def test_as_the_standard_library(look: Callable[..., object]) -> None:
    ours, theirs = _classes(records.dataclass), _classes(dataclasses.dataclass)
    assert _seen(lambda: look(*ours)) == _seen(lambda: look(*theirs))


@records.dataclass(frozen=True, slots=True)
class Kept:
    """A class that `pickle` finds by its name."""

    a: int
    b: list[int] = records.field(default_factory=list)


def test_pickled() -> None:
    assert pickle.loads(pickle.dumps(Kept(1, [2]))) == Kept(1, [2])
