"""All kinds of harmless rewritings by name."""

from __future__ import annotations

from ..draft import Rewriter
from . import (
    addition_order,
    attribute_order,
    blocks,
    declarations,
    defaults,
    loops,
    no_comments,
    reagent_names,
    split_heat,
    split_stir,
    units,
    vessel_names,
)

REWRITERS: dict[str, Rewriter] = {
    "split-heat": split_heat.find,
    "split-stir": split_stir.find,
    "loops": loops.find,
    "reagent-names": reagent_names.find,
    "vessel-names": vessel_names.find,
    "no-comments": no_comments.find,
    "units": units.find,
    "attribute-order": attribute_order.find,
    "addition-order": addition_order.find,
    "defaults": defaults.find,
    "blocks": blocks.find,
    "declarations": declarations.find,
}
