"""Plans in an editor."""

from __future__ import annotations

from collections.abc import Iterable

from clairify_cli.diagnostics.model import Source
from clairify_cli.editor.anatomy import Anatomy, Mark, Offer, Part, Sort, word_before
from clairify_cli.editor.pddl import WORD, fitting, open_groups, setting_of, spelled
from clairify_cli.languages.base import CheckOptions
from clairify_cli.languages.pddl.checks.vocabulary import all_actions, parameters_text
from clairify_cli.languages.pddl.hierarchy import type_names
from clairify_cli.languages.pddl.plan_reader import read_plan

__all__ = ["anatomy", "offers", "spelled"]


def anatomy(source: Source, options: CheckOptions) -> Anatomy:
    """Return the actions and objects of a plan."""
    made = Anatomy()
    for step in read_plan(source)[0].steps:
        made.marks.append(Mark(step.action.start, step.action.end, Sort.ACTION, step.action.text))
        made.marks += [Mark(name.start, name.end, Sort.OBJECT, name.text) for name in step.arguments]
        made.parts.append(Part(step.text, Sort.STEP, step.start, step.end, step.start, step.end))
    return made


def offers(source: Source, offset: int, options: CheckOptions, whole: Anatomy) -> Iterable[Offer]:
    """Return actions, or objects of the types of their parameters."""
    start = word_before(source.text, offset, WORD)
    stack = open_groups(source.text, start)
    if stack is None or len(stack) < 2:
        return ()
    (vocabulary, objects), words = setting_of(options.context), stack[-1]
    known = all_actions(vocabulary.domain) if vocabulary.domain is not None else ()
    if not words:
        return [Offer(one.name.text, Sort.ACTION, start, parameters_text(one.parameters)) for one in known]
    action = next((one for one in known if one.name.text == words[0]), None)
    if action is None or len(words) > len(action.parameters):
        return ()
    wanted = type_names(action.parameters[len(words) - 1].types)
    return fitting(vocabulary, objects, wanted, Sort.OBJECT, start)
