"""What `clairify execute` is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from clairify_cli.services.options import Argument, Does, Offer, Option, Panel, reads, writes
from clairify_cli.services.parts import (
    AsText,
    Batch,
    Laboratory,
    ModelSettings,
    Narration,
    Output,
    Reading,
    Scene,
    Seed,
    Task,
    TimeLimit,
)

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options

World = Literal["panda", "pddl", "household", "coin_collector"]
"""Where a program is carried out: on the arm's bench, in the state of a problem, or in a world of text."""

SLOW = 0.1
"""The share of a robot's velocities that is used unless more is asked for."""

FASTEST = 0.5
"""The largest share that may be asked for."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The bench on which something is carried out."""

    scene: Scene = Scene()
    print_scene: Annotated[bool, Option("Print the scene; nothing moves.", Panel.SIMULATION)] = False
    gui: Annotated[bool, Option("Show PyBullet's window.", Panel.SIMULATION)] = False


@dataclass(frozen=True, slots=True)
class Running:
    """How it is carried out: how much of it, and what follows a failure or a success."""

    seed: Seed = Seed()
    dry_run: Annotated[bool, Option("Plan everything, and move nothing.", Panel.SIMULATION)] = False
    until: Annotated[
        int | None, Option("Stop after this step, by its number.", Panel.SIMULATION, metavar="STEP", at_least=1)
    ] = None
    skip_unsupported: Annotated[
        bool, Option("Leave out steps that the arm cannot do, and report them.", Panel.SIMULATION, does=Does.MOVES)
    ] = False
    on_failure: Annotated[
        Literal["stop", "retune", "replan"],
        Option(
            "After a failed check: stop safely; retune, which tries again with other parameters, at most three times "
            "an action; or replan, which then looks, plans the step again and goes on.",
            Panel.SIMULATION,
            metavar="HOW",
            shows_default=True,
        ),
    ] = "stop"
    best_of: Annotated[
        int,
        Option(
            "Plan N times with different samples, run each plan in a simulation of its own, and keep the best run; "
            "with --dry-run and a real arm, the plan with the best expected score.",
            Panel.SIMULATION,
            metavar="N",
            at_least=1,
            at_most=100,
            shows_default=True,
        ),
    ] = 1
    improve: Annotated[
        int,
        Option(
            "After a success do it up to N times again in simulation with other parameters, and keep the best run.",
            Panel.SIMULATION,
            metavar="N",
            at_least=0,
            at_most=100,
        ),
    ] = 0
    checks: Annotated[
        Literal["ours", "model"],
        Option(
            "Who chooses the checks of each action: ours are those that fit it; a --model picks from them, and "
            "collision_free, timeout and motion_health always count.",
            Panel.SIMULATION,
            metavar="WHO",
            shows_default=True,
        ),
    ] = "ours"
    settings: Annotated[
        tuple[str, ...],
        Option(
            "A parameter of all motions: speed, obstacle_clearance, orientation, grasp.",
            Panel.SIMULATION,
            name="--set",
            metavar="NAME=VALUE",
        ),
    ] = ()


@dataclass(frozen=True, slots=True)
class OfRealArm:
    """What only a real arm has."""

    url: Annotated[
        str | None,
        Option("Where rosbridge listens: ws://HOST:PORT, or wss://.", Panel.ROBOT, does=Does.MOVES, metavar="URL"),
    ] = None
    profile: Annotated[
        str | None,
        Option(
            "What the real arm is called and what it may do: franka-ros1, franka-ros2, or a file.",
            Panel.ROBOT,
            does=Does.MOVES,
            metavar="NAME|FILE",
            offer=Offer.PROFILES,
        ),
    ] = None
    speed_scale: Annotated[
        float | None,
        Option(
            f"How much of its velocities the real arm uses, at most {FASTEST:g} (default: {SLOW:g}).",
            Panel.ROBOT,
            does=Does.MOVES,
            metavar="SHARE",
        ),
    ] = None
    yes: Annotated[
        bool,
        Option(
            "Do not ask before a real arm moves. Only where its profile says `unattended: true`.",
            Panel.ROBOT,
            does=Does.MOVES,
        ),
    ] = False
    without_guard: Annotated[
        bool,
        Option(
            "Let a real hotplate heat without a guard on the robot's computer (robots/guard).",
            Panel.ROBOT,
            does=Does.MOVES,
        ),
    ] = False
    robot_log: Annotated[
        str | None,
        writes("Where the log of the real arm goes, as JSON lines (default: a new file in this folder).", Panel.ROBOT),
    ] = None
    script: Annotated[
        str | None,
        writes("Write all that the real arm is sent as JSON; - for stdout.", Panel.ROBOT),
    ] = None


@dataclass(frozen=True, slots=True)
class Arm:
    """Which arm moves. `arm.arm_of` makes a `SimulatedArm` or a `RealArm` of it."""

    robot: Annotated[
        Literal["sim", "ros"],
        Option(
            "Who moves: a simulated arm, or a real one behind rosbridge, after the simulated one has done it all.",
            Panel.ROBOT,
            does=Does.MOVES,
            shows_default=True,
        ),
    ] = "sim"
    real: OfRealArm = OfRealArm()


@dataclass(frozen=True, slots=True)
class Programs:
    """What only programs (*.py) have."""

    world: Annotated[
        World | None,
        Option(
            "Where a program (*.py) is carried out: panda, on a bench; pddl, in the state of its problem; household "
            "or coin_collector, in a world of text (default: by its domain).",
            Panel.SIMULATION,
            metavar="WORLD",
        ),
    ] = None
    no_assertions: Annotated[
        bool,
        Option("Pass the assertions of a program over, and their recoveries.", Panel.SIMULATION, does=Does.MOVES),
    ] = False
    disturb: Annotated[
        float,
        Option(
            "In a PDDL problem or a world of text, undo what earlier actions did with this chance after each action, "
            "at most twice, by --seed.",
            Panel.SIMULATION,
            metavar="CHANCE",
            at_least=0,
            at_most=1,
        ),
    ] = 0.0


@dataclass(frozen=True, slots=True)
class ExecuteRequest:
    """What is carried out, where and how, and what is kept of the run."""

    inputs: Annotated[
        tuple[str, ...],
        Argument(
            "TEXT|FILE...",
            "A program, a plan or a text: a file, a text in quotes, a folder, a glob in quotes, or - for stdin.",
            Offer.FILES,
        ),
    ] = ()
    bench: Bench = Bench()
    task: Task = Task()
    running: Running = Running()
    programs: Programs = Programs()
    arm: Arm = Arm()
    replay_log: Annotated[
        str | None,
        reads("Have the simulated arm do what a log of a real one says, and compare. Needs --scene.", Panel.ROBOT),
    ] = None
    films: Annotated[
        tuple[str, ...],
        writes(
            "Film the run: .mp4, .gif, or .png for a contact sheet. May be given several times. For many inputs, "
            "write mp4, gif or png.",
            Panel.OUTPUT,
            name="--film",
            metavar="FILE|KIND",
        ),
    ] = ()
    laboratory: Laboratory = Laboratory()
    model: ModelSettings = ModelSettings(time=TimeLimit())
    output: Output = Output()
    batch: Batch = Batch()
    as_text: AsText = AsText()
    narration: Narration = Narration()
    reading: Reading = Reading()

    @property
    def scene(self) -> str | None:
        """The file of the bench."""
        return self.bench.scene.scene

    @property
    def seed(self) -> int:
        return self.running.seed.seed

    @property
    def time_limit(self) -> float | None:
        """How long the run of an input may take, in seconds."""
        return self.model.time.time_limit

    @property
    def most_bytes(self) -> int:
        """The largest file that is read."""
        return self.reading.max_size

    @property
    def wants_report(self) -> bool:
        """Whether a report is printed or written."""
        return self.batch.report is not None or self.prints_report

    @property
    def prints_report(self) -> bool:
        """Whether the report is what is printed."""
        return self.batch.report == "-" or self.as_text.format == "json"

    @property
    def options(self) -> Options:
        """How a task is carried out. Raises `RequestError`."""
        from clairify_cli.agents.execution.results import Options
        from clairify_cli.services.execute.refusals import parameters

        how = self.running
        return Options(
            seed=self.seed,
            until=how.until,
            dry_run=how.dry_run,
            on_failure=how.on_failure,
            best_of=how.best_of,
            parameters=parameters(how.settings),
            improve=how.improve,
            checks=how.checks,
        )
