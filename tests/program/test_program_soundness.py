"""What is said of a program's steps is so: random programs are run in every detail and compared with what was found.

The runner here is a few lines over the meaning of PDDL: it does what a program says in one state, and stops where a
step cannot be done, an assertion without recovery does not hold, or a loop does not end.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest
from case_tables import stored

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.meaning import WorldState, apply, holds, initial_state, is_applicable
from clairify_cli.languages.pddl.meaning.derived import view_of
from clairify_cli.languages.program import syntax
from clairify_cli.languages.program.language import ProgramLanguage
from clairify_cli.languages.program.reader import read
from clairify_cli.languages.program.vocabulary import Vocabulary, task_name, vocabulary_of

DOMAIN = stored(__file__, "DOMAIN")
PROBLEM = stored(__file__, "PROBLEM")
ALONE = (Source(DOMAIN, "domain.pddl"),)
BOTH = (*ALONE, Source(PROBLEM, "problem.pddl"))
ROOMS, BALLS = ("r1", "r2"), ("b1", "b2")
SURE = ("PRG201", "PRG203", "PRG205", "PRG207")


class FailedError(Exception):
    """The program ended where it should not."""


class Runner:
    """Runs a program in one state, and remembers which statements it came by."""

    def __init__(self, known: Vocabulary, state: WorldState) -> None:
        self.known = known
        self.state = state
        self.reached: set[int] = set()
        self.failed_assertions: set[int] = set()

    def block(self, statements: Sequence[syntax.Statement], scope: Mapping[str, str]) -> None:
        for one in statements:
            self.reached.add(one.start)
            match one:
                case syntax.Call():
                    self.call(one, scope)
                case syntax.Assertion():
                    self.assertion(one, scope)
                case syntax.If():
                    self.block(one.body if self.holds(one.condition, scope) else one.orelse, scope)
                case syntax.For():
                    for value in [None] * one.count if one.count is not None else one.values:
                        bound = {} if value is None else {one.variable.text: scope.get(value.text, value.text)}
                        self.block(one.body, {**scope, **bound})
                case syntax.While():
                    rounds = 0
                    while self.holds(one.condition, scope):
                        rounds += 1
                        if rounds > syntax.WHILE_ROUNDS:
                            raise FailedError(one)
                        self.block(one.body, scope)

    def assertion(self, one: syntax.Assertion, scope: Mapping[str, str]) -> None:
        """Two recoveries at the most; what of the second cannot be done ends it, and the condition is looked at."""
        for times in range(3):
            if self.holds(one.condition, scope):
                return
            self.failed_assertions.add(one.condition.start)
            if not one.recovery or times == 2:
                raise FailedError(one)
            try:
                self.block(one.recovery, scope)
            except FailedError:
                if times == 0:
                    raise

    def call(self, one: syntax.Call, scope: Mapping[str, str]) -> None:
        action = self.known.actions[one.action.text]
        objects = [scope.get(term.text, term.text) for term in one.arguments]
        if not is_applicable(action, objects, self.state, self.known.task):
            raise FailedError(one)
        self.state = apply(action, objects, self.state, self.known.task)

    def holds(self, condition: syntax.Condition, scope: Mapping[str, str]) -> bool:
        match condition:
            case syntax.Fact():
                name = self.known.predicates[condition.predicate.text].name.text
                atom = (name, *(scope.get(term.text, term.text) for term in condition.arguments))
                return view_of(self.known.task, self.state).true(atom)
            case syntax.Not():
                return not self.holds(condition.operand, scope)
            case syntax.And():
                return all(self.holds(one, scope) for one in condition.operands)
            case syntax.Or():
                return any(self.holds(one, scope) for one in condition.operands)


def written(chance: random.Random, depth: int, margin: str, balls: tuple[str, ...] = ()) -> list[str]:
    """The lines of a block of random statements."""
    lines: list[str] = []
    for _ in range(chance.randint(1, 4)):
        kind = chance.randrange(10 if depth else 6)
        if kind < 5:
            lines.append(f"{margin}{call(chance, balls)}")
        elif kind == 5:
            recovery = f", [{call(chance, balls)}, {call(chance, balls)}]" if chance.random() < 0.6 else ""
            lines.append(f"{margin}assert {condition(chance, balls, 2)}{recovery}")
        elif kind < 8:
            lines += [f"{margin}if {condition(chance, balls, 2)}:", *written(chance, depth - 1, margin + "    ", balls)]
            if chance.random() < 0.5:
                lines += [f"{margin}else:", *written(chance, depth - 1, margin + "    ", balls)]
        elif kind == 8:
            head = "for _ in range(2):" if chance.random() < 0.4 else f'for x{depth} in ["b1", "b2"]:'
            own = balls if "range" in head else (*balls, f"x{depth}")
            lines += [f"{margin}{head}", *written(chance, depth - 1, margin + "    ", own)]
        else:
            lines += [
                f"{margin}while {condition(chance, balls, 1)}:",
                *written(chance, depth - 1, margin + "    ", balls),
            ]
    return lines


def ball(chance: random.Random, balls: tuple[str, ...]) -> str:
    return chance.choice([*(f'"{one}"' for one in BALLS), *balls, *balls])


def call(chance: random.Random, balls: tuple[str, ...]) -> str:
    one, other = chance.choice(ROOMS), chance.choice(ROOMS)
    return chance.choice(
        [
            f'go("{one}", "{other}")',
            f'go("{one}", "{"r2" if one == "r1" else "r1"}")',
            f'take({ball(chance, balls)}, "{one}")',
            f'put({ball(chance, balls)}, "{one}")',
            f'switch("{one}")',
            f"paint({ball(chance, balls)})",
            "dark()",
        ]
    )


def condition(chance: random.Random, balls: tuple[str, ...], depth: int) -> str:
    room = chance.choice(ROOMS)
    match chance.randrange(9 if depth else 6):
        case 0:
            return f'at("{room}")'
        case 1:
            return f'in_({ball(chance, balls)}, "{room}")'
        case 2:
            return f"held({ball(chance, balls)})"
        case 3:
            return f'lit("{room}")'
        case 4:
            return chance.choice(["free()", "busy()", 'door("r1", "r2")', 'door("r1", "r1")'])
        case 5:
            return f"painted({ball(chance, balls)})"
        case 6:
            return f"not ({condition(chance, balls, depth - 1)})"
    word = chance.choice(["and", "or"])
    return f"({condition(chance, balls, depth - 1)}) {word} ({condition(chance, balls, depth - 1)})"


def random_state(chance: random.Random, known: Vocabulary) -> WorldState:
    """Any state with the doors where they are: the robot may be in both rooms, a ball anywhere or nowhere."""
    changing = [("at", "r1"), ("at", "r2"), ("free",), ("lit", "r1"), ("lit", "r2")]
    changing += [(name, one) for one in BALLS for name in ("held", "painted")]
    changing += [("in", one, room) for one in BALLS for room in ROOMS]
    doors = {atom for atom in known.task.init if atom[0] == "door"}
    return WorldState(frozenset(doors | {atom for atom in changing if chance.random() < 0.5}))


def checked(text: str, context: tuple[Source, ...]) -> tuple[syntax.Program, list[Diagnostic]]:
    program, syntax_found = read(Source(text))
    assert program is not None and not syntax_found, text
    found = ProgramLanguage().check(Source(text), CheckOptions(context=context))
    assert not any(one.code.startswith("PRG1") for one in found), text
    return program, found


@pytest.mark.parametrize("seed", range(6))
def test_errors_are_failures_and_failures_are_errors(seed: int) -> None:
    chance = random.Random(seed)
    known, _ = vocabulary_of(BOTH)
    assert known is not None
    for _ in range(50):
        text = "\n".join(["def task():", *written(chance, 2, "    ")]) + "\n"
        program, found = checked(text, BOTH)
        runner = Runner(known, initial_state(known.task))
        try:
            runner.block(program.body, {})
        except FailedError:
            assert any(one.is_error and one.code in SURE for one in found), text
            continue
        wrong = [one for one in found if one.is_error and one.code in SURE]
        assert not wrong, f"{wrong[0].message}\n{text}"
        reached = holds(known.task.goal, {}, runner.state, known.task)
        assert reached is not any(one.code == "PRG210" and one.is_error for one in found), text


def found_in(lines: Sequence[str], context: tuple[Source, ...] = BOTH) -> list[tuple[str, bool]]:
    """The codes of what is found of a body, and whether each is an error."""
    text = "\n".join(["def task():", *(f"    {one}" for one in lines)]) + "\n"
    return [(one.code, one.is_error) for one in checked(text, context)[1] if one.code != "PRG210"]


@pytest.mark.parametrize("context", [BOTH, ALONE])
def test_a_loop_may_be_about_what_is_derived(context: tuple[Source, ...]) -> None:
    assert not found_in(['take("b1", "r1")', "while busy():", '    put("b1", "r1")'], context)


def test_a_recovery_is_done_twice_where_once_does_not_mend_it() -> None:
    domain = """\
(define (domain stairs)
  (:requirements :adl)
  (:predicates (low) (middle) (high))
  (:action climb :parameters () :precondition () :effect (and
    (when (low) (and (middle) (not (low)))) (when (middle) (and (high) (not (middle)))))))
"""
    low = Source("(define (problem below) (:domain stairs) (:init (low)) (:goal (high)))", "below.pddl")
    stairs = (Source(domain, "stairs.pddl"), low)
    assert not found_in(["assert high(), climb()"], stairs)
    assert not found_in(["assert not low(), climb()", "if high():", "    pass", "else:", "    climb()"], stairs)
    in_vain = ["assert low() and high(), climb()", "climb()"]
    assert ("PRG205", True) in found_in(in_vain, stairs)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_never_reached_and_never_fails_is_so_in_every_state(seed: int) -> None:
    chance = random.Random(1000 + seed)
    known, _ = vocabulary_of(BOTH)
    assert known is not None
    for _ in range(40):
        text = "\n".join(["def task():", *written(chance, 2, "    ")]) + "\n"
        program, found = checked(text, BOTH)
        _, alone = checked(text, ALONE)
        dead = {one.span.start for one in found if one.code == "PRG206"}
        dead_alone = {one.span.start for one in alone if one.code == "PRG206"}
        firm = {one.span.start for one in alone if one.code == "PRG204"}
        doomed = any(one.is_error and one.code in SURE for one in alone)
        for _ in range(20):
            runner = Runner(known, random_state(chance, known))
            try:
                runner.block(program.body, {})
            except FailedError:
                pass
            else:
                assert not doomed, text
            assert not runner.reached & (dead | dead_alone), text
            assert not runner.failed_assertions & firm, text


# ------------------------------------------------------------------------------------- Names of programs, made of words


def test_names() -> None:
    assert [task_name(one) for one in ("Put the apple away!", "", "3 cups", "__x", "for", "put-it", "Ä b")] == [
        "put_the_apple_away",
        "task",
        "task_3_cups",
        "x",
        "for_",
        "put_it",
        "ä_b",
    ]
