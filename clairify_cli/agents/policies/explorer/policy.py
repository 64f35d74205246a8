"""The explorer: plays without a model. It plans with what it knows, and explores where missing objects are likeliest.

Observations become facts by the dialect of the world, the task a goal by the offline goal reader. If the known facts
suffice, it plans and follows the plan as long as the world agrees. Where something is missing, it looks for it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection

from clairify_cli.agents.policies.base import Choice, Doubt, GaveUp, Policy, Tally, Understood
from clairify_cli.agents.policies.dialects.base import Frontier, Knowledge
from clairify_cli.agents.policies.dialects.described import Described
from clairify_cli.agents.policies.dialects.library import dialect_of
from clairify_cli.agents.policies.explorer.search import (
    Missing,
    conjunction,
    hoped,
    imagined,
    missing_kinds,
    ranked,
    relevant,
    tools,
    would_be_won,
)
from clairify_cli.agents.policies.explorer.task import (
    facts_after,
    goal_of,
    is_of_all,
    loosened,
    read_task,
    task_of,
    ways_of,
    without_twins,
)
from clairify_cli.languages.pddl.hierarchy import hierarchy_of
from clairify_cli.languages.pddl.meaning import GroundAction, binding_of, holds, initial_state, is_applicable
from clairify_cli.languages.pddl.meaning.terms import ground_atom
from clairify_cli.languages.pddl.reading.parts import with_article
from clairify_cli.languages.pddl.syntax import Formula, Or
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import literals_in
from clairify_cli.planning.repair.model import Forbidden, GroundStep, lacking
from clairify_cli.planning.repair.nearby import Nearby, plan_nearby
from clairify_cli.planning.repair.required import listed, named, noting
from clairify_cli.reader.goals import Reading
from clairify_cli.worlds.text.base import Observation, TextWorld

_MOST_LOOKS = 3
"""So often it goes to look at one place before it takes it that nothing is to be seen there."""

_MOST_HOPES = 2
"""How far it goes in taking for true what nobody has told; see `hoped`."""

_MOST_REPEATS = 4
"""So often the same is known again, with nothing learned, before it gives up."""

_GOES_ON = "all that the task asks for seems to be done, and the world does not say that it is"


class Explorer(Policy):
    """The offline policy; see the module.

    `dialect` is the world's language; by default, that of the world's kind, if known. A task with errors is not played,
    unless `accept_goal` is set and a goal can still be read. No step is planned that fits a `forbidden` pattern, and
    first one for each `required` pattern.
    """

    name = "explorer"

    def __init__(
        self,
        dialect: Described | None = None,
        forbidden: tuple[GroundStep, ...] = (),
        required: tuple[GroundStep, ...] = (),
        *,
        accept_goal: bool = False,
    ) -> None:
        self._given = dialect
        self._accepts = accept_goal
        self._forbidden = Forbidden(forbidden)
        self._required = required
        self._forget()

    def _forget(self) -> None:
        self.tally = Tally()
        self._world: TextWorld | None = None
        self._dialect: Described | None = None
        self._known = Knowledge()
        self._goal: Formula | None = None
        self._task_words = ""
        self._heard: dict[str, str] = {}
        self._trouble = ""
        self.understood = None
        self._steps: list[GroundAction] = []
        self._next: GroundAction | None = None
        self._by = "explorer"
        self._why = ""
        self._refused: dict[tuple[str, ...], tuple[set[str], set[int]]] = {}
        self._told: set[GroundStep] = set()
        self._looks: dict[str, int] = {}
        self._seen: dict[int, int] = {}
        self._unfixed = self._is_loose = False
        self._hopes = 0
        self._left = self._required
        self._ever: set[GroundAtom] = set()

    def begin(self, world: TextWorld, first: Observation) -> None:
        self._forget()
        self._world = world
        self._dialect = self._given or dialect_of(world)
        if self._dialect is None:
            self._trouble = f"how a world of the kind `{world.kind}` talks is not known"
            return
        self._known = self._dialect.begin(first.text)
        self._task_words = self._dialect.goal(world.task)
        self._understand()

    def _understand(self) -> None:
        """Read the task, as far as its objects are known by now."""
        assert self._dialect is not None and self._world is not None
        reading, heard = read_task(self._dialect, self._known, self._world.task)
        goals = reading.readings or ((Reading(reading.rest, ""),) if reading.rest else ())
        accepted = goals[0].goal if goals else None
        goal = reading.goal or (accepted if self._accepts else None)
        if goal is None and self._goal is None and self.ask is not None:
            why = tuple(one.message for one in reading.findings if one.is_error)
            match self.ask(Doubt(self._task_words, why, goals)):
                case str(words):
                    self._world.task, self._task_words = words, self._dialect.goal(words)
                    return self._understand()
                case int(chosen):
                    goal = goals[chosen].goal
        if goal is None and self._goal is not None:
            return  # what has been seen since makes the words say something else: they are taken as before
        self._heard = heard
        if goal is None:
            said = next((one.message for one in reading.findings if one.is_error), "nothing in it could be read")
            some = "the first of these goals" if reading.readings else f"for {accepted}"
            more = f"; --accept-goal plays {some}" if accepted else ""
            self._trouble = f"the task `{self._task_words}` was not understood: {said}{more}"
            return
        self._goal = goal_of(goal)
        self.understood = Understood(goal, tuple(one.message for one in reading.findings))

    def _recognise(self, dialect: Described) -> None:
        """An object named in the task has been seen: it has the type that the goal requires, if sentences say less."""
        supertypes = hierarchy_of(dialect.domain).supertypes
        for name, kind in self._heard.items():
            if self._known.objects.get(name) in supertypes.get(kind, ()):
                self._known.objects[name] = kind

    def choose(self) -> Choice | GaveUp:
        self._ever |= self._known.facts
        if self._trouble or self._dialect is None or self._goal is None:
            return GaveUp(self._trouble or "there is no task")
        known = self._known.fingerprint()
        self._seen[known] = self._seen.get(known, 0) + 1
        if self._seen[known] > _MOST_REPEATS:
            return GaveUp("it goes round in circles: nothing that was tried has changed anything")
        if not self._steps or not self._still_possible():
            trouble = self._plan_required(self._dialect) if self._left else self._plan(self._dialect, self._goal)
            if trouble:
                return GaveUp(f"{trouble}, without what is forbidden" if self._forbidden.patterns else trouble)
            self.tally.plans += 1
        self._next = self._steps.pop(0)
        return Choice(self._dialect.spell(self._next), self._by, self._why, self._next.words)

    def see(self, command: str, seen: Observation) -> None:
        if self._dialect is None or self._world is None or self._next is None:
            return
        step, self._next = self._next, None
        if seen.refused:
            if not self._steps and self._by == "planner" and not self._dialect.heard:
                self._note(f"the world refuses what the task seems to ask for: `{command}`")
            self._steps = []
            self.tally.invalid_actions += 1
            self.tally.simulation_errors += 1
            self._unfixed = True
            binding = binding_of(step.action, step.arguments)
            needs = {ground_atom(atom, binding) for atom, wanted in literals_in(step.action.precondition) if wanted}
            several = Counter(one[0] for one in self._known.facts)
            alone = set() if self._dialect.heard else {name for name, number in several.items() if number == 1}
            asked = {one[0] for one in needs & self._known.facts} & alone
            before = set(self._known.facts)
            self._dialect.refused(self._known, step, seen.text)
            if self._known.facts != before and step.words not in self._told:
                self._told.add(step.words)  # what the refusal tells, such as hands that are not clean, can be made good
                return
            self._refused.setdefault(step.words, (asked, set()))[1].add(_state(before, asked))
            return
        if self._unfixed:
            self._unfixed = False
            self.tally.invalid_fixed += 1
            self.tally.simulation_fixed += 1
        step = self._dialect.done(self._known, step, seen.text)
        self._left = lacking(self._left, [step.words])
        self._known.facts = facts_after(self._dialect.domain, self._known, step)
        expected = set(self._known.facts)
        objects, looked = set(self._known.objects), len(self._known.looked)
        self._dialect.read(self._known, step, seen.text)
        if self._known.facts != expected or self._known.objects.keys() != objects or len(self._known.looked) != looked:
            self._steps = []
        said = {part for one in self._heard for part in one.split("-")}
        if any(said.intersection(one.split("-")) for one in self._known.objects.keys() - objects):
            self._recognise(self._dialect)
            self._understand()

    def _still_possible(self) -> bool:
        """Whether the next step of the plan can be done, as far as is known."""
        assert self._dialect is not None
        step = self._steps[0]
        if self._avoids(step.words) or any(one not in self._known.objects for one in step.arguments):
            return False
        task = task_of(self._dialect.domain, self._known.objects, self._known.facts, None)
        return is_applicable(step.action, step.arguments, initial_state(task), task)

    def _plan(self, dialect: Described, goal: Formula) -> str:
        """Makes a plan; returns what is wrong if there is none."""
        objects = relevant(dialect, self._known, goal)
        if self._is_loose:
            objects = loosened(dialect.domain, objects)
        task = task_of(dialect.domain, objects, self._facts_of(objects), goal)
        state = initial_state(task)
        fulfilled = holds(goal, {}, state, task)
        if fulfilled and (rest := [one for one in ways_of(goal) if not holds(one, {}, state, task)]):
            # What holds is not what the task means, since the game goes on.
            self._goal = Or(tuple(rest), 0, 0)
            return self._plan(dialect, self._goal)
        if fulfilled:
            self._note(_GOES_ON)
            if not dialect.heard and not is_of_all(goal):
                return _GOES_ON  # the places that are left can only have more of what is wanted
        if not fulfilled:
            found = self._search(dialect, objects, self._facts_of(objects), goal)
            lacks = missing_kinds(dialect.domain, objects, goal, self._heard)
            if not found.plan and not lacks and not self._is_loose and objects != self._known.objects:
                # Something that the goal does not speak of may be needed: a knife to slice with.
                objects = dict(self._known.objects)
                found = self._search(dialect, objects, self._facts_of(objects), goal)
            if found.plan:
                self._steps, self._by, self._why = list(found.plan), "planner", f"to {self._task_words}"
                return ""
        trouble = self._explore(dialect, goal, objects, fulfilled)
        if trouble and dialect.heard and not self._is_loose:
            self._is_loose = True  # names do not tell types here: what was found may be what is needed
            return self._plan(dialect, goal)
        if trouble and not fulfilled and self._hopes < _MOST_HOPES:
            self._hopes += 1
            return self._plan(dialect, goal)
        return trouble

    def _plan_required(self, dialect: Described) -> str:
        """Plan the required steps that are left, before anything else: a world ends the game once its own task is done.

        Returns what is wrong if there is no plan."""
        facts, objects = named(dialect.domain, self._left), dict(self._known.objects)
        domain = noting(dialect.domain, facts, tuple(objects))
        goal = conjunction(tuple((True, (one,)) for one in facts))
        found = plan_nearby(task_of(domain, objects, self._facts_of(objects), goal), without=self._avoids)
        if found.plan:
            own = {one.name.text: one for one in dialect.domain.actions}
            self._steps = [GroundAction(own[one.action.name.text], one.arguments) for one in found.plan]
            self._by, self._why = "planner", f"to do {listed(self._left)}"
            return ""
        trouble = self._explore(dialect, conjunction(()), objects, fulfilled=False)
        return trouble and f"no way was found to do {listed(self._left)}, which must be done"

    def _note(self, finding: str) -> None:
        """Add what the world shows of the words of the task to the findings about them."""
        if self.understood is not None and finding not in self.understood.findings:
            self.understood = Understood(self.understood.goal, (*self.understood.findings, finding))

    def _explore(self, dialect: Described, goal: Formula, objects: dict[str, str], fulfilled: bool) -> str:
        missing = missing_kinds(dialect.domain, objects, goal, self._heard)
        facts = self._facts_of(objects)
        order = ranked(dialect, self._known, objects, missing or tools(dialect.domain, objects))
        queue = deque(one for _, one in order if self._looks.get(one.name, 0) < _MOST_LOOKS)
        last = len(queue)
        while queue:
            frontier = queue.popleft()
            last -= 1
            if last >= 0 and missing and would_be_won(dialect, objects, facts, goal, missing, frontier):
                queue.append(frontier)  # what is missing is not there: only when nothing else is left
                continue
            plan = [] if fulfilled else self._with_imagined(dialect, goal, objects, missing, frontier)
            plan = plan or self._look(dialect, objects, frontier)
            if plan:
                self._looks[frontier.name] = self._looks.get(frontier.name, 0) + (len(plan) == 1)
                self._steps, self._by = plan, "explorer"
                self._why = _looking(missing, frontier)
                return ""
        what = _words(missing)
        if fulfilled:
            return _GOES_ON
        if what:
            self._note(f"{what} was not found anywhere that can be reached")
            return f"{what} was not found anywhere that can be reached"
        return "everything that can be reached was seen, and no way to do the task was found"

    def _with_imagined(
        self, dialect: Described, goal: Formula, objects: dict[str, str], missing: list[Missing], frontier: Frontier
    ) -> list[GroundAction]:
        """The steps of a plan that assumes the missing objects at the frontier, until it has been seen."""
        more, facts = imagined(missing, frontier, dialect.domain)
        if not more:
            return []
        found = self._search(dialect, {**objects, **more}, self._facts_of(objects) | facts, goal)
        steps: list[GroundAction] = []
        for step in found.plan or ():
            if any(one in more for one in step.arguments):
                break
            steps.append(step)
        return steps

    def _look(self, dialect: Described, objects: dict[str, str], frontier: Frontier) -> list[GroundAction]:
        return list(self._search(dialect, objects, self._facts_of(objects), conjunction(frontier.needs)).plan or ())

    def _search(self, dialect: Described, objects: dict[str, str], facts: set[GroundAtom], goal: Formula) -> Nearby:
        """A plan, without what was refused."""
        objects = without_twins(objects, facts, goal)
        task = task_of(dialect.domain, objects, _about(objects, facts), goal)
        return plan_nearby(task, without=self._avoids)

    def _avoids(self, step: GroundStep) -> bool:
        """Whether a step is forbidden, or the world refused it in the present state or in more than one.

        What it requires and was the only fact of its kind, such as where one was, may differ: plans see to that. Where
        nothing tells all that a step requires, nothing may.
        """
        asked, states = self._refused.get(step, ((), ()))
        refused = len(states) > 1 or (len(states) == 1 and _state(self._known.facts, asked) in states)
        return refused or self._forbidden.never(step)

    def _facts_of(self, objects: dict[str, str]) -> set[GroundAtom]:
        """The facts about these objects only, and finally those that may be true although nothing tells them."""
        facts = _about(objects, self._known.facts)
        return facts | hoped(self._dialect, objects, self._ever, self._hopes) if self._dialect else facts


def _about(objects: dict[str, str], facts: set[GroundAtom]) -> set[GroundAtom]:
    return {one for one in facts if all(name in objects for name in one[1:])}


def _state(facts: set[GroundAtom], asked: Collection[str]) -> int:
    return hash(frozenset([one for one in facts if one[0] not in asked]))


def _words(missing: list[Missing]) -> str:
    """The missing kinds of objects, each once; empty if there are none."""
    return " and ".join(dict.fromkeys(with_article(one.kind.replace("-", " ")) for one in missing))


def _looking(missing: list[Missing], frontier: Frontier) -> str:
    what = _words(missing)
    return f"looking for {what} in {frontier.words}" if what else f"looking at {frontier.words}"
