"""The words of a domain: a YAML file next to the domain file that lists its users' words for things and actions.

`household.lexicon.yaml` is next to `household.pddl`. Every entry is optional:

    names:                          # other words for a type, an object or a constant
      fridge: [refrigerator, icebox]
    groups:                         # words for several of them; any one will do
      bottle: [wine-bottle, spray-bottle]
    loosely:                        # what people also call so, where there is nothing of the type itself
      shelf: [cart, dresser]
    verbs:                          # what is true once it is done; `put` covers its synonyms too
      examine ?x under ?y: (examined ?x ?y)
      wind ?x:clock: (and)          # a step that changes nothing
    adjectives:                     # what is true of a thing with this adjective
      dirty: (not (clean ?x))
    stops:                          # what stays true of a thing that was put somewhere and then moved on
      fridge: (cold ?x)
    ignore: [kitchen, turn on the tap]  # words and phrases without meaning for the goal
    defaults: {robot: robot1}       # the object meant if none of the type is named
    extends: home.lexicon.yaml      # a lexicon next to this one, for entries that this one lacks
    lenient: true                   # any thing of a kind will do: words that tell it from others are left out
    places:                         # the average number of a thing in or on each place of a type
      apple: {fridge: 0.3, garbage-can: 0.14}
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing
from clairify_cli.documents.fields import Findings, told
from clairify_cli.documents.forms import List, Made, Map, Number, Prose, Truth, Word
from clairify_cli.documents.quantities import NUMBER
from clairify_cli.documents.records import Entry, Says, compose, fields_of, read_record
from clairify_cli.documents.yaml_tree import Mapping, Node, is_empty, of_package
from clairify_cli.files.data import data_path
from clairify_cli.files.reading import UnreadableError, read_text
from clairify_cli.reader.goals.facts import Template
from clairify_cli.records import dataclass, field, replace

_LARGEST = 1_000_000
_MOST = 10_000
_VARIABLE = re.compile(r"\?[a-z][\w-]*(?::[\w-]+)?")
_LITERAL = re.compile(r"\(\s*(not\s*\(\s*)?([^\s()?]+)((?:\s+[^\s()]+)*)\s*\)(?(1)\s*\))")


class LexiconError(Exception):
    """A lexicon that cannot be used; the message is one sentence for the user, with the lines."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot in a verb pattern: the words before it, its variable and the type it requires."""

    words: tuple[str, ...]
    variable: str
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A verb pattern, such as `put ?x in ?y`, with what is true once it is done."""

    verb: tuple[str, ...]
    slots: tuple[Slot, ...]
    literals: tuple[Template, ...]


def _literals(text: str, _: object) -> tuple[Template, ...]:
    """The literals of a text: an atom, perhaps within `not`, or any number within `and`. Raises `ValueError`."""
    inner = text
    if (conjunction := re.fullmatch(r"\(\s*and\b(.*)\)", inner, re.DOTALL)) is not None:
        inner = conjunction.group(1).strip()
    found, at = [], 0
    for match in _LITERAL.finditer(inner):
        if inner[at : match.start()].strip() or match.group(2) in ("and", "or", "not", "forall", "exists"):
            break
        arguments = tuple(match.group(3).lower().split())
        found.append(Template(match.group(2).lower(), arguments, match.group(1) is None))
        at = match.end()
    if inner[at:].strip() or not (found or conjunction):
        raise ValueError(f"literals such as `(on ?x ?y)` are expected, not `{text}`")
    return tuple(found)


def _frame(pattern: str, literals: tuple[Template, ...]) -> Frame:
    """The frame of a pattern, `put ?x in ?y:table`; the words before the first variable are the verb.

    Raises `ValueError`.
    """
    words: list[str] = []
    slots: list[Slot] = []
    verb: tuple[str, ...] = ()
    for word in pattern.lower().split():
        if not word.startswith("?"):
            words.append(word)
            continue
        if not _VARIABLE.fullmatch(word):
            raise ValueError(f"`{word}` in `{pattern}` is not a variable such as `?x` or `?x:type`")
        if not slots:
            verb, words = tuple(words), []
        variable, _, type_name = word.partition(":")
        slots.append(Slot(tuple(words), variable, type_name or None))
        words = []
    if not verb or not slots or words:
        raise ValueError(f"`{pattern}` is not a pattern of a verb such as `put ?x in ?y`")
    return Frame(verb, tuple(slots), literals)


class _Small(Prose):
    """A text, lower-cased."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> str | None:
        written = Prose.read(self, at, node, what, key)
        return None if written is None else written.lower()


class _Literals(List):
    """Literals, in one text or in a list of them."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> tuple[Template, ...] | None:
        read = List.read(self, at, node, what, key)
        return None if read is None else tuple(one for each in read for one in each)


class _Frames(Map):
    """Verb patterns with their literals."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Any:
        read = Map.read(self, at, node, what, key)
        try:
            return None if read is None else tuple(_frame(one, literals) for one, literals in read.items())
        except ValueError as error:
            at.say(node, str(error))
            return None


_PATTERN = Prose(pattern=r"^\s*\(.*\)\s*$", expected="literals such as `(on ?x ?y)`")
_LITERALS = _Literals(Made(_literals, _PATTERN), "literals such as `(on ?x ?y)`", range(1, 100), alone=True)
_WORDS, _SMALL = (List(one, "a list of words, `[word, two words]`,", alone=True) for one in (Prose(), _Small()))
_HOW_MANY = Map(Number(NUMBER, 0, 1e9), most=_MOST, lower=True)


@dataclass(frozen=True, slots=True)
class Lexicon(Entry):
    """Everyday words for the objects and actions of a domain, `household.lexicon.yaml` next to `household.pddl`."""

    names: Annotated[dict[str, tuple[str, ...]], Map(_WORDS, most=_MOST, lower=True)] = field(default_factory=dict)
    groups: Annotated[dict[str, tuple[str, ...]], Map(_SMALL, most=_MOST, lower=True)] = field(default_factory=dict)
    loosely: Annotated[dict[str, tuple[str, ...]], Map(_SMALL, most=_MOST, lower=True)] = field(default_factory=dict)
    frames: Annotated[tuple[Frame, ...], Says(_Frames(_LITERALS, most=_MOST), key="verbs")] = ()
    adjectives: Annotated[dict[str, tuple[Template, ...]], Map(_LITERALS, most=_MOST, lower=True)] = field(
        default_factory=dict
    )
    stops: Annotated[dict[str, tuple[Template, ...]], Map(_LITERALS, most=_MOST, lower=True)] = field(
        default_factory=dict
    )
    ignore: Annotated[tuple[str, ...], _SMALL] = ()
    sayings: Annotated[dict[str, tuple[str, ...]], Map(_WORDS, most=_MOST, lower=True)] = field(default_factory=dict)
    defaults: Annotated[dict[str, str], Map(_Small(), most=_MOST, lower=True)] = field(default_factory=dict)
    places: Annotated[dict[str, dict[str, float]], Map(_HOW_MANY, most=_MOST, lower=True)] = field(default_factory=dict)
    lenient: Annotated[bool, Truth()] = False
    extends: Annotated[str, Word(re.compile(r"[\w.-]+\.yaml"), "the name of a file beside it, `home.lexicon.yaml`")] = (
        ""
    )


def lexicon_beside(domain: Path) -> Path | None:
    """The lexicon next to a domain file, if there is one."""
    path = domain.with_suffix(".lexicon.yaml")
    return path if path.is_file() else None


def load_lexicon(path: Path) -> Lexicon:
    """The lexicon in a file. Raises `LexiconError` if it cannot be read or is invalid."""
    try:
        made = _read(path)
        return _extended(made, _read(path.with_name(made.extends))) if made.extends else made
    except UnreadableError as error:
        raise LexiconError(str(error)) from None


def _read(path: Path) -> Lexicon:
    root = of_package(path) if path.resolve().parent == data_path("domains", "").resolve() else None
    return read_lexicon(read_text(path, most_bytes=_LARGEST), str(path), root)


def _extended(one: Lexicon, other: Lexicon) -> Lexicon:
    """A lexicon with the entries of another that it does not have itself."""
    own = {(frame.verb, frame.slots) for frame in one.frames}
    frames = (*(frame for frame in other.frames if (frame.verb, frame.slots) not in own), *one.frames)
    tables: dict[str, Any] = {
        name: {**getattr(other, name), **getattr(one, name)}
        for name in ("names", "groups", "loosely", "adjectives", "stops", "sayings", "defaults", "places")
    }
    return replace(
        one, frames=frames, ignore=(*one.ignore, *other.ignore), lenient=one.lenient or other.lenient, **tables
    )


def read_lexicon(text: str, name: str = "the lexicon", tree: Node | None = None) -> Lexicon:
    """The lexicon in a text, whose `tree` may be known. Raises `LexiconError` with every problem; its message begins
    with `name`."""
    source = Source(text, name)
    root, found = compose(source) if tree is None else (tree, [])
    if not found and (root is None or is_empty(root)):
        return Lexicon()
    findings = Findings(source, None, found)
    made = read_record(Lexicon, findings, root, "a lexicon") if isinstance(root, Mapping) else None
    if findings.failed:
        raise LexiconError(f"{name}, {told(findings.ordered)}")
    if made is None:
        raise LexiconError(f"{name}: a lexicon is a mapping with the entries {listing(fields_of(Lexicon))}")
    return made
