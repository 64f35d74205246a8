"""What has happened to a plan: how far it got, what failed, what was observed, and what is forbidden now."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.agents.repair.facts import Observed, StoryError
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import nearest
from clairify_cli.languages.pddl.meaning import (
    Changes,
    WorldState,
    binding_of,
    changed,
    changes_of,
    find_action,
    holds,
    initial_state,
)
from clairify_cli.languages.pddl.plan import Plan
from clairify_cli.languages.pddl.task import Task
from clairify_cli.planning.repair.model import Forbidden, GroundStep, Situation, after_step, lacking, step_text
from clairify_cli.planning.validate.step_checks import check_names
from clairify_cli.planning.validate.wording import Texts
from clairify_cli.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Story:
    """The given information: the number of steps executed (None: up to the failed one, 0 if none failed), the failed
    step, the observations, the forbidden and the required patterns. With `retry`, the failed step may be used again.
    """

    executed: int | None = None
    failed: GroundStep | None = None
    observed: Observed = field(default_factory=Observed)
    forbidden: tuple[GroundStep, ...] = ()
    required: tuple[GroundStep, ...] = ()
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """The situation after a story, the number of executed steps, and remarks about oddities in the story."""

    story: Story
    situation: Situation
    executed: int
    remarks: tuple[str, ...]


def steps_of(plan: Plan) -> tuple[GroundStep, ...]:
    """Return the steps of a plan as tuples."""
    return tuple(one.words for one in plan.steps)


def senseless(task: Task, plan: Plan, source: Source, domain: Source) -> list[Diagnostic]:
    """Report the invalid steps of a plan: unknown names, wrong numbers and types of arguments."""
    texts = Texts(source, domain, None)
    return [one for step in plan.steps for one in check_names(task, step, texts)]


def tell(task: Task, domain: Source, problem: Source, plan: Sequence[GroundStep], story: Story) -> Told:
    """Return the situation after a story. The plan's steps are valid. Raises `StoryError` if the story does not fit.

    Executed steps have had their effects even if the problem says that they were impossible: the story is trusted.
    """
    executed = _executed(plan, story)
    # Start from the problem's initial state and apply the executed part of the plan.
    state = initial_state(task)
    remarks = []
    for at, step in enumerate(plan[:executed]):
        state, could = _done(task, step, state)
        if not could:
            remarks.append(
                f"step {at + 1}, `{step_text(step)}`, cannot be done as the problem stands; as it was carried out, its "
                "effects are taken to have come about"
            )
    if story.failed is not None and executed < len(plan) and plan[executed] != story.failed:
        remarks.append(
            f"the step that failed, `{step_text(story.failed)}`, is not the next of the plan, "
            f"`{step_text(plan[executed])}`"
        )
    now = story.observed.seen_in(state)
    # If the step was impossible in the observed state, that explains its failure, and it may be used again.
    puzzling = story.failed is not None and after_step(task, story.failed, now) is not None
    failed = story.failed if puzzling and not story.retry else None
    left = lacking(story.required, plan[:executed])
    situation = Situation(task, domain, problem, now, tuple(plan[executed:]), Forbidden(story.forbidden, failed), left)
    return Told(story, situation, executed, tuple(remarks))


def _executed(plan: Sequence[GroundStep], story: Story) -> int:
    if story.executed is not None:
        if story.executed > len(plan):
            raise StoryError(f"{story.executed} steps cannot have been carried out: the plan has {len(plan)}")
        return story.executed
    if story.failed is None:
        return 0
    places = [at for at, step in enumerate(plan) if step == story.failed]
    if len(places) == 1:
        return places[0]
    text = step_text(story.failed)
    if places:
        raise StoryError(
            f"`{text}` stands in the plan {len(places)} times (steps {', '.join(str(at + 1) for at in places)}): say "
            "how many steps were carried out before it failed"
        )
    near = nearest(text, [step_text(one) for one in plan])
    raise StoryError(f"`{text}` is no step of the plan" + (f"; did you mean `{near}`?" if near else ""))


def _done(task: Task, step: GroundStep, state: WorldState) -> tuple[WorldState, bool]:
    """Return the state after an executed step, and whether the step was possible as far as is known."""
    action = find_action(task, step[0])
    assert action is not None
    could = holds(action.precondition, binding_of(action, step[1:]), state, task)
    made = changes_of(action, step[1:], state, task)
    return changed(state, Changes(made.added, made.deleted, made.numbers)), could and not made.faults
