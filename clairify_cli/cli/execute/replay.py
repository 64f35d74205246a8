"""Output about the replay of a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clairify_cli.cli.shared.output import inform, say

if TYPE_CHECKING:
    from clairify_cli.agents.robot.replay import Compared, Replayed


def show_replay(name: str, found: Replayed, scene: str) -> None:
    """Show a row for each motion, how far the twin was from the script, and how the log ended."""
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
