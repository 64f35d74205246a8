"""Writes the reference and the schemas of files that people write in YAML, from their declarations."""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clairify_cli.documents.forms import Form, Number, Schema
from clairify_cli.documents.records import Entry, Record, fields_of, title
from clairify_cli.reader.goals.lexicon import Lexicon
from clairify_cli.worlds.ros.profile.file import ProfileFile
from clairify_cli.worlds.scene.scene_file import SceneFile
from clairify_cli.worlds.text.description import Description

PAGE = Path(__file__).parent / "documents.md"
SCHEMAS = Path(__file__).parents[1] / "schemas"
KINDS: dict[str, tuple[str, type[Entry]]] = {
    "scene": ("Scenes", SceneFile),
    "robot-profile": ("Profiles of robots", ProfileFile),
    "lexicon": ("Lexicons of planning domains", Lexicon),
    "world": ("Descriptions of worlds of text", Description),
}
"""By the name of the schema: what the documents are called, and their declaration."""


def schema(name: str) -> str:
    """The text of the JSON schema of a kind of document."""
    heading, kind = KINDS[name]
    parts: dict[str, Schema] = {}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": heading}
    made = {**head, **Record(kind).body(parts), "$defs": dict(sorted(parts.items()))}
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
    rows = [_row(key, *field) for key, field in fields_of(kind).items()]
    table = "\n".join(["| key | value | what it says |", "|---|---|---|", *rows])
    return [f"### {Record(kind).name}", " ".join([title(kind), *one_of]), table]


def _row(key: str, _: str, says: Any, default: object) -> str:
    needed = says.needed or default is dataclasses.MISSING
    form, usual = says.form, ""
    if default not in (None, "", (), {}, dataclasses.MISSING) and not isinstance(form, Record):
        unit = form.kind.unit if isinstance(form, Number) and not form.unit else ""
        usual = f" Default: `{f'{form.show(default)} {unit}'.rstrip()}`."
    links = [f"[{Record(one).name}](#{Record(one).name})" for one in dict.fromkeys(_within(says.form))]
    value = ": ".join([says.form.words, *([", ".join(links)] if links and "](" not in says.form.words else [])])
    example = f" Such as `{key}: {says.example}`." if says.example else ""
    cells = (f"**`{key}`**" if needed else f"`{key}`", value, f"{says.help}{usual}{example}")
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
