"""The words of a domain: a YAML file beside the domain file that says what its users call things and doings.

`household.lexicon.yaml` stands beside `household.pddl`. Every entry is optional:

    names:                          # other words for a type, an object or a constant
      fridge: [refrigerator, icebox]
    groups:                         # words for several of them, any of which will do
      bottle: [wine-bottle, spray-bottle]
    verbs:                          # what is true once it is done; `put` stands for its synonyms too
      examine ?x under ?y: (examined ?x ?y)
    adjectives:                     # what is true of a thing called so
      dirty: (not (clean ?x))
    stops:                          # what is left of having been put somewhere, when it is taken on from there
      fridge: (cold ?x)
    ignore: [kitchen, wooden]       # words that say nothing which matters
    defaults: {robot: robot1}       # who or what is meant where nothing of the type is named
    places:                         # so many of a thing are found in or on each place of a type, on average
      apple: {fridge: 0.3, garbage-can: 0.14}

`schemas/lexicon.schema.json` describes the format.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clairify_cli.reader.goals.facts import Template

ENTRIES = ("names", "groups", "verbs", "adjectives", "stops", "ignore", "defaults", "places")
_LARGEST = 1_000_000


class LexiconError(Exception):
    """A lexicon that cannot be used; the message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a thing in the pattern of a verb: the words before it, its variable and the type it must have."""

    words: tuple[str, ...]
    variable: str
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """A pattern of a verb, such as `put ?x in ?y`, with what is true once it is done."""

    verb: tuple[str, ...]
    slots: tuple[Slot, ...]
    literals: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a domain; see the module's documentation for what each entry says."""

    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    frames: tuple[Frame, ...] = ()
    adjectives: dict[str, tuple[Template, ...]] = field(default_factory=dict)
    stops: dict[str, tuple[Template, ...]] = field(default_factory=dict)
    ignore: tuple[str, ...] = ()
    defaults: dict[str, str] = field(default_factory=dict)
    places: dict[str, dict[str, float]] = field(default_factory=dict)


def lexicon_beside(domain: Path) -> Path | None:
    """The lexicon that stands beside a domain file, if there is one."""
    path = domain.with_suffix(".lexicon.yaml")
    return path if path.is_file() else None


def load_lexicon(path: Path) -> Lexicon:
    """The lexicon in a file. Raises `LexiconError` where it cannot be read or says what no lexicon can say."""
    try:
        if path.stat().st_size > _LARGEST:
            raise LexiconError(f"{path}: a lexicon of more than {_LARGEST // 1_000_000} MB is not read")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise LexiconError(f"{path}: {(error.strerror or 'it cannot be read').lower()}") from None
    except UnicodeDecodeError:
        raise LexiconError(f"{path}: a lexicon is text in UTF-8, and this is not") from None
    return read_lexicon(text, str(path))


def read_lexicon(text: str, name: str = "the lexicon") -> Lexicon:
    """The lexicon in a text; `name` begins the message of a `LexiconError`."""
    import yaml

    try:
        data = yaml.load(text, Loader=_loader())  # noqa: S506 - makes nothing but texts, lists and mappings
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise LexiconError(f"{name}{line}: not YAML: {error.problem or 'it is broken'}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem = "it is nested too deep" if isinstance(error, RecursionError) else " ".join(str(error).split())
        raise LexiconError(f"{name}: not YAML: {problem}") from None
    if data in (None, ""):
        return Lexicon()
    if not isinstance(data, dict):
        raise LexiconError(f"{name}: a lexicon is a mapping with the entries {', '.join(ENTRIES)}")
    _known_entries(data, name)
    return Lexicon(
        {one.lower(): words for one, words in _word_lists(data, "names", name)},
        {one.lower(): tuple(word.lower() for word in kinds) for one, kinds in _word_lists(data, "groups", name)},
        tuple(_frame(key, value, name) for key, value in _mapping(data, "verbs", name).items()),
        {key.lower(): _literals(key, value, name) for key, value in _mapping(data, "adjectives", name).items()},
        {key.lower(): _literals(key, value, name) for key, value in _mapping(data, "stops", name).items()},
        tuple(word.lower() for word in _words("ignore", data.get("ignore") or [], name)),
        {key.lower(): _text(key, value, name).lower() for key, value in _mapping(data, "defaults", name).items()},
        {key.lower(): _numbers(key, value, name) for key, value in _mapping(data, "places", name).items()},
    )


def _loader() -> Any:
    """A loader that keeps every scalar as it is written (`on` is a word, no truth) and knows no alias bombs."""
    import yaml

    class Loader(yaml.BaseLoader):
        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.events.AliasEvent):
                raise yaml.YAMLError("aliases are not read")
            return super().compose_node(parent, index)

    return Loader


def _known_entries(data: dict[Any, Any], name: str) -> None:
    from clairify_cli.diagnostics.nearest import nearest

    for key in data:
        if key not in ENTRIES:
            near = nearest(str(key), ENTRIES)
            meant = f"; `{near}` is meant?" if near else ""
            raise LexiconError(f"{name}: `{key}` is no entry of a lexicon, which has {', '.join(ENTRIES)}{meant}")


def _mapping(data: dict[Any, Any], entry: str, name: str) -> dict[str, Any]:
    found = data.get(entry) or {}
    if not isinstance(found, dict) or not all(isinstance(key, str) and key.strip() for key in found):
        raise LexiconError(f"{name}: `{entry}` is a mapping, `word: value` on each line")
    return found


def _word_lists(data: dict[Any, Any], entry: str, name: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(key, _words(key, value, name)) for key, value in _mapping(data, entry, name).items()]


def _words(key: str, value: object, name: str) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(one, str) and one.strip() for one in values):
        raise LexiconError(f"{name}: `{key}` is given as a list of words, `[word, two words]`")
    return tuple(values)


def _text(key: str, value: object, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise LexiconError(f"{name}: `{key}` is given as one name")
    return value.strip()


def _numbers(key: str, value: object, name: str) -> dict[str, float]:
    if not isinstance(value, dict):
        raise LexiconError(f"{name}: `places` of `{key}` are a mapping of types to numbers, `{{fridge: 0.3}}`")
    found: dict[str, float] = {}
    for place, text in value.items():
        try:
            number = float(text)
        except (TypeError, ValueError):
            number = -1.0
        if not (isinstance(place, str) and 0 <= number < float("inf")):
            raise LexiconError(
                f"{name}: how many there are of `{key}` in `{place}` is a number, 0 or more, not `{text}`"
            )
        found[place.lower()] = number
    return found


_VARIABLE = re.compile(r"\?[a-z][\w-]*(?::[\w-]+)?")
_LITERAL = re.compile(r"\(\s*(not\s*\(\s*)?([^\s()?]+)((?:\s+[^\s()]+)*)\s*\)(?(1)\s*\))")


def _frame(key: str, value: object, name: str) -> Frame:
    """The pattern of a verb, `put ?x in ?y:table`; the words before the first variable are the verb."""
    words: list[str] = []
    slots: list[Slot] = []
    verb: tuple[str, ...] = ()
    for word in key.lower().split():
        if word.startswith("?"):
            if not _VARIABLE.fullmatch(word):
                raise LexiconError(f"{name}: `{word}` in `{key}` is not a variable such as `?x` or `?x:type`")
            if not slots and not verb:
                verb, words = tuple(words[:1]), words[1:]
                if words:
                    verb, words = (*verb, *words), []
            variable, _, type_name = word.partition(":")
            slots.append(Slot(tuple(words), variable, type_name or None))
            words = []
        else:
            words.append(word)
    if not verb or not slots or words:
        raise LexiconError(f"{name}: `{key}` is not a pattern of a verb such as `put ?x in ?y`")
    literals = _literals(key, value, name)
    known = {slot.variable for slot in slots}
    return Frame(verb, tuple(slots), tuple(literals)) if known else Frame(verb, (), literals)


def _literals(key: str, value: object, name: str) -> tuple[Template, ...]:
    """The literals that a pattern stands for: one text or a list, each an atom, perhaps within `not` or `and`."""
    texts = _words(key, value, name)
    found: list[Template] = []
    for text in texts:
        inner = text.strip()
        if (conjunction := re.fullmatch(r"\(\s*and\b(.*)\)", inner, re.DOTALL)) is not None:
            inner = conjunction.group(1).strip()
        at = 0
        for match in _LITERAL.finditer(inner):
            if inner[at : match.start()].strip() or match.group(2) in ("and", "or", "not", "forall", "exists"):
                break
            found.append(
                Template(match.group(2).lower(), tuple(match.group(3).lower().split()), match.group(1) is None)
            )
            at = match.end()
        if inner[at:].strip() or not found:
            raise LexiconError(f"{name}: `{key}` is given by literals such as `(on ?x ?y)`, not by `{text}`")
    if not found:
        raise LexiconError(f"{name}: `{key}` is given by literals such as `(on ?x ?y)`, and here there are none")
    return tuple(found)
