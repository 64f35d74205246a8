"""Writes the reference and the schemas of files that people write in YAML, from their declarations."""

from __future__ import annotations

import dataclasses
import inspect
import json
import re
import tomllib
from collections.abc import Iterator
from functools import singledispatch
from pathlib import Path
from typing import Any

from clairify_cli.documents import forms
from clairify_cli.documents.forms import Form, Number
from clairify_cli.documents.quantities import MASS, NUMBER_PATTERN, VOLUME
from clairify_cli.documents.records import ByKey, Entry, OneOf, Record, fields_of
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.worlds.ros.profile import file as profile
from clairify_cli.worlds.ros.profile.file import ProfileFile
from clairify_cli.worlds.scene import scene_file, sizes
from clairify_cli.worlds.scene.scene_file import SceneFile
from clairify_cli.worlds.text.description import Description

Schema = dict[str, Any]
PAGE = Path(__file__).parent / "documents.md"
SCHEMAS = Path(__file__).parents[1] / "schemas"
HELP: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
KINDS: dict[str, tuple[str, type[Entry]]] = {
    "scene": ("Scenes", SceneFile),
    "robot-profile": ("Profiles of robots", ProfileFile),
    "lexicon": ("Lexicons of planning domains", Lexicon),
    "world": ("Descriptions of worlds of text", Description),
}
"""By the name of the schema: what the documents are called, and their declaration."""

_USUAL = "|".join(f"[{one[0].upper()}{one[0]}]{one[1:].replace(' ', '[ _-]')}" for one in sizes.ITEMS)
RULES: dict[type[Entry], Schema] = {
    scene_file.BottleFile: {"anyOf": [{"required": ["capacity"]}, {"required": ["cup"]}]},
    scene_file.ItemFile: {
        "anyOf": [
            *({"required": [one]} for one in scene_file.SHAPES),
            {"required": ["kind"], "properties": {"kind": {"pattern": f"^(?:{_USUAL})$"}}},
        ]
    },
    profile.TemperatureFile: {"required": ["type", "off"]},
}
"""What a schema can see of the rules in `check`; it takes the place of keys that are there."""


def meaning(kind: type[Entry], key: str) -> tuple[str, str]:
    """What a field means, and an example of its value, or nothing."""
    for one in kind.__mro__:
        found = HELP.get(f".{one.__module__}".split(".")[-2], {}).get(one.__name__, {}).get(key)
        if found is not None:
            break
    found = found or HELP["Entry"][key]
    return (found, "") if isinstance(found, str) else (found[0], found[1])


def called(kind: type[Entry]) -> str:
    """The name of a class in small letters, with hyphens; that of a `...File` without its end."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__.removesuffix("File")).lower()


def title(kind: type[Entry]) -> str:
    """The first paragraph of the docstring."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split())


# ------------------------------------------------------------------------------------------------- schemas of forms


@singledispatch
def schema_of(form: Form, parts: dict[str, Schema]) -> Schema:
    """The JSON schema of a form; definitions that it refers to are added to `parts`."""
    raise TypeError(form)


@schema_of.register
def _(form: forms.Line, parts: dict[str, Schema]) -> Schema:
    printable = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"
    return {"type": "string", "maxLength": forms.LONGEST, "pattern": printable}


@schema_of.register
def _(form: forms.Prose, parts: dict[str, Schema]) -> Schema:
    return {"type": "string", "pattern": form.pattern}


@schema_of.register
def _(form: forms.Word, parts: dict[str, Schema]) -> Schema:
    return {"type": "string", "pattern": f"^(?:{form.pattern.pattern})$"}


@schema_of.register
def _(form: forms.Made, parts: dict[str, Schema]) -> Schema:
    return schema_of(form.text, parts)


@schema_of.register
def _(form: forms.Choice, parts: dict[str, Schema]) -> Schema:
    return {"enum": list(form.known)}


@schema_of.register
def _(form: forms.Version, parts: dict[str, Schema]) -> Schema:
    return {"enum": [*(int(one) for one in form.known), *form.known]}


@schema_of.register
def _(form: forms.Truth, parts: dict[str, Schema]) -> Schema:
    return {"type": "boolean"}


@schema_of.register
def _(form: profile.Arguments, parts: dict[str, Schema]) -> Schema:
    return {"type": "object"}


@schema_of.register
def _(form: Number, parts: dict[str, Schema]) -> Schema:
    bounds = {"type": "number", "minimum": form.low, "maximum": form.high}
    units = "|".join(re.escape(one) for one in form.kind.units)
    pattern = rf"^\s*{NUMBER_PATTERN}\s*{f'(?:{units})?' if units else ''}\s*$"
    return {"anyOf": [bounds, {"type": "string", "pattern": pattern}]}


@schema_of.register
def _(form: scene_file.AmountForm, parts: dict[str, Schema]) -> Schema:
    number: list[Schema] = schema_of(Number(MASS, 0, scene_file.MOST_OF_IT), parts)["anyOf"]
    units = "|".join(re.escape(one) for one in (*MASS.units, *VOLUME.units))
    text = {**number[1], "pattern": number[1]["pattern"].replace("|".join(MASS.units), units)}
    return {"anyOf": [number[0], text]}


@schema_of.register
def _(form: scene_file.ColourForm, parts: dict[str, Schema]) -> Schema:
    written = {"type": "string", "pattern": f"^{scene_file.HEX.pattern}$"}
    return {"anyOf": [{"enum": list(sizes.COLOURS)}, written, schema_of(form.numbers, parts)]}


@schema_of.register
def _(form: forms.List, parts: dict[str, Schema]) -> Schema:
    made: Schema = {"type": "array", "items": schema_of(form.each, parts)}
    if form.counts:
        made |= {"minItems": min(form.counts), "maxItems": max(form.counts)}
    if form.unique:
        made["uniqueItems"] = True
    return {"anyOf": [schema_of(form.each, parts), made]} if form.alone else made


@schema_of.register
def _(form: forms.Map, parts: dict[str, Schema]) -> Schema:
    made: Schema = {"type": ["object", "null"], "maxProperties": form.most}
    if form.key is not None:
        made["propertyNames"] = schema_of(form.key, parts)
    return {**made, "additionalProperties": schema_of(form.each, parts)}


@schema_of.register
def _(form: forms.Either, parts: dict[str, Schema]) -> Schema:
    return {"anyOf": [schema_of(one, parts) for one in (form.scalar, form.items, form.mapping) if one is not None]}


@schema_of.register
def _(form: ByKey, parts: dict[str, Schema]) -> Schema:
    return {"oneOf": [schema_of(one, parts) for one in (form.other, *form.keyed.values())]}


@schema_of.register
def _(form: Record, parts: dict[str, Schema]) -> Schema:  # type: ignore[type-arg]
    name = called(form.kind)
    if name not in parts:
        parts[name] = {}
        parts[name] |= body(form.kind, parts)
    return {"$ref": f"#/$defs/{name}"}


def body(kind: type[Entry], parts: dict[str, Schema]) -> Schema:
    """The schema of a record itself, and not a reference to it."""
    made: Schema = {"description": title(kind), "type": "object", "properties": {}, "additionalProperties": False}
    declared = fields_of(kind)
    for key, (_, says, _default) in declared.items():
        made["properties"][key] = {"description": meaning(kind, key)[0], **schema_of(says.form, parts)}
    whole = [key for key, (_, says, default) in declared.items() if says.needed or default is dataclasses.MISSING]
    needed = [key for key in whole if declared[key][1].needed] if kind.partial else whole
    if needed:
        made["required"] = needed
    elif not whole and not any(one.needed for one in kind.one_of):
        made["type"] = ["object", "null"]
    if kind.one_of:
        made["allOf"] = [_one_of(one, kind.partial) for one in kind.one_of]
    if "extends" in declared:
        made["anyOf"] = [{"required": ["extends"]}, {"required": whole}]
    return made | next((RULES[one] for one in kind.__mro__ if one in RULES), {})


def _one_of(group: OneOf, partial: bool) -> Schema:
    """Fields that exclude each other; of a part of a mapping, in which none may be given."""
    each: list[Schema] = [{"required": [one]} for one in group.keys]
    return {"oneOf": each if group.needed and not partial else [*each, {"not": {"anyOf": each}}]}


# ------------------------------------------------------------------------------------------------- words of forms


@singledispatch
def words_of(form: Any) -> str:
    """What may be written, for a table."""
    return str(form.words)


@words_of.register
def _(form: forms.Line) -> str:
    return "text"


@words_of.register(forms.Prose)
@words_of.register(forms.Word)
def _(form: Any) -> str:
    return str(form.expected.removeprefix("a "))


@words_of.register
def _(form: forms.Made) -> str:
    return words_of(form.text)


@words_of.register
def _(form: forms.Choice) -> str:
    return ", ".join(f"`{one}`" for one in form.known)


@words_of.register
def _(form: forms.Truth) -> str:
    return "`true` or `false`"


@words_of.register
def _(form: Number) -> str:
    what = f"number in {form.kind.unit}" if form.kind.unit else "number"
    return f"{what}, {form.low:g} to {form.high:g}"


@words_of.register(forms.List)
@words_of.register(forms.Either)
def _(form: Any) -> str:
    return str(form.form.removeprefix("a ").removesuffix(","))


@words_of.register
def _(form: forms.Map) -> str:
    return f"mapping from names to {words_of(form.each)}"


@words_of.register
def _(form: profile.Arguments) -> str:
    return "mapping"


@words_of.register
def _(form: scene_file.AmountForm) -> str:
    return "mass in g, or volume"


@words_of.register
def _(form: Record) -> str:  # type: ignore[type-arg]
    return f"[{called(form.kind)}](#{called(form.kind)})"


@words_of.register
def _(form: ByKey) -> str:
    return " or ".join(words_of(one) for one in (form.other, *form.keyed.values()))


# ------------------------------------------------------------------------------------------------- what is written


def schema(name: str) -> str:
    """The text of the JSON schema of a kind of document."""
    heading, kind = KINDS[name]
    parts: dict[str, Schema] = {}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": heading}
    made = {**head, **body(kind, parts), "$defs": dict(sorted(parts.items()))}
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def page() -> str:
    """The reference page."""
    parts = [
        "# Files in YAML",
        "Written by `make docs` from the declarations that read these files. A key in bold has to be there; nothing "
        "else may be. JSON schemas that let an editor complete such files are in [`schemas/`](../schemas).",
    ]
    for name, (heading, kind) in KINDS.items():
        parts += [f"## {heading}", f"Schema: [`{name}`](../schemas/{name}.schema.json)."]
        parts += [part for one in _kinds(kind) for part in _entry(one)]
    return "\n\n".join(parts) + "\n"


def _entry(kind: type[Entry]) -> list[str]:
    one_of = [
        f"{'Exactly' if one.needed else 'At most'} one of {', '.join(f'`{key}`' for key in one.keys)} is given."
        for one in kind.one_of
    ]
    rows = [_row(kind, key, *field) for key, field in fields_of(kind).items()]
    table = "\n".join(["| key | value | what it says |", "|---|---|---|", *rows])
    return [f"### {called(kind)}", " ".join([title(kind), *one_of]), table]


def _row(kind: type[Entry], key: str, _: str, says: Any, default: object) -> str:
    needed = says.needed or default is dataclasses.MISSING
    form, usual = says.form, ""
    if default not in (None, "", (), {}, dataclasses.MISSING) and not isinstance(form, Record):
        unit = form.kind.unit if isinstance(form, Number) and not form.unit else ""
        usual = f" Default: `{f'{form.show(default)} {unit}'.rstrip()}`."
    links = [words_of(Record(one)) for one in dict.fromkeys(_within(says.form))]
    words, (told, example) = words_of(says.form), meaning(kind, key)
    value = ": ".join([words, *([", ".join(links)] if links and "](" not in words else [])])
    example = f" Such as `{key}: {example}`." if example else ""
    cells = (f"**`{key}`**" if needed else f"`{key}`", value, f"{told}{usual}{example}")
    return f"| {' | '.join(one.replace('|', chr(92) + '|') for one in cells)} |"


def _kinds(kind: type[Entry]) -> Iterator[type[Entry]]:
    """A declaration and those that its fields are made of, each once."""
    found = [kind]
    for one in found:
        for _, says, _ in fields_of(one).values():
            found += [each for each in dict.fromkeys(_within(says.form)) if each not in found]
    return iter(found)


def _within(form: object) -> Iterator[type[Entry]]:
    if isinstance(form, Record):
        yield form.kind
    elif isinstance(form, dict):
        for one in form.values():
            yield from _within(one)
    elif isinstance(form, Form) and not inspect.isclass(form) and dataclasses.is_dataclass(form):
        for field in dataclasses.fields(form):
            yield from _within(getattr(form, field.name))


def texts() -> dict[Path, str]:
    """All files that are written, with their texts."""
    return {PAGE: page(), **{SCHEMAS / f"{name}.schema.json": schema(name) for name in KINDS}}


if __name__ == "__main__":
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")
