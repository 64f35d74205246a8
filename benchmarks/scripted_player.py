"""A model that plays text worlds by a script: it reads the prompts alone, and slips in a share of its replies.

It understands observations as the explorer does, and answers each kind of prompt of the policies: a thought and an
action, the known facts as a problem, domain and problem, or the goal. A slip is one that models make: a lost bracket, a
fact of the state before, a misspelt or invented object, a forgotten fact or renaming, swapped arguments, a command that
does not exist or cannot be done, prose alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clairify_cli.agents.policies.base import GaveUp
from clairify_cli.agents.policies.dialects.base import Knowledge
from clairify_cli.agents.policies.dialects.described import HIDDEN, Described
from clairify_cli.agents.policies.explorer.policy import Explorer
from clairify_cli.agents.policies.explorer.task import task_of
from clairify_cli.languages.pddl.meaning import GroundAction, applicable, initial_state, words_of
from clairify_cli.languages.pddl.task import GroundAtom
from clairify_cli.languages.pddl.walk import literals_in
from clairify_cli.languages.pddl.writing.printing import print_tree
from clairify_cli.worlds.text.base import Observation

_BLOCK = re.compile(
    r"----- (?P<kind>[\w ]+) (?P<hash>[0-9a-f]{12}) -----\n(?P<text>.*?)\n?----- end of (?P=kind) (?P=hash) -----", re.S
)
_TURN = re.compile(r"Turn (\d+)\n(?:Thought: [^\n]*\n)?Action: ([^\n]*)\n(This could not be done[^\n]*)?")


@dataclass
class Shown:
    """What a prompt shows of its game."""

    task: str
    first: str | None
    turns: dict[int, tuple[str, str, bool]]
    failed: bool

    @classmethod
    def of(cls, prompt: str) -> Shown:
        task, first, turns = "", None, {}
        end = 0
        for block in _BLOCK.finditer(prompt):
            before, end = prompt[end : block.start()], block.end()
            if block["kind"] == "task":
                task = block["text"]
            elif block["kind"] == "observation":
                turn = list(_TURN.finditer(before))
                if turn:
                    turns[int(turn[-1][1])] = (turn[-1][2], block["text"], bool(turn[-1][3]))
                elif "first observation" in before:
                    first = block["text"]
        return cls(task, first, turns, "has been reset to the state before" in prompt)


@dataclass
class _World:
    """What the explorer asks of a world."""

    task: str
    kind: str = "scripted"

    def commands(self) -> tuple[str, ...]:
        return ()


@dataclass
class Game:
    """What the script knows of one game."""

    dialect: Described
    task: str
    first: str
    chance: random.Random
    log: list[tuple[str, str, bool]] = field(default_factory=list)
    player: Explorer = field(init=False)
    before: set[GroundAtom] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    _chosen: tuple[int, str] = (-1, "")

    def __post_init__(self) -> None:
        self.player = Explorer(self.dialect)
        self.player.begin(_World(self.task), Observation(self.first))  # type: ignore[arg-type]

    @property
    def known(self) -> Knowledge:
        return self.player._known

    def hear(self, turns: dict[int, tuple[str, str, bool]]) -> None:
        for number in sorted(turns):
            if number == len(self.log) + 1:
                self._feed(*turns[number])

    def _feed(self, command: str, text: str, refused: bool) -> None:
        self.log.append((command, text, refused))
        self.before = {self.named_fact(one) for one in self.known.facts}
        step = self.step_of(command)
        hidden = {one: set(self._ways_to(one)) for one in self.known.objects if one.startswith(HIDDEN)}
        names = {one: self.name(one) for one in hidden}
        self.player._next = step
        if step is None:
            if not refused:
                self.dialect.read(self.known, None, text)
            return
        self.player.see(command, Observation(text, refused=refused))
        for one, ways in hidden.items():
            if one not in self.known.objects:
                new = next((each for each in self.known.objects if ways & set(self._ways_to(each))), None)
                if new is not None:
                    self.renamed[names[one]] = self.name(new)

    def _ways_to(self, name: str) -> Iterator[GroundAtom]:
        for fact in self.known.facts:
            if name in fact[2:] and len(fact) > 3:
                yield tuple("?" if one == name else one for one in fact)

    def step_of(self, command: str) -> GroundAction | None:
        task = task_of(self.dialect.domain, self.known.objects, self.known.facts, None)
        found = (one for one in applicable(task, initial_state(task)) if self.dialect.spell(one) == command)
        asked = self.player._next
        if asked is not None and self.dialect.spell(asked) == command:
            return asked
        return next(found, None)

    def command(self) -> str:
        """What the explorer would do; the same until something is heard of it."""
        if self._chosen[0] != len(self.log):
            choice = self.player.choose()
            self._chosen = (len(self.log), "look" if isinstance(choice, GaveUp) else choice.command)
        return self._chosen[1]

    # ------------------------------------------------------------------------------------------------- in PDDL

    def name(self, one: str) -> str:
        """An object as a model names it, after the words that the world uses."""
        if one.startswith(HIDDEN):
            way = next((fact for fact in sorted(self.known.facts) if fact[2:3] == (one,) and len(fact) == 4), None)
            near = next((fact for fact in sorted(self.known.facts) if one in fact[1:] and len(fact) == 3), None)
            if way is not None:
                return f"{way[3]}-of-{self.name(way[1])}"
            if near is not None:
                return f"beside-{next(each for each in near[1:] if each != one)}"
        return re.sub(r"[\s_]+", "-", self.dialect._words.get(one, one).lower())

    def named_fact(self, fact: GroundAtom) -> GroundAtom:
        return (fact[0], *map(self.name, fact[1:]))

    def facts(self) -> set[GroundAtom]:
        return {self.named_fact(one) for one in self.known.facts}

    def objects(self) -> dict[str, str]:
        return {self.name(one): kind for one, kind in self.known.objects.items()}

    def goal(self) -> str:
        """The task's goal if a plan reaches it, otherwise what the last step of the explorer's plan brings about."""
        choice = self.player.choose()
        if isinstance(choice, GaveUp) or self.player._next is None:
            return "(and)"
        if self.player._by == "planner" and self.player.understood is not None:
            return self._task_goal()
        last = [self.player._next, *self.player._steps][-1]
        binding = {
            one.name.text: self.name(value) for one, value in zip(last.action.parameters, last.arguments, strict=True)
        }
        parts = []
        for atom, positive in literals_in(last.action.effect):
            terms = [binding.get(one.text, one.text) for one in atom.arguments]
            if any(one.startswith("?") for one in terms):
                continue
            fact = f"({' '.join((atom.predicate.text, *terms))})"
            parts.append(fact if positive else f"(not {fact})")
        return f"(and {' '.join(parts)})"

    def _task_goal(self) -> str:
        assert self.player._goal is not None
        return words_of(self.player._goal, {})

    def plain_goal(self) -> str:
        return f"(:goal {self._task_goal()})" if self.player._goal is not None else "(:goal (and))"


@dataclass
class Script:
    """Answers prompts of a policy; `slips` is the share of replies with a slip."""

    dialect: Callable[[], Described]
    slips: float
    seed: int = 0
    games: dict[tuple[str, str], Game] = field(default_factory=dict)
    current: Game | None = None
    slipped: int = 0

    def answer(self, system: str, user: str) -> str:
        shown = Shown.of(user)
        game = self._game(shown)
        if "into a goal in PDDL" in system:
            return self._goal(game)
        if shown.failed:
            first = min(shown.turns, default=1)
            again = Game(game.dialect, game.task, game.first, game.chance)
            for each in game.log[: first - 1]:
                again._feed(*each)
            self.games[game.task, game.first] = self.current = game = again
        else:
            game.hear(shown.turns)
        if "give one action" in system:
            return self._act(game, slips=self._slips(game))
        return self._files(game, system, user)

    def _game(self, shown: Shown) -> Game:
        if shown.first is None:
            assert self.current is not None
            return self.current
        key = (shown.task, shown.first)
        if key not in self.games or (not shown.turns and self.games[key].log):
            chance = random.Random(f"{self.seed} {shown.task} {shown.first}")
            self.games[key] = Game(self.dialect(), shown.task, shown.first, chance)
        self.current = self.games[key]
        return self.current

    def _slips(self, game: Game) -> bool:
        does = game.chance.random() < self.slips
        self.slipped += does
        return does

    def _act(self, game: Game, *, slips: bool) -> str:
        command = game.command()
        if slips:
            things = sorted(game.objects())
            thing = game.chance.choice(things).replace("-", " ")
            return game.chance.choice(
                [
                    f"Thought: I will look for it.\nAction: search {thing}",
                    f"Thought: I pick it up.\nAction: take {thing}",
                    "Thought: I have to think about where it may be, and then I will go there.",
                    f"Thought: on I go.\nAction: {command} quickly",
                    f"Thought: again.\nAction: {game.log[-1][0] if game.log else command}",
                ]
            )
        return f"Thought: this brings me further.\nAction: {command}"

    def _goal(self, game: Game) -> str:
        goal = game.plain_goal()
        if self._slips(game):
            goal = game.chance.choice([goal[:-1], goal.replace("(in ", "(inside ").replace("(have ", "(has ")])
        return f"```pddl\n{goal}\n```"

    def _files(self, game: Game, system: str, user: str) -> str:
        both = "a domain and a problem in PDDL" in system
        domain = print_tree(game.dialect.domain)
        name = game.dialect.domain.name.text if game.dialect.domain.name is not None else "game"
        goal = "(and)" if "you write down the currently known facts" in system else game.goal()
        objects, facts = game.objects(), game.facts()
        lines = [f'RENAME {old} {new} BECAUSE "{new.replace("-", " ")}"' for old, new in game.renamed.items()]
        latest = game.log[-1][1] if game.log else game.first
        old = _facts_shown(user)
        quote = next((one.strip() for one in reversed(re.split(r"(?<=[.!?])\s+|\n", latest)) if one.strip()), latest)
        lines += [f'RETRACT ({" ".join(one)}) BECAUSE "{quote}"' for one in sorted(self._gone(game, old, facts))]
        if "Write only" in system:
            facts -= old
        acts = "Action:" in system
        slip = self._slips(game)
        of_action = slip and acts and game.chance.random() < 0.5
        slip = slip and not of_action
        if slip:
            objects, facts, lines = self._slipped(game, objects, facts, lines)
        typed = " ".join(f"{one} - {kind}" for one, kind in objects.items())
        init = " ".join(f"({' '.join(one)})" for one in sorted(facts))
        problem = (
            f"(define (problem game)\n  (:domain {name})\n  (:objects {typed})\n  (:init {init})\n  (:goal {goal}))"
        )
        if slip and game.chance.random() < 1 / 7:
            ends = [at for at, one in enumerate(problem) if one == ")"]
            at = game.chance.choice(ends)
            problem = problem[:at] + problem[at + 1 :]
        game.renamed.clear()
        action = f"\n{self._act(game, slips=of_action)}" if acts else ""
        return "\n".join(lines) + "\n```pddl\n" + (f"{domain}\n\n" if both else "") + problem + "\n```" + action

    def _gone(self, game: Game, old: set[GroundAtom], facts: set[GroundAtom]) -> set[GroundAtom]:
        """Facts of the last problem that were seen to be false, and are not undone by a step."""
        last = game.log[-1:] and game.log[-1]
        refused = bool(last) and last[2]
        unchanged = {one for one in old if one not in facts and one in game.before}
        return unchanged if refused else set()

    def _slipped(
        self, game: Game, objects: dict[str, str], facts: set[GroundAtom], lines: list[str]
    ) -> tuple[dict[str, str], set[GroundAtom], list[str]]:
        """The same with a slip."""
        chance, facts, objects = game.chance, set(facts), dict(objects)
        stale = sorted(game.before - facts)
        longer = sorted(one for one in facts if len(one) > 2) or sorted(facts)
        if not longer:
            return objects, facts, lines
        one = chance.choice(longer)
        match chance.randrange(6):
            case 0 if stale:
                facts.add(chance.choice(stale))
            case 1:
                facts.discard(one)
                facts.add((*one[:-1], one[-1][:-2] + one[-1][-1]))  # misspelt
            case 2:
                kind = chance.choice(sorted(set(objects.values())))
                objects["unicorn-9"] = kind  # invented
            case 3:
                facts.discard(one)  # forgotten
            case 4 if len(one) > 2:
                facts.discard(one)
                facts.add((one[0], *one[:0:-1]))  # swapped
            case _:
                lines = []
        return objects, facts, lines


def _facts_shown(prompt: str) -> set[GroundAtom]:
    """The facts in the last problem that a prompt shows."""
    found = re.findall(r"\(:init(.*?)\(:goal", prompt, re.S)
    return {tuple(one.split()) for one in re.findall(r"\(([^()]+)\)", found[-1])} if found else set()
