"""Rule cases as data: how `rules/XDL*.yaml` is read, and how a fragment becomes a program.

A file holds a list of cases for the rule of its name. A case has a `name` and one text:

    fail, pass               a whole text
    fail_steps, pass_steps   steps, which are put into a program

`⟦` and `⟧` in a failing text stand around what the finding points at; they are not part of the text. A failing case
may have

    fix, unsafe_fix          the text after the fix (a safe one, or one that may change the meaning)
    severity                 where it is not that of the rule
    says                     words that the message or the hint holds
    times                    how many findings of the rule there are, where it is not 1 (the mark is on the first)
    also                     codes of other findings that come with it; none other may

Both kinds may have

    hardware, reagents       what the program declares: names, or mappings of properties ([beaker] and [water])
    parameters, blueprints   parameters as mappings; blueprints as text
    filled                   which of the hardware something is put into first (all of it)
    options                  of the check: dialect, hardware, reagents, capacities in mL
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

import yaml

from clairify_cli.languages.base import CheckOptions, Constraints

RULES = Path(__file__).resolve().parent / "rules"
KEYS = {
    *("name", "fail", "pass", "fail_steps", "pass_steps", "fix", "unsafe_fix", "severity", "says", "times", "also"),
    *("hardware", "reagents", "parameters", "blueprints", "filled", "options"),
}


@dataclass(frozen=True)
class Case:
    """A case of a rule. `start` and `end` are the offsets in `text` at which the finding is due."""

    code: str
    name: str
    fails: bool
    text: str
    start: int
    end: int
    data: Mapping[str, Any]

    @property
    def options(self) -> CheckOptions:
        given = self.data.get("options", {})
        constraints = Constraints(
            tuple(given["hardware"]) if "hardware" in given else None,
            tuple(given["reagents"]) if "reagents" in given else None,
            tuple(given.get("capacities", {}).items()),
        )
        return CheckOptions(given.get("dialect"), constraints)

    def whole(self, key: str) -> str:
        """The whole text that a key such as `fix` stands for."""
        return _whole(self.data, self.data[key], steps="fail_steps" in self.data)


def load_cases() -> list[Case]:
    """All cases of all rules, in order of the rules."""
    return [case for path in sorted(RULES.glob("*.yaml")) for case in _cases(path)]


def _cases(path: Path) -> Iterator[Case]:
    for data in yaml.safe_load(path.read_text(encoding="utf-8")):
        assert set(data) <= KEYS, f"{path.name}: {data['name']}: {set(data) - KEYS}"
        kinds = [key for key in ("fail", "pass", "fail_steps", "pass_steps") if key in data]
        assert len(kinds) == 1, f"{path.name}: {data['name']}"
        marked = _whole(data, data[kinds[0]], steps=kinds[0].endswith("_steps"))
        text = marked.replace("⟦", "").replace("⟧", "")
        start, end = marked.find("⟦"), marked.find("⟧") - 1
        fails = kinds[0].startswith("fail")
        assert fails == (start >= 0), f"{path.name}: {data['name']}: the place is not marked"
        yield Case(path.stem, data["name"], fails, text, start, end, data)


def _whole(data: Mapping[str, Any], text: str, *, steps: bool) -> str:
    return program(text, data) if steps else text


def program(steps: str, data: Mapping[str, Any] | None = None) -> str:
    """A program with these steps, and with the declarations that `data` asks for as a case does."""
    data = data or {}
    hardware = [_properties(item, "id") for item in data.get("hardware", ["beaker"])]
    reagents = [_properties(item, "name") for item in data.get("reagents", ["water"])]
    filled = data.get("filled", [item["id"] for item in hardware])
    lines = ["<XDL>", *_lines(data.get("blueprints", "")), "  <Synthesis>", "    <Hardware>"]
    lines += [f"      <Component{_written(item)}/>" for item in hardware]
    lines += ["    </Hardware>", "    <Reagents>"]
    lines += [f"      <Reagent{_written(item)}/>" for item in reagents]
    lines += ["    </Reagents>"]
    if "parameters" in data:
        lines += ["    <Parameters>", *(f"      <Parameter{_written(item)}/>" for item in data["parameters"])]
        lines += ["    </Parameters>"]
    lines += ["    <Procedure>"]
    lines += [_add(name, reagents[at % len(reagents)]["name"]) for at, name in enumerate(filled)]
    lines += [*_lines(steps), "    </Procedure>", "  </Synthesis>", "</XDL>", ""]
    return "\n".join(lines)


def _properties(item: str | dict[str, str], key: str) -> dict[str, str]:
    return {key: item} if isinstance(item, str) else item


def _written(item: Mapping[str, str]) -> str:
    return "".join(f" {key}={quoteattr(value)}" for key, value in item.items())


def _add(vessel: str, reagent: str) -> str:
    return f'      <Add vessel={quoteattr(vessel)} reagent={quoteattr(reagent)} volume="10 mL"/>'


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n") if text.strip() else []
