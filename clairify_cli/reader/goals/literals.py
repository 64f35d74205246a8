"""The literals that the text wants: fill them in, check them against the types, add them to the discourse, and find
those that are still true at the end, as later words in the text undo earlier ones."""

from __future__ import annotations

from itertools import groupby, pairwise, product

from clairify_cli.reader.goals.discourse import Discourse, Literal
from clairify_cli.reader.goals.english import english
from clairify_cli.reader.goals.entities import Entity, Filled, fits, is_means, narrow
from clairify_cli.reader.goals.facts import Template
from clairify_cli.reader.goals.lexicon import Frame
from clairify_cli.reader.goals.rules import rules
from clairify_cli.reader.goals.vocabulary import Kind
from clairify_cli.reader.goals.words import key_of, parts_of


def state(talk: Discourse, templates: tuple[Template, ...], one: Entity, start: int, end: int) -> bool:
    """Add an adjective's literals for a thing; return False if their types or the actions do not allow it."""
    ended = {effect.predicate for deed in talk.facts.deeds for effect in deed.effects if not effect.positive}
    if not all(_admits(talk, each, "?x", one) and (each.positive or each.predicate in ended) for each in templates):
        return False
    for template in templates:
        filled = filled_in(talk, template, {"?x": one})
        if filled is not None:
            add(talk, Literal(filled, one, start, end))
    return True


def filled_in(talk: Discourse, template: Template, bound: dict[str, Entity]) -> Filled | None:
    """A literal of the lexicon with its variables filled; unbound ones stay open."""
    wanted = talk.facts.types_of(template)
    if wanted is None:
        return None
    arguments: list[Entity | tuple[str, ...]] = []
    for argument, types in zip(template.arguments, wanted, strict=True):
        if argument in bound:
            arguments.append(bound[argument])
        elif ":" in argument:
            bound[argument] = _any_of(talk, argument.partition(":")[2])
            arguments.append(bound[argument])
        elif argument in talk.facts.task.objects:
            arguments.append(Entity(-1, argument, [Kind(argument, (argument,), own=True)]))
        else:
            arguments.append(_spoken_of(talk, types, bound) or types)
    return Filled(template.predicate, tuple(arguments), template.positive)


def _spoken_of(talk: Discourse, types: tuple[str, ...], bound: dict[str, Entity]) -> Entity | None:
    """The only thing of the types that the text has mentioned: the lamp switched on is the lamp to read by."""
    known = [
        one for one in talk.entities if one.count == 1 and one not in bound.values() and fits(talk.facts, one, types)
    ]
    return known[0] if len(known) == 1 else None


def _any_of(talk: Discourse, types: str) -> Entity:
    """Any object of the type that the lexicon names, `?c:counter-top`, or of several, `?c:sink|counter-top`."""
    kinds = [Kind(name, talk.facts.task.of_type.get(name, ()), name) for name in types.split("|")]
    return Entity(-1, kinds[0].label, [kind for kind in kinds if kind.members])


def add(talk: Discourse, literal: Literal) -> None:
    """Add a literal, and narrow its things to the types of its predicate."""
    known = talk.facts.functions if literal.filled.amount else talk.facts.predicates.values()
    predicate = next(one for one in known if one.name == literal.filled.predicate)
    for argument, types in zip(literal.filled.arguments, predicate.types, strict=True):
        if isinstance(argument, Entity) and not argument.options and argument.is_wild:
            _tame(talk, argument, types)
        elif isinstance(argument, Entity) and argument.options:
            narrow(talk.facts, argument, types)
            phrase, kept = argument.phrase, set(argument.members)
            if phrase is not None and any(kept.isdisjoint(one) for one in phrase.choices):
                reason = "one of its alternatives cannot be meant here"
                talk.say(rules.not_in_domain, phrase.start, phrase.determiners[-1] + 1, reason, talk.changing)
    talk.literals.append(literal)
    kind = "relation" if sum(isinstance(one, Entity) for one in literal.filled.arguments) > 1 else "state"
    name = literal.filled.predicate if literal.filled.positive else f"not {literal.filled.predicate}"
    talk.note(kind, literal.start, literal.end, (name,))


def _tame(talk: Discourse, one: Entity, types: tuple[str, ...]) -> None:
    """Give `everything` the kinds of the argument it fills."""
    excepted = {name for other in one.apart for name in other.members}
    members = tuple(name for name in talk.facts.objects_of(types) if name not in excepted)
    kind = types[0]
    guards = (Template(kind.strip("()"), ("?x",)),) if kind.startswith("(") and not excepted else ()
    whole = None if excepted or len(types) > 1 or guards else kind
    one.options, one.apart = [Kind(kind.strip("()"), members, whole, guards)], []
    if one.phrase is not None and one.phrase.head is not None:
        talk.note("thing", *one.phrase.head, members, None)


def may_be(talk: Discourse, frame: Frame, variable: str, type_name: str | None, one: Entity) -> bool:
    """Whether a thing can fill a slot of a pattern, by the slot's type and the pattern's literals."""
    if type_name is not None and type_name not in talk.facts.task.hierarchy.supertypes:
        return key_of(parts_of(one.words)).endswith(key_of(parts_of(type_name)))  # a word of the lexicon: `faucet`
    if type_name is not None and not fits(talk.facts, one, (type_name,)):
        return False
    return all(_admits(talk, template, variable, one) for template in frame.literals)


def _admits(talk: Discourse, template: Template, variable: str, one: Entity) -> bool:
    """Whether a literal's types allow a thing for one of its variables."""
    wanted = talk.facts.types_of(template)
    return wanted is not None and all(
        fits(talk.facts, one, types)
        for argument, types in zip(template.arguments, wanted, strict=True)
        if argument == variable
    )


def final(talk: Discourse) -> list[Literal]:
    """The literals that hold at the end, in the order of the text, each once."""
    kept: list[Literal] = []
    about: dict[int, list[Literal]] = {}
    went: list[Literal] = []
    literals = _corrected(talk, talk.corrects)
    for number, literal in enumerate(literals):
        later = [one for one in literals[number + 1 :] if one.start != literal.start]
        passed = literal.role == "go" and any(one.role != "go" for one in later)
        if passed or (literal.role == "find" and any(one.subject is literal.subject for one in later)):
            _mention_step(talk, literal)
            continue
        same = about.setdefault(literal.subject.number, [])
        if literal.role == "go":
            for earlier in went:
                _undo(talk, earlier, literal, kept)
            went = [literal]
        repeated = False
        for earlier in list(same):
            one, other = earlier.filled, literal.filled
            if one.predicate == other.predicate and one.arguments == other.arguments and not one.amount:
                repeated = one.positive == other.positive
                if not repeated:
                    same.remove(earlier)
                    _undo(talk, earlier, literal, kept)
            elif _undoes(talk, earlier, literal):
                same.remove(earlier)
                left = _undo(talk, earlier, literal, kept)
                same.extend(left)
                if earlier.role == "where":  # go to rooma, pick up ball1 and bring it to roomb
                    steps = [one for one in kept if one.role == "went" and one.start < earlier.start]
                    kept = [one for one in kept if one not in steps]
                    steps += [earlier] * (not {*english().classes["take"].states}.isdisjoint(parts_of(one.predicate)))
                    for step in steps:
                        talk.note("means", step.start, step.end, ())
        if not repeated:
            kept.append(literal)
            same.append(literal)
    return _without_means(talk, kept)


def _corrected(talk: Discourse, at: int | None) -> list[Literal]:
    """The literals without those that `no, …` takes back: each literal there differs from one of them in one thing."""
    said = [one for one in talk.literals if at is None or one.start < at]
    after = talk.literals[len(said) :]
    taken = list[Literal]()
    for literal in [one for one in after if one.start == after[0].start]:
        near = [one for one in said if _differ(one, literal) == 1]
        own = [one for one in near if one.subject.members == literal.subject.members]
        own = own or [one for one in near if one.start == said[-1].start]
        if len(own) == 1:
            taken, literal.role = [*taken, *own], own[0].role  # pick up a, no, b, and put it in the box
        else:
            talk.say(rules.not_in_domain, literal.start, literal.end, "it is not told what it corrects", ())
    for one in taken:
        talk.note("means", one.start, one.end, ())
    return [one for one in said if one not in taken] + after


def _differ(one: Literal, other: Literal) -> int:
    """In how many arguments two literals of a predicate differ; 0 for others, and if only one is negated."""
    pairs = zip(one.filled.arguments, other.filled.arguments, strict=False)
    names = ([each.members if isinstance(each, Entity) else each for each in pair] for pair in pairs)
    alike = one.filled.predicate == other.filled.predicate and one.filled.positive == other.filled.positive
    return sum(a != b for a, b in names) if alike else 0


def account(talk: Discourse, kept: list[Literal]) -> None:
    """Report the things of the text that are neither in the goal nor only there to say where, how or which."""
    literals = [*talk.literals, *kept]
    arguments: list[Entity | tuple[str, ...]] = [one for literal in literals for one in literal.filled.arguments]
    used = {id(one) for one in arguments}
    used |= {id(other) for one in talk.entities if id(one) in used for other in one.apart}
    aside = [one.span for one in talk.mentions if one.kind in ("place", "means", "step")]
    aside += [one.span for one in talk.findings]
    for one in talk.entities:
        if id(one) in used or one.number in talk.left or one.phrase is None or _is_spread(one, arguments):
            continue
        at = talk.span(one.phrase.start, one.phrase.end)
        means = any(is_means(talk.facts, each.filled.predicate, each.subject, one) for each in literals)
        if not means and not any(at.start < other.end and other.start < at.end for other in aside):
            talk.say(rules.object_left_out, one.phrase.start, one.phrase.end)
    _account_for_order(talk, kept)
    for number in range(len(talk.words.tokens)):
        if talk.words.is_in(number, "restricting") and talk.span(number, number + 1) not in aside:
            talk.say(rules.not_in_domain, number, number + 1, "a goal says only what is so in the end")


_ORDER = "a goal says what holds at the end, and not in which order"
_AS_AND = "`and`, as a goal does not say in which order"


def _account_for_order(talk: Discourse, kept: list[Literal]) -> None:
    """Report words for an order, which no goal has. Little is lost where each clause is about a thing of the one
    before, as in `wash the cup and then put it away`."""
    ordered = sorted(kept, key=lambda one: one.start)
    clauses = [list(group) for _, group in groupby(ordered, lambda one: one.start)]
    linked = [_are_linked(one, other) for one, other in pairwise(clauses)]
    words = talk.words
    for number in range(len(words.tokens)):
        after = words.text(number + 1)
        told = after.endswith("ing") or after in ("you", "we", "i", "it", "they")  # wash it before putting it away
        before = sum(words.begin(one[0].start) <= number for one in clauses)
        if words.is_in(number, "ordering"):
            talk.say(rules.goal_words_left_out if told else rules.not_in_domain, number, number + 1, _ORDER)
        elif words.is_apart(number, "firsts") and linked[before - words.closes(number) :]:
            if not all(linked[before - words.closes(number) :]):
                talk.say(rules.not_in_domain, number, number + 1, _ORDER)
                return
            talk.say(rules.goal_assumed, number, number + 1, _AS_AND)
        elif words.text(number) == "after" and not all(linked):
            only = told or words.text(number + 1) in ("that", "this")
            rule, reason = (rules.goal_assumed, _AS_AND) if only else (rules.not_in_domain, _ORDER)
            talk.say(rule, number, number + 1, reason)
        elif words.is_apart(number, "sequence") and not all(linked[max(0, before - 1) : before]):
            talk.say(rules.goal_assumed, number, number + 1, _AS_AND)


def _are_linked(one: list[Literal], other: list[Literal]) -> bool:
    """Whether some literal is about a thing of another one."""
    pairs = [pair for a, b in product(one, other) for pair in ((a.subject, b), (b.subject, a))]
    return any(
        not set(subject.members).isdisjoint(argument.members)
        for subject, literal in pairs
        for argument in literal.filled.arguments
        if isinstance(argument, Entity)
    )


def _is_spread(one: Entity, arguments: list[Entity | tuple[str, ...]]) -> bool:
    """Whether literals about the single objects of a thing, or about any of its type, stand for it."""
    single = {name for other in arguments if isinstance(other, Entity) for name in other.members}
    return bool(single.intersection(one.members)) or any((kind.type,) in arguments for kind in one.options)


def _mention_step(talk: Discourse, literal: Literal) -> None:
    talk.note("step", literal.start, literal.end, (literal.filled.predicate,))


def _undoes(talk: Discourse, earlier: Literal, later: Literal) -> bool:
    pair = (later.filled.predicate, earlier.filled.predicate)
    both = earlier.filled.positive and later.filled.positive
    if later.role in ("place", "take") and earlier.role in ("place", "take", "where"):
        return both
    contrary = earlier.filled.arguments == later.filled.arguments and pair in talk.facts.contraries
    return both and contrary and {earlier.role, later.role} != {"said"}


def _undo(talk: Discourse, earlier: Literal, later: Literal, kept: list[Literal]) -> list[Literal]:
    """Remove a literal; for a stay somewhere, keep the literals that the lexicon gives for it."""
    kept.remove(earlier)
    _mention_step(talk, earlier)
    left = _left_behind(talk, earlier)
    kept.extend(left)
    if earlier.role in ("take", "where") or left:
        return left
    talk.say(rules.undone_again, earlier.start, earlier.end, talk.text(later.start, later.end))
    return []


def _left_behind(talk: Discourse, stay: Literal) -> list[Literal]:
    """`put it in the fridge, then on the table` chills it."""
    if stay.role != "place":
        return []
    places = [one for one in stay.filled.arguments if isinstance(one, Entity) and one is not stay.subject]
    ways = (left_by(talk, stay.subject, one, stay.start, stay.end) for one in places)
    return next((way for way in ways if way is not None), [])


def left_by(talk: Discourse, subject: Entity, place: Entity, start: int, end: int) -> list[Literal] | None:
    """What a stay in a place leaves true of a thing, by the lexicon; None if that says nothing of the place."""
    for name, templates in talk.lexicon.stops.items():
        members = talk.facts.task.of_type.get(name) or ((name,) if name in talk.facts.task.objects else ())
        if not place.members or not set(place.members) <= set(members):
            continue
        left = []
        for template in templates:
            types = talk.facts.types_of(template)
            if types is not None and len(types) == 1 and fits(talk.facts, subject, types[0]):
                filled = Filled(template.predicate, (subject,), template.positive)
                left.append(Literal(filled, subject, start, end))
        return left
    return None


def _without_means(talk: Discourse, kept: list[Literal]) -> list[Literal]:
    """Leave out what was taken only to do something with it: `take the knife and slice the apple`."""
    found = []
    for number, literal in enumerate(kept):
        later = [one for one in kept[number + 1 :] if one.role == "state"]
        others = [one for one in kept if one is not literal and literal.subject in one.filled.arguments]
        used = any(is_means(talk.facts, one.filled.predicate, one.subject, literal.subject) for one in later)
        if literal.role == "take" and not others and used:
            talk.note("means", literal.start, literal.end, literal.subject.members)
            continue
        found.append(literal)
    return found
