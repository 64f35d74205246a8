"""Print a scene as canonical YAML, which is read back as an equal scene. Defaults are left out."""

from __future__ import annotations

from clairify_cli.documents.forms import flow
from clairify_cli.documents.records import Entry, Record, fields_of
from clairify_cli.records import replace
from clairify_cli.worlds.geometry import Mesh
from clairify_cli.worlds.scene.model import Item, Obstacle, Scene
from clairify_cli.worlds.scene.scene_file import ItemFile, ObstacleFile, SceneFile


def print_scene(scene: Scene) -> str:
    """Return the text of a scene that was read or made. Meshes are written as paths from the working directory."""
    assert isinstance(scene.written, SceneFile)
    files = {
        one.id: one.shape.file.as_posix()
        for one in scene.things
        if isinstance(one, Item | Obstacle) and isinstance(one.shape, Mesh)
    }
    lines: list[str] = []
    for key, (name, says, default) in fields_of(SceneFile).items():
        value = getattr(scene.written, name)
        if isinstance(value, dict):
            lines += ["", f"{key}:"] if value else []
            lines += [f"  {one}: {_shown(entry, files.get(one))}" for one, entry in value.items()]
        elif says.printed or value not in (None, default):
            lines.append(f"{key}: {_shown(value, None) if isinstance(value, Entry) else says.form.show(value)}")
    return "\n".join(lines) + "\n"


def _shown(entry: Entry, mesh: str | None) -> str:
    given = replace(entry, mesh=mesh) if isinstance(entry, ItemFile | ObstacleFile) and mesh is not None else entry
    return flow(sorted(Record(type(given)).pairs(given), key=lambda pair: pair[0] != "kind"))
