"""`clairify execute --replay-log FILE --scene FILE`: a log of a real arm, in the simulated one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clairify_cli.cli.shared.output import complain, hand_out, inform, say
from clairify_cli.services.errors import RequestError
from clairify_cli.services.places import refuse_overwriting, refuse_places

if TYPE_CHECKING:
    from clairify_cli.agents.robot.replay import Compared, Replayed

VERSION = 1


def replay_log(values: dict[str, Any]) -> int:
    """Replay a log; the exit code comes back: 1 where what was sent is not what the script says, or the twin fails.

    Raises `RequestError`.
    """
    from clairify_cli.agents.robot.replay import replay
    from clairify_cli.commands.execute_input import RefusedError, read_scene_file
    from clairify_cli.files.reading import UnreadableError, read_text
    from clairify_cli.files.writing import UnwritableError, write_text
    from clairify_cli.worlds.panda.extra import RobotMissingError, fault
    from clairify_cli.worlds.panda.simulation.engine import SceneError
    from clairify_cli.worlds.ros.journal_file import JournalError, read_journal
    from clairify_cli.worlds.ros.script import ScriptError

    _refuse_senseless(values)
    if (why := fault()) is not None:
        complain(why)
        return 3
    name = values["replay_log"]
    try:
        refuse_places([values["report"]] if values["report"] not in (None, "-") else [])
        entries = read_journal(read_text(name, most_bytes=values["max_size"]))
        scene = read_scene_file(values["scene"], values["max_size"])
        found = replay(entries, scene, seed=values["seed"])
        if not values["quiet"]:
            _tell(name, found, scene.name)
        if values["report"] is not None:
            text = json.dumps(_report(name, found), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
            if values["report"] == "-":
                hand_out(text)
            else:
                write_text(values["report"], text)
    except RefusedError as error:
        error.tell()
        return error.code
    except (JournalError, ScriptError) as error:
        complain(f"{name}: {error}")
        return 2
    except (UnreadableError, UnwritableError) as error:
        complain(error)
        return 2
    except (RobotMissingError, SceneError, RuntimeError) as error:
        complain(error)
        return 3
    return 0 if found.succeeded else 1


_OTHERS = ("programs", "output", "print_scene", "domain", "problem", "dry_run", "films", "gui", "script", "url")


def _refuse_senseless(values: dict[str, Any]) -> None:
    for option in _OTHERS:
        if values[option] not in (None, False, ()):
            what = "a program" if option == "programs" else f"--{option.replace('_', '-').replace('films', 'record')}"
            raise RequestError(f"--replay-log replays a log with its scene: leave out {what}")
    if values["robot"] != "sim":
        raise RequestError("--replay-log is for the simulation: leave out --robot")
    if values["scene"] is None:
        raise RequestError("--replay-log needs --scene: the bench of the run")
    if values["report"] not in (None, "-"):
        read = [("the log", values["replay_log"]), ("the scene", values["scene"])]
        refuse_overwriting([("--report", values["report"])], read)


def _tell(name: str, found: Replayed, scene: str) -> None:
    script = found.script
    if script.scene != scene:
        inform(f"note: the log is of the scene `{script.scene}`, and this one is `{scene}`")
    width = max([6, *(len(_called(one)) for one in found.motions)])
    say(f"{'':>4}  {'motion':<{width}}  {'sent':<9}  {'states':>6}  difference")
    for one in found.motions:
        sent = {None: "not sent", True: "as script", False: "DIFFERS"}[one.equal]
        apart = "" if one.difference is None else f"{one.difference:.4f} rad"
        end = "" if one.done else "  not done"
        say(f"{one.number:>4}  {_called(one):<{width}}  {sent:<9}  {one.states:>6}  {apart}{end}".rstrip())
    played = found.played
    inform(f"in the twin: at most {played.deviation:.4f} rad from the script (at {played.at})")
    for sentence in (*played.contacts, *(f"{one} was lost" for one in played.lost), *played.faults):
        inform(f"  - {sentence}")
    worst = max((one.difference for one in found.motions if one.difference is not None), default=None)
    seen = "no state was seen" if worst is None else f"the states seen are at most {worst:.4f} rad from it"
    ended = "the log has no end" if found.ended is None else found.ended
    inform(f"{name}: {len(found.motions)} motions; {seen}; {ended}")


def _called(one: Compared) -> str:
    return f"{one.name} {one.action}"[:60]


def _report(name: str, found: Replayed) -> dict[str, Any]:
    """The replay as JSON."""
    return {
        "version": VERSION,
        "log": name,
        "scene": found.script.scene,
        "robot": found.script.robot,
        "whole": found.whole,
        "ended": found.ended,
        "succeeded": found.succeeded,
        "motions": [
            {
                "command": one.number,
                "name": one.name,
                "action": one.action,
                "sent_as_script": one.equal,
                "states": one.states,
                "difference_rad": None if one.difference is None else round(one.difference, 6),
                "done": one.done,
            }
            for one in found.motions
        ],
        "twin": {
            "deviation_rad": round(found.played.deviation, 6),
            "at": found.played.at,
            "contacts": list(found.played.contacts),
            "lost": list(found.played.lost),
            "faults": list(found.played.faults),
        },
    }
