"""Find the domain of a problem, and the problem of a domain or a goal, in the same text or in the context."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from clairify_cli.diagnostics.model import Source
from clairify_cli.languages.pddl.checks.excused import excused_words
from clairify_cli.languages.pddl.checks.vocabulary import Vocabulary, vocabulary_of
from clairify_cli.languages.pddl.reader import read_once
from clairify_cli.languages.pddl.syntax import Definition, Domain, Problem


@lru_cache(maxsize=4)
def _vocabulary(source: Source, number: int) -> Vocabulary:
    """Return the names of the domain that is definition `number` of a text, counted from 0; cached."""
    file, found = read_once(source)
    domain = file.definitions[number]
    assert isinstance(domain, Domain)
    return vocabulary_of(domain, source, excused_words(domain, source, found))


class Placed(NamedTuple):
    """A domain, its text, and its index among the definitions of the text."""

    domain: Domain
    source: Source
    number: int


class Companions(NamedTuple):
    """The available domains, those of the text itself first, and their problem."""

    domains: list[Placed]
    problem: Problem | None = None
    problem_source: Source | None = None

    def vocabulary_for(self, definition: Definition) -> Vocabulary:
        """Return the names in scope of a definition."""
        placed = self._domain_for(definition)
        if placed is None:
            return vocabulary_of(None, None)
        return _vocabulary(placed.source, placed.number)

    def _domain_for(self, definition: Definition) -> Placed | None:
        """Return a domain itself, or the domain that a problem names, or else the first one."""
        if isinstance(definition, Domain):
            return next(one for one in self.domains if one.domain is definition)
        wanted = definition.domain if isinstance(definition, Problem) else None
        if isinstance(definition, Problem) and wanted is None and self.problem is not None:
            wanted = self.problem.domain
        for one in self.domains:
            if wanted is not None and one.domain.name is not None and one.domain.name.text == wanted.text:
                return one
        return self.domains[0] if self.domains else None


def find_companions(source: Source, context: tuple[Source, ...]) -> Companions:
    """Return the companions of the definitions in a text. Texts of the context are read, but not reported on."""
    domains: list[Placed] = []
    problems: list[tuple[Problem, Source]] = []
    for text in (source, *context):
        for number, one in enumerate(read_once(text)[0].definitions):
            if isinstance(one, Domain):
                domains.append(Placed(one, text, number))
            elif isinstance(one, Problem):
                problems.append((one, text))
    problem, problem_source = problems[0] if problems else (None, None)
    return Companions(domains, problem, problem_source)
