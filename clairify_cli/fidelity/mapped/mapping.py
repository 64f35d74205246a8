"""Build the source map of a text and a program."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.fidelity.comparison.evidence import Evidence
from clairify_cli.fidelity.mapped.source_map import MappedProperty, MappedRemark, MappedStep, Origin, SourceMap
from clairify_cli.fidelity.mapped.wording import (
    Stretch,
    Wording,
    joined,
    left_of,
    merged,
    touches,
    wording,
)
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.languages.outline import Outline, OutlineProperty, OutlineStep, Role, walk_steps
from clairify_cli.languages.xdl.outline import outline as outline_of
from clairify_cli.reader.protocol.model import Reading, walk
from clairify_cli.records import dataclass

_TELLING = (Role.SUBSTANCE, Role.QUANTITY)


def source_map(
    text: Source,
    program: Source,
    language: Language,
    options: CheckOptions,
    findings: Iterable[Diagnostic] = (),
) -> SourceMap:
    """Map an XDL program to its text, whoever wrote the program.

    The findings are passed through; those with a span in the text's file are about the text.
    """
    from clairify_cli.fidelity.check import compare
    from clairify_cli.reader.protocol import read_to_xdl

    given = in_source_order(list(findings))
    outline = outline_of(program)
    result = read_to_xdl(text.text, options.constraints, text.name)
    reading = result.reading
    read = [joined(text.text, [(span.start, span.end) for span in step.spans]) for step in walk(reading.steps)]
    evidence = compare(program, text, language, options)
    found = _Compared.of(evidence) if evidence is not None else _Compared({}, {})
    if outline_of(Source(result.xdl)).says_the_same(outline):
        origin = Origin.READING
        words = dict(enumerate(read))
        unread = reading.unread
    else:
        origin = Origin.COMPARISON
        words = found.words(text.text, outline, read)
        unread = tuple(text.span(*place) for place in _left_out(reading, read, words))
    remarks = tuple(MappedRemark(one.kind, one.span) for one in reading.remarks)
    return SourceMap(
        text=text,
        program=program,
        language=language.name,
        origin=origin,
        title=outline.title,
        declared=outline.declared,
        steps=_Mapper(text, wording(text.text), words, found.values).steps(outline.steps),
        unread=unread,
        remarks=remarks,
        text_findings=tuple(one for one in given if one.span.file == text.name),
        program_findings=tuple(one for one in given if one.span.file != text.name),
    )


@dataclass(frozen=True)
class _Compared:
    """The result of a comparison: words of the text by the start of a step or value in the program."""

    steps: dict[int, list[Stretch]]
    values: dict[int, list[Stretch]]

    @classmethod
    def of(cls, evidence: Evidence) -> _Compared:
        found = cls({}, {})
        for one in evidence.placed:  # a step of a blueprint occurs once for each use
            cue = [] if one.cue is None else [(one.cue.start, one.cue.end)]
            steps = found.steps.setdefault(one.step.span.start, [])
            steps += [evidence.text.original(*place) for place in (*one.places, *cue)]
            for item in one.items:
                if item.place is not None:
                    values = found.values.setdefault(item.claim.span.start, [])
                    values.append(evidence.text.original(*item.place))
        return cls(found.steps, {start: merged(places) for start, places in found.values.items()})

    def words(self, text: str, outline: Outline, read: list[list[Stretch]]) -> dict[int, list[Stretch]]:
        """Return the words of each step by its index in document order, extended to the reader's whole clauses."""
        made: dict[int, list[Stretch]] = {}
        for number, step in enumerate(walk_steps(outline.steps)):
            # No text need say that `all` is transferred.
            telling = [one for one in step.properties if one.role in _TELLING and one.value.casefold() != "all"]
            # If the text has none of a step's values, a verb alone does not identify the step.
            is_known = not telling or any(one.span.start in self.values for one in telling)
            found = merged(self.steps.get(step.span.start, [])) if is_known else []
            whole = [place for places in read for place in places if touches(place, found)]
            made[number] = joined(text, [*found, *whole])
        return made


@dataclass
class _Mapper:
    """Turns outline steps into mapped ones.

    `words` has the words of steps by their index in document order, `values` those that a comparison found for values,
    by the start of the value in the program.
    """

    text: Source
    wording: Wording
    words: dict[int, list[Stretch]]
    values: dict[int, list[Stretch]]
    met: int = 0
    numbered: int = 0

    def steps(self, steps: tuple[OutlineStep, ...], above: tuple[int, ...] = ()) -> tuple[MappedStep, ...]:
        return tuple(self._step(step, (*above, index)) for index, step in enumerate(steps))

    def _step(self, step: OutlineStep, path: tuple[int, ...]) -> MappedStep:
        places = self.words.get(self.met, [])
        self.met += 1
        if not step.is_group:
            self.numbered += 1
        number = None if step.is_group else self.numbered
        said = [self._said(one, places) for one in step.properties]
        properties = tuple(
            MappedProperty(one.name, one.value, one.role, one.span, self._spans(words))
            for one, words in zip(step.properties, said, strict=True)
        )
        whole = joined(self.text.text, [*places, *(place for words in said for place in words)])
        children = self.steps(step.children, path)
        return MappedStep(number, path, step.name, step.span, properties, self._spans(whole), children)

    def _said(self, one: OutlineProperty, places: list[Stretch]) -> list[Stretch]:
        """The words of a value: its own, or else those by which a comparison knew it (`overnight` for `16 h`)."""
        own = self.wording.find(one.value, one.role, places)
        return own or [place for place in self.values.get(one.span.start, ()) if touches(place, places)]

    def _spans(self, places: list[Stretch]) -> tuple[Span, ...]:
        return tuple(self.text.span(*place) for place in places)


def _left_out(reading: Reading, read: list[list[Stretch]], words: dict[int, list[Stretch]]) -> list[Stretch]:
    """Return the words that were not understood, and those read as steps that the program lacks."""
    taken = merged([place for places in words.values() for place in places])
    missed = left_of([place for places in read for place in places], taken)
    return merged([*((span.start, span.end) for span in reading.unread), *missed])
