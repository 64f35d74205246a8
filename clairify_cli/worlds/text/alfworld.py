"""ALFWorld's household games (Shridhar et al., 2021), played from their own files.

The file's PDDL defines actions and their effects, its grammar the texts. TextWorld plays the same files with Fast
Downward as a library; here our own PDDL semantics does, with identical texts (`benchmarks/compare_textworld.py`).
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from clairify_cli.files.reading import MOST_BYTES
from clairify_cli.languages.pddl.meaning import (
    GroundAction,
    NoOutcomeError,
    WorldState,
    applicable,
    binding_of,
    changed,
    changes_of,
    holds,
    initial_state,
)
from clairify_cli.languages.pddl.meaning.terms import ground_atom
from clairify_cli.languages.pddl.syntax import OBJECT, Assignment, Formula
from clairify_cli.languages.pddl.task import GroundAtom, Task
from clairify_cli.languages.pddl.walk import conjuncts, literal_of
from clairify_cli.worlds.text.base import ActionForm, Closing, GameError, Observation
from clairify_cli.worlds.text.bundled import forms_of_kind
from clairify_cli.worlds.text.game_file import GameFile, player_names, read_game
from clairify_cli.worlds.text.game_grammar import Bound, GrammarError, Thing

KIND = "alfworld"
LIMIT = 50
NOTHING = "Nothing happens."
"""The game's answer to every command that it cannot do, whatever the reason."""


def game(path: Path, *, most_bytes: int = MOST_BYTES) -> AlfworldGame:
    """Open the game in a `.tw-pddl` file. Raises `GameError` if it is missing, broken or larger than `most_bytes`."""
    return AlfworldGame(read_game(path, most_bytes=most_bytes))


class AlfworldGame(Closing):
    """One game, in this process."""

    kind = KIND
    limit = LIMIT

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.name = file.path.name.removesuffix(".tw-pddl")
        names = player_names(file.task)
        types = file.task.objects
        self._facts = _Facts(file.task, {one: Thing(one, types[one][0], name) for one, name in names.items()})
        self._state = initial_state(file.task)
        self._choices: dict[str, GroundAction] | None = None
        self._steps = 0
        self._done = True
        self.reset()
        self.task: str = self._tell("#task#", {})

    @cached_property
    def forms(self) -> tuple[ActionForm, ...]:
        return forms_of_kind(KIND)

    def reset(self) -> Observation:
        """Start or restart the game."""
        self._state = initial_state(self.file.task)
        self._facts.begin(self._state)
        self._choices = None
        self._steps, self._done = 0, False
        return Observation(self._tell("#intro#", {}))

    def act(self, command: str) -> Observation:
        """Perform a command; a refused one counts as a step, too. Raises ValueError once the game is over."""
        if self._done:
            raise ValueError("the game is done: reset it")
        self._steps += 1
        step = self._known().get(command.strip())
        text = NOTHING if step is None else self._do(step)
        won = holds(self.file.task.goal, {}, self._state, self.file.task)
        self._done = won or self._steps >= LIMIT
        return Observation(text, won, self._done, step is None, self._steps)

    def commands(self) -> tuple[str, ...]:
        """Return the possible commands in alphabetical order; none once the game is over."""
        return () if self._done else tuple(sorted(self._known()))

    def _do(self, step: GroundAction) -> str:
        task = self.file.task
        changes = changes_of(step.action, step.arguments, self._state, task)
        if changes.faults:
            raise GameError(f"{self.file.path} is broken: {NoOutcomeError(changes.faults)}")
        self._state = changed(self._state, changes)
        self._facts.change(changes.added, changes.deleted)
        self._choices = None
        return self._tell(self.file.grammar.templates[step.action.name.text].feedback, _bound(step))

    def _known(self) -> dict[str, GroundAction]:
        """Return the possible actions by command; of two with the same command, the first."""
        if self._choices is None:
            self._choices = {}
            for step in applicable(self.file.task, self._state):
                template = self.file.grammar.templates.get(step.action.name.text)
                if template is not None and not _is_idle(step):
                    self._choices.setdefault(self._tell(template.command, _bound(step)).strip(), step)
        return self._choices

    def _tell(self, text: str, bound: Bound) -> str:
        try:
            return self.file.grammar.tell(text, self._facts, bound)
        except GrammarError as error:
            raise GameError(f"{self.file.path} is broken: {error}") from error


class _Facts:
    """The facts as TextWorld keeps them for its grammar: `not_p` is a fact only after an action made p false."""

    def __init__(self, task: Task, things: dict[str, Thing]) -> None:
        self._task = task
        self._things = things
        self._of: dict[str, set[tuple[str, ...]]] = {}

    def begin(self, state: WorldState) -> None:
        self._of = {}
        self.change(state.atoms, frozenset())

    def change(self, added: frozenset[GroundAtom], deleted: frozenset[GroundAtom]) -> None:
        for name, *objects in deleted:
            self._of.get(name, set()).discard(tuple(objects))
            self._of.setdefault(f"not_{name}", set()).add(tuple(objects))
        for name, *objects in added:
            self._of.get(f"not_{name}", set()).discard(tuple(objects))
            self._of.setdefault(name, set()).add(tuple(objects))

    def of(self, predicate: str, types: tuple[str, ...]) -> list[tuple[str, ...]]:
        members = [self._task.of_type.get(one, ()) for one in types]
        return sorted(
            objects
            for objects in self._of.get(predicate, ())
            if len(objects) == len(types) and all(one in group for one, group in zip(objects, members, strict=True))
        )

    def thing(self, name: str) -> Thing:
        return self._things[name]


def _bound(step: GroundAction) -> dict[tuple[str, str], str]:
    return {
        (one.name.text.removeprefix("?"), one.types[0].text if one.types else OBJECT): value
        for one, value in zip(step.action.parameters, step.arguments, strict=True)
    }


def _is_idle(step: GroundAction) -> bool:
    """Whether an action makes true only what its precondition requires, such as going to where one already is.

    Fast Downward drops such actions, so TextWorld does not offer them.
    """
    binding = binding_of(step.action, step.arguments)
    asked, _ = _literals(step.action.precondition, binding)
    effects, all_plain = _literals(step.action.effect, binding)
    made = {(atom, becomes) for atom, becomes in effects if becomes or (atom, True) not in effects}
    return all_plain and made <= asked


def _literals(formula: Formula | None, binding: dict[str, str]) -> tuple[set[tuple[GroundAtom, bool]], bool]:
    """Return the literals of a conjunction, and whether it has nothing else except assignments of numbers."""
    found: set[tuple[GroundAtom, bool]] = set()
    all_plain = True
    for one in conjuncts(formula):
        if (literal := literal_of(one)) is not None:
            found.add((ground_atom(literal[0], binding), literal[1]))
        elif not isinstance(one, Assignment):
            all_plain = False
    return found, all_plain
