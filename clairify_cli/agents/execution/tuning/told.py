"""What a person says about a run (`--tell`): other parameters for what fails, and conditions for a new plan.

The words are read by rule, clause by clause. A clause with a word that has no meaning here is unread, since what
restricts must not be dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from clairify_cli.agents.execution.domain_text import Atom, Barred
from clairify_cli.agents.execution.retune import Change, History, Retuned, Tuner, applied, clipped
from clairify_cli.planning.repair.model import step_text
from clairify_cli.records import dataclass
from clairify_cli.worlds.base import RANGES, Action, Outcome, Parameters
from clairify_cli.worlds.panda.skills.context import manner
from clairify_cli.worlds.scene.model import Scene

_MANNERS = (
    (r"half (?:the|its|as) (?:speed|fast)|slow(?:er|ly)?|careful(?:ly)?|gent(?:le|ly)", "speed", "*", 0.5),
    (r"twice (?:the speed|as fast)|fast(?:er)?|quick(?:er|ly)", "speed", "*", 2.0),
    (r"(?:more|larger) (?:distance|clearance)|(?:stay|keep) (?:away|clear)", "obstacle_clearance", "+", 0.02),
    (r"upright|level|(?:do not|don't|without) (?:tilt|spill)(?:ing)?", "orientation", "=", 1.0),
    (r"from (?:above|the top)", "grasp", "=", "top"),
    (r"from the side", "grasp", "=", "side"),
)
"""Words, the parameter that they mean, and how its value follows from the present one."""

_NAME = r"(?:the |that )?([\w -]+?)"
_FIRST = (
    rf"(?:first )?(?:move|take|put|clear) {_NAME}(?: away| aside| out of the way)?(?: first)?"
    rf"|(?:start|begin) with {_NAME}|{_NAME} first"
)
_KEPT = rf"(?:leave|keep) {_NAME} (?:alone|there|in place|where it is)|do(?: not|n't) (?:touch|move|take) {_NAME}"
_FILLER = re.compile(
    r"go|move|be|a|bit|little|more|much|it|with|the|arm|hand|carry|hold|keep|grip|grasp|take|pick|up|pour"
)
_CLAUSE = re.compile(r"[.,;!]+(?:\s+|$)|\band\b|\bthen\b")
_AT = ("at", "in", "on")


@dataclass(frozen=True, slots=True)
class Told:
    """The words by what they mean: for the parameters of a failed action, for objects, or nothing.

    `manners` are rows of `_MANNERS`. A new plan moves the objects in `first` before the failed action, and leaves those
    in `kept` where they are.
    """

    manners: tuple[tuple[str, str, float | str], ...] = ()
    first: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()

    def tuner(self, otherwise: Tuner) -> Tuner:
        """Return a tuner that first does what was said, if that changes anything, and then asks `otherwise`."""

        def tune(action: Action, outcome: Outcome, times: int, history: History) -> Retuned | None:
            changes = tuple(self._changes(action.parameters))
            return applied(action, changes) if changes and not times else otherwise(action, outcome, times, history)

        return tune

    def _changes(self, now: Parameters) -> Iterator[Change]:
        for name, how, value in self.manners:
            old = getattr(now, name)
            new = value
            if name in RANGES:
                by_context = manner(now, holding=True, vessel=True)
                start = {"speed": by_context.speed, "obstacle_clearance": by_context.clearances[0]}.get(name, 0.0)
                at, by = start if old is None else float(old), float(value)
                new = clipped(name, {"*": at * by, "+": at + by, "=": by}[how])
            if new != old:
                yield Change(name, new, "as you said")

    def bars(self, failed: Iterable[Atom], facts: Iterable[Atom]) -> tuple[Barred, ...]:
        """Bar the failed steps as long as an object that was to be moved first is where it is."""
        there = [one for one in sorted(facts) if one[0] in _AT and one[1] in self.first]
        return tuple(Barred(step, one) for step in failed for one in there if one[1] not in step[1:])

    def goals(self, facts: Iterable[Atom]) -> tuple[str, ...]:
        """Return formulas: what was to be left alone stays where it is."""
        return tuple(step_text(one) for one in sorted(facts) if one[0] in _AT and one[1] in self.kept)


def read_told(text: str, scene: Scene) -> Told:
    """Read a person's words; objects are named by id, or by their name in the scene."""
    names = {called.lower(): one.id for one in scene.things for called in (one.name, one.id, one.id.replace("-", " "))}
    manners, unread = [], []
    first: set[str] = set()
    kept: set[str] = set()
    clauses = (" ".join(one.split()) for one in _CLAUSE.split(re.sub(r"\bplease\b", " ", text.lower())))
    for clause in filter(None, clauses):
        found = [(name, how, value) for words, name, how, value in _MANNERS if re.search(rf"\b(?:{words})\b", clause)]
        rest = re.sub("|".join(rf"\b(?:{words})\b" for words, *_ in _MANNERS), "", clause).split()
        if (thing := _named(_FIRST, clause, names)) is not None:
            first.add(thing)
        elif (thing := _named(_KEPT, clause, names)) is not None:
            kept.add(thing)
        elif found and all(map(_FILLER.fullmatch, rest)):
            manners += found
        else:
            unread.append(clause)
    return Told(tuple(manners), frozenset(first), frozenset(kept), tuple(unread))


def _named(pattern: str, clause: str, names: Mapping[str, str]) -> str | None:
    """Return the id of the object that a clause of this form names."""
    match = re.fullmatch(pattern, clause)
    return None if match is None else names.get(next(one for one in match.groups() if one is not None))
