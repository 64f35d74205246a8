"""What all tests share: how many examples properties are tried with, what is done again, signals, the collector.

A property is tried with a share of the examples that its `@settings` name, the same in every run, so that a run takes
minutes and does not fail by chance. `pytest --hypothesis-profile=thorough` tries all of them, others each time.

Robots are watched with limits of the clock on the wall, 0.5 s and less. A machine on which other tests run stands still
for as long now and then, which the watchdog then rightly notices. Such a test is done again once, and the summary says
so. So is one that starts the command line or a server and waits for it with a limit.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings
from perturb.physics import perturb
from remembered import SOLVE
from ros_bridge.ahead import Ahead

SHARE = 4
"""One of so many examples is tried in a run that is not thorough."""
FEW = 20
"""So many are tried where there are so many."""
USED = "_hypothesis_internal_use_settings"
"""Where hypothesis keeps the settings of a test."""

TIMED = {
    "tests/agents/robot": """
        perform perform_devices perform_mode perform_standing protocol_devices
    """,
    "tests/batch": """
        cluster
    """,
    "tests/cli": """
        address_secrets::a_model bad_input::a_pipe batch::a_terminal_shows_a_bar batch_models batch_stops
        completion::the_script_works_in_bash execute::closed_streams execute::ctrl_c execute::a_display_that
        execute::progress_on_a_terminal execute::what_is_interrupted execute_batch::ctrl_c execute_program::ctrl_c
        execute_robot exit_codes::a_reader_that_has_enough exit_codes::ctrl_c guard hostile_size::work_that_ends
        interrupts pddl::a_solver_without_an_answer pddl::an_interrupt protocol_xdl::a_pump replan::ctrl_c
        replan_games::being_told_to_end
        replan_games::ctrl_c replan_games::processes_end replan_games::the_solver_is robot_ask robot_mode_said startup
        terminal::a_terminal_shows_which_round xdl::a_server_and_the_cache xdl::ctrl_c
    """,
    "tests/editor": """
        mutants neovim server
    """,
    "tests/translate": """
        batch_limits::money batch_limits::no_minute batch_limits::whoever_waits cache::many_processes deadline
        provider_faults::each_fault provider_faults::a_server_that_says_nothing server
    """,
    "tests/worlds/panda": """
        film_page::a_browser film_page::a_page_in_a_file film_page::a_run_is_told
    """,
    "tests/worlds/ros": """
        arm_robot bridge_actions connection_peers description
        faults_hand faults_mode faults_motions faults_opening genuine_bridge grip_kept guard_line guard_ros1
        journal_file latency misleading others_goals recorder_run recording stop_line
    """,
}
"""Tests with limits of the wall clock, by folder: robots behind a bridge, programs that are started, servers.

A name is that of a file, or of tests in it by how their names begin.
"""
IN_REAL_TIME = tuple(
    f"{folder}/test_{file}.py{test and f'::test_{test}'}"
    for folder, names in TIMED.items()
    for file, _, test in (name.partition("::") for name in names.split())
)
ON_ANOTHER_PROFILE = (
    "tests/agents/robot/test_perform.py::test_a_fault_ends_the_run",
    "tests/agents/robot/test_perform_standing.py",
    "tests/cli/test_execute_robot.py::test_a_person_says_move",
    "tests/cli/test_execute_robot.py::test_an_arm_that_somebody_else_moves",
    "tests/cli/test_guard.py",
    "tests/cli/test_robot_mode_said.py",
    "tests/worlds/ros/test_arm_robot.py",
    "tests/worlds/ros/test_cutting.py",
    "tests/worlds/ros/test_faults_",
    "tests/worlds/ros/test_grip_kept.py",
    "tests/worlds/ros/test_guard_line.py",
    "tests/worlds/ros/test_others_goals.py",
    "tests/worlds/ros/test_recording.py",
    "tests/worlds/ros/test_stop_line.py",
)
"""Trials of robots: on the first profile they are `long` where the second has the same trial."""
SLOWEST = (
    "tests/test_site.py",
    "tests/batch/test_cluster.py",
    "tests/test_packaging.py",
    "tests/translate/test_provider_faults.py",
    "tests/cli/test_batch_stops.py",
    "tests/planning/solvers/test_solvers.py",
    "tests/worlds/panda/test_world.py",
    "tests/fidelity/test_page_in_browser.py",
)
"""Files that begin first where several are tried at the same time, so that none is waited for at the end."""
FIRST, SECOND = "franka-ros1", "franka-ros2"

AGAIN = 1
"""So often such a test is done again: a test that fails twice has found something."""
PAUSE = 2.0
"""So long it is waited before (s): what keeps the machine busy may be over by then."""

# A busy machine may stand still for longer than any example may take.
settings.register_profile("quick", derandomize=True, database=None, deadline=None)
settings.register_profile("thorough", database=None, deadline=None)
settings.load_profile("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--perturb", type=int, metavar="SEED", help="scale the simulated physics by a millionth, by seed")


def pytest_configure(config: pytest.Config) -> None:
    if (seed := config.getoption("--perturb")) is not None:
        perturb(seed)
    config.addinivalue_line("markers", "slow: takes seconds, as building and installing the package does")
    config.addinivalue_line("markers", "long: repeats in seconds what a shorter test shows; for `make test-all`")
    # What a shell has run in the background ignores Ctrl-C, and so would the programs that tests start and interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    every = {item.nodeid for item in items}
    for item in items:
        twin = item.nodeid.replace(FIRST, SECOND)
        if item.nodeid.startswith(ON_ANOTHER_PROFILE) and twin != item.nodeid and twin in every:
            item.add_marker(pytest.mark.long)
        if item.nodeid.startswith(IN_REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=AGAIN, reruns_delay=PAUSE))
    _fewer_examples(items)
    _in_turn(items)


def _in_turn(items: list[pytest.Item]) -> None:
    """Put the slowest files first, and those that mostly wait between those that compute, to fill the time."""
    files = [*dict.fromkeys(item.nodeid.partition("::")[0] for item in items)]
    timed = {place.partition("::")[0] for place in IN_REAL_TIME} - {*SLOWEST}
    waiting = [file for file in files if file in timed]
    computing = [file for file in files if file not in timed and file not in SLOWEST]
    turns = {file: place / len(waiting) for place, file in enumerate(waiting)}
    turns |= {file: place / len(computing) for place, file in enumerate(computing)}
    turns |= {file: place - len(SLOWEST) for place, file in enumerate(SLOWEST)}
    items.sort(key=lambda item: turns[item.nodeid.partition("::")[0]])


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Trials that nobody will ask for are not begun ahead of others."""
    for item in items:
        trials, place = getattr(getattr(item, "module", None), "TRIALS", None), _params(item).get("place")
        if isinstance(trials, Ahead) and isinstance(place, int):
            trials.left_out.add(place)


def _params(item: pytest.Item) -> dict[str, object]:
    return dict(item.callspec.params) if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


def _fewer_examples(items: list[pytest.Item]) -> None:
    """Try fewer examples, unless a profile was asked for that has them made up anew."""
    if not settings.default or not settings.default.derandomize:
        return
    tests = {test for item in items if hasattr(test := getattr(item, "function", None), USED)}
    for test in tests:
        used: settings = getattr(test, USED)
        fewer = min(used.max_examples, max(FEW, used.max_examples // SHARE))
        setattr(test, USED, settings(used, max_examples=fewer))


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is made before the first test stays: the garbage collector need not look through it, now or later."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _solved_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where solvers are not what is tested, a task is solved once in a run."""
    if not request.node.nodeid.startswith("tests/planning/"):
        for solver, solve in SOLVE.items():
            monkeypatch.setattr(solver, "solve", solve)


@pytest.fixture(autouse=True)
def _signals_stay() -> Iterator[None]:
    """A test that leaves a signal ignored would keep it from every program that later tests start."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.getsignal(number) for number in numbers]
    yield
    after = [signal.getsignal(number) for number in numbers]
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)
    assert after == before, "a signal handler was left changed"
