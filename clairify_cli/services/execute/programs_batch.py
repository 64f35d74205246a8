"""A program among many inputs of `clairify execute`: a run that says nothing, of which the report is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clairify_cli.agents.translation import findings_as_facts
from clairify_cli.batch.items import Item
from clairify_cli.batch.record import File, Result
from clairify_cli.outcomes import Outcome
from clairify_cli.services.errors import RequestError

if TYPE_CHECKING:
    from clairify_cli.agents.execution.results import Options
    from clairify_cli.commands.execute_program import Carried, Inputs
    from clairify_cli.files.inputs import Input
    from clairify_cli.worlds.panda.film import Recording

_OPTIONS = ("world", "no_assertions", "disturb", "seed", "dry_run", "on_failure", "model", "api_base", "no_cache")


@dataclass(frozen=True)
class ProgramRuns:
    """What all programs of a batch are carried out with: what the options give, as texts and as values."""

    inputs: Inputs
    options: Options
    values: dict[str, Any]

    @property
    def shape(self) -> list[object]:
        """What shapes the runs, beside the options of plans."""
        return [self.values[name] for name in _OPTIONS]

    def beside(self, item: Input, text: str) -> list[str]:
        """The texts that a program is held to."""
        from clairify_cli.commands.execute_program import context_of
        from clairify_cli.diagnostics.model import Source
        from clairify_cli.languages.program.heading import heading_of
        from clairify_cli.services.program_context import named_skills

        listed = named_skills(heading_of(text), item.path, [])
        held_to = (*context_of(item, Source(text, item.name), self.inputs)[0], *((listed,) if listed else ()))
        return [one.text for one in held_to]

    def made(self, item: Item, is_over: Callable[[], bool]) -> tuple[Result, Recording | None]:
        """What comes of a program, and what was filmed. Raises `RefusedError`, and what opening a model raises."""
        from clairify_cli.commands.execute_input import RefusedError
        from clairify_cli.commands.execute_program import carry_out

        values = {**self.values, "quiet": True, "report": None, "print_scene": False, "gui": False}
        try:
            carried = carry_out(item.input, item.text, self.inputs, self.options, values, is_over)
        except RequestError as error:
            raise RefusedError(1, str(error)) from None
        assert carried is not None  # since no scene is asked for
        outcome, why = _outcome(carried)
        steps = sum(one.done.taken for one in carried.ran.actions)
        files = (File(item.output, carried.report_text(values)),)
        return Result(outcome, files, findings_as_facts(carried.findings, steps=steps), why), carried.recording


def _outcome(carried: Carried) -> tuple[Outcome, str | None]:
    """What became of a program, and why it is not good, in a sentence."""
    ran = carried.ran
    if ran.ending is Outcome.INTERRUPTED:
        return Outcome.TIMEOUT, ran.why
    if carried.code == 0:
        return Outcome.VALID, None
    if ran.ending is not Outcome.DONE:
        return Outcome.CHECK_FAILED, ran.why
    reached, of = ran.recall
    if ran.goal is False:
        return Outcome.CHECK_FAILED, f"the goal is not reached: {reached} of {of} of its conditions hold"
    failed = next((one for one in ran.actions if not one.done.succeeded), None)
    return Outcome.CHECK_FAILED, f"{failed.doing.text} failed: {failed.done.message}" if failed is not None else ran.why
