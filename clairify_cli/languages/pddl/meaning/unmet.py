"""Explain why a condition does not hold: its false literals, with objects for their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from clairify_cli.languages.pddl.meaning.conditions import instances, is_existential, is_true
from clairify_cli.languages.pddl.meaning.joins import solutions
from clairify_cli.languages.pddl.meaning.shape import EQUALS, predicates_of, shape_of
from clairify_cli.languages.pddl.meaning.terms import Binding, ground_atom, undefined_terms, value_of
from clairify_cli.languages.pddl.meaning.view import View
from clairify_cli.languages.pddl.meaning.words import number_words, words_of
from clairify_cli.languages.pddl.syntax import And, Atom, Comparison, Formula, Not, Preference, Quantified, TypedName
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import signed_parts
from clairify_cli.records import dataclass, field, replace

_MOST_EXCEPTIONS = 5
_MOST_LACKING = 3


@dataclass(frozen=True, slots=True)
class Unmet:
    """A part of a condition that does not hold.

    `formula` (with its offsets `start` and `end`), or its negation if not `wanted`, should hold under `binding`. `text`
    is its wording with objects for the variables. `atom` is set for a literal. For a comparison, `values` has the
    numbers of both sides, None for a side that has none because the functions in `undefined` have no value. For `or`
    and `exists`, `parts` has the unmet parts of the alternative with the fewest.
    """

    formula: Formula
    wanted: bool
    binding: Binding = field(hash=False)
    text: str
    atom: GroundAtom | None = None
    values: tuple[float | None, float | None] | None = None
    undefined: tuple[GroundAtom, ...] = ()
    parts: tuple[Unmet, ...] = ()

    @property
    def leaves(self) -> tuple[Unmet, ...]:
        """The unmet literals and comparisons of the nearest alternative; empty if the part is itself one."""
        return tuple(leaf for one in self.parts for leaf in one.leaves or (one,))

    @property
    def start(self) -> int:
        return self.formula.start

    @property
    def end(self) -> int:
        return self.formula.end


def unmet(formula: Formula, positive: bool, binding: Binding, view: View) -> Iterator[Unmet]:
    """Yield the parts of a condition, or of its negation if not `positive`, that do not hold."""
    made = signed_parts(formula, positive)
    if made is not None and made[0]:
        for one, sign in made[1]:
            yield from unmet(one, sign, binding, view)
        return
    match formula:
        case Quantified() if not is_existential(formula, positive):
            yield from _exceptions(formula, positive, binding, view)
        case Preference() if positive:
            return
        case _:
            if not is_true(formula, positive, binding, view):
                yield _one(formula, positive, binding, view)


def _one(formula: Formula, positive: bool, binding: Binding, view: View) -> Unmet:
    """Describe a part that does not hold as a whole."""
    whole = Unmet(formula, positive, binding, words_of(formula, binding, positive))
    match formula:
        case Atom():
            ground = ground_atom(formula, binding)
            return whole if ground[0] == EQUALS else replace(whole, atom=ground)
        case Comparison():
            both = (formula.left, formula.right)
            left, right = (value_of(side, binding, view.numbers) for side in both)
            missing = [term for side in both for term in undefined_terms(side, binding, view.numbers)]
            return replace(whole, values=(left, right), undefined=tuple(dict.fromkeys(missing)))
        case Quantified():
            return _nearest(whole, _near_instances(formula, positive, binding, view))
    made = signed_parts(formula, positive)
    if made is None:
        return whole
    return _nearest(whole, (unmet(one, sign, binding, view) for one, sign in made[1]))


def _exceptions(formula: Quantified, positive: bool, binding: Binding, view: View) -> Iterator[Unmet]:
    """Yield the unmet parts for the first objects for which the body does not hold."""
    exceptions = 0
    for one in instances(formula, binding, view):
        lacking = list(unmet(formula.body, positive, one, view))
        yield from lacking
        exceptions += bool(lacking)
        if exceptions == _MOST_EXCEPTIONS:
            return


def _nearest(whole: Unmet, alternatives: Iterable[Iterator[Unmet]]) -> Unmet:
    """Return the whole with the unmet parts of the alternative that has the fewest, or the first of these."""
    best: tuple[Unmet, ...] | None = None
    for alternative in alternatives:
        lacking = tuple(islice(alternative, len(best) if best else None))
        if best is None or len(lacking) < len(best):
            best = lacking
        if len(best) == 1:
            break
    return replace(whole, parts=best or ())


def _near_instances(formula: Quantified, positive: bool, binding: Binding, view: View) -> Iterator[Iterator[Unmet]]:
    """Yield the unmet parts for each choice of objects for which most of the body of an `exists` holds."""
    for one, conjuncts in near_instances(formula, positive, binding, view):
        yield chain.from_iterable(unmet(each, True, one, view) for each in conjuncts)


def explain(part: Unmet) -> str:
    """Explain an unmet part in a clause: "`(holds robot1 cup)` is false"."""
    if part.values is not None:
        return _explain_numbers(part)
    if part.atom is not None:
        return f"`{words_of_atom(part.atom)}` is {'false' if part.wanted else 'true'}"
    return f"`{part.text}` does not hold{nearest_words([explain(one) for one in part.leaves])}"


def nearest_words(lacking: Sequence[str]) -> str:
    """Return the unmet parts of the nearest alternative, as the end of a sentence."""
    if not lacking:
        return ""
    more = f" and {len(lacking) - _MOST_LACKING} more" if len(lacking) > _MOST_LACKING else ""
    return f"; at the nearest, {' and '.join(lacking[:_MOST_LACKING])}{more}"


def words_of_atom(atom: GroundAtom) -> str:
    """Format a ground atom as in PDDL."""
    return f"({' '.join(atom)})"


def no_value(terms: Sequence[GroundAtom]) -> str:
    """Return a clause that functions have no value."""
    return f"{', '.join(f'`{words_of_atom(term)}`' for term in terms)} {'has' if len(terms) == 1 else 'have'} no value"


def _explain_numbers(part: Unmet) -> str:
    assert part.values is not None
    if part.undefined:
        return f"`{part.text}` cannot be told: {no_value(part.undefined)}"
    left, right = part.values
    if left is None or right is None:
        return f"`{part.text}` cannot be told: one side is not a finite number"
    return f"`{part.text}` does not hold: the left is {number_words(left)}, the right {number_words(right)}"


# ---------------------------------------------------------------------- objects that nearly satisfy an `exists`


def near_instances(
    formula: Quantified, positive: bool, binding: Binding, view: View
) -> Iterator[tuple[Binding, list[Formula]]]:
    """Yield bindings for which most of a body holds, each with all conjuncts in text order.

    These are bindings that lack only one conjunct; if there are none, a single one that satisfies conjuncts chosen
    greedily. Conjuncts that actions can change are dropped before those that they cannot.
    """
    variables, written = _opened(formula, positive, binding)
    written.sort(key=lambda one: one.start)
    conjuncts = sorted(written, key=lambda one: not _can_change(one, view))
    found = False
    for at in range(len(conjuncts)):
        for one in islice(_instances_of(variables, conjuncts[:at] + conjuncts[at + 1 :], binding, view), 1):
            found = True
            yield one, written
    if found:
        return
    kept: list[Formula] = []
    best: dict[str, str] | None = None
    for conjunct in reversed(conjuncts):
        tried = next(_instances_of(variables, [*kept, conjunct], binding, view), None)
        if tried is not None:
            best = tried
            kept.append(conjunct)
    if best is not None:
        yield best, written


def _instances_of(
    variables: tuple[TypedName, ...], conjuncts: list[Formula], binding: Binding, view: View
) -> Iterator[dict[str, str]]:
    return solutions(variables, And(tuple(conjuncts), 0, 0), True, binding, view, is_true)


def _opened(formula: Quantified, positive: bool, binding: Binding) -> tuple[tuple[TypedName, ...], list[Formula]]:
    """Return the variables and conjuncts of an `exists`, including those of nested `exists` conjuncts."""
    variables = list(formula.variables)
    names = {one.name.text for one in variables} | set(binding)
    conjuncts: list[Formula] = []
    waiting: list[tuple[Formula, bool]] = [(formula.body, positive)]
    while waiting:
        body, sign = waiting.pop(0)
        shape = shape_of(body, sign)
        conjuncts += shape.atoms
        for one in shape.filters:
            inner = one.formula
            if isinstance(inner, Quantified) and is_existential(inner, one.positive):
                own = {each.name.text for each in inner.variables}
                if not own & names:
                    names |= own
                    variables += inner.variables
                    waiting.append((inner.body, one.positive))
                    continue
            conjuncts.append(inner if one.positive else Not(inner, inner.start, inner.end))
    return tuple(variables), conjuncts


def _can_change(formula: Formula, view: View) -> bool:
    return any(name in view.index.changing for name in predicates_of(formula))
