"""Scenes, robot profiles, and world descriptions in an editor, by their JSON schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from clairify_cli.diagnostics.model import Source
from clairify_cli.documents import yaml_tree
from clairify_cli.documents.yaml_tree import Node, Text, YamlError
from clairify_cli.editor.anatomy import Anatomy, Mark, Offer, Part, Sort, joined, word_before
from clairify_cli.files import data_text
from clairify_cli.languages.base import CheckOptions

_Schema = Mapping[str, Any]
_SCHEMAS = {"scene": "scene", "profile": "robot-profile", "commands": "world"}
"""The schema of a document, by the key that identifies it."""
_MOST_LEVELS = 3
"""Levels of keys that are listed as parts."""


def anatomy(source: Source, options: CheckOptions) -> Anatomy:
    """Return the keys of a document with their schema descriptions, and the ids in a scene with their uses."""
    made = Anatomy()
    with suppress(YamlError):
        schema, root = _schema_of(source.text), yaml_tree.compose(source.text)
        ids: dict[str, str] = {}
        if root is not None and schema.get("title") == "Scenes":
            _find_ids(root, "", ids, 0)
        if root is not None:
            _walk(root, schema, ids, 0, made, made.parts)
    return made


def _pairs(node: Node) -> list[tuple[Text, Node]]:
    return [(k, v) for k, v in node.pairs if isinstance(k, Text)] if isinstance(node, yaml_tree.Mapping) else []


def _find_ids(node: Node, section: str, ids: dict[str, str], depth: int) -> None:
    """Collect the ids that a scene declares: the entries of its sections, and the places on top of devices."""
    for key, value in _pairs(node) if depth < _MOST_LEVELS else []:
        if depth == 1 and isinstance(value, yaml_tree.Mapping):
            ids.setdefault(key.text, section)
        if key.text == "top" and isinstance(value, Text):
            ids.setdefault(value.text, section)
        _find_ids(value, section or key.text, ids, depth + 1)


def _walk(node: Node, schema: _Schema, ids: Mapping[str, str], depth: int, made: Anatomy, parts: list[Part]) -> None:
    """Add marks for all keys, and parts for the keys of the first levels."""
    for one in node.items if isinstance(node, yaml_tree.Sequence) else []:
        _walk(one, _inner(schema, None), ids, depth + 1, made, [])
    for key, value in _pairs(node):
        inner = _inner(schema, key.text)
        if depth == 1 and key.text in ids:
            about = f"`{key.text}`, of the {ids[key.text]}"
            made.marks.append(Mark(key.start, key.end, Sort.OBJECT, key.text, "", True, about))
        else:
            made.marks.append(Mark(key.start, key.end, Sort.PROPERTY, key.text, about=_about(key.text, inner)))
        if isinstance(value, Text) and key.text in ("at", "top") and value.text in ids:
            is_top, about = key.text == "top", f"the place `{value.text}`"
            made.marks.append(
                Mark(value.start, value.end, Sort.OBJECT, value.text, "", is_top, about if is_top else "")
            )
        detail = value.text[:60] if isinstance(value, Text) else ""
        sort = Sort.SECTION if depth == 0 else Sort.PROPERTY if detail else Sort.OBJECT
        part = Part(key.text or "key", sort, key.start, max(key.end, value.end), key.start, key.end, detail)
        parts += [part] if depth < _MOST_LEVELS else []
        _walk(value, inner, ids, depth + 1, made, part.children)


def _about(name: str, schema: _Schema) -> str:
    values = [str(one) for one in schema.get("enum", ())]
    may = f"One of {', '.join(f'`{one}`' for one in values)}." if values else ""
    return joined((f"`{name}`", schema.get("description", ""), may)) if schema else ""


# ---------------------------------------------------------------------------------------------------------- schemas


@cache
def _schema(name: str) -> _Schema:
    made: _Schema = json.loads(data_text("schemas", f"{name}.schema.json"))
    return made


def _schema_of(text: str) -> _Schema:
    found = next((name for key, name in _SCHEMAS.items() if re.search(rf"^{key}[ \t]*:", text, re.MULTILINE)), None)
    return _whole(_schema(found), _schema(found)) if found is not None else {}


def _whole(schema: _Schema, root: _Schema) -> _Schema:
    """Return a schema with its reference resolved, and with its root for resolving further references."""
    while (name := str(schema.get("$ref", ""))).startswith("#/$defs/"):
        said = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**root["$defs"][name.removeprefix("#/$defs/")], **said}
    return {**schema, "root": root}


def _variants(schema: _Schema) -> Iterator[_Schema]:
    yield schema
    for one in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from _variants(_whole(one, schema["root"]))


def _inner(schema: _Schema, key: str | None) -> _Schema:
    """Return the schema of the value of a key, or of the items of a list; empty if there is none."""
    for one in _variants(schema) if schema else ():
        more = one.get("additionalProperties")
        inner = one.get("items") if key is None else one.get("properties", {}).get(key, more)
        if isinstance(inner, dict):
            return _whole(inner, schema["root"])
    return {}


# ------------------------------------------------------------------------------------------------------- completion

_LINE = re.compile(r"(?P<indent>[ ]*)(?P<item>- )?(?:(?P<key>[\w-]+):[ ]*(?P<value>[\w-]*)|(?P<prefix>[\w-]*))\Z")
_KEY = re.compile(r"(?P<indent>[ ]*)(?:- )?(?P<key>[\w-]+)[ ]*:[ ]*(?:#.*)?\r?\Z")
_WORD = re.compile(r"[\w-]*\Z")


def offers(source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
    """Yield the possible keys, or the values of a key, by the schema and the indentation."""
    text, schema = source.text, _schema_of(source.text)
    line = text.rfind("\n", 0, offset) + 1
    written = _LINE.match(text, line, offset)
    if written is None or not schema:
        return
    indent = len(written["indent"])
    path: list[str] = []
    below = indent
    for before in reversed(text[max(0, line - 100_000) : line].split("\n")[:-1]):
        key = _KEY.match(before)
        if key is not None and len(key["indent"]) < below:
            path.insert(0, key["key"])
            below = len(key["indent"])
    for name in path:
        schema = _inner(schema, name)
    start = word_before(text, offset, _WORD)
    if written["key"] is None:
        for one in _variants(schema) if schema else ():
            for name, inner in one.get("properties", {}).items():
                yield Offer(name, Sort.PROPERTY, start, _about(name, _whole(inner, schema["root"])), f"{name}: $1")
        return
    for one in _variants(inner) if (inner := _inner(schema, written["key"])) else ():
        words = [*one.get("enum", ()), *(("true", "false") if one.get("type") == "boolean" else ())]
        yield from (Offer(str(word), Sort.VALUE, start) for word in words)
    if written["key"] == "at":
        yield from (Offer(mark.name, Sort.OBJECT, start, mark.about) for mark in whole.marks if mark.declares)


def spelled(mark: Mark, name: str, written: str) -> str | None:
    """Return an id that needs no quotes; None for an invalid id, or if the old one was written in quotes."""
    return name if re.fullmatch(r"[A-Za-z][\w-]*", name, re.ASCII) and written == mark.name else None
