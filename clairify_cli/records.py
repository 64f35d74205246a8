"""`dataclass` as the standard library's, but its methods are compiled when they are first called.

The standard library compiles six functions for each class. A command uses half of the classes that its modules define,
and of most of them only `__init__`, so compiling took a quarter of its time. `order` and `unsafe_hash` do not exist.
"""

from __future__ import annotations

import dataclasses
import reprlib
from collections.abc import Callable
from dataclasses import KW_ONLY, MISSING, asdict, astuple, field, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

__all__ = ["KW_ONLY", "asdict", "astuple", "dataclass", "field", "fields", "is_dataclass", "replace"]


class _Late:
    """Stands for a method of a class until somebody asks for it; `write` returns its text and the values used in it.

    The text contains no words from outside but the names of fields, which Python's parser has read as names.
    """

    def __init__(self, owner: type[Any], name: str, write: Callable[[type[Any]], tuple[str, dict[str, Any]]]) -> None:
        self._owner, self._name, self._write = owner, name, write

    def __get__(self, instance: object, owner: type[Any]) -> Any:
        text, space = self._write(self._owner)
        exec(f"def {self._name}{text}", space)  # noqa: S102 - as the standard library does
        made = space[self._name]
        made.__qualname__, made.__module__ = f"{self._owner.__qualname__}.{self._name}", self._owner.__module__
        setattr(self._owner, self._name, made)
        return made.__get__(instance, owner)


def _init(cls: type[Any], assignment: str) -> tuple[str, dict[str, Any]]:
    given, lines = ["self"], []
    space: dict[str, Any] = {"_set": object.__setattr__, "_missing": MISSING}
    for each in sorted(fields(cls), key=lambda each: bool(each.kw_only)):
        name, value, default = each.name, each.name, ""
        if each.default_factory is not MISSING:
            space[f"_new_{name}"], default = each.default_factory, "=_missing"
            value = f"_new_{name}() if {name} is _missing else {name}" if each.init else f"_new_{name}()"
        elif each.default is not MISSING:
            space[f"_default_{name}"], default = each.default, f"=_default_{name}"
            value = name if each.init else f"_default_{name}"
        if each.init:
            given += ["*"] * (each.kw_only and "*" not in given) + [name + default]
        if each.init or default:
            lines.append(assignment.format(name=name, value=value))
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return f"({', '.join(given)}):\n " + "\n ".join(lines or ["pass"]), space


def _equal(cls: type[Any]) -> tuple[str, dict[str, Any]]:
    names = [each.name for each in fields(cls) if each.compare]
    mine, others = ("".join(f"{of}.{name}," for name in names) for of in ("self", "other"))
    return f"(self, other): return ({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented", {}


def _hash(cls: type[Any]) -> tuple[str, dict[str, Any]]:
    names = [each.name for each in fields(cls) if (each.compare if each.hash is None else each.hash)]
    return f"(self): return hash(({''.join(f'self.{name},' for name in names)}))", {}


@reprlib.recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: Any, name: str, value: object = None) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


def _dataclass(cls: Any = None, /, *, frozen: bool = False, eq: bool = True, **options: bool) -> Any:
    if cls is None:
        return lambda cls: _dataclass(cls, frozen=frozen, eq=eq, **options)
    cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard library writes the signature, which takes long
    own = {name for name, value in vars(cls).items() if value is not None}
    cls = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    assignment = "_set(self, {name!r}, {value})" if frozen else "self.{name} = {value}"
    added = {"__init__": _Late(cls, "__init__", lambda cls: _init(cls, assignment)), "__repr__": _repr}
    if frozen:
        added |= {"__setattr__": _refuse, "__delattr__": _refuse}
    if frozen and options.get("slots"):
        added |= {"__getstate__": _state, "__setstate__": _restore}
    if eq:
        added |= {"__eq__": _Late(cls, "__eq__", _equal), "__hash__": _Late(cls, "__hash__", _hash) if frozen else None}
    for name in added.keys() - own:
        setattr(cls, name, added[name])
    return cls


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
