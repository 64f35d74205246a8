"""The rules for where the material is: a step on the wrong vessel, the wrong part kept, an order that cannot be."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.fidelity.rules import shown


@rule("XDL620", "nothing-there", Severity.ERROR)
def nothing_there(step: str, vessel: str, emptied: str | None, where: str | None) -> Message:
    """A step takes from a vessel, or works on one, in which nothing is at that time.

    Finds steps on another vessel than the one where the material is, from and to exchanged, and steps that come before
    what they are done to is there. What is there before the first step may have been made elsewhere.

    Wrong:
        the text: Add 5 g of salt to 50 mL of water in a flask. Stir for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Stir vessel="beaker" time="10 min"/>

    Right:
        the text: Add 5 g of salt to 50 mL of water in a flask. Stir for 10 min.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Stir vessel="flask" time="10 min"/>
    """
    why = f"`{emptied}` took its contents" if emptied is not None else "nothing was put into it"
    hint = f"the material is in `{where}`: name that vessel, or " if where else ""
    message = f"`{step}` is done to `{vessel}`, in which nothing is: {why}"
    return Message(message, f"{hint}do the step when `{vessel}` holds it")


@rule("XDL621", "product-discarded", Severity.ERROR)
def product_discarded(
    step: str, vessel: str, kept: str, lost: str, words: str, related: tuple[Related, ...]
) -> Message:
    """A step throws away the part with which the text goes on.

    Finds a `Filter` without `filtrate_vessel` whose filtrate is concentrated, or that was dried over a salt, and work
    that goes on with the other part of a filtration or separation than the text does.

    Wrong:
        the text: Add 5 g of salt to 50 mL of water. The mixture was filtered and concentrated in vacuo.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Filter vessel="flask"/> <Evaporate vessel="flask"/>

    Right:
        the text: Add 5 g of salt to 50 mL of water. The mixture was filtered and concentrated in vacuo.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Filter vessel="flask" filtrate_vessel="bulb"/> <Evaporate vessel="bulb"/>
    """
    said = f", and the text goes on with {lost}: `{shown(words)}`" if words else f", and the product is in {lost}"
    where = "`filtrate_vessel`" if step in ("Filter", "WashSolid") else "`to_vessel`"
    hint = f"give {lost} a vessel with {where}, and go on there" if kept != "the filtrate" else "go on in `vessel`"
    return Message(f"the program goes on with {kept} of this `{step}` of `{vessel}`{said}", hint, related=related)


@rule("XDL622", "wrong-layer", Severity.ERROR)
def wrong_layer(step: str, phase: str, due: str, why: str, words: str, related: tuple[Related, ...]) -> Message:
    """A separation keeps the layer in which the product is not.

    What the text extracts with or washes with, and what it does next (`the organic layer was dried`), says which layer
    is kept; the densities of the solvents say whether it is the upper or the lower one. `purpose="extract"` means that
    the product goes into the solvent that is added, `purpose="wash"` that it stays in the other layer.

    Wrong:
        the text: Benzil (1 g) and water (20 mL) were extracted with dichloromethane (30 mL). The organic
          layer was dried.
        <Add vessel="flask" reagent="benzil" mass="1 g"/> <Add vessel="flask" reagent="water" volume="20 mL"/>
        <Separate purpose="extract" product_phase="top" from_vessel="flask" separation_vessel="funnel"
          to_vessel="bulb" solvent="dichloromethane" solvent_volume="30 mL"/>
        <Add vessel="bulb" reagent="drying agent"/> <Filter vessel="bulb" filtrate_vessel="beaker"/>

    Right:
        the text: Benzil (1 g) and water (20 mL) were extracted with dichloromethane (30 mL). The organic
          layer was dried.
        <Add vessel="flask" reagent="benzil" mass="1 g"/> <Add vessel="flask" reagent="water" volume="20 mL"/>
        <Separate purpose="extract" product_phase="bottom" from_vessel="flask" separation_vessel="funnel"
          to_vessel="bulb" solvent="dichloromethane" solvent_volume="30 mL"/>
        <Add vessel="bulb" reagent="drying agent"/> <Filter vessel="bulb" filtrate_vessel="beaker"/>
    """
    said = f", with which the text goes on: `{shown(words)}`" if words else ""
    message = f"this `{step}` keeps the layer of {phase}, and the product is in the one of {due}: {why}{said}"
    return Message(message, f"write {due}, or put right what is separated with what", related=related)


@rule("XDL623", "drying-agent-left", Severity.ERROR)
def drying_agent_left(step: str, vessel: str, agent: str) -> Message:
    """A solution is worked up while the drying agent is still in it.

    Finds steps that evaporate, purify or crystallise what a drying agent was added to and not filtered off.

    Wrong:
        the text: Add sodium sulfate to 50 mL of ether. Concentrate it.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="sodium sulfate"/>
        <Evaporate vessel="flask"/>

    Right:
        the text: Add sodium sulfate to 50 mL of ether. Filter and concentrate it.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="sodium sulfate"/>
        <Filter vessel="flask" filtrate_vessel="bulb"/> <Evaporate vessel="bulb"/>
    """
    message = f"`{step}` is done to `{vessel}` with the drying agent `{agent}` still in it"
    return Message(message, "filter it off before, and go on with the filtrate")


@rule("XDL624", "not-the-material", Severity.ERROR)
def not_the_material(step: str, vessel: str, what: str, where: str | None, related: tuple[Related, ...]) -> Message:
    """A step is done to something else than the text does it to.

    Finds steps on a vessel without what the text has put in just before, on a filter cake that has no liquid to
    evaporate, and `WashSolid` or `Dry` on a liquid.

    Wrong:
        the text: Add 5 g of salt to 50 mL of water. In another flask, add 2 g of benzil to 10 mL of ether. Add
          1 g of iodine to the ether and heat it to 30 °C for 5 min. Add it to the salt water.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Add vessel="beaker" reagent="benzil" mass="2 g"/> <Add vessel="beaker" reagent="ether" volume="10 mL"/>
        <Add vessel="beaker" reagent="iodine" mass="1 g"/> <HeatChill vessel="flask" temp="30 °C" time="5 min"/>
        <Transfer from_vessel="beaker" to_vessel="flask" volume="all"/>

    Right:
        the text: Add 5 g of salt to 50 mL of water. In another flask, add 2 g of benzil to 10 mL of ether. Add
          1 g of iodine to the ether and heat it to 30 °C for 5 min. Add it to the salt water.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Add vessel="beaker" reagent="benzil" mass="2 g"/> <Add vessel="beaker" reagent="ether" volume="10 mL"/>
        <Add vessel="beaker" reagent="iodine" mass="1 g"/> <HeatChill vessel="beaker" temp="30 °C" time="5 min"/>
        <Transfer from_vessel="beaker" to_vessel="flask" volume="all"/>
    """
    hint = f"name `{where}`, where the material is" if where else "name the vessel where the material is"
    return Message(f"`{step}` is done to `{vessel}`, {what}", hint, related=related)


@rule("XDL625", "does-not-commute", Severity.ERROR)
def does_not_commute(step: str, other: str, first: str, related: tuple[Related, ...]) -> Message:
    """Two steps on one mixture stand in another order than the text tells them, and their order matters.

    Finds additions before the cooling, heating or stirring that the text has first, and the reverse; likewise
    filtrations, evaporations and extractions. Where words such as `before`, `after` or `to a solution of` may turn the
    order around, nothing is said.

    Wrong:
        the text: Add 50 mL of ether to a flask. Cool it to 0 °C. Then add 5 g of benzil. Stir for 10 min.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="benzil" mass="5 g"/>
        <HeatChillToTemp vessel="flask" temp="0 °C"/> <Stir vessel="flask" time="10 min"/>

    Right:
        the text: Add 50 mL of ether to a flask. Cool it to 0 °C. Then add 5 g of benzil. Stir for 10 min.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <HeatChillToTemp vessel="flask" temp="0 °C"/>
        <Add vessel="flask" reagent="benzil" mass="5 g"/> <Stir vessel="flask" time="10 min"/>
    """
    where = f"which the text has first: `{shown(first)}`" if first else "and the round before has them the other way"
    message = f"`{step}` comes before `{other}`, {where}"
    return Message(message, f"move `{step}` behind `{other}`", related=related)
