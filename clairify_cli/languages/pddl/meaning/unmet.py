"""Why a condition does not hold: its literals that are false, with objects for their variables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from clairify_cli.languages.pddl.meaning.conditions import instances, is_existential, is_true
from clairify_cli.languages.pddl.meaning.shape import EQUALS
from clairify_cli.languages.pddl.meaning.terms import Binding, ground_atom, undefined_terms, value_of
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.meaning.words import number_words, words_of
from clairify_cli.languages.pddl.syntax import And, Atom, Comparison, Formula, Imply, Not, Or, Preference, Quantified
from clairify_cli.languages.pddl.task import GroundAtom

_MOST_INSTANCES = 2000
"""How many objects are tried for the nearest instance of an `exists`, or the exceptions to a `forall`."""

_MOST_EXCEPTIONS = 5


@dataclass(frozen=True, slots=True)
class Unmet:
    """A part of a condition that does not hold.

    `formula` is where it stands (offsets into the text by its `start` and `end`), `text` how it reads with objects
    for its variables, `not` included. Of a literal, `atom` is the atom and `wanted` whether it should be true. Of a
    comparison, `values` are the numbers of both sides, None where a side has none because the functions in
    `undefined` have no value. Of an `or` and an `exists`, `parts` is what the alternative that lacks least lacks.
    """

    formula: Formula
    text: str
    atom: GroundAtom | None = None
    wanted: bool = True
    values: tuple[float | None, float | None] | None = None
    undefined: tuple[GroundAtom, ...] = ()
    parts: tuple[Unmet, ...] = ()

    @property
    def start(self) -> int:
        return self.formula.start

    @property
    def end(self) -> int:
        return self.formula.end


def unmet(formula: Formula, positive: bool, binding: Binding, view: View) -> Iterator[Unmet]:
    """The parts of a condition (of its contrary where not `positive`) that do not hold; none where it holds."""
    match formula:
        case Not():
            yield from unmet(formula.operand, not positive, binding, view)
        case And() | Or() if isinstance(formula, And) is positive:
            for one in formula.operands:
                yield from unmet(one, positive, binding, view)
        case Imply() if not positive:
            yield from unmet(formula.left, True, binding, view)
            yield from unmet(formula.right, False, binding, view)
        case Quantified() if not is_existential(formula, positive):
            yield from _exceptions(formula, positive, binding, view)
        case Preference() if positive:
            return
        case _:
            if not is_true(formula, positive, binding, view):
                yield _one(formula, positive, binding, view)


def _one(formula: Formula, positive: bool, binding: Binding, view: View) -> Unmet:
    """A part that does not hold as a whole."""
    text = words_of(formula, binding, positive)
    match formula:
        case Atom():
            ground = ground_atom(formula, binding)
            return Unmet(formula, text, None if ground[0] == EQUALS else ground, positive)
        case Comparison():
            sides = (formula.left, formula.right)
            left, right = (value_of(side, binding, view.numbers) for side in sides)
            missing = [term for side in sides for term in undefined_terms(side, binding, view.numbers)]
            return Unmet(formula, text, None, positive, (left, right), tuple(dict.fromkeys(missing)))
        case And() | Or():
            return _nearest(Unmet(formula, text), [(one, positive, binding) for one in formula.operands], view)
        case Imply():
            return _nearest(
                Unmet(formula, text), [(formula.left, False, binding), (formula.right, True, binding)], view
            )
        case Quantified():
            tried = islice(instances(formula, binding, view), _MOST_INSTANCES)
            return _nearest(Unmet(formula, text), [(formula.body, positive, one) for one in tried], view)
    return Unmet(formula, text)


def _nearest(whole: Unmet, alternatives: list[tuple[Formula, bool, Binding]], view: View) -> Unmet:
    """The whole with what the alternative that lacks least lacks; of two that lack as much, the first."""
    best: tuple[Unmet, ...] | None = None
    for formula, positive, binding in alternatives:
        lacking = tuple(islice(unmet(formula, positive, binding, view), len(best) if best else None))
        if best is None or len(lacking) < len(best):
            best = lacking
        if len(best) == 1:
            break
    return replace(whole, parts=best or ())


def _exceptions(formula: Quantified, positive: bool, binding: Binding, view: View) -> Iterator[Unmet]:
    """What is lacking of the first objects for which the body does not hold."""
    exceptions = 0
    for one in instances(formula, binding, view):
        lacking = list(unmet(formula.body, positive, one, view))
        yield from lacking
        exceptions += bool(lacking)
        if exceptions == _MOST_EXCEPTIONS:
            return


def explain(part: Unmet) -> str:
    """What is the matter with a part, as a clause: "`(holds robot1 cup)` is false"."""
    if part.values is not None:
        return _explain_numbers(part)
    if part.atom is not None:
        return f"`{words_of_atom(part.atom)}` is {'false' if part.wanted else 'true'}"
    return f"`{part.text}` does not hold"


def words_of_atom(atom: GroundAtom) -> str:
    """A ground atom as it is written in PDDL."""
    return f"({' '.join(atom)})"


def _explain_numbers(part: Unmet) -> str:
    assert part.values is not None
    if part.undefined:
        names = ", ".join(f"`{words_of_atom(term)}`" for term in part.undefined)
        return f"`{part.text}` cannot be told: {names} {'has' if len(part.undefined) == 1 else 'have'} no value"
    left, right = part.values
    if left is None or right is None:
        return f"`{part.text}` cannot be told: one side is no finite number"
    return f"`{part.text}` does not hold: the left is {number_words(left)}, the right {number_words(right)}"
