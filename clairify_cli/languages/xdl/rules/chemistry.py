"""Rules XDL5xx: what a chemist would ask about the procedure."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity, Span
from clairify_cli.diagnostics.registry import Message, rule

WARNING = Severity.WARNING


@rule("XDL501", "above-boiling-point", WARNING)
def above_boiling(element: str, vessel: str, temp: str, liquids: str, boiling: str) -> Message:
    """An open vessel is heated above the boiling point of all that is liquid in it.

    The liquid cannot get hotter than it boils; it boils away, or the text meant the temperature of the bath. Reflux
    is written as the boiling point itself. Of a mixture the liquid that boils highest counts, and a few degrees are
    allowed. Nothing is said where the type or the id of the vessel, or a comment, tells of a condenser, a sealed
    vessel, pressure, a microwave oven or a bath, nor where anything in the vessel is not known.

    Wrong:
        <Add vessel="flask" reagent="THF" volume="50 mL"/>
        <HeatChill vessel="flask" temp="120 °C" time="2 h"/>

    Right:
        <Add vessel="flask" reagent="THF" volume="50 mL"/>
        <HeatChill vessel="flask" temp="65 °C" time="2 h" comment="reflux"/>
    """
    message = f"`{element}` brings `{vessel}` to {temp}, but {liquids} in it boils at {boiling}"
    hint = f"write {boiling} for reflux, or say in `comment` that the vessel is sealed or the number is the bath's"
    return Message(message, hint=hint)


@rule("XDL502", "below-freezing-point", WARNING)
def below_freezing(element: str, vessel: str, temp: str, liquids: str, melting: str) -> Message:
    """A vessel is cooled below the freezing point of all that is liquid in it.

    What is solid cannot be stirred and nothing can be added to it. Of a mixture the liquid that freezes lowest
    counts, water with anything dissolved in it is taken for brine, and a few degrees are allowed. Nothing is said
    where anything in the vessel is not known, or where it is frozen on purpose.

    Wrong:
        <Add vessel="flask" reagent="acetonitrile" volume="50 mL"/>
        <HeatChillToTemp vessel="flask" temp="-78 °C"/>

    Right:
        <Add vessel="flask" reagent="acetonitrile" volume="50 mL"/>
        <HeatChillToTemp vessel="flask" temp="-40 °C"/>
    """
    message = f"`{element}` brings `{vessel}` to {temp}, but {liquids} in it freezes at {melting}"
    return Message(message, hint=f"stay above {melting}, or use a solvent that freezes lower")


@rule("XDL503", "solid-by-volume", WARNING)
def solid_by_volume(element: str, reagent: str, volume: str, melting: str) -> Message:
    """A substance that is solid at room temperature is given by volume.

    Either the number is a mass, or a solution is meant, and then its concentration belongs to the reagent's name or
    into its `concentration`. Liquids may be given by mass. That a step gives no amount at all is XDL310.

    Wrong:
        <Add vessel="flask" reagent="benzoic acid" volume="5 mL"/>

    Right:
        <Add vessel="flask" reagent="benzoic acid" mass="5 g"/>
    """
    known = f" (it melts at {melting})" if melting else ""
    message = f"`{element}` gives {volume} of `{reagent}`, which is a solid{known}"
    return Message(message, hint="give its mass, or name the solution with its concentration")


@rule("XDL504", "wrong-layer", WARNING)
def wrong_layer(purpose: str, phase: str, product: str, organic: str, density: str, due: str) -> Message:
    """A separation keeps the layer in which the product is not.

    `purpose="extract"` takes the product into the added solvent, `wash` leaves it in the other layer; an organic
    solvent floats on water or lies below it by its density. Only layers of which the solvents are known and their
    densities clearly differ from that of water are looked at.

    Wrong:
        <Separate purpose="extract" product_phase="top" from_vessel="flask" separation_vessel="funnel"
            to_vessel="product" solvent="dichloromethane" solvent_volume="50 mL"/>   (of an aqueous solution)

    Right:
        <Separate purpose="extract" product_phase="bottom" from_vessel="flask" separation_vessel="funnel"
            to_vessel="product" solvent="dichloromethane" solvent_volume="50 mL"/>
    """
    side = "below" if (due == "bottom") == (product == "organic") else "above"
    message = (
        f'`product_phase="{phase}"`, but in this {purpose} the product is in the {product} layer, and `{organic}` '
        f"({density}) lies {side} water"
    )
    return Message(message, hint=f'write `product_phase="{due}"`, or see whether `purpose` is right')


@rule("XDL505", "drying-agent-left", WARNING)
def drying_agent_left(agent: str, vessel: str, before: str, added: Span | None) -> Message:
    """A drying agent is not filtered off before the solvent is removed or the product is worked up.

    Its water comes back when it is heated, and it stays in the product. An agent that goes into water, or into an
    empty vessel, is taken for a reagent, and a transfer for decanting.

    Wrong:
        <Add vessel="flask" reagent="MgSO4"/>   (to the dichloromethane layer)
        <Evaporate vessel="flask"/>

    Right:
        <Add vessel="flask" reagent="MgSO4"/>
        <Filter vessel="flask" filtrate_vessel="flask_2"/>
        <Evaporate vessel="flask_2"/>
    """
    when = f"when `{before}` works on it" if before else "at the end"
    related = (Related(f"`{agent}` is added here", added),) if added is not None else ()
    message = f"the drying agent `{agent}` is still in `{vessel}` {when}"
    return Message(message, hint="add `Filter` with a `filtrate_vessel` before it", related=related)


@rule("XDL506", "incompatible", WARNING)
def incompatible(
    one: str, other: str, vessel: str, reason: str, advice: str, source: str, first: Span | None
) -> Message:
    """Two substances meet that should not meet, or not in this way.

    The list is short and holds what a chemist would ask about when reading a plan: hydrides put into water, water put
    onto lithium aluminium hydride that was not cooled, bleach with acid or ammonia, azides with acid or
    dichloromethane, cyanides with acid, and the like (`clairify_cli/chemistry/incompatible.py` has all of them, with
    sources). The usual quench of a cooled mixture is not reported, and what was destroyed before by something else
    does not count.

    Wrong:
        <Add vessel="flask" reagent="sodium azide" mass="1 g"/>
        <Add vessel="flask" reagent="1 M HCl" volume="20 mL"/>

    Right:
        <Add vessel="flask" reagent="sodium azide" mass="1 g"/>
        <Add vessel="flask" reagent="sodium nitrite" mass="2 g" comment="destroys the azide"/>
        <Add vessel="flask" reagent="1 M HCl" volume="20 mL"/>
    """
    related = (Related(f"`{other}` comes in here", first),) if first is not None else ()
    message = f"`{one}` meets `{other}` in `{vessel}`: {reason} ({source})"
    return Message(message, hint=advice, related=related)
