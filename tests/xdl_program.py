"""Programs in XDL for tests: some steps, with the declarations that they need around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import quoteattr


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
