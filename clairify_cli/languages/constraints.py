"""Read a laboratory's inventory: hardware and reagents, as names or from a file of lines, JSON or YAML.

Names are separated by commas, or one per line. A comma inside a chemical name does not separate: one within open
brackets, or one without a space between locants followed by a hyphen (`1,2-dichloroethane`, `N,N-dimethylformamide`).
Any other name with a comma can be written in a JSON list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Names = tuple[str, ...]
Capacities = tuple[tuple[str, float], ...]

_LOCANT = r"(?:\d+[a-z]?[αβ]?|\d*[A-Z]|[α-ω]|[a-z]|cis|trans|endo|exo|tert|sec)[′'’]*"
_BEFORE = re.compile(rf"(?:^|[\s\-(\[{{,])({_LOCANT})$")
_AFTER = re.compile(rf"{_LOCANT}(?:,{_LOCANT})*-")
_LONGEST = 100  # limit on the characters examined on either side of a comma
_SIZE = re.compile(r"(?<=\S\s)\d[\d.]*\s?[A-Za-zµμ]+$")
_HEADS = ("capacity", "volume", "size")
_BRACKETS = {")": "(", "]": "[", "}": "{"}


class ConstraintsError(Exception):
    """A list cannot be read; the message is one sentence for the user.

    `unquoted` is the message without any words from the list, for a list in a file.
    """

    def __init__(self, message: str, unquoted: str | None = None) -> None:
        super().__init__(message)
        self.unquoted = unquoted or message


def read_names(text: str, what: str) -> tuple[Names, Capacities]:
    """Return names, and capacities in mL where the list has them. `what` is `hardware` or `reagents`.

    `text` is JSON, YAML (a list, or a mapping of names), or names separated by commas or one per line, where a capacity
    may follow (`flask, 2 L`, `flask: 2 L`); a line that begins with `#` is a comment. An empty list means that there is
    nothing. Raises `ConstraintsError`.
    """
    stripped = text.strip()
    if stripped[:1] in ("[", "{") and (data := _json(stripped, what)) is not None:
        return from_data(data, what)
    lines = [re.split(r"\s#\s", line, maxsplit=1)[0].strip() for line in stripped.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if any(line.startswith("- ") or line == "-" or line.endswith(":") or ": " in line for line in lines):
        if not _is_mixed(text):
            return from_data(_yaml(text, what), what)
        lines = [line.replace(": ", ", ", 1) for line in lines]
    names = lines if len(lines) > 1 else [name.strip() for line in lines for name in split_names(line)]
    return _sized([name for name in names if name], what)


def _is_mixed(text: str) -> bool:
    """Whether lines with and without a size follow each other, which is not YAML: `flask A: 250 mL`, then `beaker`."""
    lines = [line for line in text.rstrip().splitlines() if line.strip() and not line.startswith("#")]
    flat = not any(
        line[0].isspace() or line.startswith(("-", "[", "{")) or line.rstrip().endswith(":") for line in lines
    )
    return flat and any(":" not in line for line in lines) and all(line.count(": ") < 2 for line in lines)


def _sized(entries: list[str], what: str) -> tuple[Names, Capacities]:
    """Split entries into names and the capacities after them: `flask, 2 L`; `flask 2 L` is a name with a capacity."""
    capacities: dict[str, float] = {}
    names: dict[str, None] = {}
    for number, entry in enumerate(entries):
        name, _, size = entry.rpartition(",")
        if number == 0 and len(entries) > 1 and name and size.strip().lower() in _HEADS:
            continue  # the head of a table
        within = _SIZE.search(entry) if what == "hardware" and not name else None
        if within is not None and (volume := _volume(within.group())) is not None:
            capacities[entry] = volume
        volume = _volume(size.strip()) if what == "hardware" and (name or names) else None
        if volume is None:
            names[entry] = None
            continue
        named = name.strip() or next(reversed(names))
        names[named] = None
        capacities[named] = volume
    return tuple(names), tuple(capacities.items())


def split_names(line: str) -> Iterator[str]:
    """Yield the names between the commas of a line."""
    start = 0
    opened: list[str] = []
    for at, character in enumerate(line):
        if character in "([{":
            opened.append(character)
        elif opened and _BRACKETS.get(character) == opened[-1]:
            opened.pop()
        elif character == "," and not _is_within_name(line, start, at, bool(opened)):
            yield line[start:at]
            start = at + 1
            opened = []
    yield line[start:]


def _is_within_name(line: str, start: int, comma: int, bracketed: bool) -> bool:
    if line[comma + 1 : comma + 2].isspace():
        return False
    if bracketed and any(closing in line[comma : comma + _LONGEST] for closing in _BRACKETS):
        return True
    return (
        _BEFORE.search(line[max(start, comma - _LONGEST) : comma]) is not None
        and _AFTER.match(line, comma + 1) is not None
    )


def _json(text: str, what: str) -> Any:
    """Parse JSON; None if the text is a name that begins with a bracket, such as `[bmim]BF4`."""
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        if text[-1] in "]}" or "\n" in text or '"' in text:
            raise ConstraintsError(f"the list of {what} is not JSON: {_lowered(str(error))}") from None
        return None


def _yaml(text: str, what: str) -> Any:
    """Parse YAML with scalars as written, since `NO` is a gas and `1.0` may be a name."""
    import yaml

    try:
        return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - creates only strings, lists and mappings
    except yaml.MarkedYAMLError as error:
        line = f" on line {error.problem_mark.line + 1}" if error.problem_mark else ""
        own = _broken_line(text, error.problem_mark.line) if error.problem_mark else ""
        problem = own or f"{error.problem or 'it is broken'}{line}"
        unquoted = f": {own}" if own else line
        raise ConstraintsError(
            f"the list of {what} is not YAML: {problem}", f"the list of {what} is not YAML{unquoted}"
        ) from None
    except (yaml.YAMLError, RecursionError) as error:
        problem = "it is nested too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise ConstraintsError(
            f"the list of {what} is not YAML: {problem}", f"the list of {what} is not YAML"
        ) from None


def _broken_line(text: str, last: int) -> str:
    """Return what a person would say of the line that broke the YAML, at `last` (from 0) or before; "" if unknown."""
    for number, line in enumerate(text.splitlines()[: last + 1], start=1):
        bare = line.strip()
        if line.lstrip(" ").startswith("\t"):
            return f"line {number} begins with a tab; indent with spaces"
        if bare and line[0] == " " and ":" not in bare and bare[0] not in "-#[]{},\"'" and bare[-1] not in "]},":
            return f"line {number} has no colon; a name without a size is written as `NAME:`"
    return ""


def from_data(data: Any, what: str) -> tuple[Names, Capacities]:
    """Return names and capacities from a list, or from a mapping of names to capacities. Raises `ConstraintsError`."""
    if isinstance(data, dict):
        if what in data:
            data = data[what]
        elif data.keys() & {"hardware", "reagents"}:
            raise ConstraintsError(f"the list of {what} has no entry `{what}`, although it has one for the other")
    if data in (None, ""):
        return (), ()
    if isinstance(data, dict):
        data = [
            {"id": name, **(value if isinstance(value, dict) else {"capacity": value})} for name, value in data.items()
        ]
    if not isinstance(data, list):
        raise ConstraintsError(f"the list of {what} is neither a list nor a mapping of names")
    names: list[str] = []
    capacities: dict[str, float] = {}
    for number, given in enumerate(data, start=1):
        only = isinstance(given, dict) and len(given) == 1 and not given.keys() & {"id", "name"}
        item = dict(zip(("id", "capacity"), *given.items(), strict=True)) if only else given  # `- flask A: 250 mL`
        name = _name(item, number, what)
        names.append(name)
        capacity = item.get("capacity") if isinstance(item, dict) else None
        if what == "hardware" and capacity not in (None, ""):
            capacities[name] = _capacity(name, capacity, number)
    return tuple(dict.fromkeys(names)), tuple(capacities.items())


def _name(item: Any, number: int, what: str) -> str:
    name = item.get("id") or item.get("name") if isinstance(item, dict) else item
    if isinstance(name, bool) or not isinstance(name, str | int | float) or not str(name).strip():
        raise ConstraintsError(f"entry {number} of the list of {what} has no name; write a text, or `id: NAME`")
    return str(name).strip()


def _capacity(name: str, written: object, number: int) -> float:
    volume = None if isinstance(written, dict | list) else _volume(str(written), bare=True)
    if volume is None:
        shown = "a list" if isinstance(written, dict | list) else f"`{written}`"
        raise ConstraintsError(
            f"the capacity of `{name}` is {shown}, which is not a volume such as `250 mL`",
            f"the capacity of entry {number} of the list of hardware is not a volume such as `250 mL`",
        )
    return volume


def _volume(written: str, *, bare: bool = False) -> float | None:
    """Read a volume in mL, or return None; with `bare`, a number without a unit is accepted."""
    from clairify_cli.languages.xdl.quantities import read_quantity
    from clairify_cli.languages.xdl.schema import load

    quantity = read_quantity(written, load().types["volume"]) if bare or not written[-1:].isdigit() else None
    return quantity.in_default if quantity is not None and quantity.in_default > 0 else None


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
