"""The rules of descriptions of text worlds, beside those that all documents share (RUN001, RUN003 to RUN009)."""

from __future__ import annotations

from clairify_cli.diagnostics.model import Severity
from clairify_cli.diagnostics.registry import Message, rule


@rule("RUN401", "unfit-description", Severity.ERROR)
def unfit_description(problem: str, hint: str | None = None) -> Message:
    """An entry of a world's description does not fit its domain.

    Finds conditions with predicates, types or objects that the domain does not have, places such as `{item}` that stand
    for nothing, actions without a command, and views that do not exist. The domain is the `.pddl` file beside the
    description, or `--domain`.

    Wrong:
        views:
          room:
            - {say: "You are in the {place}.", when: "(at ?room)"}

    Right:
        views:
          room:
            - {say: "You are in the {room}.", when: "(at ?room)"}
    """
    return Message(problem, hint)


@rule("RUN402", "unread-sentence", Severity.WARNING)
def unread_sentence(why: str, hint: str) -> Message:
    """A sentence that the explorer cannot read back as facts.

    `explorer` plays a world by reading its sentences the other way round. It cannot read one whose condition is more
    than facts that hold or do not hold, one with places next to each other without a word between them, and one that
    has the same words as another: it then takes the one that fits better what it knows.

    Wrong:
        - {say: "The {thing} is useless.", when: "(or (broken ?thing) (empty ?thing))"}

    Right:
        - {say: "The {thing} is broken.", when: "(broken ?thing)"}
        - {say: "The {thing} is empty.", when: "(empty ?thing)"}
    """
    return Message(f"the explorer {why}", hint)


@rule("RUN403", "untold-fact", Severity.WARNING)
def untold_fact(fact: str, action: str, then: str) -> Message:
    """Actions ask for something that no view ever tells.

    Whoever plays cannot know it. `explorer` takes for granted what no action changes, and what is of no object, such
    as an empty hand; else it finds out by being refused, or not at all.

    Wrong:
        an action `unlock` that asks for `(locked ?door)`, and no sentence with this condition

    Right:
        - {say: "The {door} is locked.", when: "(and (at ?room) (door-of ?door ?room) (locked ?door))"}
    """
    return Message(f"no view tells `{fact}`, which `{action}` asks for: {then}", "add a sentence with it to a view")


@rule("RUN404", "nothing-to-find", Severity.WARNING)
def nothing_to_find() -> Message:
    """No sentence shows things that may be found, so that nothing can be looked for.

    `explorer` looks for things where a sentence would show them: one that lists things (`{item*}`) or names one, with
    a condition that says where one is and where the thing is.

    Wrong:
        - {say: "You are in the {room}.", when: "(at ?room)"}

    Right:
        - {say: "You are in the {room}.", when: "(at ?room)"}
        - {say: "You see {item*}.", when: "(and (at ?room) (in ?item ?room))"}
    """
    return Message(
        "no sentence says what is where one is, so the explorer cannot look for anything",
        "write one such as `You see {item*}.` with a condition such as `(and (at ?room) (in ?item ?room))`",
    )


@rule("RUN405", "no-domain", Severity.ERROR)
def no_domain(wanted: str) -> Message:
    """A description is checked without its domain.

    What it says is held against the actions, predicates and types of the domain that stands beside it under the same
    name, or that `--domain` names.

    Wrong:
        museum.world.yaml alone in a folder

    Right:
        museum.world.yaml and museum.pddl side by side
    """
    return Message(f"its domain {wanted} is not there", "put it beside the description, or name it with --domain")
