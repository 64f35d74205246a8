"""Steps of a plan in plain words, for the comments of a program: `take the apple 1 from the table 1`.

If a world description for the domain (`NAME.world.yaml`) has a command for an action, its words are used; otherwise
they are made from the names of the action and its parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from clairify_cli.diagnostics.model import Source
from clairify_cli.files.data import toml
from clairify_cli.languages.pddl.syntax import Action
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.repair.model import GroundStep
from clairify_cli.worlds.text.describe import Names, plain_words
from clairify_cli.worlds.text.description import Description
from clairify_cli.worlds.text.templates import filled

_WORDS = toml(Path(__file__).with_suffix(".toml"))
PREPOSITIONS: list[str] = _WORDS["prepositions"]
_USUAL = {verb: word for word, verbs in _WORDS["usual"].items() for verb in verbs}
"""The preposition that usually follows a verb's object."""


def step_words(steps: Sequence[GroundStep], task: Task, description: Description | None = None) -> list[str]:
    """Return a phrase for each step, in lower case and without a full stop."""
    names = Names(task, description.names if description is not None else {})
    actions = {one.name.text: one for one in task.domain.actions}
    return [_words(step, actions.get(step[0]), names, description) for step in steps]


def description_beside(domain: Source, task: Task) -> Description | None:
    """Return the world description next to a domain's file; None if there is no usable one."""
    path = Path(domain.name)
    return _description(path.with_suffix(".world.yaml"), task) if path.suffix == ".pddl" else None


def _description(path: Path, task: Task) -> Description | None:
    from clairify_cli.worlds.text.base import GameError

    if not _is_file(path):
        return None
    from clairify_cli.worlds.text.description import load_description

    try:
        return load_description(path, task.domain)
    except GameError:
        return None  # it only improves comments, so a faulty one must not stop the program from being written


@lru_cache(maxsize=16)
def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _words(step: GroundStep, action: Action | None, names: Names, description: Description | None) -> str:
    objects = [f"the {names.words.get(one) or plain_words(one)}" for one in step[1:]]
    if action is None or len(action.parameters) != len(objects):
        return " ".join([plain_words(step[0]), ", ".join(objects)]).strip()
    called = {one.name.text[1:]: words for one, words in zip(action.parameters, objects, strict=True)}
    deed = description.deeds.get(step[0]) if description is not None else None
    if deed is not None:
        return filled(deed.command, called)
    return _made_of_names(action, called)


def _made_of_names(action: Action, called: dict[str, str]) -> str:
    """Make words from the names of an action and its objects, each after a preposition if a name contains one."""
    parts = action.name.text.replace("_", "-").split("-")
    between = next((at for at, one in enumerate(parts) if at and one in PREPOSITIONS), None)
    verb = parts if between is None else parts[:between]
    said = [" ".join(verb)]
    for number, (one, words) in enumerate(zip(action.parameters, called.values(), strict=True)):
        name = one.name.text[1:].lower()
        types = [each.text for each in one.types]
        if name in PREPOSITIONS:
            said.append(f"{name} {words}")
        elif number == 0:
            said.append(words)
        elif number == 1 and (between is not None or said[0] in _USUAL):
            said.append(f"{parts[between] if between is not None else _USUAL[said[0]]} {words}")
        elif any(each in _WORDS["where"] for each in (name, *types)):
            said.append(f"at {words}")
        else:
            said.append(f"and {words}")
    return " ".join(said)
