"""A predicate, a verb for an action with its position in the sentence, and a clause: it with the words around it."""

from __future__ import annotations

from clairify_cli.english.lexicon import Verb
from clairify_cli.english.tokens import Token
from clairify_cli.records import dataclass, field

WAIT = Verb("wait", "wait")
UNKNOWN = Verb("", "none")
STATE = Verb("be", "none")


@dataclass(slots=True)
class Predicate:
    """A predicate by its token numbers in the sentence: from `start` to `end`, end exclusive.

    `kind` is `imperative passive active gerund noun` or `finite` (a verb for a spontaneous event). `subject_from` is
    where the subject of a passive without an auxiliary begins, `opened_by` the token that opens its clause
    (`while A | was added`).
    """

    start: int
    end: int
    verb: Verb
    kind: str
    link: str = ""
    aspect: str = ""
    let: bool = False
    held: tuple[int, int] = (0, 0)
    """Tokens within the predicate that are its object: `let | the mixture | cool`."""
    tool: bool = False
    """Whether `held` is a tool, and not the object: `use | a funnel | to add`."""
    subject_from: int | None = None
    opened_by: int | None = None
    inverted: bool = False
    carried: bool = False
    """Whether the verb is that of a means: `was achieved by | distillation`."""
    inset: tuple[int, int] = (0, 0)
    """Tokens between commas within the predicate: `was, | after 2 h, | filtered`."""
    bare: bool = False
    """Whether it does not act on its subject: `the excess was destroyed by addition of A`."""
    given: int | None = None
    """The token that acts as `with`: `quenched by addition | of water`."""


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
