"""Rules XDL4xx: what the procedure does to the vessels, step by step."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("XDL401", "from-empty-vessel", WARNING)
def from_empty(element: str, vessel: str, emptied: Span | None) -> Message:
    """A step takes from a vessel, or works on one, that holds nothing by then.

    Either something was to be added before, or the vessel was emptied by an earlier step and another is meant.

    Wrong:
        <Transfer from_vessel="flask" to_vessel="reactor" volume="all"/>   (nothing was put into `flask`)

    Right:
        <Add vessel="flask" reagent="water" volume="5 mL"/>
        <Transfer from_vessel="flask" to_vessel="reactor" volume="all"/>
    """
    why = "was emptied before" if emptied else "nothing was put into it"
    related = (Related(f"`{vessel}` is emptied here", emptied),) if emptied else ()
    message = f"`{vessel}` is empty when `{element}` needs its contents: {why}"
    return Message(message, hint="add what it should hold, or name the vessel that holds it", related=related)


@rule("XDL402", "more-out-than-in", WARNING)
def more_out(element: str, vessel: str, out: str, holds: str) -> Message:
    """A step takes more out of a vessel than was put into it.

    A number may be wrong, or something was to be added before. Only what the program states as a volume is counted;
    where anything of unknown volume is in the vessel, nothing is said.

    Wrong:
        <Add vessel="flask" reagent="water" volume="5 mL"/>
        <Transfer from_vessel="flask" to_vessel="reactor" volume="50 mL"/>

    Right:
        <Add vessel="flask" reagent="water" volume="50 mL"/>
        <Transfer from_vessel="flask" to_vessel="reactor" volume="50 mL"/>
    """
    message = f"`{element}` takes {out} from `{vessel}`, which holds at most {holds}"
    return Message(message, hint='see whether a number is wrong, or write `volume="all"`')


@rule("XDL403", "stop-without-start", WARNING)
def stop_without_start(element: str, vessel: str, start: str) -> Message:
    """A step stops what was not started.

    A start is missing, another vessel is meant, or the step can go.

    Wrong:
        <StopStir vessel="beaker"/>   (nothing stirs `beaker`)

    Right:
        <StartStir vessel="beaker"/>
        <StopStir vessel="beaker"/>
    """
    return Message(f"`{element}`: nothing was started on `{vessel}`", hint=f"add `{start}` before it, or remove it")


@rule("XDL404", "start-without-stop", WARNING)
def start_without_stop(element: str, vessel: str, stop: str) -> Message:
    """What a step starts is still on at the end of the program.

    A stirrer or a heater that nobody stops goes on after the robot has left.

    Wrong:
        <StartStir vessel="beaker"/>   (and no `StopStir`)

    Right:
        <StartStir vessel="beaker"/>
        <StopStir vessel="beaker"/>
    """
    return Message(f"what `{element}` starts on `{vessel}` is never stopped", hint=f"add `{stop}`")


@rule("XDL405", "over-capacity", ERROR)
def over_capacity(element: str, vessel: str, volume: str, capacity: str) -> Message:
    """More is put into a vessel than its declared capacity.

    Only volumes that the program states are counted, so the vessel does overflow.

    Wrong:
        <Component id="vial" type="vial" capacity="10 mL"/>
        <Add vessel="vial" reagent="water" volume="50 mL"/>

    Right:
        <Component id="vial" type="vial" capacity="100 mL"/>
        <Add vessel="vial" reagent="water" volume="50 mL"/>
    """
    message = f"after this `{element}` there are at least {volume} in `{vessel}`, which holds {capacity}"
    return Message(message, hint="use a larger vessel, or add less")


@rule("XDL406", "reused-uncleaned", WARNING)
def reused(element: str, vessel: str, emptied: Span) -> Message:
    """Something new is put into a vessel that held something else and was not cleaned.

    What is left of the first contents mixes with the second. A mixture that comes back to the vessel it came from is
    nothing new, and separators are used again as a matter of course.

    Wrong:
        <Transfer from_vessel="reactor" to_vessel="flask" volume="all"/>
        <Add vessel="reactor" reagent="ethanol" volume="5 mL"/>

    Right:
        <Transfer from_vessel="reactor" to_vessel="flask" volume="all"/>
        <CleanVessel vessel="reactor"/>
        <Add vessel="reactor" reagent="ethanol" volume="5 mL"/>
    """
    related = (Related("its contents left it here", emptied),)
    message = f"`{element}` puts something new into `{vessel}`, which was not cleaned"
    return Message(message, hint="add `CleanVessel`, or use another vessel", related=related)


@rule("XDL407", "nothing-left", WARNING)
def nothing_left() -> Message:
    """At the end of the program every vessel is empty or waste: the product ends nowhere.

    Either the last transfer names the wrong vessel, or the product went to waste with what was to be removed.

    Wrong:
        <Transfer from_vessel="reactor" to_vessel="waste" volume="all"/>   (as the last step)

    Right:
        <Transfer from_vessel="reactor" to_vessel="product_flask" volume="all"/>
    """
    return Message("at the end nothing is left outside of the waste", hint="see where the product should end")


@rule("XDL408", "into-itself", ERROR)
def into_itself(element: str, vessel: str) -> Message:
    """A transfer from a vessel into itself.

    No reading of it makes sense: one of the two vessels is wrong.

    Wrong:
        <Transfer from_vessel="flask" to_vessel="flask" volume="5 mL"/>

    Right:
        <Transfer from_vessel="flask" to_vessel="reactor" volume="5 mL"/>
    """
    return Message(f"`{element}` goes from `{vessel}` into `{vessel}`", hint="name another vessel")
