"""YAML as a tree with the place of every part, and a finding where there is none."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.files import yaml_tree
from clairify_cli.files.yaml_tree import Mapping, Node, Sequence, Text, is_empty
from clairify_cli.worlds.scene import rules

__all__ = ["Mapping", "Node", "Sequence", "Text", "compose", "is_empty"]


def compose(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """The tree of a text, None with a finding where there is none. Never raises."""
    try:
        return yaml_tree.compose(source.text), []
    except yaml_tree.YamlError as error:
        return None, [rules.not_yaml(source.span(error.start, error.end), error.problem)]
