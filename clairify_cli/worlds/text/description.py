"""Descriptions: `household.world.yaml` next to `household.pddl` gives the texts of a world of that domain.

    known: [direction]              # types whose objects can be named without having been seen
    clutter: [item]                 # types of things that matter only if the task is about them
    task: {"Your task is to: {rest}": "{rest}"}  # how a game begins its tasks, without what says only that
    names: {coin1: coin}            # names of objects for which "coin 1" will not do
    commands:                       # for every action: its command, its text when done, the views shown after it
      go: {command: "go {direction}", said: "You go {direction}.", then: [room]}
    views:                          # sentences, each with the condition under which it is shown
      room:
        - {say: "You are in the {here}.", when: "(at ?here)"}
        - {view: exits}             # the sentences of another view
    look: [room]                    # what `look` shows, which is also shown first
    inventory: [carried]            # what `inventory` shows
    examine:                        # what `examine` shows of an object in view, `?it`
      - {say: "The {it} is hot.", when: "(hot ?it)"}
    errors:                         # why a command cannot be done, by the literal that fails
      - {unmet: "(not (closed-door ?here ?there))", say: "The door to the {direction} is closed."}
    won: Well done.                 # the text at the end

A sentence is repeated for every binding that makes its condition true; `{item*}` lists all of them in one sentence. So
sentences can also be read in reverse: the words in the places, put into the condition, are facts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Annotated, ClassVar

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.documents import yaml_tree
from clairify_cli.documents.fields import Findings, told
from clairify_cli.documents.forms import List, Made, Map, Prose
from clairify_cli.documents.records import ByKey, Entry, Record, Says, compose, fields_of, read_record
from clairify_cli.files.reading import MOST_BYTES, UnreadableError, read_text
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.records import dataclass, field
from clairify_cli.worlds.text.base import GameError
from clairify_cli.worlds.text.conditions import Condition, Unmet, condition_of, literal_of
from clairify_cli.worlds.text.templates import PLACE

SUFFIX = ".world.yaml"


class DescriptionError(GameError):
    """A description is invalid; the message gives the file, the lines and what to do."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The domain of a description."""

    domain: Domain
    hierarchy: Hierarchy

    def condition(self, text: str) -> Condition:
        constants = [one.name.text for one in self.domain.constants]
        return condition_of(text, self.domain, self.hierarchy, constants)

    def parameters(self, actions: Collection[str]) -> set[str]:
        """Return the parameter names of some actions, or of all if none is given."""
        chosen = [one for one in self.domain.actions if not actions or one.name.text in actions]
        return {each.name.text[1:] for one in chosen for each in one.parameters}


_PDDL = r"^\s*\(.*\)\s*$"
_TEMPLATE = Prose()
_CONDITION = Made(lambda text, known: known.condition(text), Prose(pattern=_PDDL, expected="a condition of PDDL"))
_LITERAL = Made(lambda text, known: literal_of(text, known.domain), Prose(pattern=_PDDL, expected="a literal of PDDL"))
_NAMES = List(Prose(pattern=r"^\S+$", expected="a name"), "a list of names")


class _Told(Entry):
    """An entry with templates that refers to the domain."""

    __slots__ = ()

    @property
    def world(self) -> _Known:
        """The domain."""
        known = self.where.findings.context
        assert isinstance(known, _Known)
        return known

    def among(self, key: str, words: Collection[str], known: Collection[str], what: str) -> None:
        """Report words of a field that are not known."""
        for word, node in zip(words, self.where.nodes(key), strict=False):
            if word not in known:
                self.where.findings.unknown(node, word, what, known)

    def places(
        self, key: str, texts: tuple[str, ...], known: Collection[str], missing: str, lists: bool = False
    ) -> None:
        """Report template places with unknown names, and braces that are not places."""
        for text, node in zip(texts, self.where.nodes(key), strict=False):
            found = self.where.findings
            for match in PLACE.finditer(text):
                if match[1] not in known:
                    near = nearest(match[1], known)
                    found.say(
                        node,
                        f"`{match[0]}`: {missing.format(match[1])}",
                        f"did you mean `{{{near}}}`?" if near else None,
                    )
                if match[2] and not lists:
                    found.say(node, f"`{match[0]}`: all things are listed in sentences of views only")
            if set(PLACE.sub("", text)) & set("{}"):
                found.say(node, f"`{text}` has a brace that is no place such as `{{item}}`")


@dataclass(frozen=True, slots=True, eq=False)
class Sentence(_Told):
    """A template, shown for every binding that makes `when` true, or always without `when`."""

    say: Annotated[str, _TEMPLATE]
    when: Annotated[Condition | None, _CONDITION] = None
    given: ClassVar[tuple[str, ...]] = ()

    def check(self) -> None:
        if self.where.broken:
            return  # its variables are not known
        self.places("say", (self.say,), {*self.given, *_names(self.when)}, "its `when` has no `?{}`", lists=True)


@dataclass(frozen=True, slots=True, eq=False)
class SentenceOfIt(Sentence):
    """A sentence about an object in view, `?it`."""

    given: ClassVar[tuple[str, ...]] = ("it",)


@dataclass(frozen=True, slots=True, eq=False)
class Include(Entry):
    """The sentences of another view, included here."""

    view: Annotated[str, _NAMES.each]


@dataclass(frozen=True, slots=True, eq=False)
class Deed(_Told):
    """The command of an action and its texts."""

    command: Annotated[str, _TEMPLATE]
    also: Annotated[tuple[str, ...], List(_TEMPLATE, "a list of texts")] = ()
    meaning: Annotated[str, Prose()] = ""
    said: Annotated[str, _TEMPLATE] = ""
    then: Annotated[tuple[str, ...], _NAMES] = ()

    def check(self) -> None:
        action, at = self.where.name.lower(), self.where.findings
        actions = [one.name.text for one in self.world.domain.actions]
        if action not in actions:
            at.unknown(self.where.key, action, "action of the domain", actions)
            return
        parameters, missing = self.world.parameters([action]), f"`{action}` has no parameter `?{{}}`"
        for key, texts in {"command": (self.command,), "also": self.also, "said": (self.said,)}.items():
            self.places(key, texts, parameters, missing)
            for text, node in zip(texts, self.where.nodes(key) if key != "said" else [], strict=False):
                if not PLACE.sub("", text).strip():
                    at.say(node, "a command has a word of its own, beside what it names")


@dataclass(frozen=True, slots=True, eq=False)
class Failure(_Told):
    """The text for an unmet literal of a precondition; the first one that fits is shown."""

    unmet: Annotated[Unmet, _LITERAL]
    say: Annotated[str, _TEMPLATE]
    of: Annotated[tuple[str, ...], _NAMES] = ()
    when: Annotated[Condition | None, _CONDITION] = None

    def check(self) -> None:
        self.among("of", self.of, [one.name.text for one in self.world.domain.actions], "action of the domain")
        known = {*self.unmet.arguments, *_names(self.when), *self.world.parameters(self.of)}
        self.places("say", (self.say,), known, "neither `unmet` nor `when` nor an action has a `?{}`")


_SENTENCE = Record(Sentence, "a sentence")
_VIEW = List(ByKey({"view": Record(Include, "an entry of a view")}, _SENTENCE), "a list of sentences")
_CALLED = Map(Prose(pattern=r"^\S+(?: \S+)*$", expected="a name"), lower=True)


@dataclass(frozen=True, slots=True, eq=False)
class Description(_Told):
    """The texts of a text world for a planning domain: `household.world.yaml` next to `household.pddl`."""

    deeds: Annotated[
        Mapping[str, Deed], Says(Map(Record(Deed), "the command of", lower=True, partial=True), key="commands")
    ]
    look: Annotated[tuple[str, ...], Says(_NAMES, "write a list of views")]
    views: Annotated[Mapping[str, tuple[Sentence | Include, ...]], Map(_VIEW, "the view", lower=True, partial=True)] = (
        field(default_factory=dict)
    )
    inventory: Annotated[tuple[str, ...], _NAMES] = ()
    examine: Annotated[tuple[Sentence, ...], List(Record(SentenceOfIt, "a sentence"), "a list of sentences")] = ()
    failures: Annotated[
        tuple[Failure, ...], Says(List(Record(Failure, "an error"), "a list of errors"), key="errors")
    ] = ()
    names: Annotated[Mapping[str, str], _CALLED] = field(default_factory=dict)
    known: Annotated[tuple[str, ...], _NAMES] = ()
    clutter: Annotated[tuple[str, ...], _NAMES] = ()
    task: Annotated[Mapping[str, str], Map(_TEMPLATE)] = field(default_factory=dict)
    won: Annotated[str, Prose()] = "That was the task; it is done."

    def check(self) -> None:
        where, views = self.where, self.where.names("views")
        actions, commanded = [one.name.text for one in self.world.domain.actions], where.names("commands")
        for action in actions:
            if action not in commanded and set(commanded).issubset(actions):
                where.findings.say(where.keys["commands"], f"the action `{action}` has no entry in `commands`")
        for key, types in {"known": self.known, "clutter": self.clutter}.items():
            self.among(key, types, self.world.hierarchy.supertypes, "type of the domain")
        self.among("look", self.look, views, "view")
        self.among("inventory", self.inventory, views, "view")
        for deed in self.deeds.values():
            deed.among("then", deed.then, views, "view")
        within = {name: [one for one in view if isinstance(one, Include)] for name, view in self.views.items()}
        for include in (one for each in within.values() for one in each):
            if include.view not in views:
                where.findings.unknown(include.where.values["view"], include.view, "view", views)
        try:
            TopologicalSorter({name: [one.view for one in each] for name, each in within.items()}).prepare()
        except CycleError as error:
            circle = listing(dict.fromkeys(error.args[1]))
            where.findings.say(where.keys["views"], f"views that are in each other: {circle}")


def load_description(path: Path, domain: Domain, *, most_bytes: int = MOST_BYTES) -> Description:
    """Load the description in a file of up to `most_bytes`. Raises `DescriptionError`."""
    try:
        text = read_text(path, most_bytes=most_bytes)
    except UnreadableError as error:
        raise DescriptionError(str(error)) from None
    return read_description(Source(text, str(path)), domain)


def read_description(source: Source, domain: Domain) -> Description:
    """Read a description for a domain. Raises `DescriptionError` with everything that is wrong."""
    made, found = described_in(source, domain)
    if made is None or any(one.is_error for one in found):
        raise DescriptionError(f"{source.name}, {told(found)}")
    return made


def described_in(source: Source, domain: Domain) -> tuple[Description | None, list[Diagnostic]]:
    """Return the description in a text and its findings, in source order. Never raises."""
    root, found = compose(source)
    findings = Findings(source, _Known(domain, hierarchy_of(domain)), found)
    if isinstance(root, yaml_tree.Mapping):
        return read_record(Description, findings, root, "a description"), findings.ordered
    if not found:
        keys = listing(fields_of(Description))
        findings.say(yaml_tree.Mapping(0, len(source.line(1))), f"a description is a mapping with the entries {keys}")
    return None, findings.ordered


def _names(when: Condition | None) -> set[str]:
    return {one.name.text[1:] for one in when.variables} if when is not None else set()
