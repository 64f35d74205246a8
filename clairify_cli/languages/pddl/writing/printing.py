"""Print trees (domains, problems, goals, formulas and expressions) as canonical text.

Reading the printed text gives the same tree, except for offsets. `Broken` cannot be printed and raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clairify_cli.languages.pddl.syntax import (
    Action,
    Atom,
    Definition,
    Derived,
    Domain,
    DurativeAction,
    Expression,
    File,
    Formula,
    FunctionDeclaration,
    FunctionTerm,
    Goal,
    Name,
    Number,
    Preference,
    Problem,
    Quantified,
    Timed,
    TypedName,
    section_of,
)
from clairify_cli.languages.pddl.walk import operator_of, parts
from clairify_cli.languages.pddl.writing.layout import Block, Element, Leaf, flat, laid_out

Printable = File | Definition | Action | DurativeAction | Derived


def print_tree(node: Printable) -> str:
    """Return a file, a definition or an action as text with a final line break."""
    if isinstance(node, File):
        return laid_out(
            [_apart(_definition(one)) if at else _definition(one) for at, one in enumerate(node.definitions)]
        )
    if isinstance(node, Domain | Problem | Goal):
        return laid_out([_definition(node)])
    return laid_out([_action(node)])


def print_formula(node: Formula | Expression) -> str:
    """Return a condition, an effect, a fact or an expression on one line."""
    return flat(_formula(node)) or ""


def print_number(value: float) -> str:
    """Format a number, without a fraction if it is whole."""
    if value == int(value) if abs(value) < 2**63 else False:
        return str(int(value))
    return repr(value)


def _apart(block: Block) -> Block:
    block.before.insert(0, "")
    return block


def _list(*items: Element | str, fresh: bool = False) -> Block:
    return Block([Leaf(item) if isinstance(item, str) else item for item in items], fresh=fresh)


def _lines(keyword: str, items: Iterable[Element]) -> Block:
    """Return a section with one item per line."""
    block = _list(keyword, *items)
    for item in block.items[1:]:
        item.fresh = True
    return block


# ------------------------------------------------------------------------------------------------- definitions


def _definition(node: Definition) -> Block:
    if isinstance(node, Goal):
        return _list(":goal") if node.condition is None else _list(":goal", _formula(node.condition))
    if isinstance(node, Domain):
        return _domain(node)
    return _problem(node)


def _domain(node: Domain) -> Block:
    made = [_list("domain", *_names((node.name,) if node.name else ()))]
    made += _requirements(node)
    for keyword, declared in ((":types", node.types), (":constants", node.constants)):
        if declared or section_of(node, keyword):
            made.append(_list(keyword, *_typed(declared)))
    if node.predicates or section_of(node, ":predicates"):
        predicates = (_list(one.name.written, *_typed(one.parameters)) for one in node.predicates)
        made.append(_lines(":predicates", predicates))
    if node.functions or section_of(node, ":functions"):
        made.append(_functions(node.functions))
    actions: list[Derived | Action | DurativeAction] = [*node.derived, *node.actions]
    actions += [*node.durative_actions, *node.processes]
    made += [_apart(_action(one)) for one in actions]
    return _list("define", *made)


def _problem(node: Problem) -> Block:
    made = [_list("problem", *_names((node.name,) if node.name else ()))]
    if node.domain is not None:
        made.append(_list(":domain", node.domain.written))
    made += _requirements(node)
    if node.objects or section_of(node, ":objects"):
        made.append(_list(":objects", *_typed(node.objects)))
    if node.init or section_of(node, ":init"):
        made.append(_lines(":init", (_formula(one) for one in node.init)))
    if node.goal is not None:
        made.append(_list(":goal", _formula(node.goal)))
    if node.metric is not None:
        made.append(_list(":metric", node.metric.direction.text, _formula(node.metric.expression)))
    return _list("define", *made)


def _requirements(node: Domain | Problem) -> list[Block]:
    if not node.requirements and section_of(node, ":requirements") is None:
        return []
    return [_list(":requirements", *(name.text for name in node.requirements))]


def _names(names: Iterable[Name]) -> list[Leaf]:
    return [Leaf(name.written) for name in names]


def _functions(functions: Sequence[FunctionDeclaration]) -> Block:
    block = _list(":functions")
    for one in functions:
        block.items.append(_list(one.name.written, *_typed(one.parameters), fresh=True))
        block.items += [Leaf("-"), Leaf(one.types[0].written if one.types else "number")]
    return block


def _typed(names: Sequence[TypedName]) -> list[Element]:
    """Return a typed list; successive names with the same types share them."""
    made: list[Element] = []
    for at, one in enumerate(names):
        made.append(Leaf(one.name.written))
        of = tuple(name.text for name in one.types)
        following = names[at + 1] if at + 1 < len(names) else None
        if not of or (following is not None and tuple(name.text for name in following.types) == of):
            continue
        made.append(Leaf("-"))
        written = _names(one.types)
        made.append(written[0] if len(written) == 1 else _list("either", *written))
    return made


def _action(node: Action | DurativeAction | Derived) -> Block:
    if isinstance(node, Derived):
        head = _list(node.name.written, *_typed(node.parameters))
        return _list(":derived", head, _formula(node.condition))
    fields: list[tuple[str, Formula | None]]
    if isinstance(node, Action):
        keyword = node.kind
        fields = [(":precondition", node.precondition), (":effect", node.effect)]
    else:
        keyword = ":durative-action"
        fields = [(":duration", node.duration), (":condition", node.condition), (":effect", node.effect)]
    block = _list(keyword, node.name.written, ":parameters", _list(*_typed(node.parameters)))
    for name, value in fields:
        if value is not None:
            block.items += [Leaf(name), _formula(value)]
    return block


# ---------------------------------------------------------------------------------------------------- formulas


def _formula(node: Formula | Expression) -> Element:
    operator = operator_of(node)
    if operator is not None:
        return _list(operator, *map(_formula, parts(node)))
    match node:
        case Atom():
            return _list(node.predicate.written, *_names(node.arguments))
        case Quantified():
            return _list(node.quantifier, _list(*_typed(node.variables)), _formula(node.body))
        case Timed():
            words = node.time.split()  # `at start`, or the number of a timed literal
            return _list(*(words if len(words) == 2 else ("at", node.time)), _formula(node.operand))
        case Preference():
            return _list("preference", *_names((node.name,) if node.name else ()), _formula(node.operand))
        case Number():
            return Leaf(print_number(node.value))
        case FunctionTerm():
            if node.function.text[0] in "?#":  # `?duration` and `#t`
                return Leaf(node.function.written)
            return _list(node.function.written, *_names(node.arguments))
    raise ValueError("what could not be read cannot be printed")
