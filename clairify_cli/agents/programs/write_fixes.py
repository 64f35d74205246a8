"""Find what a program fails to assert at its end, and propose an assertion."""

from __future__ import annotations

from clairify_cli.agents.programs.write import assertion_of
from clairify_cli.agents.programs.write_guards import Guard, guards_at_end
from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.languages.program.meaning.ending import first_line
from clairify_cli.languages.program.meaning.interpret import followed
from clairify_cli.languages.program.printing import condition_text, statement_lines
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.program.syntax import Program
from clairify_cli.languages.program.vocabulary import vocabulary_of


def end_without_assertion(program: Program, source: Source, context: tuple[Source, Source]) -> Diagnostic | None:
    """Return the finding for a program that reaches its goal but does not assert at its end what the goal needs.

    The program has no errors. `context` are the domain and the problem with the goal. A fact is not reported if no
    action can undo it, if it is asserted after the step that established it, or if no recovery is found for it.
    """
    known, _ = vocabulary_of(context)
    if known is None or not program.body:
        return None
    steps, _, asserted = followed(program, source, known)
    missing = []
    for guard in guards_at_end(steps, known, *context):
        facts = tuple(one for one in guard.facts if one[0] not in asserted)
        if facts:
            missing.append(assertion_of(Guard(facts, guard.recovery), known))
    if not missing:
        return None
    at = first_line(program.body[-1], source)
    return rules.end_not_asserted(
        at, [condition_text(one.condition) for one in missing], [statement_lines(one)[0] for one in missing]
    )
