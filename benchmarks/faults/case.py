"""A text and its program, read once for all kinds of faults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from .contents import Contents, contents
from .document import Document, Node, parse
from .mentions import Mention, mentions
from .quantity import Quantity, close, read
from .sentences import Sentence, sentences
from .steps import Step, steps

_GUESS = re.compile(
    r"assum|not (?:given|stated|specified|said|in the text)|unspecified|no \w+ (?:is )?given|estimat|chosen|typical|"
    r"default|text prints|text says|misprint|if required|optional|guess",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Case:
    """What an injector is given."""

    text: str
    program: str

    @cached_property
    def document(self) -> Document:
        """The program, read."""
        return parse(self.program)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps in their order."""
        return steps(self.document)

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The quantities of the text."""
        return mentions(self.text)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the text."""
        return tuple(sentences(self.text))

    @cached_property
    def contents(self) -> tuple[Contents, ...]:
        """The contents of the vessels before each step."""
        return contents(self.steps)

    @cached_property
    def reagents(self) -> dict[str, Node]:
        """The declared reagents by name."""
        section = self.document.first("Reagents")
        nodes = () if section is None else section.children
        return {name: node for node in nodes if (name := node.get("name") or node.get("id"))}

    @cached_property
    def vessels(self) -> dict[str, str]:
        """The declared vessels with their types."""
        section = self.document.first("Hardware")
        nodes = () if section is None else section.children
        return {name: node.get("type") or "" for node in nodes if (name := node.get("id"))}

    def held(self, step: Step, vessel: str) -> frozenset[str]:
        """What is in a vessel before a step."""
        return self.contents[step.number - 1].get(vessel, frozenset())

    def guessed(self, step: Step) -> bool:
        """Whether the comment says that a value of the step is the writer's own."""
        return _GUESS.search(step.comment) is not None

    def quantity(self, step: Step, name: str) -> Quantity | None:
        """The quantity that a property of a step holds."""
        return read(step.get(name))

    def matching(self, dimension: str, value: float) -> list[Mention]:
        """The mentions in the text that agree with a value; vague ones are left out."""
        return [one for one in self.mentions if one.dimension == dimension and not one.vague and one.covers(value)]

    def free(self, dimension: str, value: float, share: float) -> bool:
        """Whether nothing in the text is near a value, so that it cannot be right by a second mention."""
        return not any(one.dimension == dimension and one.near(value, share) for one in self.mentions)

    def uses(self, dimension: str, value: float) -> int:
        """How many properties of the program hold a value."""
        held = [read(text) for step in self.steps for text in step.node.attributes.values()]
        return sum(1 for one in held if one and one.dimension == dimension and close(one.base, value))

    def sentence(self, mention: Mention) -> str:
        """The sentence that a mention stands in."""
        return next((one.text for one in self.sentences if one.start <= mention.start < one.end), "")
