"""Makes the source map of a text and a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clairify_cli.diagnostics.model import Diagnostic, Source, Span, in_source_order
from clairify_cli.fidelity.pairing import Sketch, paired, sketch
from clairify_cli.fidelity.source_map import MappedProperty, MappedRemark, MappedStep, Origin, SourceMap
from clairify_cli.fidelity.wording import Stretch, Wording, joined, left_of, merged, share_of_words, wording
from clairify_cli.languages.base import CheckOptions, Language
from clairify_cli.languages.outline import Outline, OutlineStep, Role, walk_steps
from clairify_cli.reader.model import Reading, Step

_TELLING = (Role.SUBSTANCE, Role.QUANTITY)


def source_map(
    text: Source,
    program: Source,
    language: Language,
    options: CheckOptions,
    findings: Iterable[Diagnostic] = (),
) -> SourceMap:
    """Connect a text with a program of it, whoever wrote the program.

    The findings are handed through; those whose span names the text's file are about the text.
    """
    from clairify_cli.languages import get
    from clairify_cli.reader import read_to_xdl

    given = in_source_order(list(findings))
    outline = language.outline(program)
    result = read_to_xdl(text.text, options.constraints, text.name)
    reading = result.reading
    written = get("xdl").outline(Source(result.xdl))
    read = [joined(text.text, [(span.start, span.end) for span in step.spans]) for step in _walk(reading.steps)]
    if written.says_the_same(outline):
        origin = Origin.READING
        words = dict(enumerate(read))
        unread = [(span.start, span.end) for span in reading.unread]
    else:
        origin = Origin.COMPARISON
        pairs = paired(_sketches(written), _sketches(outline))
        words = {given: read[own] for own, given in pairs}
        unread = _left_out(reading, read, {own for own, _ in pairs})
    remarks = tuple(MappedRemark(one.kind, one.span) for one in reading.remarks)
    return SourceMap(
        text=text,
        program=program,
        language=language.name,
        origin=origin,
        title=outline.title,
        declared=outline.declared,
        steps=_Mapper(text, wording(text.text), words).steps(outline.steps),
        unread=tuple(text.span(*place) for place in unread),
        unread_share=share_of_words(text.text, unread, [(one.span.start, one.span.end) for one in remarks]),
        remarks=remarks,
        text_findings=tuple(one for one in given if one.span.file == text.name),
        program_findings=tuple(one for one in given if one.span.file != text.name),
    )


@dataclass
class _Mapper:
    """Turns outline steps into mapped ones; `words` are the stretches by the step's place in document order."""

    text: Source
    wording: Wording
    words: dict[int, list[Stretch]]
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
        properties = tuple(
            MappedProperty(
                one.name, one.value, one.role, one.span, self._spans(self.wording.find(one.value, one.role, places))
            )
            for one in step.properties
        )
        children = self.steps(step.children, path)
        return MappedStep(number, path, step.name, step.span, properties, self._spans(places), children)

    def _spans(self, places: list[Stretch]) -> tuple[Span, ...]:
        return tuple(self.text.span(*place) for place in places)


def _walk(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _walk(step.children)


def _sketches(outline: Outline) -> list[Sketch]:
    return [
        sketch(step.name, [one.value for one in step.properties if one.role in _TELLING])
        for step in walk_steps(outline.steps)
    ]


def _left_out(reading: Reading, read: list[list[Stretch]], found: set[int]) -> list[Stretch]:
    """What was not understood, and what was understood as steps that the program does not have."""
    taken = merged([place for number in found for place in read[number]])
    missed = [place for number, places in enumerate(read) if number not in found for place in places]
    return merged([*((span.start, span.end) for span in reading.unread), *left_of(missed, taken)])
