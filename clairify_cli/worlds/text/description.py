"""Reads descriptions: `household.world.yaml` stands beside `household.pddl` and says how a world of it talks.

    known: [direction]              # types whose objects can be named without having been seen
    names: {coin1: coin}            # what objects are called, where "coin 1" will not do
    commands:                       # every action: how it is spelt, what is said once it is done, what is told then
      go: {command: "go {direction}", said: "You go {direction}.", then: [room]}
    views:                          # sentences, each with the condition under which it is said
      room:
        - {say: "You are in the {here}.", when: "(at ?here)"}
        - {view: exits}             # the sentences of another view
    look: [room]                    # what `look` tells, which is also what is seen first
    inventory: [carried]            # what `inventory` tells
    examine:                        # what `examine` tells of a thing in view, `?it`
      - {say: "The {it} is hot.", when: "(hot ?it)"}
    errors:                         # why a command cannot be done, by the literal that fails
      - {unmet: "(not (closed-door ?here ?there))", say: "The door to the {direction} is closed."}
    won: Well done.                 # what is said at the end

`schemas/world.schema.json` describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import NoReturn, TypeVar

from clairify_cli.diagnostics.model import Source
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.files.reading import MOST_BYTES, UnreadableError, read_text
from clairify_cli.languages.pddl.hierarchy import Hierarchy, hierarchy_of
from clairify_cli.languages.pddl.syntax import Domain
from clairify_cli.worlds.scene.nodes import Mapping, Node, Sequence, Text, compose, is_empty
from clairify_cli.worlds.text.base import GameError
from clairify_cli.worlds.text.conditions import ConditionError, condition_of, literal_of
from clairify_cli.worlds.text.describe import PLACE, Condition, Deed, Description, Failure, Include, Sentence

SUFFIX = ".world.yaml"
ENTRIES = ("known", "names", "commands", "views", "look", "inventory", "examine", "errors", "won")
_IT = "it"

_Made = TypeVar("_Made")


class DescriptionError(GameError):
    """A description that cannot be used; the message has its file, the line and what to do."""


def load_description(path: Path, domain: Domain, *, most_bytes: int = MOST_BYTES) -> Description:
    """The description in a file of up to `most_bytes`. Raises `DescriptionError`."""
    try:
        text = read_text(path, most_bytes=most_bytes)
    except UnreadableError as error:
        raise DescriptionError(str(error)) from None
    return read_description(Source(text, str(path)), domain)


def read_description(source: Source, domain: Domain) -> Description:
    """The description in a text, for a domain. Raises `DescriptionError`."""
    root, findings = compose(source)
    if findings:
        found = findings[0]
        problem = found.message.partition(": ")[2] or found.message
        raise DescriptionError(f"{source.name}, line {found.span.line}: this cannot be read as YAML: {problem}")
    if not isinstance(root, Mapping):
        raise DescriptionError(f"{source.name}: a description is a mapping with the entries {listing(ENTRIES)}")
    return _Reader(source, domain).description(root)


class _Reader:
    """One description as it is read; what is wrong is said with its line."""

    def __init__(self, source: Source, domain: Domain) -> None:
        self.source = source
        self.domain = domain
        self.hierarchy: Hierarchy = hierarchy_of(domain)
        self.actions = {one.name.text: one for one in domain.actions}
        self.constants = [one.name.text for one in domain.constants]

    def description(self, root: Mapping) -> Description:
        entries = self.mapping(root, "a description", ENTRIES)
        views = {name: self.view(node, name) for name, node in self.pairs(entries.get("views"), "`views`")}
        for node in self.included(entries.get("views")):
            self.one_of(node, self.text(node), views, "view")
        self.no_circles(views, entries.get("views") or root)
        deeds = {name: self.deed(name, node, views) for name, node in self.pairs(entries.get("commands"), "`commands`")}
        for name in self.actions:
            if name not in deeds:
                self.fail(entries.get("commands") or root, f"the action `{name}` has no entry in `commands`")
        if "look" not in entries:
            self.fail(root, "`look` is missing: the list of the views that tell what is seen")
        known = self.texts(entries.get("known"), "`known`")
        for one, node in known:
            self.one_of(node, one, self.hierarchy.supertypes, "type of the domain")
        names = {name: self.text(node) for name, node in self.pairs(entries.get("names"), "`names`")}
        for name, node in self.pairs(entries.get("names"), "`names`"):
            if not names[name].strip() or names[name] != " ".join(names[name].lower().split()):
                self.fail(node, f"`{name}` is called by words in small letters, not `{names[name]}`")
        won = entries.get("won")
        return Description(
            deeds,
            views,
            self.views_in(entries.get("look"), "`look`", views),
            self.views_in(entries.get("inventory"), "`inventory`", views),
            tuple(self.sentence(node, (_IT,)) for node in self.items(entries.get("examine"), "`examine`")),
            tuple(self.failure(node) for node in self.items(entries.get("errors"), "`errors`")),
            names,
            tuple(one for one, _ in known),
            **({"won": self.text(won)} if won is not None else {}),
        )

    # ------------------------------------------------------------------------------------------------- the parts

    def view(self, node: Node, name: str) -> tuple[Sentence | Include, ...]:
        made: list[Sentence | Include] = []
        for one in self.items(node, f"the view `{name}`"):
            if isinstance(one, Mapping) and any(isinstance(key, Text) and key.text == "view" for key, _ in one.pairs):
                made.append(Include(self.text(self.mapping(one, "an entry of a view", ("view",))["view"])))
            else:
                made.append(self.sentence(one, ()))
        return tuple(made)

    def sentence(self, node: Node, given: tuple[str, ...]) -> Sentence:
        entries = self.mapping(node, "a sentence", ("say", "when"), needed=("say",))
        when = self.condition(entries.get("when"))
        say = self.text(entries["say"])
        self.places(entries["say"], say, {*given, *_names(when)}, "its `when` has no `?{}`", lists=True)
        return Sentence(say, when)

    def deed(self, name: str, node: Node, views: Collection[str]) -> Deed:
        self.one_of(node, name, self.actions, "action of the domain")
        parameters = {one.name.text[1:] for one in self.actions[name].parameters}
        entries = self.mapping(
            node, f"the command of `{name}`", ("command", "also", "meaning", "said", "then"), needed=("command",)
        )
        missing = f"`{name}` has no parameter `?{{}}`"
        command = self.text(entries["command"])
        also = self.texts(entries.get("also"), "`also`")
        for text, at in ((command, entries["command"]), *also):
            self.places(at, text, parameters, missing)
            if not PLACE.sub("", text).strip():
                self.fail(at, "a command has a word of its own, beside what it names")
        said = self.text(entries["said"]) if "said" in entries else ""
        if said:
            self.places(entries["said"], said, parameters, missing)
        meaning = self.text(entries["meaning"]) if "meaning" in entries else ""
        return Deed(
            name,
            command,
            tuple(text for text, _ in also),
            meaning,
            said,
            self.views_in(entries.get("then"), "`then`", views),
        )

    def failure(self, node: Node) -> Failure:
        entries = self.mapping(node, "an error", ("of", "unmet", "when", "say"), needed=("unmet", "say"))
        of = self.texts(entries.get("of"), "`of`")
        for one, at in of:
            self.one_of(at, one, self.actions, "action of the domain")
        predicate, arguments, wanted = self.made(entries["unmet"], lambda text: literal_of(text, self.domain))
        when = self.condition(entries.get("when"))
        say = self.text(entries["say"])
        actions = [self.actions[one] for one, _ in of] or list(self.actions.values())
        parameters = {one.name.text[1:] for action in actions for one in action.parameters}
        self.places(
            entries["say"],
            say,
            {*arguments, *_names(when), *parameters},
            "neither `unmet` nor `when` nor an action has a `?{}`",
        )
        return Failure(predicate, arguments, wanted, say, when, tuple(one for one, _ in of))

    def condition(self, node: Node | None) -> Condition | None:
        if node is None:
            return None
        return self.made(node, lambda text: condition_of(text, self.domain, self.hierarchy, self.constants))

    def made(self, node: Node, make: Callable[[str], _Made]) -> _Made:
        try:
            return make(self.text(node))
        except ConditionError as error:
            self.fail(node, str(error))

    def views_in(self, node: Node | None, what: str, views: Collection[str]) -> tuple[str, ...]:
        found = self.texts(node, what)
        for one, at in found:
            self.one_of(at, one, views, "view")
        return tuple(one for one, _ in found)

    def included(self, node: Node | None) -> Iterator[Node]:
        for _, view in self.pairs(node, "`views`"):
            for one in view.items if isinstance(view, Sequence) else ():
                if isinstance(one, Mapping):
                    yield from (value for key, value in one.pairs if isinstance(key, Text) and key.text == "view")

    def no_circles(self, views: dict[str, tuple[Sentence | Include, ...]], node: Node) -> None:
        done: set[str] = set()
        left = dict(views)
        while left:
            ready = [name for name, parts in left.items() if {p.view for p in parts if isinstance(p, Include)} <= done]
            if not ready:
                self.fail(node, f"views that are in each other: {listing(left)}")
            done.update(ready)
            for name in ready:
                del left[name]

    def places(self, node: Node, text: str, known: Collection[str], missing: str, *, lists: bool = False) -> None:
        """Fails where a template has a place for something that is not known, or a brace that is no place."""
        for match in PLACE.finditer(text):
            if match[1] not in known:
                near = nearest(match[1], known)
                meant = f"; `{{{near}}}` is meant?" if near else ""
                self.fail(node, f"`{match[0]}`: {missing.format(match[1])}{meant}")
            if match[2] and not lists:
                self.fail(node, f"`{match[0]}`: all things are listed in sentences of views only")
        if set(PLACE.sub("", text)) & set("{}"):
            self.fail(node, f"`{text}` has a brace that is no place such as `{{item}}`")

    # -------------------------------------------------------------------------------------------------- the YAML

    def mapping(self, node: Node, what: str, allowed: Collection[str], needed: Collection[str] = ()) -> dict[str, Node]:
        if not isinstance(node, Mapping):
            self.fail(node, f"{what} is a mapping with {listing(allowed)}")
        found: dict[str, Node] = {}
        for key, value in node.pairs:
            name = self.text(key)
            if name not in allowed:
                near = nearest(name, allowed)
                self.fail(
                    key, f"{what} has no `{name}`; " + (f"`{near}` is meant?" if near else f"it has {listing(allowed)}")
                )
            if name in found:
                self.fail(key, f"{what} has `{name}` twice")
            found[name] = value
        for name in needed:
            if name not in found:
                self.fail(node, f"{what} needs `{name}`")
        return found

    def pairs(self, node: Node | None, what: str) -> list[tuple[str, Node]]:
        if node is None or is_empty(node):
            return []
        if not isinstance(node, Mapping):
            self.fail(node, f"{what} is a mapping, `name: value` on each line")
        found: dict[str, Node] = {}
        for key, value in node.pairs:
            name = self.text(key).lower()
            if name in found:
                self.fail(key, f"{what} has `{name}` twice")
            found[name] = value
        return list(found.items())

    def items(self, node: Node | None, what: str) -> list[Node]:
        if node is None or is_empty(node):
            return []
        if not isinstance(node, Sequence):
            self.fail(node, f"{what} is a list")
        return node.items

    def texts(self, node: Node | None, what: str) -> list[tuple[str, Node]]:
        return [(self.text(one), one) for one in self.items(node, what)]

    def text(self, node: Node) -> str:
        if not isinstance(node, Text) or not node.text.strip():
            self.fail(node, "a text is expected here")
        return " ".join(node.text.split())

    def one_of(self, node: Node, name: str, allowed: Collection[str], what: str) -> None:
        if name not in allowed:
            near = nearest(name, allowed)
            self.fail(
                node, f"`{name}` is no {what}; " + (f"`{near}` is meant?" if near else f"there are {listing(allowed)}")
            )

    def fail(self, node: Node, problem: str) -> NoReturn:
        line, _ = self.source.position(node.start)
        raise DescriptionError(f"{self.source.name}, line {line}: {problem}")


def _names(when: Condition | None) -> set[str]:
    return {one.name.text[1:] for one in when.variables} if when is not None else set()
