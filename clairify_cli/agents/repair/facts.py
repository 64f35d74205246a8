"""Read observed facts and forbidden steps from PDDL syntax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clairify_cli.diagnostics.counts import counted
from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.languages.pddl.meaning import WorldState, misfits
from clairify_cli.languages.pddl.meaning.index import index_of
from clairify_cli.languages.pddl.reader import read
from clairify_cli.languages.pddl.syntax import (
    OBJECT,
    Action,
    And,
    Comparison,
    FunctionDeclaration,
    FunctionTerm,
    Name,
    Number,
    PredicateDeclaration,
    Timed,
)
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.planning.repair.model import ANY, GroundStep, fits_word, step_text
from clairify_cli.records import dataclass, field


class StoryError(ValueError):
    """A statement about a plan or the world that is invalid for the task; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What holds now, what does not, and the values of functions; everything else is assumed unchanged."""

    true: frozenset[GroundAtom] = frozenset()
    false: frozenset[GroundAtom] = frozenset()
    numbers: dict[GroundAtom, float] = field(default_factory=dict)

    def seen_in(self, state: WorldState) -> WorldState:
        """Return the state updated with the observation."""
        return WorldState((state.atoms - self.false) | self.true, {**state.numbers, **self.numbers})

    def but(self, later: Observed) -> Observed:
        """Return this observation updated with `later`, which takes precedence."""
        true, false = (self.true - later.false) | later.true, (self.false - later.true) | later.false
        return Observed(true, false, {**self.numbers, **later.numbers})

    @property
    def texts(self) -> tuple[str, ...]:
        """Each fact in PDDL syntax."""
        true = [step_text(one) for one in sorted(self.true)]
        false = [f"(not {step_text(one)})" for one in sorted(self.false)]
        return (*true, *false, *(f"(= {step_text(one)} {value:g})" for one, value in sorted(self.numbers.items())))


def together(all_of_it: Iterable[Observed]) -> Observed:
    """Combine observations. Raises `StoryError` if they contradict each other."""
    true: set[GroundAtom] = set()
    false: set[GroundAtom] = set()
    numbers: dict[GroundAtom, float] = {}
    for one in all_of_it:
        true |= one.true
        false |= one.false
        for term, value in one.numbers.items():
            if numbers.setdefault(term, value) != value:
                raise StoryError(f"`{step_text(term)}` is observed to be {numbers[term]:g}, and to be {value:g}")
    both = sorted(true & false)
    if both:
        raise StoryError(f"`{step_text(both[0])}` is observed to be true, and to be false")
    return Observed(frozenset(true), frozenset(false), numbers)


def is_pddl(text: str) -> bool:
    """Whether an observation is written in PDDL rather than English."""
    return text.lstrip().startswith("(")


def read_facts(text: str, task: Task) -> Observed:
    """Read facts in PDDL: an atom, `(not ATOM)`, `(= (FUNCTION) NUMBER)`, or several in `(and ...)`.

    Raises `StoryError` for anything else, and for names that the task does not have.
    """
    true: set[GroundAtom] = set()
    false: set[GroundAtom] = set()
    numbers: dict[GroundAtom, float] = {}
    domain = task.domain
    for one in conjuncts(_formulas(text)):
        if (literal := literal_of(one)) is not None:
            atom, positive = literal
            known = _ground("predicate", atom.predicate.text, atom.arguments, domain.predicates, task)
            (true if positive else false).add(known)
            continue
        match one:
            case Comparison(left=FunctionTerm() as term, right=Number() as number) if one.operator.text == "=":
                found = _ground("function", term.function.text, term.arguments, domain.functions, task)
                numbers[found] = number.value
            case _:
                raise StoryError(
                    f"`{text[one.start - _SHIFT : one.end - _SHIFT]}` is no fact: write `(PREDICATE OBJECTS)`, "
                    "`(not (PREDICATE OBJECTS))` or `(= (FUNCTION OBJECTS) NUMBER)`"
                )
    return together((Observed(frozenset(true), frozenset(), numbers), Observed(frozenset(), frozenset(false))))


_BEFORE = "(:goal (and "
_SHIFT = len(_BEFORE)


def _formulas(text: str) -> And:
    bare = "".join(line.partition(";")[0] for line in text.splitlines())
    if bare.count("(") > bare.count(")"):
        raise StoryError(f"`{_shortened(text)}` is no fact of PDDL: a `)` is missing")
    file, found = read(Source(f"{_BEFORE}{text}\n))", "<observed>"))  # on a line of its own, after any comment
    errors = [one for one in found if one.is_error]
    empty = any(one.code == "PDL119" for one in found)  # only a warning, since some planners read `()` as true
    if errors or empty or file.goal is None or not isinstance(file.goal.condition, And):
        why = f": {errors[0].message}" if errors else ""
        raise StoryError(f"`{_shortened(text)}` is no fact of PDDL{why}")
    if not file.goal.condition.operands:
        raise StoryError("an observation is empty: write a fact, such as `(at cup table)`")
    return file.goal.condition


def _shortened(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= 80 else one[:79] + "…"


def refuse_derived(predicate: str, task: Task) -> None:
    """Raise `StoryError` for a derived predicate, whose facts no state has by themselves."""
    if any(one.name.text == predicate for one in task.domain.derived):
        raise StoryError(f"`{predicate}` is derived from other facts: observe those")


def _ground(
    kind: str,
    name: str,
    arguments: Sequence[Name],
    known: Iterable[PredicateDeclaration | FunctionDeclaration],
    task: Task,
) -> GroundAtom:
    """Return a fact or a term of a task. Raises `StoryError` if it has none of that name or for these objects."""
    declared = {one.name.text: one for one in known}
    if name not in declared:
        raise StoryError(_unknown(kind, name, declared))
    refuse_derived(name, task)
    words = tuple(one.text for one in arguments)
    text = step_text((name, *words))
    count = len(declared[name].parameters)
    if len(words) != count:
        raise StoryError(f"`{text}` has {counted(len(words), 'object')}, and `{name}` is of {counted(count, 'object')}")
    for word, parameter in zip(words, declared[name].parameters, strict=True):
        fitting = index_of(task).members(parameter.types)[0]
        if word not in task.objects:
            raise StoryError(f"{_unknown('object', word, fitting or task.objects)}, in `{text}`")
        if word not in fitting:
            wanted = " or ".join(one.text for one in parameter.types)
            kind = task.objects[word][0]
            raise StoryError(f"`{word}` is of type {kind}, and `{name}` wants one of type {wanted} there, in `{text}`")
    return (name, *words)


def _unknown(kind: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = nearest(name, names)
    if near is not None:
        return f"there is no {kind} `{name}`; did you mean `{near}`?"
    return f"there is no {kind} `{name}`" + (f"; there are {listing(names)}" if names else "")


def read_step(text: str, task: Task) -> GroundStep:
    """Read a step, `(open fridge1)`. Raises `StoryError` if it is not a step of the task."""
    step = step_words(text)
    _refuse_unknown(step, task)
    wrong = misfits(task, step[0], step[1:])
    if wrong:
        action = next((one for one in task.domain.actions if one.name.text == step[0]), None)
        if action is None:
            raise StoryError(f"`{step[0]}` is no action that a plan can have here")
        raise StoryError(f"`{step_text(step)}` does not fit the action `{_form(action)}`")
    return step


def read_pattern(text: str, task: Task) -> GroundStep:
    """Read a pattern of steps: an action and arguments, `*` for any. Raises `StoryError` if no step can match it."""
    pattern = step_words(text)
    actions = [one for one in task.domain.actions if fits_word(pattern[0], one.name.text)]
    _refuse_unknown(pattern, task)
    if not any(len(pattern) <= len(one.parameters) + 1 for one in actions):
        most = max((len(one.parameters) for one in actions), default=0)
        raise StoryError(f"`{step_text(pattern)}` has more arguments than the {most} of `{pattern[0]}`")
    if not any(_can_fit(pattern, one, task) for one in actions):
        forms = listing((_form(one) for one in actions), most=4)
        raise StoryError(f"`{step_text(pattern)}` fits no step, since its types are others: {forms}")
    return pattern


def read_constraints(
    forbid: Iterable[str], require: Iterable[str], task: Task
) -> tuple[tuple[GroundStep, ...], tuple[GroundStep, ...]]:
    """Read patterns of steps that must not and that must be done. Raises `StoryError` as `read_pattern` does, and for
    tasks in which time passes."""
    forbid, require = tuple(forbid), tuple(require)
    timed = any(isinstance(one, Timed) for one in task.problem.init)
    if (forbid or require) and (task.domain.durative_actions or task.domain.processes or timed):
        raise StoryError("steps can be forbidden and required where time does not matter, and in this task it does")
    return tuple(read_pattern(one, task) for one in forbid), tuple(read_pattern(one, task) for one in require)


def _can_fit(pattern: GroundStep, action: Action, task: Task) -> bool:
    """Whether a step of the action, with objects of its types, can match the pattern."""
    members = [index_of(task).members(one.types)[0] for one in action.parameters]
    return len(pattern) <= len(members) + 1 and all(
        any(fits_word(word, one) for one in names) for word, names in zip(pattern[1:], members, strict=False)
    )


def _form(action: Action) -> str:
    """Write an action with its parameters and their types, `(open ?place - openable)`."""
    kinds = (" or ".join(kind.text for kind in one.types) or OBJECT for one in action.parameters)
    names = (one.name.text for one in action.parameters)
    return step_text((action.name.text, *(f"{name} - {kind}" for name, kind in zip(names, kinds, strict=True))))


def step_words(text: str) -> GroundStep:
    """Return the words of a step or a pattern. Raises `StoryError` for anything else."""
    bare = text.strip()
    if bare.startswith("(") and bare.endswith(")"):
        bare = bare[1:-1]
    words = tuple(bare.lower().split())
    if not words or any(one in word for word in words for one in "(),;"):
        raise StoryError(f"`{_shortened(text)}` is no step: write `(ACTION OBJECTS)`")
    return words


def _refuse_unknown(step: GroundStep, task: Task) -> None:
    actions = [one.name.text for one in task.domain.actions]
    if not any(fits_word(step[0], one) for one in actions):
        raise StoryError(_unknown("action", step[0], actions))
    for word in step[1:]:
        if not any(fits_word(word, one) for one in task.objects):
            raise StoryError(f"{_unknown('object', word.rstrip(ANY), task.objects)}, in `{step_text(step)}`")
