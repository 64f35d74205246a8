"""The service behind `clairify execute`: what it is asked, what it tells, what comes back."""

from __future__ import annotations

import json
import pickle
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from cli.conftest import GOOD

from clairify_cli.outcomes import Outcome
from clairify_cli.services.errors import RequestError
from clairify_cli.services.execute import events
from clairify_cli.services.execute.arm import Nobody, arm_of
from clairify_cli.services.execute.request import Arm, Bench, ExecuteRequest, OfRealArm, Running
from clairify_cli.services.execute.results import ArmRun, Scened
from clairify_cli.services.execute.run import execute
from clairify_cli.services.options import changed
from clairify_cli.services.parts import Batch, Laboratory, Model, ModelSettings
from clairify_cli.services.refused import RefusedError
from clairify_cli.translate import Progress

TEXT = "Add 12 g of water to a beaker."
DRY = Running(dry_run=True)


def test_a_request_is_a_value_that_other_processes_take() -> None:
    request = ExecuteRequest((TEXT,), running=Running(best_of=2), films=("run.mp4",))
    assert pickle.loads(pickle.dumps(request)) == request
    assert set(changed(request)) == {"inputs", "best_of", "films"}


def test_the_arm_is_a_type_made_of_its_part() -> None:
    assert arm_of(ExecuteRequest()) is None
    with pytest.raises(RequestError, match="--url is for a real arm: add --robot ros"):
        execute(ExecuteRequest((TEXT,), arm=Arm(real=OfRealArm(url="ws://arm:9090"))))


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (ExecuteRequest(), "missing argument"),
        (ExecuteRequest((TEXT,), arm=Arm("ros"), running=Running(on_failure="replan")), "--on-failure and --robot ros"),
        (ExecuteRequest((TEXT,), running=Running(disturb=0.5, dry_run=True)), "--dry-run does nothing"),
        (ExecuteRequest((TEXT,), model=ModelSettings(time_limit=0.0)), "--time-limit 0: it is more than 0 s"),
        (ExecuteRequest((TEXT,), model=ModelSettings(Model(record="run.mp4"))), "--film films the run"),
        (ExecuteRequest((TEXT,), batch=Batch(shard="1/2")), "a batch needs a folder"),
    ],
)
def test_what_makes_no_sense_is_refused_by_the_service(request_: ExecuteRequest, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        execute(request_)


def test_nobody_lets_an_arm_move() -> None:
    nobody = Nobody()
    assert not nobody.is_there
    assert not nobody.confirms(lambda: None)
    assert isinstance(nobody.watched(lambda: None), AbstractContextManager)


def test_a_scene_is_a_result() -> None:
    told: list[object] = []
    made = execute(ExecuteRequest((TEXT,), bench=Bench(print_scene=True)), told.append)
    assert isinstance(made, Scened)
    assert (made.outcome, made.outcome.exit_code) == (Outcome.WRITTEN, 0)
    assert [type(one) for one in told if not isinstance(one, Progress)] == [events.Translated]


def test_a_run_is_told_by_events_and_comes_back() -> None:
    pytest.importorskip("pybullet")
    told: list[object] = []
    made = execute(ExecuteRequest((TEXT,), running=DRY, format="json"), told.append)
    assert isinstance(made, ArmRun)
    assert made.outcome is Outcome.DONE
    kinds = [type(one) for one in told]
    assert kinds.index(events.SimulationBegun) < kinds.index(events.Ended) < kinds.index(events.Said)
    (report,) = (one.text for one in told if isinstance(one, events.Said))
    assert json.loads(report)["options"]["dry_run"] is True


def test_english_is_translated_for_the_laboratory() -> None:
    stocked = Laboratory(reagents="salt")
    with pytest.raises(RefusedError) as error:
        execute(ExecuteRequest((TEXT,), bench=Bench(print_scene=True), laboratory=stocked))
    assert error.value.outcome is Outcome.REFUSED


def test_a_program_is_checked_for_the_laboratory(tmp_path: Path) -> None:
    (tmp_path / "good.xdl").write_text(GOOD)
    stocked = Laboratory(hardware="flask")
    with pytest.raises(RefusedError) as error:
        execute(ExecuteRequest((str(tmp_path / "good.xdl"),), bench=Bench(print_scene=True), laboratory=stocked))
    assert {one.code for one in error.value.findings}
