"""Scenes as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

import re
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.suppress import apply, find_suppressions, line_comments
from clairify_cli.languages.base import CheckOptions, StepClaims
from clairify_cli.languages.outline import Outline
from clairify_cli.worlds.scene.reader import read_scene

_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*```[^\n]*\n(.*?)(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)

_DESCRIPTION = """\
A scene says in YAML what stands on a bench, where a robot arm works. It begins with `scene: 1`. Its sections are
places, zones, devices, containers, vessels, bottles, items and obstacles; each maps an id to what the thing is:

scene: 1
places:
  slot1: {at: [0.5, 0.2]}
devices:
  hotplate1: {kind: hotplate, at: [0.5, -0.1]}
vessels:
  beaker1: {kind: beaker, capacity: 250 mL, at: slot1}
bottles:
  water-bottle: {capacity: 500 mL, at: [0.4, 0.4], contents: {water: 300 g}}

Positions are [x, y] or [x, y, z] in m from the middle of the robot's base, x to the front and y to the left.
"""


class SceneLanguage:
    """Scenes. Meshes are looked for in the folder of the file that the source is named by."""

    name = "scene"
    suffixes = (".yaml", ".yml")
    dialects = ("1",)
    prompts = ()

    def check(self, source: Source, options: CheckOptions) -> list[Diagnostic]:
        path = Path(source.name)
        _, found = read_scene(source, path.parent if path.suffix.lower() in self.suffixes else None)
        if "clairify:" in source.text:
            found = apply(find_suppressions(line_comments(source, _COMMENT, "#")), found, source)
        return in_source_order(found)

    def describe(self, options: CheckOptions) -> str:
        return _DESCRIPTION

    def extract(self, reply: str) -> str:
        """The fenced text that begins like a scene, else the reply itself."""
        blocks = [match.group(1) for match in _FENCE.finditer(reply)] if "```" in reply else []
        return next((one for one in blocks if re.search(r"^scene[ \t]*:", one, re.MULTILINE)), reply)

    def format(self, source: Source, options: CheckOptions) -> str:
        """The text as it is: how a scene is laid out, with its comments, is up to whoever writes it."""
        found = next((one for one in self.check(source, options) if one.code in ("RUN001", "RUN002")), None)
        if found is not None:
            raise ValueError(f"line {found.span.line}: {found.message}")
        return source.text

    def claims(self, source: Source, options: CheckOptions) -> tuple[StepClaims, ...]:
        """None: a scene says what is there, and not what will be done."""
        return ()

    def outline(self, source: Source) -> Outline:
        return Outline(steps=())
