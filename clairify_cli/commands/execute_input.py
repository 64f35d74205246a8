"""What `clairify execute` is given: a program, a text or a plan, and a scene."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from clairify_cli.commands.kinds import PLAN, SEARCHED, Kinds, read_given
from clairify_cli.commands.narrate import Narrator, show_reports
from clairify_cli.commands.output import complain
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.languages.base import CheckOptions

if TYPE_CHECKING:
    from clairify_cli.agents.execution.program import Setting
    from clairify_cli.files.inputs import Input
    from clairify_cli.worlds.base import Parameters
    from clairify_cli.worlds.scene.model import Scene

MOST_BYTES = 20_000_000
LIBRARIES = ("numpy", "pybullet", "pinocchio", "coal", "ompl", "ruckig")
"""What the simulated arm needs."""

_TEXT_SUFFIXES = (".txt", ".md")


class RefusedError(Exception):
    """Nothing can be carried out; all has been said. `code` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


def missing_library(films: Sequence[str]) -> str | None:
    """The first library that is needed and not installed; none of them is imported."""
    wanted = [*LIBRARIES]
    wanted += ["PIL"] if films else []
    wanted += ["imageio_ffmpeg"] if any(Path(one).suffix.lower() == ".mp4" for one in films) else []
    return next((one for one in wanted if importlib.util.find_spec(one) is None), None)


def setting_of(ctx: click.Context, values: dict[str, Any]) -> tuple[Setting, Source]:
    """The task, the scene and the findings, and the program or plan itself. Raises `RefusedError`, `UsageError`."""
    from clairify_cli.agents.execution.program import set_plan, set_program
    from clairify_cli.files.inputs import expand
    from clairify_cli.files.reading import UnreadableError

    given = read_given(ctx, values["domain"], values["problem"], (values["program"],), most_bytes=MOST_BYTES)
    items = expand((values["program"],), (*SEARCHED, *_TEXT_SUFFIXES), allow_text=True)
    if len(items) != 1:
        raise click.UsageError(
            f"{values['program']} stands for {len(items)} files, and one program is carried out at a time", ctx
        )
    item = items[0]
    try:
        text = item.words(most_bytes=MOST_BYTES)
    except UnreadableError as error:
        complain(error)
        raise RefusedError(2) from None
    scene = _scene(values["scene"]) if values["scene"] is not None else None
    values["title"] = item.path.name if item.path is not None else _shortened(text)
    values["name"] = item.name
    if _is_plan(item, text):
        domain, problem = _with_plan(ctx, item, *given)
        plan = Source(text, item.name)
        made = set_plan(plan, domain, problem, scene, until=values["until"])
        refuse_errors([plan, domain, problem], made.findings, quiet=values["quiet"])
        return made, plan
    if given != (None, None):
        raise click.UsageError("--domain and --problem are for PDDL plans", ctx)
    program = Source(text, item.name) if _is_xml(item, text) else _translated(ctx, item, text, values)
    found = _checked(program)
    refuse_errors([program], [one for one in found if one.is_error], quiet=values["quiet"])
    made = set_program(program, scene, skip_unsupported=values["skip_unsupported"])
    refuse_errors([program], made.findings, quiet=values["quiet"])
    return made, program


def refuse_errors(sources: Sequence[Source], found: Sequence[Diagnostic], *, quiet: bool) -> None:
    """Show findings; raise `RefusedError` where one is an error."""
    errors = [one for one in found if one.is_error]
    shown = errors if quiet else found
    if shown:
        show_reports(
            [
                Report(source, mine)
                for source in sources
                if (mine := [one for one in shown if one.span.file == source.name])
            ]
        )
    if errors:
        complain("nothing was moved: this cannot be carried out")
        raise RefusedError(1)


def parameters(ctx: click.Context, settings: Sequence[str]) -> Parameters:
    """The parameters of `--set`. Raises `click.UsageError` for one that is not there or out of its range."""
    from clairify_cli.worlds.base import GRASPS, RANGES, Parameters

    found: dict[str, Any] = {}
    for one in settings:
        name, equals, value = (part.strip() for part in one.partition("="))
        name = name.replace("-", "_")
        if not equals or name not in (*RANGES, "grasp"):
            known = ", ".join((*RANGES, "grasp"))
            raise click.UsageError(f"--set {one}: write NAME=VALUE, with one of {known}", ctx)
        if name == "grasp":
            if value not in GRASPS:
                raise click.UsageError(f"--set {one}: a grasp is {' or '.join(GRASPS)}", ctx)
            found[name] = value
            continue
        low, high = RANGES[name]
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise click.UsageError(f"--set {one}: {name} is a number from {low:g} to {high:g}", ctx)
        found[name] = number
    return Parameters(**found)


def _shortened(text: str) -> str:
    """The beginning of a text, for a title."""
    line = "a program" if text.lstrip().startswith("<") else " ".join(text.split())
    return line if len(line) <= 100 else line[:98] + " …"


def _is_xml(item: Input, text: str) -> bool:
    suffix = item.path.suffix.lower() if item.path is not None else ""
    return suffix in (".xdl", ".xml") or text.lstrip("\ufeff \t\r\n").startswith("<")


def _is_plan(item: Input, text: str) -> bool:
    if _is_xml(item, text):
        return False
    from dataclasses import replace

    from clairify_cli.files.encoding import Decoded

    held = replace(item, held=Decoded(text))
    return Kinds([held], None, lambda _: CheckOptions()).of(held) == PLAN


def _with_plan(ctx: click.Context, item: Input, domain: Source | None, problem: Source | None) -> tuple[Source, Source]:
    """The domain and the problem of a plan: as given, else those beside it."""
    context = Kinds([item], None, lambda _: CheckOptions(), domain, problem).companions.of_plan(item.path)
    if len(context) < 2:
        missing = "--problem" if domain is not None else "--domain and --problem"
        raise click.UsageError(f"a plan is carried out for a problem: add {missing}", ctx)
    return context[0], context[1]


def _checked(program: Source) -> list[Diagnostic]:
    from clairify_cli.languages import get

    return get("xdl").check(program, CheckOptions())


def _scene(name: str) -> Scene:
    """The scene of a file. Raises `RefusedError`."""
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.worlds.scene.reader import read_scene

    try:
        source = Source(read_text(name, most_bytes=MOST_BYTES), name)
    except UnreadableError as error:
        complain(error)
        raise RefusedError(2) from None
    scene, found = read_scene(source, Path(name).parent)
    refuse_errors([source], found, quiet=True)
    assert scene is not None
    return scene


def model_values(values: dict[str, Any]) -> dict[str, Any]:
    """What `open_model` takes, with the usual limits of the loop."""
    return {
        "model": values["model"],
        "api_base": values["api_base"],
        "no_cache": values["no_cache"],
        "rounds": 10,
        "timeout": 600.0,
        "max_cost": None,
        "temperature": None,
        "seed": None,
        "max_tokens": None,
        "feedback": "previous+errors",
        "feed_warnings": False,
        "no_fidelity": False,
        "record": None,
        "trace": None,
    }


def _translated(ctx: click.Context, item: Input, text: str, values: dict[str, Any]) -> Source:
    """The program for a text in English. Raises `RefusedError`, and what `open_model` raises."""
    from clairify_cli.commands.model_options import open_model
    from clairify_cli.languages import get
    from clairify_cli.translate import Outcome, translate

    with ExitStack() as stack:
        asked = open_model(ctx, stack, model_values(values))
        narrator = Narrator(quiet=values["quiet"], verbose=False, keep_invalid=True)
        result = translate(
            text, get("xdl"), asked.model, asked.options, CheckOptions(), cache=asked.cache, progress=narrator.progress
        )
    narrator.wipe()
    narrator.tell(item, text, result, None)
    if not result.is_valid:
        complain("nothing was moved: the text has no valid program that says the same")
        codes = {Outcome.MODEL_FAILED: 3, Outcome.INTERRUPTED: 130}
        raise RefusedError(codes.get(result.outcome, 1))
    return Source(result.program, "<program>")
