"""Whether a program is still sound XDL, so that only the text can give a fault away."""

from __future__ import annotations

from .case import Case
from .properties import BLOCKS, MANDATORY, REAGENTS, VESSELS
from .quantity import read


def problems(program: str) -> frozenset[str]:
    """What is wrong with a program by itself; the number of the step is left out so that programs can be compared."""
    try:
        case = Case("", program)
        root = case.document.root
    except ValueError:
        return frozenset({"not well-formed"})
    found: set[str] = set()
    for node in root.walk():
        for name in MANDATORY.get(node.tag, ()):
            if not node.get(name):
                found.add(f"{node.tag} without {name}")
        if node.tag in MANDATORY:
            found |= {
                f"vessel {node.get(name)}" for name in VESSELS if (node.get(name) or "") not in {*case.vessels, ""}
            }
            found |= {
                f"reagent {node.get(name)}" for name in REAGENTS if (node.get(name) or "") not in {*case.reagents, ""}
            }
            for name, value in node.attributes.items():
                quantity = read(value) if name != "comment" else None
                if quantity and not quantity.plausible():
                    found.add(f"{node.tag} {name} {value}")
        if node.tag in (*BLOCKS, "Repeat", "Procedure") and not node.children:
            found.add(f"{node.tag} is empty")
    used = {value for step in case.steps for value in (*step.vessels, *step.reagents)}
    found |= {f"unused {name}" for name in (*case.reagents, *case.vessels) if name not in used}
    return frozenset(found)


def sound(before: str, after: str) -> bool:
    """Whether a changed program has no problem that the right one did not have; unused declarations are tolerated."""
    fresh = problems(after) - problems(before)
    return not any(not one.startswith("unused") for one in fresh)
