"""YAML as a tree with the position of every part. Only plain data is read: no aliases, no tags, one document."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from clairify_cli.files.data import parsed
from clairify_cli.records import dataclass, field

_MOST_CHARACTERS = 400_000
_MOST_LEVELS = 20


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar with quotes and escapes resolved; `plain` if it has no quotes."""

    text: str
    plain: bool
    start: int
    end: int


@dataclass(slots=True)
class Sequence:
    """A list."""

    start: int
    end: int = 0
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    """Keys with their values, in text order; a key may occur twice."""

    start: int
    end: int = 0
    pairs: list[tuple[Node, Node]] = field(default_factory=list)


Node = Text | Sequence | Mapping


def is_empty(node: Node) -> bool:
    """Whether a node is YAML's null, as when no value is written."""
    return isinstance(node, Text) and node.plain and node.text in ("", "~", "null")


class YamlError(Exception):
    """The text is not YAML, or unsupported YAML; has the problem and its start and end offsets."""

    def __init__(self, problem: str, start: int, end: int) -> None:
        super().__init__(problem)
        self.problem, self.start, self.end = problem, start, end


def compose(text: str) -> Node | None:
    """Return the tree of a text; None if it is empty. Raises only `YamlError`."""
    import yaml

    if len(text) > _MOST_CHARACTERS:
        problem = f"it has {len(text):,} characters, and {_MOST_CHARACTERS:,} are read"
        end = text.find("\n")
        raise YamlError(problem, 0, end if end >= 0 else len(text))
    try:
        return _composed(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = mark.index if mark is not None else 0
        problem = error.problem or error.context or "it is broken"
        raise YamlError(problem, at, min(at + 1, len(text))) from None
    except yaml.reader.ReaderError as error:
        at = error.position if isinstance(error.position, int) else 0
        raise YamlError(f"there is {_named(text, at)}, which YAML does not allow", at, at + 1) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise YamlError(" ".join(str(error).split()) or "it is broken", 0, 0) from None


def of_package(path: Path) -> Node | None:
    """Return the tree of a file of the package, which is kept: to import a parser takes longer than all the rest."""
    made: Node | None = parsed(path, compose, Text, Sequence, Mapping)
    return made


def _named(text: str, at: int) -> str:
    return f"the character U+{ord(text[at]):04X}" if at < len(text) else "a character"


def _composed(text: str) -> Node | None:
    """Parse with libyaml, which is far faster; if it fails, PyYAML's own reader decides and explains why."""
    import yaml

    if yaml.__with_libyaml__:
        with suppress(yaml.YAMLError, ValueError):
            return _read(text, yaml.CSafeLoader)
    return _read(text, yaml.SafeLoader)


def _read(text: str, loader: Any) -> Node | None:
    import yaml

    root: Node | None = None
    documents = 0
    events = yaml.parse(text, Loader=loader)
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise YamlError("there is a second document", *_ends(event))
        elif isinstance(event, yaml.NodeEvent):
            root = _made(event, events, 0)
    return root


def _made(event: Any, events: Iterator[Any], depth: int) -> Node:
    """Return the node that an event begins; its contents come from the following events."""
    import yaml

    start, end = _ends(event)
    if isinstance(event, yaml.AliasEvent):
        raise YamlError(f"aliases, like `*{event.anchor}`, are not read", start, end)
    if event.tag is not None:
        raise YamlError(f"tags, like `{event.tag}`, are not read", start, end)
    if isinstance(event, yaml.ScalarEvent):
        return Text(event.value, not event.style, start, end)
    if depth >= _MOST_LEVELS:
        raise YamlError(f"it is nested more than {_MOST_LEVELS} levels deep", start, end)
    within: list[Node] = []
    for one in events:
        if isinstance(one, yaml.CollectionEndEvent):
            end = _ends(one)[1]
            break
        within.append(_made(one, events, depth + 1))
    if isinstance(event, yaml.SequenceStartEvent):
        return Sequence(start, end, within)
    return Mapping(start, end, list(zip(within[::2], within[1::2], strict=True)))


def _ends(event: Any) -> tuple[int, int]:
    start = event.start_mark.index if event.start_mark is not None else 0
    return start, event.end_mark.index if event.end_mark is not None else start
