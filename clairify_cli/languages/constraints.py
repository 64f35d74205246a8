"""Reads what a laboratory has: hardware and reagents, as names or from a file of lines, JSON or YAML."""

from __future__ import annotations

from typing import Any

from clairify_cli.languages.base import Constraints


class ConstraintsError(Exception):
    """A list that cannot be understood; the message is one sentence for the user."""


def constraints(hardware: str | None, reagents: str | None) -> Constraints:
    """The constraints of two lists, each a text as `read_names` takes it; None where nothing was said."""
    names, capacities = read_names(hardware, "hardware") if hardware is not None else (None, ())
    stock = read_names(reagents, "reagents")[0] if reagents is not None else None
    return Constraints(hardware=names, reagents=stock, capacities=capacities)


def read_names(text: str, what: str) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    """Names, and capacities in mL where the list gives them.

    `text` is JSON, YAML (a list, or a mapping of names), or names separated by commas or lines; `#` begins a remark.
    Raises `ConstraintsError`.
    """
    stripped = text.strip()
    if stripped[:1] in ("[", "{"):
        return _from_data(_json(stripped, what), what)
    lines = [line.split(" #", 1)[0].strip() for line in stripped.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if any(line.startswith("- ") or line.endswith(":") or ": " in line for line in lines):
        return _from_data(_yaml(text, what), what)
    names = lines if len(lines) > 1 else [name.strip() for line in lines for name in line.split(",")]
    return tuple(dict.fromkeys(name for name in names if name)), ()


def _json(text: str, what: str) -> Any:
    import json

    try:
        return json.loads(text)
    except ValueError as error:
        raise ConstraintsError(f"the list of {what} is not JSON: {error}") from None


def _yaml(text: str, what: str) -> Any:
    import yaml

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise ConstraintsError(f"the list of {what} is not YAML: {problem}") from None


def _from_data(data: Any, what: str) -> tuple[tuple[str, ...], tuple[tuple[str, float], ...]]:
    if isinstance(data, dict) and what in data:
        data = data[what]
    if isinstance(data, dict):
        data = [
            {"id": name, **(value if isinstance(value, dict) else {"capacity": value})} for name, value in data.items()
        ]
    if not isinstance(data, list):
        raise ConstraintsError(f"the list of {what} is neither a list nor a mapping of names")
    names: list[str] = []
    capacities: list[tuple[str, float]] = []
    for item in data:
        name = item.get("id") or item.get("name") if isinstance(item, dict) else item
        if not isinstance(name, str | int | float) or isinstance(name, bool) or not str(name).strip():
            raise ConstraintsError(f"an entry of the list of {what} has no name: {item!r}")
        names.append(str(name).strip())
        capacity = item.get("capacity") if isinstance(item, dict) else None
        if capacity is not None and what == "hardware":
            capacities.append((names[-1], _capacity(names[-1], capacity)))
    return tuple(dict.fromkeys(names)), tuple(capacities)


def _capacity(name: str, written: object) -> float:
    from clairify_cli.languages.xdl.quantities import read_quantity
    from clairify_cli.languages.xdl.schema import load

    quantity = read_quantity(str(written), load().types["volume"])
    if quantity is None:
        raise ConstraintsError(f"the capacity of {name} is {written!r}, which is not a volume such as `250 mL`")
    return quantity.in_default
