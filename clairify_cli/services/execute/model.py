"""The model of a run, which translates English and tunes failed actions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from clairify_cli.languages import NAMES, get
from clairify_cli.records import dataclass, field, replace
from clairify_cli.services.execute import events
from clairify_cli.services.execute.events import Tell, silent
from clairify_cli.services.execute.request import ExecuteRequest
from clairify_cli.services.models import Asked, open_model
from clairify_cli.services.parts import ModelSettings

if TYPE_CHECKING:
    from clairify_cli.agents.execution.retune import Tuner
    from clairify_cli.files.inputs import Input
    from clairify_cli.languages.base import CheckOptions
    from clairify_cli.translate import Translation


@dataclass
class RunModel:
    """The single model of a run, so that one budget covers all requests. `stack` closes its files.

    It is opened on first use, which raises whatever `open_model` raises.
    """

    stack: ExitStack
    request: ExecuteRequest
    tell: Tell = field(default=silent)
    is_named: bool = False
    """Whether lines of the trace name the input, as in a batch."""
    append: Callable[[Path, bytes], None] | None = None
    """Appends to the batch's files, if the batch writes them."""
    ask: Callable[[object], object] | None = None
    """Asks for the batch's limits, if the batch keeps them."""

    @cached_property
    def model(self) -> Asked:
        """The model, opened."""
        settings = self.request.model
        if self.request.time_limit is None:  # a run may be unlimited, but not a translation
            settings = replace(settings, time_limit=ModelSettings().time_limit)

        def warn(sentence: str) -> None:
            self.tell(events.Said("warning", f"clairify: {sentence}"))

        return open_model(self.stack, settings, warn, append=self.append, ask=self.ask)

    def translated(self, item: Input, text: str, check: CheckOptions) -> Translation:
        """Translate an English text."""
        from clairify_cli.translate import translate

        asked = self.model
        hooks = asked.hooks(self.tell)
        if asked.trace is not None and self.is_named:
            hooks = replace(hooks, trace=asked.trace.of(item.name))
        result = translate(text, get(NAMES[0]), asked.model, asked.options, check, hooks=hooks)
        self.tell(events.Translated(item, text, result))
        return result

    def tuner(self, is_over: Callable[[], bool]) -> Tuner | None:
        """Return the model's tuner for failed actions, which gives up once `is_over` is true; None means by rule."""
        from clairify_cli.translate.resolve import is_reader

        how, settings = self.request.running, self.request.model.model
        if how.on_failure == "stop" or is_reader(settings.model):
            return None
        from clairify_cli.agents.execution.tuning.retune_model import BoundedModel, model_tuner
        from clairify_cli.translate import ModelOptions

        def tell(sentence: str) -> None:
            self.tell(events.Said("note", sentence))

        asked = BoundedModel(self.model.model, is_over)
        options = ModelOptions(settings.temperature, settings.model_seed, settings.max_tokens)
        return model_tuner(asked, options, tell=tell, told=how.tell or "")
