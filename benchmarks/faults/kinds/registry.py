"""All kinds of faults by name."""

from __future__ import annotations

from ..draft import Finder
from . import (
    amount,
    concentration,
    foreign_number,
    number_in_comment,
    order,
    product_to_waste,
    reagents_swapped,
    repeats,
    step_added,
    step_doubled,
    step_dropped,
    synonym,
    temperature,
    time,
    unit,
    unknown_verb,
    vessels_swapped,
    wrong_phase,
)

FINDERS: dict[str, Finder] = {
    "unknown-verb": unknown_verb.find,
    "amount": amount.find,
    "unit": unit.find,
    "time": time.find,
    "repeats": repeats.find,
    "step-added": step_added.find,
    "step-doubled": step_doubled.find,
    "step-dropped": step_dropped.find,
    "reagents-swapped": reagents_swapped.find,
    "temperature": temperature.find,
    "concentration": concentration.find,
    "vessels-swapped": vessels_swapped.find,
    "order": order.find,
    "wrong-phase": wrong_phase.find,
    "number-in-comment": number_in_comment.find,
    "product-to-waste": product_to_waste.find,
    "foreign-number": foreign_number.find,
    "synonym": synonym.find,
}
