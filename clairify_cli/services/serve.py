"""Serve any request without a command line: nothing is printed, and the result is returned."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from clairify_cli.services.batch.run import BatchResult
from clairify_cli.services.batch.texts import of_texts
from clairify_cli.services.check.request import CheckRequest
from clairify_cli.services.check.run import CheckResult, check
from clairify_cli.services.format import FormatRequest, Formatted, format_programs
from clairify_cli.services.parts import TextsRequest
from clairify_cli.services.pddl.request import PddlRequest
from clairify_cli.services.program.request import ProgramRequest
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.typed import refuse_wrong
from clairify_cli.services.xdl.write import XdlRequest, XdlResult

if TYPE_CHECKING:
    from clairify_cli.batch.items import Source
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.run import Watcher
    from clairify_cli.batch.summary import Summary
    from clairify_cli.files.inputs import Input
    from clairify_cli.services.execute.request import ExecuteRequest
    from clairify_cli.services.execute.results import ExecuteResult
    from clairify_cli.services.pddl.write import PddlResult
    from clairify_cli.services.program.request import ProgramResult
    from clairify_cli.services.replan.play import PlayResult
    from clairify_cli.services.replan.repair import RepairResult

    Request = CheckRequest | FormatRequest | XdlRequest | PddlRequest | ProgramRequest | ReplanRequest | ExecuteRequest
    Remark = Callable[[str], None]

R = TypeVar("R", bound=TextsRequest)


@overload
def serve(request: CheckRequest, remark: Remark = ...) -> CheckResult: ...
@overload
def serve(request: FormatRequest, remark: Remark = ...) -> tuple[Formatted, ...]: ...
@overload
def serve(request: XdlRequest, remark: Remark = ...) -> XdlResult | BatchResult: ...
@overload
def serve(request: PddlRequest, remark: Remark = ...) -> PddlResult | BatchResult: ...
@overload
def serve(request: ProgramRequest, remark: Remark = ...) -> ProgramResult | BatchResult: ...
@overload
def serve(request: ReplanRequest, remark: Remark = ...) -> RepairResult | PlayResult: ...
@overload
def serve(request: ExecuteRequest, remark: Remark = ...) -> ExecuteResult: ...


def serve(request: Request, remark: Remark = lambda _: None) -> object:
    """Do what the request's command does. As there, several inputs or a table are a batch.

    `remark` receives notes for the user. Raises `RequestError` for options that cannot be combined, and what the
    service of the request raises. No real arm moves unless its profile allows it, since there is nobody to ask.
    """
    refuse_wrong(request)
    match request:
        case CheckRequest():
            return check(request, remark)
        case FormatRequest():
            return tuple(format_programs(request, remark))
        case XdlRequest():
            from clairify_cli.services.xdl.write import xdl, xdl_batch

            return _texts(request, remark, xdl, xdl_batch)
        case PddlRequest():
            from clairify_cli.services.pddl.batch import pddl_batch
            from clairify_cli.services.pddl.write import pddl

            return _texts(request, remark, pddl, pddl_batch, lambda: pddl(request, None, remark))
        case ProgramRequest():
            from clairify_cli.services.program.batch import program_batch
            from clairify_cli.services.program.write import program

            return _texts(request, remark, program, program_batch, lambda: program(request, None, remark))
        case ReplanRequest():
            return _replan(request, remark)
        case _:
            from clairify_cli.services.execute.run import execute

            return execute(request)


def _texts(
    request: R,
    remark: Remark,
    one: Callable[[R, Input, Remark], object],
    many: Callable[[R, Sequence[Source], Watcher, Remark], BatchResult],
    none: Callable[[], object] | None = None,
) -> object:
    return of_texts(
        request,
        remark,
        lambda item: one(request, item, remark),
        lambda found: many(request, found, _Unwatched(remark), remark),
        none,
    )


def _replan(request: ReplanRequest, remark: Remark) -> RepairResult | PlayResult:
    if request.games.world is None:
        from clairify_cli.services.replan.repair import RepairEvents, repair

        return repair(request, RepairEvents(remark, remark))
    from clairify_cli.services.replan.play import play

    return play(request, _UnwatchedGames(remark), threading.Event())


class _Unwatched:
    """Listener for a batch without a display."""

    def __init__(self, remark: Remark):
        self.remark = remark

    def tick(self, summary: Summary) -> None: ...

    def finished(self, record: Record, *, skipped: bool) -> None: ...


class _UnwatchedGames:
    """Listener for games without a display."""

    def __init__(self, remark: Remark):
        self.note = remark

    def begun(self, asked: int) -> None: ...

    def finished(self, game: object, *, before: bool = False) -> None: ...

    def tick(self) -> None: ...

    def ask(self, doubt: object) -> object: ...

    def happened(self, episode: object, event: object) -> None: ...
