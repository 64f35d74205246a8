"""Any request, served without a command line: nothing is printed, and the result is returned."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, overload

from clairify_cli.services.batch.run import BatchResult
from clairify_cli.services.batch.texts import many_of
from clairify_cli.services.check.request import CheckRequest
from clairify_cli.services.check.run import CheckResult, check
from clairify_cli.services.format import FormatRequest, Formatted, format_programs
from clairify_cli.services.inputs import texts_in
from clairify_cli.services.pddl.request import PddlRequest
from clairify_cli.services.program.request import ProgramRequest
from clairify_cli.services.replan.request import ReplanRequest
from clairify_cli.services.xdl.write import XdlRequest, XdlResult

if TYPE_CHECKING:
    from clairify_cli.batch.record import Record
    from clairify_cli.batch.summary import Summary
    from clairify_cli.services.execute.request import ExecuteRequest
    from clairify_cli.services.execute.results import ExecuteResult
    from clairify_cli.services.pddl.write import PddlResult
    from clairify_cli.services.program.result import ProgramResult
    from clairify_cli.services.replan.play import PlayResult
    from clairify_cli.services.replan.repair import RepairResult

    Request = CheckRequest | FormatRequest | XdlRequest | PddlRequest | ProgramRequest | ReplanRequest | ExecuteRequest
    Remark = Callable[[str], None]


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
    """Do what the command of the request does. Several inputs, or a table of them, are a batch, as there.

    `remark` receives notes for a person. Raises `RequestError` for what makes no sense together, and what the
    service of the request raises. No real arm moves, since there is nobody to ask, unless its profile allows it.
    """
    match request:
        case CheckRequest():
            return check(request, remark)
        case FormatRequest():
            return tuple(format_programs(request, remark))
        case XdlRequest():
            return _xdl(request, remark)
        case PddlRequest():
            return _pddl(request, remark)
        case ProgramRequest():
            return _program(request, remark)
        case ReplanRequest():
            return _replan(request, remark)
        case _:
            from clairify_cli.services.execute.run import execute

            return execute(request)


def _xdl(request: XdlRequest, remark: Remark) -> XdlResult | BatchResult:
    from clairify_cli.services.xdl.write import xdl, xdl_batch

    items = texts_in(request.inputs, request.reading, remark)
    many = many_of(request, items)
    return xdl(request, items[0], remark) if many is None else xdl_batch(request, many, _Unwatched(remark), remark)


def _pddl(request: PddlRequest, remark: Remark) -> PddlResult | BatchResult:
    from clairify_cli.services.pddl.batch import pddl_batch
    from clairify_cli.services.pddl.write import found_texts, pddl, prepare

    if not request.inputs:
        return pddl(request, None, remark)
    items = found_texts(request, remark)
    many = many_of(request, items)
    ready = prepare(request) if many is not None else None
    if many is None or ready is None or ready.errors:
        return pddl(request, items[0], remark)
    return pddl_batch(request, ready, items, many, _Unwatched(remark), remark)


def _program(request: ProgramRequest, remark: Remark) -> ProgramResult | BatchResult:
    from clairify_cli.services.program.batch import program_batch
    from clairify_cli.services.program.write import program

    if not request.inputs:
        return program(request, None, remark)
    items = texts_in(request.inputs, request.reading, remark)
    many = many_of(request, items)
    return (
        program(request, items[0], remark) if many is None else program_batch(request, many, _Unwatched(remark), remark)
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

    def happened(self, episode: object, event: object) -> None: ...
