"""Constraints for a model's decoder: a grammar for a dialect and a laboratory's names, or an equivalent JSON schema.

Both describe only steps. Declarations are added afterwards, since a grammar cannot require the names in steps to match
declarations in the same reply. Repetition and strings are bounded, so that every reply ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from clairify_cli.languages.base import CheckOptions, Constraints
from clairify_cli.languages.replies import MISTAKEN
from clairify_cli.languages.xdl.format import escape_value
from clairify_cli.languages.xdl.schema import DIALECTS, DialectTable, Kind, Property, Type, is_portable, load

MOST_STEPS = 80
_MOST_REPEATED = 12
_OPENING = "<XDL><Synthesis><Procedure>"
"""The grammar's first line, without white space, to tell replies decoded by the grammar from others."""

_CLOSING = "</Procedure></Synthesis></XDL>"
_NUMBER = r"([1-9][0-9]{0,3}(\.[0-9]{1,3})?|0\.[1-9][0-9]{0,2})"
_NAME = r"[A-Za-z0-9]([A-Za-z0-9 _.,+'()-]{0,60}[A-Za-z0-9)])?"
_ID = r"[A-Za-z][A-Za-z0-9_]{0,30}"
_TEXT = r"[A-Za-z0-9]([A-Za-z0-9 _.,:;+'()/%°-]{0,120}[A-Za-z0-9.)])?"


def schema(options: CheckOptions) -> dict[str, object]:
    """Return the JSON schema of a program: its `steps` are objects with the name of a `step` and its properties."""
    table = load().for_dialect(options.dialect or DIALECTS[0])
    simple = [_step_schema(table, name, options.constraints) for name in _steps(table) if name != "Repeat"]
    inner = {"type": "array", "minItems": 1, "maxItems": _MOST_REPEATED, "items": {"anyOf": simple}}
    repeat = _step_schema(table, "Repeat", options.constraints, steps=inner)
    repeat["required"] = ["step", "repeats", "steps"]
    steps = {"type": "array", "minItems": 1, "maxItems": MOST_STEPS, "items": {"anyOf": [*simple, repeat]}}
    either = {"anyOf": [steps, {"type": "string", "pattern": f"^(NO PROCEDURE|CANNOT SAY): {_TEXT}$"}]}
    return {"type": "object", "properties": {"steps": either}, "required": ["steps"], "additionalProperties": False}


def _step_schema(table: DialectTable, name: str, constraints: Constraints, **more: object) -> dict[str, object]:
    given = _properties(table, name)
    properties: dict[str, object] = {prop.name: _value_schema(prop.type, constraints) for prop, _ in given}
    return {
        "type": "object",
        "properties": {"step": {"const": name}, **properties, **more},
        "required": ["step", *(prop.name for prop, mandatory in given if mandatory)],
        "additionalProperties": False,
    }


def _value_schema(kind: Type, constraints: Constraints) -> dict[str, object]:
    names = _names(kind, constraints)
    if names is not None:
        return {"type": "string", "enum": list(names)}
    return {"type": "string", "pattern": f"^({_pattern(kind)})$"}


def grammar(options: CheckOptions) -> str:
    """Return the grammar of a program's steps in GBNF, as accepted by llama.cpp, vLLM and SGLang."""
    table = load().for_dialect(options.dialect or DIALECTS[0])
    rules = {
        "root": f"({MISTAKEN})? program | said",
        "program": f'"{_OPENING}\\n" (step | repeat){{1,{MOST_STEPS}}} "{_CLOSING}"',
        "said": f'("NO PROCEDURE: " | "CANNOT SAY: ") {_as_gbnf(_TEXT)}',
        "repeat": f'"<Repeat repeats=\\"" count "\\">\\n" step{{1,{_MOST_REPEATED}}} "</Repeat>\\n"',
        "step": " | ".join(_rule_name(name) for name in _steps(table) if name != "Repeat"),
        "count": _as_gbnf(_pattern(load().types["count"])),
    }
    for name in _steps(table):
        if name == "Repeat":
            continue
        parts = [f'"<{name}"']
        for prop, mandatory in _properties(table, name):
            rule = _rule_name(prop.type.name)
            names = _names(prop.type, options.constraints)
            rules[rule] = _as_gbnf(_pattern(prop.type)) if names is None else _alternatives(names)
            part = f'" {prop.name}=\\"" {rule} "\\""'
            parts.append(part if mandatory else f"({part})?")
        rules[_rule_name(name)] = " ".join([*parts, '"/>\\n"'])
    return "\n".join(f"{name} ::= {body}" for name, body in rules.items()) + "\n"


def _steps(table: DialectTable) -> list[str]:
    return [name for name in table.step_names() if is_portable(table.elements[name])]


def _properties(table: DialectTable, name: str) -> list[tuple[Property, bool]]:
    """Return the properties allowed in a step and whether each is mandatory, mandatory ones first."""
    mandatory = table.mandatory[name]
    known = [
        one for key, one in table.properties[name].items() if is_portable(one) and not one.now and key != "comment"
    ]
    known.append(table.properties[name]["comment"])
    return sorted(((one, one.name in mandatory) for one in known), key=lambda pair: not pair[1])


def _names(kind: Type, constraints: Constraints) -> tuple[str, ...] | None:
    """Return the possible values of a type; None if they are not a finite list."""
    if kind.kind is Kind.VESSEL and constraints.hardware:
        return constraints.hardware
    if kind.kind in (Kind.REAGENT, Kind.MATERIAL) and constraints.reagents:
        return constraints.reagents
    return kind.values if kind.kind is Kind.ENUMERATION else None


def _pattern(kind: Type) -> str:
    """Return a regular expression for a type's values, in the syntax common to JSON schema patterns and grammars."""
    if kind.kind is Kind.QUANTITY:
        units = "|".join(re.escape(unit) for unit in kind.unit_names)
        number = f"-?{_NUMBER}" if kind.signed else _NUMBER
        return "|".join([f"{number} ({units})", *kind.words])
    if kind.kind is Kind.COUNT:
        return "[1-9][0-9]?"
    if kind.kind is Kind.VESSEL:
        return _ID
    return _NAME if kind.kind in (Kind.REAGENT, Kind.MATERIAL) else _TEXT


_PART = re.compile(r"\[(?:[^\]\\]|\\.)*\]|\{\d+(?:,\d+)?\}|[()|?]|\\.|.", re.DOTALL)


def _as_gbnf(pattern: str) -> str:
    """Convert a regular expression to a GBNF rule: keep classes, groups and repetition, and quote everything else."""
    parts = []
    for part in _PART.findall(pattern):
        is_text = part[0] not in "[{()|?"
        parts.append(json.dumps(part.removeprefix("\\"), ensure_ascii=False) if is_text else part)
    return re.sub(r"(\S) (?=[{?])", r"\1", " ".join(parts))


def _alternatives(names: Iterable[str]) -> str:
    return " | ".join(json.dumps(escape_value(name), ensure_ascii=False) for name in names)


def _rule_name(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower().replace("_", "-") + ("-step" if name[0].isupper() else "")


def from_steps(steps: list[object]) -> str | None:
    """Return the program for steps in the JSON form of the schema; None if they are not in this form."""
    lines = _lines(steps)
    return None if lines is None else "\n".join([_OPENING, *lines, _CLOSING]) + "\n"


def _lines(steps: list[object]) -> list[str] | None:
    lines: list[str] = []
    for step in steps:
        if not isinstance(step, Mapping) or not isinstance(step.get("step"), str):
            return None
        inner = step.get("steps")
        given = "".join(
            f' {key}="{escape_value(str(one))}"' for key, one in step.items() if key not in ("step", "steps")
        )
        if not re.fullmatch(r"\w+", step["step"]):
            return None
        lines.append(f"<{step['step']}{given}{'>' if isinstance(inner, list) else '/>'}")
        if isinstance(inner, list):
            lines += [*(_lines(inner) or []), f"</{step['step']}>"]
    return lines
