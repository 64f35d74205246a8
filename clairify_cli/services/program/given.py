"""What a program is about: a domain and a problem as given, or those of a `--world`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.program.skills import has_skills
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import read_given

WORLD_SUFFIX = ".world.yaml"


def texts_of(values: dict[str, Any], inputs: tuple[str, ...] = ()) -> tuple[Source | None, Source | None, bool]:
    """The domain and the problem, and whether the problem is made of a scene, so that no file has it.

    Raises `RequestError`, `UnreadableError` and `RefusedError`, the last for a scene with errors.
    """
    world, most = values["world"], values["max_size"]
    if world is None:
        return (*read_given(values["domain"], values["problem"], inputs, most_bytes=most), False)
    if world.endswith(WORLD_SUFFIX):
        if values["domain"] is not None:
            raise RequestError("--world names its domain by its own name: leave out --domain")
        domain = str(Path(world).with_name(Path(world).name.removesuffix(WORLD_SUFFIX) + ".pddl"))
        return (*read_given(domain, values["problem"], inputs, most_bytes=most), False)
    if values["domain"] is not None or values["problem"] is not None:
        raise RequestError("a scene is domain and problem in one: leave out --domain and --problem")
    if world.endswith(".pddl"):
        raise RequestError(f"--world takes a scene or a {WORLD_SUFFIX} file; give {world} as --problem")
    from clairify_cli.agents.programs.write_scene import problem_of_scene
    from clairify_cli.commands.execute_input import RefusedError, read_scene_file

    try:
        return (*problem_of_scene(read_scene_file(world, most)), True)
    except RefusedError as refused:
        if any(has_skills(one.source.text) for one in refused.reports):
            raise RequestError(f"{world} is a list of skills, and no scene: give it as --skills") from None
        raise
