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

A list becomes a PDDL domain whose actions have neither preconditions nor effects, so that it can be used like any
other domain. Faults become findings with positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Annotated

from clairify_cli.diagnostics.model import Diagnostic, Source
from clairify_cli.documents.fields import Findings
from clairify_cli.documents.forms import Choice, Either, Form, List, Map, Number, Prose, Word
from clairify_cli.documents.quantities import NUMBER
from clairify_cli.documents.records import Entry, Record, compose, read_record
from clairify_cli.documents.yaml_tree import Mapping as MappingNode
from clairify_cli.documents.yaml_tree import Node, Text, is_empty
from clairify_cli.languages.motion import ANY_MOTION, GRASPS, RANGES, Motion
from clairify_cli.languages.pddl.syntax import OBJECT, Action, Domain, Name, PredicateDeclaration, Problem, TypedName
from clairify_cli.languages.program.reading.arguments import is_object_name
from clairify_cli.languages.program.rules import rules
from clairify_cli.languages.yaml_language import has_key
from clairify_cli.records import dataclass, field

_LETTERS = "a name, which begins with a letter and has letters, digits, `_` and `-`"
_KEY = Word(re.compile(r"[A-Za-z_][\w-]{0,199}", re.ASCII), _LETTERS)


@dataclass(frozen=True, slots=True)
class SkillList:
    """A list of skills as a domain without effects and, if it names objects, a problem without initial facts.

    `motions` has the parameters of the skills that declare theirs, `about` the descriptions of actions and predicates
    by `("action", name)` or `("predicate", name)`.
    """

    domain: Domain
    problem: Problem | None
    motions: Mapping[str, Motion]
    about: Mapping[tuple[str, str], str]
    has_predicates: bool


def is_skill_list(source: Source) -> bool:
    """Whether a text is a list of skills: a YAML file, or a text with the key `skills`."""
    return source.name.lower().endswith((".yaml", ".yml")) or has_skills(source.text)


def has_skills(text: str) -> bool:
    """Whether a text has the key `skills` at the beginning of a line, and is not XML or PDDL."""
    return has_key(text, "skills")


def read_skills(source: Source) -> tuple[SkillList | None, list[Diagnostic]]:
    """Return the list in a text and its errors in source order; no list if there are errors. Never raises."""
    at, made = Findings(source), None
    root, at.found = compose(source)
    if isinstance(root, MappingNode):
        made = read_record(_File, at, root, "a list of skills")
    elif not at.found:
        at.add(rules.broken_skill_list(source.span(0, len(source.line(1))), "a list of skills begins with `skills:`"))
    found = [rules.broken_skill_list(one.span, one.message, one.hint) for one in at.ordered]
    return (None if found or made is None else _listed(made)), found


# ------------------------------------------------------------------------------------------------------------- the file


class _Word(Form):
    """The name of a type, with its position."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Name | None:
        return _name(node) if _KEY.read(at, node, what, key) is not None and isinstance(node, Text) else None


class _Object(Form):
    """The name of an object, with its position."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Name | None:
        if isinstance(node, Text) and is_object_name(node.text):
            return Name(node.text.lower(), node.start, node.end, node.text)
        at.wrong(node, what, "the name of an object")
        return None


class _Typed(Map):
    """Names with their types, in order."""

    def read(self, at: Findings, node: Node, what: str, key: Node) -> tuple[TypedName, ...] | None:  # type: ignore[override]
        read = Map.read(self, at, node, what, key)
        pairs = node.pairs if isinstance(node, MappingNode) else []
        names = {name.text: _name(name) for name, _ in pairs if isinstance(name, Text)}
        return None if read is None else tuple(TypedName(names[name], types) for name, types in read.items())


class _Range(Form):
    """The range of a parameter, such as `[0.05, 0.3]`; the full range if empty."""

    def __init__(self, name: str) -> None:
        self.usual = RANGES[name]
        self.pair = List(Number(NUMBER, *self.usual), f"two numbers from {self.usual[0]:g} to {self.usual[1]:g}", (2,))

    def read(self, at: Findings, node: Node, what: str, key: Node) -> tuple[float, ...] | None:
        read = self.usual if is_empty(node) else self.pair.read(at, node, what, key)
        if read is not None and read[0] > read[1]:
            at.wrong(node, what, f"{self.pair.form}, the smaller one first")
            return None
        return read


_GRASPS = List(Choice(GRASPS), f"one or both of {', '.join(GRASPS)}", range(1, 1 + len(GRASPS)), alone=True)


@dataclass(frozen=True, slots=True)
class _Parameters(Entry):
    """The parameters of a skill, each with its range or choices."""

    speed: Annotated[tuple[float, float] | None, _Range("speed")] = None
    obstacle_clearance: Annotated[tuple[float, float] | None, _Range("obstacle_clearance")] = None
    orientation: Annotated[tuple[float, float] | None, _Range("orientation")] = None
    grasp: Annotated[tuple[str, ...], Either("a grasp, or a list of them", scalar=_GRASPS, items=_GRASPS)] = ()

    @property
    def motion(self) -> Motion:
        """The parameters in the form that worlds use."""
        return Motion({name: one for name in RANGES if (one := getattr(self, name)) is not None}, self.grasp)


class _Names(Form):
    """A list of parameters, each with its full range."""

    names = List(Choice(ANY_MOTION.names), "a list of parameters", alone=True)

    def read(self, at: Findings, node: Node, what: str, key: Node) -> Motion | None:
        names = self.names.read(at, node, what, key)
        if names is None:
            return None
        return Motion({one: RANGES[one] for one in names if one in RANGES}, GRASPS if "grasp" in names else ())


_TYPES = List(_Word(), "a type or a list of types", alone=True)
_ABOUT = Prose(pattern=r"\S.{0,299}", expected="a sentence of at most 300 characters")
_MOTION = Either("a list or a mapping of parameters", scalar=_Names(), items=_Names(), mapping=Record(_Parameters))


@dataclass(frozen=True, slots=True)
class _Predicate(Entry):
    """A predicate that conditions may use."""

    about: Annotated[str, _ABOUT] = ""
    arguments: Annotated[tuple[TypedName, ...], _Typed(_TYPES, key=_KEY)] = ()

    @property
    def parameters_of(self) -> tuple[TypedName, ...]:
        """The arguments as PDDL parameters."""
        return tuple(
            TypedName(one.name._replace(text=f"?{one.name.text}"), tuple(t for t in one.types if t.text != OBJECT))
            for one in self.arguments
        )


@dataclass(frozen=True, slots=True)
class _Skill(_Predicate):
    """A skill with its arguments and its motion parameters."""

    parameters: Annotated[Motion | _Parameters | None, _MOTION] = None


@dataclass(frozen=True, slots=True)
class _File(Entry):
    """A list of skills."""

    skills: Annotated[Mapping[str, _Skill], Map(Record(_Skill), "the skill", _KEY, least=1)]
    types: Annotated[tuple[TypedName, ...], _Typed(_TYPES, key=_KEY)] = ()
    predicates: Annotated[Mapping[str, _Predicate], Map(Record(_Predicate), "the predicate", _KEY)] = field(
        default_factory=dict
    )
    objects: Annotated[tuple[TypedName, ...], _Typed(List(_Object(), "a list of objects", alone=True), key=_KEY)] = ()

    def check(self) -> None:
        at = self.where.findings
        for entries in (self.skills, self.predicates):
            spelled: dict[str, str] = {}
            for name, one in entries.items():
                other = spelled.setdefault(name.replace("-", "_"), name)
                if other != name:
                    at.say(one.where.key, f"`{name}` and `{other}` are spelled the same in programs")
        seen: dict[str, str] = {}
        for kind in self.objects:
            for thing in kind.types:
                if (under := seen.get(thing.text)) is not None:
                    both = f"under `{under}` and `{kind.name.text}`"
                    at.say(_node(thing), f"the object `{thing.written}` occurs twice, {both}")
                seen.setdefault(thing.text, kind.name.text)
        if above := _circular(self.types):
            at.say(_node(above), f"the type `{above.text}` is a subtype of itself", "leave that out")
        if self.has("types", "objects"):
            known = {OBJECT, *(one.name.text for one in (*self.types, *self.objects))}
            known |= {above.text for one in self.types for above in one.types}
            used = (each for one in (*self.skills.values(), *self.predicates.values()) for each in one.arguments)
            for kind_ in (each for one in used for each in one.types if each.text not in known):
                at.unknown(_node(kind_), kind_.text, "type", known)


def _name(node: Text) -> Name:
    return Name(node.text, node.start, node.end, node.text)


def _node(name: Name) -> Text:
    return Text(name.written, True, name.start, name.end)


def _circular(types: Iterable[TypedName]) -> Name | None:
    """Return the first type that is a subtype of itself, directly or indirectly; None if none is."""
    try:
        TopologicalSorter({one.name.text: [each.text for each in one.types] for one in types}).prepare()
    except CycleError as error:
        return next(one.name for one in types if one.name.text in error.args[1])
    return None


def _listed(file: _File) -> SkillList:
    """Convert the list to a domain and a problem."""
    actions, predicates, about, motions = [], [], dict[tuple[str, str], str](), dict[str, Motion]()
    for name, skill in file.skills.items():
        key = skill.where.key
        assert isinstance(key, Text)
        actions.append(Action(_name(key), skill.parameters_of, None, None, key.start, key.end))
        about["action", name] = skill.about
        if skill.parameters is not None:
            motions[name] = skill.parameters if isinstance(skill.parameters, Motion) else skill.parameters.motion
    for name, predicate in file.predicates.items():
        key = predicate.where.key
        assert isinstance(key, Text)
        predicates.append(PredicateDeclaration(_name(key), predicate.parameters_of, key.start, key.end))
        about["predicate", name] = predicate.about
    objects = tuple(TypedName(name, (kind.name,)) for kind in file.objects for name in kind.types)
    problem = Problem(None, None, (), objects, (), None, None, (), 0, 0) if file.has("objects") else None
    domain = Domain(None, (), file.types, (), tuple(predicates), (), tuple(actions), (), (), (), 0, 0)
    return SkillList(domain, problem, motions, about, file.has("predicates"))
