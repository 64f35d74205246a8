"""What is said of all states of a task is true of each: parts that never go together, what runs out, what stays."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from clairify_cli.languages.pddl.syntax import And, Atom, Formula, Not
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.explain.amounts import short_level
from clairify_cli.planning.explain.culprits import culprits
from clairify_cli.planning.explain.exclusive import conflict_of
from clairify_cli.planning.explain.invariants import invariant_of
from clairify_cli.planning.ground.conditions import condition_of
from clairify_cli.planning.ground.goal_parts import Part
from clairify_cli.planning.ground.grounder import Fact
from clairify_cli.planning.ground.reachability import reach
from clairify_cli.planning.ground.state_space import explore, is_plain, never_together
from clairify_cli.planning.ground.task import GroundTask, ground_task
from planning.lossy_tasks import lossy_task
from planning.random_tasks import Books, RandomTask, random_task, states

TASKS = st.one_of(
    st.builds(lossy_task, st.integers(0, 10**6)),
    st.builds(random_task, st.integers(0, 10**6), plain=st.booleans()),
)
MOST = 400


def grounded(made: RandomTask) -> GroundTask | None:
    everything = reach(made.task, everything=True)
    return ground_task(everything, condition_of(made.task.goal)) if everything.goal else None


def holds(state: Books, fact: Fact) -> bool:
    return (fact[1] in state.true) is fact[0]


def held(state: Books, parts: tuple[Part, ...]) -> frozenset[int]:
    return frozenset(
        number for number, part in enumerate(parts) if any(all(holds(state, key) for key in way) for way in part.ways)
    )


def all_states(task: Task) -> list[Books]:
    """All states; the example is dropped where there are too many."""
    assume(not task.domain.derived)
    found = list(states(task, MOST))
    assume(len(found) == len(list(states(task, 2 * MOST))))
    return found


@settings(max_examples=200, deadline=None)
@given(TASKS)
def test_parts_of_the_goal_mean_what_the_goal_means(made: RandomTask) -> None:
    ground = grounded(made)
    if ground is None:
        return
    for state in all_states(made.task):
        if state.holds(made.task.goal, {}):
            assert len(held(state, ground.parts)) == len(ground.parts), (made.domain.text, made.problem.text)


@settings(max_examples=200, deadline=None)
@given(TASKS)
def test_what_was_explored_is_what_there_is(made: RandomTask) -> None:
    ground = grounded(made)
    if ground is None or not is_plain(made.task):
        return
    everything = {held(state, ground.parts) for state in all_states(made.task)}
    seen = explore(made.task, ground.found.operators, ground.parts)
    goal = frozenset(range(len(ground.parts)))
    assert seen.reached is (goal in everything), (made.domain.text, made.problem.text)
    if not seen.reached:
        assert seen.complete
        assert set(seen.together) == {one for one in everything if not any(one < other for other in everything)}
        apart = set(never_together(seen, range(len(ground.parts))))
        assert apart and not any(apart <= one for one in everything)
        for one in apart:
            assert any(apart - {one} <= other for other in everything)


@settings(max_examples=200, deadline=None)
@given(TASKS)
def test_parts_in_conflict_are_never_true(made: RandomTask) -> None:
    ground = grounded(made)
    if ground is None:
        return
    conflict = conflict_of(ground)
    if conflict is None:
        return
    numbers = {number for number, part in enumerate(ground.parts) if part.condition in conflict.parts}
    for state in all_states(made.task):
        true = held(state, ground.parts) & numbers
        assert len(true) < len(numbers) if conflict.together else not true, (made.domain.text, made.problem.text)


@settings(max_examples=150, deadline=None)
@given(TASKS)
def test_a_sum_that_stays_proves_that_there_is_no_plan(made: RandomTask) -> None:
    ground = grounded(made)
    found = None if ground is None else invariant_of(ground)
    if found is None:
        return
    assert not any(state.holds(made.task.goal, {}) for state in states(made.task, 3000))
    for state in states(made.task, 300):
        apart = sum(by for atom, by in found.weights.items() if atom in state.true) - found.first
        assert apart % found.modulus == 0 if found.modulus else not apart, (found, made.problem.text)
    if found.mend is not None:
        assert has_plan(replace(made.task, init=made.task.init ^ {found.mend[1]}, notes={}))


@settings(max_examples=150, deadline=None)
@given(TASKS)
def test_with_more_of_what_runs_out_there_is_a_plan(made: RandomTask) -> None:
    ground = grounded(made)
    found = None if ground is None or not is_plain(made.task) or has_plan(made.task) else short_level(ground)
    if found is not None and found.enough is not None:
        more, less = (tuple(one.strip("()").split()) for one in found.enough)
        assert has_plan(replace(made.task, init=made.task.init - {less} | {more}, notes={})), made.problem.text


def has_plan(task: Task) -> bool:
    return any(state.holds(task.goal, {}) for state in states(task, 3000))


@settings(max_examples=100, deadline=None)
@given(TASKS)
def test_without_the_effect_to_blame_there_is_a_plan(made: RandomTask) -> None:
    ground = grounded(made)
    if ground is None or not is_plain(made.task) or explore(made.task, ground.found.operators, ground.parts).reached:
        return
    for one in culprits(ground, seconds=1):
        actions = tuple(
            action._replace(effect=_keeps(action.effect, one.predicate)) if action.name.text == one.action else action
            for action in made.task.domain.actions
        )
        changed = replace(made.task, domain=made.task.domain._replace(actions=actions), notes={})
        assert any(state.holds(made.task.goal, {}) for state in states(changed, 3000)), one


def _keeps(effect: Formula | None, predicate: str) -> Formula | None:
    """A conjunction of effects without those that make a predicate false."""
    if not isinstance(effect, And):
        return effect
    kept = tuple(
        one
        for one in effect.operands
        if not (isinstance(one, Not) and isinstance(one.operand, Atom) and one.operand.predicate.text == predicate)
    )
    return effect._replace(operands=kept)


def test_the_random_tasks_have_what_is_tested() -> None:
    """Else the tests above would hold of nothing."""
    found = {"conflict": 0, "apart": 0, "culprit": 0, "sum": 0, "short": 0}
    for seed in range(300):
        made = lossy_task(seed)
        ground = grounded(made)
        if ground is None:
            continue
        found["conflict"] += conflict_of(ground) is not None
        found["sum"] += invariant_of(ground) is not None
        if is_plain(made.task):
            seen = explore(made.task, ground.found.operators, ground.parts)
            found["apart"] += bool(never_together(seen, range(len(ground.parts))))
            found["short"] += not seen.reached and short_level(ground) is not None
            found["culprit"] += not seen.reached and bool(culprits(ground, seconds=1))
    assert all(count >= 5 for count in found.values()), found
