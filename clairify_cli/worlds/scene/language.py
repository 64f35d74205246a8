"""Scenes as a `Language`: what a text needs to be checked like programs are."""

from __future__ import annotations

import re
from pathlib import Path

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.yaml_language import YamlLanguage
from clairify_cli.worlds.scene.reader import read_scene

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


class SceneLanguage(YamlLanguage):
    """Scenes. Meshes are looked for in the folder of the file that the source is named by."""

    name = "scene"
    dialects = ("1",)
    description = _DESCRIPTION
    no_such_file = ("RUN001", "RUN002")

    def findings(self, source: Source) -> list[Diagnostic]:
        path = Path(source.name)
        return read_scene(source, path.parent if path.suffix.lower() in self.suffixes else None)[1]

    def extract(self, reply: str) -> str:
        """The fenced text that begins like a scene, else the reply itself."""
        blocks = [match.group(1) for match in _FENCE.finditer(reply)] if "```" in reply else []
        return next((one for one in blocks if re.search(r"^scene[ \t]*:", one, re.MULTILINE)), reply)
