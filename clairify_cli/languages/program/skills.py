"""Lists of a world's skills: possible actions and objects, without preconditions and effects.

    skills:
      pick:
        about: Lift an item from where it stands.
        arguments: {item: item, zone: zone}
        parameters: {speed: [0.05, 0.3], grasp: [top]}
      wave: {parameters: []}
    types: {cup: item}
    predicates:
      holding: {arguments: {item: item}}
    objects:
      cup: [red-cup]
      zone: [table]

A list is YAML, read with the safe reader. It becomes a PDDL domain whose actions have neither preconditions nor
effects, so that it can be used like any domain. Faults are findings with their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from clairify_cli.diagnostics.model import Diagnostic, Source, in_source_order
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.documents import yaml_tree
from clairify_cli.documents.yaml_tree import Node, Text, is_empty
from clairify_cli.languages.motion import ANY_MOTION, Motion
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Domain, Name, PredicateDeclaration, Problem, TypedName
from clairify_cli.languages.program.reading.arguments import is_object_name
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.yaml_language import has_key

KEYS = ("skills", "types", "predicates", "objects")
_OF_SKILLS = ("about", "arguments", "parameters")
_OF_PREDICATES = ("about", "arguments")
_NAME = re.compile(r"[A-Za-z_][\w-]{0,199}", re.ASCII)
_LONGEST_ABOUT = 300
_MOST_NAMES = 1_000
"""Of skills, types, predicates: what is made of them grows with the square of how many there are."""

Table = dict[str, tuple[Text, Node]]
"""A mapping of YAML by its keys, each with its place."""


@dataclass(frozen=True, slots=True)
class SkillList:
    """A list of skills as a domain and, where it names objects, a problem; without effects, and with nothing at first.

    `motions` has the parameters of the skills that say theirs, `about` what is said of them, by `("action", name)`, and
    of predicates.
    """

    domain: Domain
    problem: Problem | None
    motions: Mapping[str, Motion]
    about: Mapping[tuple[str, str], str]
    has_predicates: bool


def is_skill_list(source: Source) -> bool:
    """Whether a text is such a list: YAML with the key `skills`."""
    return source.name.lower().endswith((".yaml", ".yml")) or has_skills(source.text)


def has_skills(text: str) -> bool:
    """Whether a text has the key `skills` at the beginning of a line, and is no XML or PDDL."""
    return has_key(text, "skills")


def read_skills(source: Source) -> tuple[SkillList | None, list[Diagnostic]]:
    """The list in a text, and its errors, in source order; no list if there are errors. Never raises."""
    try:
        root = yaml_tree.compose(source.text)
    except yaml_tree.YamlError as error:
        at = source.span(error.start, error.end)
        hint = "write plain YAML, such as `skills: {take: {arguments: {item: thing}}}`"
        return None, [rules.broken_skill_list(at, f"this cannot be read as YAML: {error.problem}", hint)]
    reading = _Reading(source)
    made = reading.skill_list(root)
    return (None if reading.found else made), in_source_order(reading.found)


@dataclass(slots=True)
class _Reading:
    source: Source
    found: list[Diagnostic] = field(default_factory=list)
    types: set[str] | None = None
    """The types that there are; None if any word is one, since neither types nor objects are listed."""

    def skill_list(self, root: Node | None) -> SkillList | None:
        if not isinstance(root, yaml_tree.Mapping):
            at = self.source.span(0, len(self.source.line(1)))
            self._say(at.start, at.end, "a list of skills begins with `skills:`", None)
            return None
        top = self._table(root, "a list of skills", KEYS)
        if "skills" not in top:
            self._say(root.start, root.start, "a list of skills has the key `skills`, and it is missing", None)
        types = self._types(top)
        objects = self._objects(top)
        if "types" in top or "objects" in top:
            above = {each.text for one in types for each in one.types}
            self.types = {OBJECT, *above, *(one.name.text for one in types), *self._kinds(top)}
        about: dict[tuple[str, str], str] = {}
        motions: dict[str, Motion] = {}
        actions, predicates = [], []
        for key, node in self._spelled(self._named(top, "skills", "the skills")):
            inner = self._inner(node, f"the skill `{key.text}`", _OF_SKILLS)
            parameters = self._arguments(inner, key)
            actions.append(Action(_name(key), parameters, None, None, key.start, key.end))
            if "parameters" in inner:
                motions[key.text] = self._motion(inner["parameters"][1], key.text)
            self._about(inner, ("action", key.text), about)
        for key, node in self._spelled(self._named(top, "predicates", "the predicates")):
            inner = self._inner(node, f"the predicate `{key.text}`", _OF_PREDICATES)
            predicates.append(PredicateDeclaration(_name(key), self._arguments(inner, key), key.start, key.end))
            self._about(inner, ("predicate", key.text), about)
        if not actions and "skills" in top and not self.found:
            key = top["skills"][0]
            self._say(key.start, key.end, "`skills` has no skill", "write such as `take: {arguments: {item: thing}}`")
        domain = Domain(None, (), types, (), tuple(predicates), (), tuple(actions), (), (), (), 0, 0)
        problem = Problem(None, None, (), objects, (), None, None, (), 0, 0) if objects is not None else None
        return SkillList(domain, problem, motions, about, "predicates" in top)

    # ------------------------------------------------------------------------------------------------------- parts

    def _types(self, top: Table) -> tuple[TypedName, ...]:
        """`types: {cup: item, jug: [item, container]}`: each with what it is a kind of."""
        made = []
        for key, node in self._named(top, "types", "the types"):
            above = [] if is_empty(node) else self._words(node, f"what `{key.text}` is a kind of")
            made.append(TypedName(_name(key), tuple(_name(one) for one in above)))
        for one in _circle(made)[:1]:
            self._say(
                one.name.start, one.name.end, f"the type `{one.name.text}` is a subtype of itself", "leave that out"
            )
        return tuple(made)

    def _objects(self, top: Table) -> tuple[TypedName, ...] | None:
        """`objects: {cup: [red-cup]}`: by their types."""
        made: list[TypedName] = []
        seen: dict[str, str] = {}
        for key, node in self._named(top, "objects", "the objects"):
            what = f"the objects of type `{key.text}`"
            for one in [] if is_empty(node) else self._words(node, what, of_objects=True):
                name = one.text.lower()
                if name in seen:
                    self._at(one, f"the object `{one.text}` occurs twice, under `{seen[name]}` and `{key.text}`", None)
                seen.setdefault(name, key.text)
                made.append(TypedName(Name(name, one.start, one.end, one.text), (_name(key),)))
        return tuple(made) if "objects" in top else None

    def _kinds(self, top: Table) -> list[str]:
        """The types under which there are objects, or could be."""
        node = top["objects"][1] if "objects" in top else None
        pairs = node.pairs if isinstance(node, yaml_tree.Mapping) else []
        return [key.text for key, _ in pairs if isinstance(key, Text)]

    def _arguments(self, inner: Table, owner: Text) -> tuple[TypedName, ...]:
        """`arguments: {item: item, to: [zone, bowl]}`: in the order of the calls, each with its types."""
        made = []
        for key, node in self._named(inner, "arguments", f"the arguments of `{owner.text}`"):
            types = [] if is_empty(node) else self._words(node, f"the type of `{key.text}`")
            for one in types:
                if self.types is not None and one.text not in self.types:
                    known = sorted(self.types)
                    near = nearest(one.text, known)
                    hint = f"did you mean `{near}`?" if near else f"there is {listing(known)}"
                    self._at(one, f"there is no type `{one.text}`, of which `{owner.text}` has an argument", hint)
            name = Name(f"?{key.text}", key.start, key.end, key.text)
            made.append(TypedName(name, tuple(_name(one) for one in types if one.text != OBJECT)))
        return tuple(made)

    def _about(self, inner: Table, owner: tuple[str, str], about: dict[tuple[str, str], str]) -> None:
        if "about" not in inner:
            return
        node = inner["about"][1]
        if not isinstance(node, Text) or len(node.text) > _LONGEST_ABOUT:
            self._at(node, f"what `{owner[1]}` is about is a sentence of at most {_LONGEST_ABOUT} characters", None)
        else:
            about[owner] = " ".join(node.text.split())

    def _motion(self, node: Node, owner: str) -> Motion:
        """`parameters: [speed, grasp]`, or each with what it may be: `{speed: [0.05, 0.3], grasp: [top]}`."""
        ranges: dict[str, tuple[float, float]] = {}
        grasps: tuple[str, ...] = ()
        if isinstance(node, yaml_tree.Mapping):
            named = [
                (key, None if is_empty(value) else value)
                for key, value in self._table(node, f"the parameters of `{owner}`", ANY_MOTION.names).values()
            ]
        elif is_empty(node):
            named = []
        else:
            named = [(one, None) for one in self._words(node, f"the parameters of `{owner}`")]
        for key, value in named:
            if key.text == "grasp":
                grasps = ANY_MOTION.grasps if value is None else self._grasps(value, owner)
            elif key.text in ANY_MOTION.ranges:
                ranges[key.text] = self._range(key.text, value, owner)
            elif not isinstance(node, yaml_tree.Mapping):
                self._unknown(key, f"the parameters of `{owner}`", ANY_MOTION.names)
        return Motion(ranges, grasps)

    def _grasps(self, node: Node, owner: str) -> tuple[str, ...]:
        words = self._words(node, f"the grasps of `{owner}`")
        if isinstance(node, yaml_tree.Sequence) and not node.items:
            self._at(
                node, f"the grasps of `{owner}` are none", f"leave `grasp` out, or write {_either(ANY_MOTION.grasps)}"
            )
        for one in words:
            if one.text not in ANY_MOTION.grasps:
                self._unknown(one, f"the grasps of `{owner}`", ANY_MOTION.grasps)
        return tuple(dict.fromkeys(one.text for one in words))

    def _range(self, name: str, node: Node | None, owner: str) -> tuple[float, float]:
        low, high = ANY_MOTION.ranges[name]
        if node is None:
            return low, high
        given = [_number(one) for one in node.items] if isinstance(node, yaml_tree.Sequence) else []
        if len(given) == 2 and given[0] is not None and given[1] is not None and low <= given[0] <= given[1] <= high:
            return given[0], given[1]
        what = f"the range of `{name}` of `{owner}` is {self._shown(node)}"
        self._at(node, what, f"write `[{low:g}, {high:g}]`, or a narrower one")
        return low, high

    # ------------------------------------------------------------------------------------------------------- nodes

    def _table(self, node: yaml_tree.Mapping, what: str, keys: Iterable[str] | None = None) -> Table:
        """The keys of a mapping with their values; what stands twice, or is none of `keys`, is reported."""
        made: Table = {}
        for key, value in node.pairs:
            if not isinstance(key, Text):
                self._at(key, f"a key of {what} is a word, and not {_kind(key)}", None)
            elif key.text in made:
                self._at(key, f"`{key.text}` occurs twice in {what}", "leave one of them out")
            elif keys is not None and key.text not in keys:
                self._unknown(key, what, tuple(keys))
            else:
                made[key.text] = (key, value)
        return made

    def _named(self, table: Table, name: str, what: str) -> list[tuple[Text, Node]]:
        """What stands under a key, by names; nothing if nothing does."""
        if name not in table or is_empty(table[name][1]):
            return []
        node = table[name][1]
        if not isinstance(node, yaml_tree.Mapping):
            self._at(
                node, f"{what} are {_kind(node)}, and a mapping is expected", f"write `{name}:` with a name a line"
            )
            return []
        if len(node.pairs) > _MOST_NAMES:
            last = node.pairs[_MOST_NAMES][0]
            self._at(
                last, f"{what} are {len(node.pairs):,}, and {_MOST_NAMES:,} are read", "leave out what is not needed"
            )
            return []
        return [(key, value) for key, value in self._table(node, what).values() if self._is_name(key, what)]

    def _spelled(self, named: list[tuple[Text, Node]]) -> list[tuple[Text, Node]]:
        """The same; where two are spelled alike in programs, as `pick-up` and `pick_up` are, it is reported."""
        first: dict[str, Text] = {}
        for key, _ in named:
            spelled = key.text.replace("-", "_")
            if spelled in first:
                other = first[spelled].text
                self._at(key, f"`{key.text}` and `{other}` are spelled the same in programs", "give one another name")
            first.setdefault(spelled, key)
        return named

    def _inner(self, node: Node, what: str, keys: Iterable[str]) -> Table:
        if is_empty(node):
            return {}
        if isinstance(node, yaml_tree.Mapping):
            return self._table(node, what, keys)
        self._at(node, f"{what} is {_kind(node)}, and a mapping is expected", f"it has {listing(tuple(keys))}")
        return {}

    def _words(self, node: Node, what: str, *, of_objects: bool = False) -> list[Text]:
        """A word, or a list of words."""
        made = []
        for one in _scalars(node):
            if not isinstance(one, Text):
                self._at(one, f"{what}: a name is expected, and this is {_kind(one)}", None)
            elif of_objects and not is_object_name(one.text):
                self._at(one, f"{what}: `{one.text}` is not an object name", None)
            elif of_objects or self._is_name(one, what):
                made.append(one)
        return made

    def _is_name(self, node: Text, what: str) -> bool:
        if _NAME.fullmatch(node.text) is None:
            hint = "a name begins with a letter and has letters, digits, `_` and `-`"
            self._at(node, f"{what}: `{node.text}` is no name", hint)
            return False
        return True

    def _unknown(self, node: Text, what: str, known: tuple[str, ...]) -> None:
        near = nearest(node.text, known)
        hint = f"did you mean `{near}`?" if near else f"there is {listing(known)}"
        where = "among" if what.startswith(("the parameters", "the grasps")) else "in"
        self._at(node, f"there is no `{node.text}` {where} {what}", hint)

    def _shown(self, node: Node) -> str:
        written = " ".join(self.source.text[node.start : node.end].split())
        return f"`{written if len(written) <= 60 else written[:59] + '…'}`"

    def _at(self, node: Node, what: str, hint: str | None) -> None:
        self._say(node.start, node.end, what, hint)

    def _say(self, start: int, end: int, what: str, hint: str | None) -> None:
        self.found.append(rules.broken_skill_list(self.source.span(start, end), what, hint))


def _name(node: Text) -> Name:
    return Name(node.text, node.start, node.end, node.text)


def _circle(types: list[TypedName]) -> list[TypedName]:
    """Types that are kinds of themselves, by way of each other or directly; those of one circle, if there is any."""
    try:
        TopologicalSorter({one.name.text: [each.text for each in one.types] for one in types}).prepare()
    except CycleError as error:
        return [one for one in types if one.name.text in error.args[1]]
    return []


def _scalars(node: Node) -> list[Node]:
    return node.items if isinstance(node, yaml_tree.Sequence) else [node]


def _kind(node: Node) -> str:
    return {Text: "a word", yaml_tree.Sequence: "a list", yaml_tree.Mapping: "a mapping"}[type(node)]


def _either(words: tuple[str, ...]) -> str:
    return f"`[{', '.join(words)}]`"


def _number(node: Node) -> float | None:
    try:
        return float(node.text) if isinstance(node, Text) and node.plain else None
    except ValueError:
        return None
