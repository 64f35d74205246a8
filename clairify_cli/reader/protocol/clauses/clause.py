"""A clause: a predicate with the words around it."""

from __future__ import annotations

from clairify_cli.english.lexicon import Verb
from clairify_cli.english.tokens import Token
from clairify_cli.records import dataclass, field


@dataclass(slots=True)
class Clause:
    """One predicate with the words around it.

    `before` are the tokens ahead of it that are not its subject, `subject` those of a passive's subject, `after` those
    that follow; `using` names a tool. `link` is the word that ties a gerund to its neighbours; `aspect` is `start stop
    continue` if another verb says so; `let` means that the process is allowed to happen rather than driven.
    """

    verb: Verb
    kind: str
    predicate: list[Token]
    before: list[Token] = field(default_factory=list)
    subject: list[Token] = field(default_factory=list)
    after: list[Token] = field(default_factory=list)
    link: str = ""
    aspect: str = ""
    let: bool = False
    using: list[Token] = field(default_factory=list)

    @property
    def tokens(self) -> list[Token]:
        return [*self.before, *self.subject, *self.predicate, *self.using, *self.after]
