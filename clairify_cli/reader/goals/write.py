"""The goal as PDDL and in words.

One quantifier encloses the whole goal and binds every thing of which any object of its kind will do. If a thing can be
of several kinds without a common type, the goal is a disjunction of such goals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import prod

from clairify_cli.diagnostics.model import Span
from clairify_cli.languages.pddl.syntax import OBJECT
from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, Filled, interchangeable
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.grammar.asides import Degree
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import parts_of
from clairify_cli.records import dataclass, field, replace

MOST_ALTERNATIVES = 64
_MOST_CONSTANTS = 12


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable with its type (`object` if there is none) and the static facts that it must satisfy."""

    name: str
    type: str
    guards: tuple[str, ...] = ()


@dataclass(slots=True)
class Bound:
    """The terms of an entity in the goal; variables are quantified, and `every` means all objects."""

    terms: tuple[str, ...]
    variables: tuple[Variable, ...] = ()
    every: bool = False


@dataclass(slots=True)
class Writer:
    """The state of writing a goal: the variable names in use, and the terms of entities."""

    talk: Discourse
    names: set[str] = field(default_factory=set)
    open: dict[tuple[str, ...], Variable] = field(default_factory=dict)


def write(talk: Discourse, literals: list[Literal]) -> tuple[str, str] | None:
    """The goal as PDDL text and in words; None, with a finding, if it cannot be written."""
    _deny_all(literals)
    entities = _entities(literals)
    if (none := next((one for one in entities if not one.members), None)) is not None:
        talk.findings.append(rules.not_in_domain(_span(talk, none), none.words, "nothing is left that it can mean"))
        return None
    for one in entities:
        _choose(talk, one)
    if any(_in_several_places(talk, literal) for literal in literals):
        return None
    alternatives = _alternatives(talk, entities)
    if alternatives is None:
        return None
    ways = (_quantified(talk, literals, entities, bound) for bound in alternatives)
    bodies = list(dict.fromkeys(body for body in ways if body is not None))
    every = [one for one in entities if one.count is None and len(one.members) > 1]
    if len(bodies) > 1 and every:  # every car at l1 or l2: each may be elsewhere
        reason = "it would have to be the same for all"
        talk.findings.append(rules.not_in_domain(_span(talk, every[0]), every[0].words, reason))
        return None
    if not bodies:
        return None
    body = bodies[0] if len(bodies) == 1 else f"(or {' '.join(bodies)})"
    return f"(:goal {body})", _in_words(talk, literals)


def write_degree(talk: Discourse, literals: list[Literal], degree: Degree) -> tuple[str, str] | None:
    """The goal that so many things are so, and that so many are not; the text must say nothing else.

    If the scene has no more than the number, nothing has to be kept from being so.
    """
    several = [one for one in _entities(literals) if len(one.members) > 1]
    said = {(one.start, one.end, one.filled.predicate, one.filled.positive) for one in literals}
    single = any(one.count is not None and (one.phrase is None or one.phrase.counted is None) for one in several)
    verbs = english().verbs.get((talk.words.text(0),), ())
    asks = degree[0] == 0 and any(one.role in ("place", "take") for one, _ in verbs)  # move at most three: any or none
    if len(said) > 1 or len(several) > 1 or not (several or degree == (0, None)) or single or talk.choices.made or asks:
        reason = "a number or `not all` needs a sentence that says only that"
        talk.say(rules.not_in_domain, 0, len(talk.words.tokens), reason)
        return None
    found = []
    for number, (body, words) in zip(degree, (("{}", "{}"), ("(not {})", "not: {}")), strict=True):
        if number == 0 or any((number or 0) > len(one.members) for one in several):
            continue
        for one in several:
            one.count = number
        if (written := write(talk, literals)) is None:
            return None
        goal = written[0].removeprefix("(:goal ").removesuffix(")")
        found.append((body.format(goal), words.format(written[1])))
    bodies, told = zip(*found, strict=True)
    return f"(:goal {_conjunction(list(bodies))})", "; ".join(told)


def _entities(literals: list[Literal]) -> list[Entity]:
    """The entities of the literals, in order of first mention."""
    found = [one for literal in literals for one in literal.filled.arguments if isinstance(one, Entity)]
    return sorted(dict.fromkeys(found), key=lambda one: (one.number, one.words))


def _deny_all(literals: list[Literal]) -> None:
    """Make a negated place mean all of its kind: something that is not on the counter is on no counter."""
    told = {one for literal in literals if literal.filled.positive for one in literal.filled.arguments}
    for literal in literals:
        filled = literal.filled
        for one in () if filled.positive else filled.arguments:
            if not isinstance(one, Entity) or one is literal.subject or one.count != 1:
                continue
            if one not in told:
                one.count = None
            elif one.definite and len(one.members) > 1 and interchangeable(one):  # car1 at the curb, car2 not at it
                every = replace(one, count=None)
                those = tuple(every if each is one else each for each in filled.arguments)
                literal.filled = Filled(filled.predicate, those, positive=False)


def _in_several_places(talk: Discourse, literal: Literal) -> bool:
    """Report one thing in several places, as in `a fork on each plate`: the text does not say which goes where."""
    subject = literal.subject
    if literal.role != "place" or not literal.filled.positive:
        return False
    for other in literal.filled.arguments:
        if not isinstance(other, Entity) or other is subject or other.count == 1 or len(other.members) < 2:
            continue
        if subject.count != other.count or subject.count is None:
            reason = f"`{subject.words}` would be in several places; say which goes where"
            talk.say(rules.not_in_domain, literal.start, literal.end, reason)
            return True
    return False


def _choose(talk: Discourse, one: Entity) -> None:
    """Pick one of several objects if the text means a particular one."""
    members = one.members
    if one.count == 1 and one.definite and len(members) > 1 and not interchangeable(one) and one.phrase is not None:
        start, end = one.phrase.head or (one.phrase.start, one.phrase.end)
        name = talk.choices.pick(members[:_MOST_CONSTANTS], talk.span(start, end))
        one.options = [Kind(name, (name,), own=True)]


def _alternatives(talk: Discourse, entities: list[Entity]) -> list[dict[Entity, Bound]] | None:
    """Every way to choose kinds for the entities; None, with a finding, if there are too many."""
    ways: list[list[Bound]] = []
    writer = Writer(talk)
    total = 1
    for one in entities:
        if one.count is not None and one.count > len(one.members):
            talk.findings.append(rules.too_few_in_scene(_span(talk, one), one.words, one.count, one.members, ()))
            return None
        found = list(_bindings(writer, one))
        total *= max(1, len(found))
        if total > MOST_ALTERNATIVES and interchangeable(one):  # three balls here and two there: any of them
            ways = [way[:1] if interchangeable(each) else way for each, way in zip(entities, ways, strict=False)]
            used = {term for way in ways for bound in way for term in bound.terms}
            found = [bound for bound in found if used.isdisjoint(bound.terms)][:1] or found
            total = prod(map(len, [*ways, found]))
        if total > MOST_ALTERNATIVES:
            reason = f"`{one.words}` can be too many kinds of things"
            talk.findings.append(rules.not_in_domain(_span(talk, one), one.words, reason))
            return None
        ways.append(found)
    return [dict(zip(entities, way, strict=True)) for way in product(*ways)]


def _span(talk: Discourse, one: Entity) -> Span:
    """Where the text mentions an entity; the whole text for one that it does not name."""
    phrase = one.phrase
    return talk.source.span(0, len(talk.source.text)) if phrase is None else talk.span(phrase.start, phrase.end)


def _bindings(writer: Writer, one: Entity) -> Iterator[Bound]:
    """The possible terms of an entity in the goal."""
    members = tuple(one.members)
    if one.count is None and len(members) > 1:
        options = one.options
        if len(options) == 1 and (options[0].type is not None or options[0].guards):
            yield Bound((), (_variable(writer, options[0], one),), every=True)
        else:
            yield Bound(members)
        return
    if one.count is None or one.count >= len(members):
        yield Bound(members)
        return
    options = [option for kind in one.options for option in _quantifiable(kind)]
    names = [_variable(writer, options[0], one).name for _ in range(one.count)]
    single = all(len(option.members) == 1 for option in options)
    choices = list((combinations if single else combinations_with_replacement)(options, one.count))
    # With too many mixed choices, only those with all objects of one kind are kept.
    if len(choices) > MOST_ALTERNATIVES:
        choices = [(option,) * one.count for option in options]
    for choice in choices:
        if any(choice.count(option) > len(option.members) for option in choice):
            continue
        if all(len(option.members) == 1 for option in choice):
            yield Bound(tuple(option.members[0] for option in choice))
            continue
        variables = tuple(
            Variable(name, _type(writer, option), _guards(option, name))
            for name, option in zip(names, choice, strict=True)
            if len(option.members) > 1
        )
        terms = tuple(
            name if len(option.members) > 1 else option.members[0] for name, option in zip(names, choice, strict=True)
        )
        yield Bound(terms, variables)


def _quantifiable(kind: Kind) -> list[Kind]:
    """The kind where a quantifier can say it, else each of its objects."""
    if kind.type is not None or kind.guards or len(kind.members) == 1:
        return [kind]
    return [Kind(name, (name,), own=True) for name in kind.members]


def _type(writer: Writer, kind: Kind) -> str:
    """The type of a variable over a kind: its own, otherwise the smallest that has all its objects."""
    if kind.type is not None:
        return kind.type
    members = set(kind.members)
    of_type = writer.talk.facts.task.of_type
    fitting = [name for name, those in of_type.items() if members <= set(those)]
    return min(fitting, key=lambda name: len(of_type[name]), default=OBJECT)


def _guards(kind: Kind, name: str) -> tuple[str, ...]:
    return tuple(
        f"({guard.predicate} {' '.join(name if one == '?x' else one for one in guard.arguments)})"
        for guard in kind.guards
    )


def _variable(writer: Writer, kind: Kind, one: Entity) -> Variable:
    """A variable with a unique name, taken from the text's word if that is a valid name."""
    named = [part for part in parts_of(one.words) if part.isascii()] if one.count == 1 else []
    parts = named or [part for part in parts_of(kind.label) if part.isascii()]
    base = "-".join(parts) or "thing"
    base = base if base[0].isalpha() else f"x-{base}"
    name, number = base, 1
    while name in writer.names:
        number += 1
        name = f"{base}-{number}"
    writer.names.add(name)
    name = f"?{name}"
    return Variable(name, _type(writer, kind), _guards(kind, name))


def _quantified(
    talk: Discourse, literals: list[Literal], entities: list[Entity], bound: dict[Entity, Bound]
) -> str | None:
    """The goal for one choice of kinds."""
    writer = Writer(talk, {variable.name[1:] for one in bound.values() for variable in one.variables})
    for one in entities:
        others = {term for other in one.apart if other in bound for term in bound[other].terms if term[0] != "?"}
        if one.apart and not bound[one].every and not others.isdisjoint(bound[one].terms):
            return None
    conditions: list[str] = []
    variables: list[Variable] = []
    for one in entities:
        if not bound[one].every:
            variables.extend(bound[one].variables)
            conditions.extend(guard for variable in bound[one].variables for guard in variable.guards)
    conditions.extend(_distinct(talk, literals, entities, bound))
    for every, group in _by_every(literals, bound):
        outer, writer.open = writer.open, {} if every else writer.open
        atoms = [atom for literal in group for atom in _atoms(writer, literal, bound)]
        if every:
            atoms = _with_open(writer, atoms)
            writer.open = outer
        if any(_of_itself(atom) for atom in atoms):
            return None
        conditions.append(_forall(every, bound, atoms)) if every else conditions.extend(atoms)
    variables.extend(writer.open.values())
    conditions.extend(guard for variable in writer.open.values() for guard in variable.guards)
    body = _conjunction(list(dict.fromkeys(conditions)))
    return f"(exists ({_typed(variables)}) {body})" if variables else body


def _with_open(writer: Writer, atoms: list[str]) -> list[str]:
    """The conditions, inside a quantifier over the things that the text does not name."""
    variables = [*writer.open.values()]
    if not variables:
        return atoms
    guards = [guard for variable in variables for guard in variable.guards]
    return [f"(exists ({_typed(variables)}) {_conjunction([*guards, *atoms])})"]


def _of_itself(atom: str) -> bool:
    """Whether an atom relates an object to itself: no object is on itself."""
    terms = atom.strip("()").split()[1:]
    return len(terms) == 2 and terms[0] == terms[1]


def _by_every(
    literals: list[Literal], bound: dict[Entity, Bound]
) -> Iterator[tuple[tuple[Entity, ...], list[Literal]]]:
    """The literals grouped by the entities that they quantify universally, in order."""
    groups: dict[tuple[Entity, ...], list[Literal]] = {}
    for literal in literals:
        every = tuple(one for one in literal.filled.arguments if isinstance(one, Entity) and bound[one].every)
        groups.setdefault(tuple(dict.fromkeys(every)), []).append(literal)
    yield from groups.items()


def _forall(every: tuple[Entity, ...], bound: dict[Entity, Bound], atoms: list[str]) -> str:
    body = _conjunction(atoms)
    variables = [variable for one in every for variable in bound[one].variables]
    guards = [guard for variable in variables for guard in variable.guards]
    if guards:
        body = f"(imply {_conjunction(guards)} {body})"
    return f"(forall ({_typed(variables)}) {body})"


def _typed(variables: Sequence[Variable]) -> str:
    """A typed list; neighbours of one type share it."""
    untyped = all(one.type == OBJECT for one in variables)
    after = [*(one.type for one in variables[1:]), None]
    pairs = zip(variables, after, strict=True)
    return " ".join(one.name if untyped or one.type == its else f"{one.name} - {one.type}" for one, its in pairs)


def _conjunction(conditions: list[str]) -> str:
    return conditions[0] if len(conditions) == 1 else f"(and {' '.join(conditions)})"


def _distinct(
    talk: Discourse, literals: list[Literal], entities: list[Entity], bound: dict[Entity, Bound]
) -> Iterator[str]:
    """The inequalities that keep different things of a kind apart."""
    for one in entities:
        types = {variable.name: variable.type for variable in bound[one].variables}
        for a, b in combinations(bound[one].terms, 2):
            if a in types and (b not in types or _overlap(talk, types[a], types[b])):
                yield f"(not (= {a} {b}))"
    pairs = [(other, one) for one in entities for other in one.apart if other in bound]
    for literal in literals:
        there = [one for one in literal.filled.arguments if isinstance(one, Entity)]
        pairs += [(a, b) for a, b in combinations(sorted(there, key=_number), 2) if a is not b]
    moved = sorted(dict.fromkeys(one.subject for one in literals if one.role in ("place", "take")), key=_number)
    pairs += combinations([one for one in moved if one in bound and bound[one].variables][:_MOST_CONSTANTS], 2)
    for one, other in sorted(dict.fromkeys(pairs), key=lambda pair: (pair[0].number, pair[1].number)):
        for a, b in product(bound[one].terms, bound[other].terms):
            both = set(_objects(talk, bound[one], a, one)) & set(_objects(talk, bound[other], b, other))
            if both and a != b and (a.startswith("?") or b.startswith("?")):
                yield f"(not (= {a} {b}))"


def _number(one: Entity) -> int:
    return one.number


def _objects(talk: Discourse, bound: Bound, term: str, one: Entity) -> list[str]:
    """The objects that a term can be."""
    if not term.startswith("?"):
        return [term]
    types = {variable.name: variable.type for variable in bound.variables}
    of_type = set(talk.facts.task.of_type.get(types.get(term, OBJECT), ()))
    return [name for name in one.members if name in of_type]


def _overlap(talk: Discourse, one: str, other: str) -> bool:
    of_type = talk.facts.task.of_type
    return bool(set(of_type.get(one, ())) & set(of_type.get(other, ())))


def _atoms(writer: Writer, literal: Literal, bound: dict[Entity, Bound]) -> Iterator[str]:
    """The atoms of a literal: one for each of several things, pair by pair if all lists have the same length.

    What is denied is denied of every pair.
    """
    filled = literal.filled
    columns: list[tuple[str, ...]] = []
    for argument in filled.arguments:
        one = bound[argument] if isinstance(argument, Entity) else Bound(("",))
        columns.append(tuple(variable.name for variable in one.variables) if one.every else one.terms)
    many = [column for column in columns if len(column) > 1]
    if filled.positive and len(many) > 1 and len({len(column) for column in many}) == 1:
        rows = [tuple(column[at] if len(column) > 1 else column[0] for column in columns) for at in range(len(many[0]))]
    else:
        rows = list(product(*columns))
    for row in rows:
        yield _atom(writer, filled, row)


def _atom(writer: Writer, filled: Filled, row: tuple[str, ...]) -> str:
    """An atom or its negation; a negated atom holds for none of the things that the text leaves unnamed."""
    outer = writer.open
    writer.open = outer if filled.positive else {}
    terms = [
        term if isinstance(argument, Entity) else _unnamed(writer, (filled.predicate, str(number), *row), argument)
        for number, (term, argument) in enumerate(zip(row, filled.arguments, strict=True))
    ]
    atom = f"({' '.join((filled.predicate, *terms))})"
    most = f"({' '.join(('{}', *terms))})"  # where the number is a function of the same things
    said = filled.amount.split()
    numbers = [one if one[-1:].isdigit() or one[0] in "<>=" else most.format(one) for one in said]
    if numbers:
        atom = _conjunction(
            [f"({sign} {atom} {number})" for sign, number in zip(numbers[::2], numbers[1::2], strict=True)]
        )
    if filled.positive:
        return atom
    within = _with_open(writer, [atom])
    writer.open = outer
    return f"(not {within[0]})"


def _unnamed(writer: Writer, key: tuple[str, ...], types: tuple[str, ...]) -> str:
    """A term the text does not name: the only object of its type, the lexicon's default, or a variable."""
    objects = writer.talk.facts.objects_of(types)
    if len(objects) == 1:
        return objects[0]
    for one in types:
        default = writer.talk.lexicon.defaults.get(one)
        if default is not None and default in writer.talk.facts.task.objects:
            return default
    if key not in writer.open:
        types = types if len(types) == 1 else (OBJECT,)
        label = types[0].strip("()")
        guards = (Template(label, ("?x",)),) if label != types[0] else ()
        kind = Kind(label, objects, OBJECT if guards else types[0], guards)
        writer.open[key] = _variable(writer, kind, Entity(-1, label if label != OBJECT else "thing", [kind]))
    return writer.open[key].name


# ---------------------------------------------------------------------------------------------------- in words


def _in_words(talk: Discourse, literals: list[Literal]) -> str:
    """The goal as an English sentence."""
    seen: set[int] = set()
    return "; ".join(_said(talk, literal.filled, seen) for literal in literals)


def _said(talk: Discourse, filled: Filled, seen: set[int]) -> str:
    names = [_called(one, seen) for one in filled.arguments]
    words = " ".join(part for part in talk.facts.parts(filled.predicate) if part not in ("is",))
    no = "" if filled.positive else "not "
    if filled.amount:
        return f"{no}{words} {' '.join(names)} {filled.amount}"
    if len(names) <= 1:
        return f"{names[0] if names else 'it'} is {no}{words}"
    if len(names) == 2:
        return f"{names[0]} is {no}{words} {names[1]}"
    return f"{no}{words}: {', '.join(names)}"


def _called(one: Entity | tuple[str, ...], seen: set[int]) -> str:
    if not isinstance(one, Entity):
        return f"some {one[0]}"
    labels = " or ".join(dict.fromkeys(kind.label for kind in one.options)) or one.words
    if len(one.members) == 1:
        return one.members[0]
    if one.count is None:
        return f"every {labels}"
    if id(one) in seen:
        return f"the same {labels}"
    seen.add(id(one))
    return f"{one.count if one.count > 1 else 'any'} {labels}"
