"""The options of `clairify execute` for programs, and which of the others make no sense for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clairify_cli.commands import declare
from clairify_cli.services.errors import RequestError
from clairify_cli.services.kinds import PROGRAM

if TYPE_CHECKING:
    from clairify_cli.files.inputs import Input

F = TypeVar("F", bound=Callable[..., object])

PANDA = "panda"
WORLDS = (PANDA, "pddl", "household", "coin_collector")
"""Where a program is carried out: on the arm's bench, in the state of a problem, or in a world of text."""

_OWN = {"world": "--world", "no_assertions": "--no-assertions", "disturb": "--disturb"}
_NOT_FOR_PROGRAMS = {"until": "--until", "skip_unsupported": "--skip-unsupported"}
_OF_THE_ARM = {
    "scene": "--scene",
    "settings": "--set",
    "films": "--record",
    "gui": "--gui",
    "print_scene": "--print-scene",
}


def program_options(function: F) -> F:
    """The options, in the order of the help."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


_OPTIONS = (
    declare.plain(
        "--world",
        type=click.Choice(WORLDS),
        metavar="WORLD",
        help="Where a program (*.py) is carried out: panda, on a bench; pddl, in the state of its problem; household "
        "or coin_collector, in a world of text (default: by its domain).",
    ),
    declare.moves("--no-assertions", is_flag=True, help="Pass the assertions of a program over, and their recoveries."),
    declare.plain(
        "--disturb",
        type=click.FloatRange(0, 1),
        default=0.0,
        metavar="CHANCE",
        help="In a PDDL problem or a world of text, undo what earlier actions did with this chance after each action, "
        "at most twice, by --seed.",
    ),
)


def program_in(item: Input, values: dict[str, Any]) -> Input | None:
    """The input where it is a program, read already; None for all others. Raises `RequestError`."""
    from clairify_cli.commands.execute_kinds import kind_of

    if item.missing is not None:
        return None  # which is said where it is read
    other = item.path is not None and item.path.suffix.lower() in (".xdl", ".xml", ".plan")
    held = item if other else item.holding(most_bytes=values["max_size"])
    if not other and held.held is not None and kind_of(held, held.held.text) == PROGRAM:
        return held
    _refuse_own(values, f"and {item.name} is none")
    return None


def programs_among(items: Sequence[Input], values: dict[str, Any]) -> int:
    """How many of many inputs are programs by their names. Raises `RequestError` for what does not fit them."""
    count = sum(one.path is not None and one.path.suffix.lower() == ".py" for one in items)
    if count:
        refuse_for_programs(values)
    else:
        _refuse_own(values, "and none of the inputs is one")
    return count


def _refuse_own(values: dict[str, Any], why: str) -> None:
    given = next((option for name, option in _OWN.items() if values[name]), None)
    if given is not None:
        raise RequestError(f"{given} is for programs (*.py), {why}")


def refuse_for_programs(values: dict[str, Any]) -> None:
    """Raise `RequestError` for what no program is carried out with."""
    if values["dry_run"] and values["disturb"]:
        raise RequestError("--disturb is for what is done, and --dry-run does nothing: leave one of them out")
    for name, option in _NOT_FOR_PROGRAMS.items():
        if values.get(name):
            raise RequestError(f"{option} is not for programs (*.py): leave it out")
    for name, usual, option in (("best_of", 1, "--best-of"), ("improve", 0, "--improve"), ("robot", "sim", "--robot")):
        if values.get(name, usual) != usual:
            raise RequestError(f"{option} is not for programs (*.py), which run once, in simulation")
    if values.get("checks", "ours") != "ours":
        raise RequestError("--checks is not for programs (*.py), which say themselves what they expect")


def refuse_without_arm(values: dict[str, Any], world: str) -> None:
    """Raise `RequestError` for what only a bench with an arm has."""
    for name, option in _OF_THE_ARM.items():
        if values[name]:
            raise RequestError(f"{option} is for the Panda's bench, and this program runs in `{world}`")
    if values["on_failure"] != "stop":
        raise RequestError(f"--on-failure is for the Panda's bench, and this program runs in `{world}`")
