"""The error of a service for unusable input: findings in texts, or a file of the wrong kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.render.report import Report
from clairify_cli.outcomes import ExpectedError, Outcome

if TYPE_CHECKING:
    from clairify_cli.translate import Translation
    from clairify_cli.worlds.scene.model import Scene


class RefusedError(ExpectedError):
    """Nothing can be executed: a sentence that says why, with findings in their texts.

    `result` is the result of a failed translation. `reason` is the sentence for output that already names the input.
    """

    def __init__(
        self,
        outcome: Outcome,
        sentence: str,
        reports: Sequence[Report] = (),
        result: Translation | None = None,
        reason: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.outcome = outcome
        self.exit_code = outcome.exit_code
        self.reason = reason or sentence
        self.reports = list(reports)
        self.result = result

    @property
    def findings(self) -> list[Diagnostic]:
        """The findings of all reports."""
        return [finding for report in self.reports for finding in report.diagnostics]


def reports_of(sources: Sequence[Source], found: Sequence[Diagnostic]) -> list[Report]:
    """Return a report for each text that has findings."""
    each = {source.name: source for source in sources}.values()  # domain and problem may be one file
    made = [Report(source, [one for one in found if one.span.file == source.name]) for source in each]
    return [one for one in made if one.diagnostics]


def refuse_errors(sources: Sequence[Source], found: Sequence[Diagnostic]) -> None:
    """Raise `RefusedError` if a finding is an error."""
    if any(one.is_error for one in found):
        why = "nothing was moved: this cannot be carried out"
        raise RefusedError(Outcome.REFUSED, why, reports_of(sources, found))


def read_scene_file(name: str, most_bytes: int) -> Scene:
    """Read a scene from a file. Raises `RefusedError` and `UnreadableError`."""
    from clairify_cli.files.reading import read_text
    from clairify_cli.worlds.scene.reader import read_scene

    source = Source(read_text(name, most_bytes=most_bytes), name)
    scene, found = read_scene(source, Path(name).parent)
    refuse_errors([source], [one for one in found if one.is_error])
    assert scene is not None
    return scene
