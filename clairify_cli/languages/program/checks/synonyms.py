"""What other people's predicates are called in a domain: `close_to` may be `at`, `opened` may be `not closed`."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.syntax import TypedName
from clairify_cli.languages.program.syntax import Term
from clairify_cli.languages.program.vocabulary import Vocabulary

_SAME: tuple[tuple[str, ...], ...] = (
    ("close_to", "near", "near_to", "next_to", "at", "robot_at", "reached"),
    ("holding", "holds", "held", "grabbed", "carrying", "carry", "in_hand", "has"),
    ("on", "on_top_of", "on_top", "in_", "inside", "at"),
    ("opened", "open", "is_open"),
    ("closed", "is_closed", "shut"),
    ("switchedon", "switched_on", "is_on", "turned_on", "on"),
    ("switchedoff", "switched_off", "is_off", "turned_off", "off"),
    ("clean", "is_clean", "washed", "cleaned"),
    ("hot", "heated", "warm", "is_hot", "cooked"),
    ("cold", "cooled", "chilled", "is_cold"),
    ("hand_empty", "handempty", "hand_free", "gripper_empty", "free_hand", "hands_empty"),
)
_CONTRARIES = (("opened", "closed"), ("switchedon", "switchedoff"))


def meant_by(name: str, arguments: Sequence[Term], known: Vocabulary) -> tuple[str, bool] | None:
    """The predicate of the domain that a word must stand for, and whether it is its contrary; None where unsure.

    It has as many arguments, of types that fit those objects that are known.
    """
    for negative, words in ((False, _same(name)), (True, _contrary(name))):
        found = {one for one in words if one != name and _fits(one, arguments, known)}
        if found:
            return (found.pop(), negative) if len(found) == 1 else None
    return None


def _same(name: str) -> list[str]:
    return [word for words in _SAME if name in words for word in words]


def _contrary(name: str) -> list[str]:
    found: list[str] = []
    for one, other in _CONTRARIES:
        mine = set(_same(name)) | {name}
        if one in mine:
            found += _same(other)
        elif other in mine:
            found += _same(one)
    return found


def _fits(word: str, arguments: Sequence[Term], known: Vocabulary) -> bool:
    declared = known.predicates.get(word)
    if declared is None or len(declared.parameters) != len(arguments):
        return False
    return all(_may_be(term, parameter, known) for term, parameter in zip(arguments, declared.parameters, strict=True))


def _may_be(term: Term, parameter: TypedName, known: Vocabulary) -> bool:
    name = term.text.lower()
    if term.is_variable or name not in known.task.objects:
        return True
    return name in index_of(known.task).members(parameter.types)[1]
