"""The rules about the location of material: a step on the wrong vessel, the wrong part kept, an impossible order."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Related, Severity
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.fidelity.rules import shown


@rule("XDL620", "nothing-there", Severity.ERROR)
def nothing_there(step: str, vessel: str, emptied: str | None, where: str | None) -> Message:
    """A step takes from, or works on, a vessel that is empty at that time.

    Finds steps on a vessel other than the one with the material, swapped source and destination, and steps that come
    before their material is there. Material used before the first addition may have been made elsewhere.

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
    message = f"`{step}` acts on `{vessel}`, which is empty: {why}"
    return Message(message, f"{hint}move the step to when `{vessel}` contains it")


@rule("XDL621", "product-discarded", Severity.ERROR)
def product_discarded(
    step: str, vessel: str, kept: str, lost: str, words: str, related: tuple[Related, ...]
) -> Message:
    """A step discards the part that the text continues with.

    Finds a `Filter` without `filtrate_vessel` whose filtrate is concentrated or was dried over a salt, and steps that
    continue with a different part of a filtration or separation than the text does.

    Wrong:
        the text: Add 5 g of salt to 50 mL of water. The mixture was filtered and concentrated in vacuo.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Filter vessel="flask"/> <Evaporate vessel="flask"/>

    Right:
        the text: Add 5 g of salt to 50 mL of water. The mixture was filtered and concentrated in vacuo.
        <Add vessel="flask" reagent="water" volume="50 mL"/> <Add vessel="flask" reagent="salt" mass="5 g"/>
        <Filter vessel="flask" filtrate_vessel="bulb"/> <Evaporate vessel="bulb"/>
    """
    said = f", but the text continues with {lost}: `{shown(words)}`" if words else f", but the product is in {lost}"
    where = "`filtrate_vessel`" if step in ("Filter", "WashSolid") else "`to_vessel`"
    hint = f"give {lost} a vessel with {where} and continue there" if kept != "the filtrate" else "continue in `vessel`"
    return Message(f"the program continues with {kept} of this `{step}` of `{vessel}`{said}", hint, related=related)


@rule("XDL622", "wrong-layer", Severity.ERROR)
def wrong_layer(step: str, phase: str, due: str, why: str, words: str, related: tuple[Related, ...]) -> Message:
    """A separation keeps the layer that does not contain the product.

    The solvent that the text extracts or washes with, and its next step (`the organic layer was dried`), show which
    layer is kept; the densities of the solvents show whether that is the upper or the lower one. `purpose="extract"`
    means that the product moves into the added solvent, `purpose="wash"` that it stays in the other layer.

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
    said = f", which the text continues with: `{shown(words)}`" if words else ""
    message = f"this `{step}` keeps the layer of {phase}, but the product is in the layer of {due}: {why}{said}"
    return Message(message, f"write {due}, or correct what is separated from what", related=related)


@rule("XDL623", "drying-agent-left", Severity.ERROR)
def drying_agent_left(step: str, vessel: str, agent: str) -> Message:
    """A solution is worked up while the drying agent is still in it.

    Finds steps that evaporate, purify or crystallise a mixture from which a drying agent was not filtered off.

    Wrong:
        the text: Add sodium sulfate to 50 mL of ether. Concentrate it.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="sodium sulfate"/>
        <Evaporate vessel="flask"/>

    Right:
        the text: Add sodium sulfate to 50 mL of ether. Filter and concentrate it.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="sodium sulfate"/>
        <Filter vessel="flask" filtrate_vessel="bulb"/> <Evaporate vessel="bulb"/>
    """
    message = f"`{step}` acts on `{vessel}` while the drying agent `{agent}` is still in it"
    return Message(message, "filter it off first, and continue with the filtrate")


@rule("XDL624", "not-the-material", Severity.ERROR)
def not_the_material(step: str, vessel: str, what: str, where: str | None, related: tuple[Related, ...]) -> Message:
    """A step acts on different material than in the text.

    Finds steps on a vessel that lacks the material just added in the text, evaporation of a filter cake without liquid,
    and `WashSolid` or `Dry` on a liquid.

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
    return Message(f"`{step}` acts on `{vessel}`, {what}", hint, related=related)


@rule("XDL625", "does-not-commute", Severity.ERROR)
def does_not_commute(step: str, other: str, first: str, related: tuple[Related, ...]) -> Message:
    """Two steps on the same mixture are in a different order than in the text, and their order matters.

    Finds additions before the cooling, heating or stirring that comes first in the text, and the reverse; likewise
    filtrations, evaporations and extractions. If words such as `before`, `after` or `to a solution of` may reverse the
    order, nothing is reported.

    Wrong:
        the text: Add 50 mL of ether to a flask. Cool it to 0 °C. Then add 5 g of benzil. Stir for 10 min.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <Add vessel="flask" reagent="benzil" mass="5 g"/>
        <HeatChillToTemp vessel="flask" temp="0 °C"/> <Stir vessel="flask" time="10 min"/>

    Right:
        the text: Add 50 mL of ether to a flask. Cool it to 0 °C. Then add 5 g of benzil. Stir for 10 min.
        <Add vessel="flask" reagent="ether" volume="50 mL"/> <HeatChillToTemp vessel="flask" temp="0 °C"/>
        <Add vessel="flask" reagent="benzil" mass="5 g"/> <Stir vessel="flask" time="10 min"/>
    """
    where = f"which the text has first: `{shown(first)}`" if first else "and the previous round has them reversed"
    message = f"`{step}` comes before `{other}`, {where}"
    return Message(message, f"move `{step}` after `{other}`", related=related)
