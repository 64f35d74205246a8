"""YAML as a tree with the place of every part. Only what a scene needs is read: no aliases, no tags, one document."""

from __future__ import annotations

from dataclasses import dataclass, field

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.worlds.scene import rules

_MOST_CHARACTERS = 400_000
_MOST_LEVELS = 20


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, as it is written, quotes and escapes resolved; `plain` without quotes."""

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
    """Keys with their values, in the order of the text; a key may stand in it twice."""

    start: int
    end: int = 0
    pairs: list[tuple[Node, Node]] = field(default_factory=list)


Node = Text | Sequence | Mapping


def is_empty(node: Node) -> bool:
    """Whether nothing is written where a value could be: YAML's null."""
    return isinstance(node, Text) and node.plain and node.text in ("", "~", "null")


def compose(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a text, None with a finding where there is none. Never raises."""
    import yaml

    text = source.text
    if len(text) > _MOST_CHARACTERS:
        problem = f"it has {len(text):,} characters, and {_MOST_CHARACTERS:,} are read"
        return None, [rules.not_yaml(source.span(0, len(source.line(1))), problem)]
    try:
        return _composed(source), []
    except _RefusedError as error:
        return None, [rules.not_yaml(source.span(error.start, error.end), error.problem)]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = mark.index if mark is not None else 0
        problem = error.problem or error.context or "it is broken"
        return None, [rules.not_yaml(source.span(at, min(at + 1, len(text))), problem)]
    except yaml.reader.ReaderError as error:
        at = error.position if isinstance(error.position, int) else 0
        return None, [
            rules.not_yaml(source.span(at, at + 1), f"there is {_named(text, at)}, which YAML does not allow")
        ]
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return None, [rules.not_yaml(source.span(0, 0), " ".join(str(error).split()) or "it is broken")]


def _named(text: str, at: int) -> str:
    return f"the character U+{ord(text[at]):04X}" if at < len(text) else "a character"


class _RefusedError(Exception):
    """Something that is YAML and that no scene needs."""

    def __init__(self, problem: str, start: int, end: int) -> None:
        super().__init__(problem)
        self.problem, self.start, self.end = problem, start, end


def _composed(source: Source) -> Node | None:
    """Events put together without recursion, so that depth is counted and not suffered."""
    import yaml

    root: Node | None = None
    documents = 0
    open_nodes: list[Sequence | Mapping] = []
    keys: list[Node | None] = []
    for event in yaml.parse(source.text, Loader=yaml.SafeLoader):
        start = event.start_mark.index if event.start_mark is not None else 0
        end = event.end_mark.index if event.end_mark is not None else start
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                raise _RefusedError("there is a second document", start, end)
        if isinstance(event, yaml.AliasEvent):
            raise _RefusedError(f"aliases, like `*{event.anchor}`, are not read", start, end)
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise _RefusedError(f"tags, like `{tag}`, are not read", start, end)
        made: Node | None = None
        if isinstance(event, yaml.ScalarEvent):
            made = Text(event.value, event.style is None, start, end)
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            if len(open_nodes) >= _MOST_LEVELS:
                raise _RefusedError(f"it is nested more than {_MOST_LEVELS} levels deep", start, end)
            opened = Sequence(start) if isinstance(event, yaml.SequenceStartEvent) else Mapping(start)
            open_nodes.append(opened)
            keys.append(None)
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            closed = open_nodes.pop()
            keys.pop()
            closed.end = end
            made = closed
        if made is None:
            continue
        if not open_nodes:
            root = made
        else:
            _put(open_nodes[-1], keys, made)
    return root


def _put(parent: Sequence | Mapping, keys: list[Node | None], made: Node) -> None:
    if isinstance(parent, Sequence):
        parent.items.append(made)
        return
    key = keys[-1]
    if key is None:
        keys[-1] = made
    else:
        parent.pairs.append((key, made))
        keys[-1] = None
