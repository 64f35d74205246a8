"""Rules PDL2xx: what is declared and used, and the names that two things share."""

from __future__ import annotations

from collections.abc import Sequence

from clairify_cli.diagnostics.model import Fix, Related, Severity, Span
from clairify_cli.diagnostics.nearest import listing, nearest
from clairify_cli.diagnostics.registry import Message, rule
from clairify_cli.languages.pddl.rules.wording import did_you_mean, elsewhere, places

ERROR, WARNING = Severity.ERROR, Severity.WARNING


@rule("PDL201", "undeclared-type", ERROR)
def undeclared_type(
    name: str, declared: Sequence[str], above: str | None, fix: Fix | None, others: Sequence[Span] = ()
) -> Message:
    """A type is used and not declared.

    For an object of such a type, Fast Downward's translator breaks off with a `KeyError`. For a variable, it says
    nothing and takes it that there is nothing of that type, so that the action can never be used.

    Wrong:
        (:types room)
        (:action clean :parameters (?x - dish) :effect (clean ?x))

    Right:
        (:types room dish)
        (:action clean :parameters (?x - dish) :effect (clean ?x))
    """
    if above is not None:
        hint = f"it is only named as what `{above}` is a kind of; add `{name} - object` to `:types`"
    else:
        hint = f"{did_you_mean(name, declared)}Declared are {listing(declared)}; or add `{name}` to `:types`"
    return Message(f"the type `{name}` is not declared{elsewhere(others)}", hint, fix, places(others))


@rule("PDL202", "undeclared-predicate", ERROR)
def undeclared_predicate(
    name: str, declared: Sequence[str], is_a: str, declare: str, fix: Fix | None, others: Sequence[Span] = ()
) -> Message:
    """A predicate is used and not declared.

    Every predicate of actions, initial state and goal stands in `:predicates` of the domain. Fast Downward refuses
    others.

    Wrong:
        (:predicates (clean ?x))
        (:action wash :parameters (?x) :effect (cleaned ?x))

    Right:
        (:predicates (clean ?x))
        (:action wash :parameters (?x) :effect (clean ?x))
    """
    names = [one[1:].split()[0].rstrip(")") for one in declared]
    start = f"`{name}` is {is_a}. " if is_a else did_you_mean(name, names)
    hint = f"{start}Declared are {listing(declared, most=20)}"
    if declare:
        hint += f"; or add `{declare}` to `:predicates`"
    return Message(f"the predicate `{name}` is not declared{elsewhere(others)}", hint, fix, places(others))


@rule("PDL203", "undeclared-function", ERROR)
def undeclared_function(name: str, declared: Sequence[str], fix: Fix | None, others: Sequence[Span] = ()) -> Message:
    """A function is used and not declared.

    Every function stands in `:functions` of the domain. Fast Downward does not look, and passes over the value that is
    given to it, or finds no value where it needs one.

    Wrong:
        (:functions (total-cost) - number)
        (:init (= (distance a b) 5))

    Right:
        (:functions (distance ?from ?to) - number (total-cost) - number)
        (:init (= (distance a b) 5))
    """
    hint = f"{did_you_mean(name, declared)}Declared are {listing(declared)}; or add it to `:functions`"
    return Message(f"the function `{name}` is not declared{elsewhere(others)}", hint, fix, places(others))


@rule("PDL204", "undeclared-object", ERROR)
def undeclared_object(
    name: str,
    known: Sequence[str],
    type_: str,
    variable: str | None,
    in_domain: bool,
    elsewhere_declared: bool,
    fix: Fix | None,
    others: Sequence[Span] = (),
) -> Message:
    """An object is named and not declared.

    A problem can name what stands in its `:objects` and in the `:constants` of the domain; a domain can name its
    constants only, and no object of a problem. Fast Downward refuses other names.

    Wrong:
        (:objects cup - dish)
        (:init (on cup table))

    Right:
        (:objects cup - dish table - furniture)
        (:init (on cup table))
    """
    typed = name if type_ == "object" else f"{name} - {type_}"
    if not in_domain:
        hint = f"{did_you_mean(name, known)}Add `{typed}` to `:objects`"
        hint += f"; declared are {listing(known, most=20)}" if known else ""
    elif variable is not None:
        hint = f"did you mean the variable `{variable}`?"
    else:
        start = did_you_mean(name, known)
        if elsewhere_declared:
            start = "objects of a problem cannot be named in a domain: "
        hint = f"{start}use a parameter `?{name}`, or add `{typed}` to `:constants`"
    what = "constant" if in_domain else "object"
    return Message(f"the {what} `{name}` is not declared{elsewhere(others)}", hint, fix, places(others))


@rule("PDL205", "undeclared-variable", ERROR)
def undeclared_variable(
    name: str, known: Sequence[str], where: str, type_: str, fix: Fix | None, others: Sequence[Span] = ()
) -> Message:
    """A variable is used that nothing declares.

    Variables are declared by the parameters of an action or of a derived predicate, and by `forall` and `exists`
    around the place. An initial state has objects only. Fast Downward refuses other variables.

    Wrong:
        (:action take :parameters (?x) :precondition (at ?place) :effect (held ?x))

    Right:
        (:action take :parameters (?x ?place) :precondition (at ?place) :effect (held ?x))
    """
    typed = name if type_ == "object" else f"{name} - {type_}"
    near = nearest(name, known)
    start = f"did you mean `{near}`? " if near else ""
    if where == "init":
        hint = "an initial state names objects: write one fact for each"
    elif where == "goal":
        hint = f"{start}Name an object, or write `(exists ({typed}) ...)` around it"
    else:
        hint = f"{start}Add `{typed}` to {where}" + (f"; it has {listing(known)}" if known else "")
    return Message(f"the variable `{name}` is not declared{elsewhere(others)}", hint, fix, places(others))


@rule("PDL206", "undeclared-supertype", WARNING)
def undeclared_supertype(name: str, of: Sequence[str], fix: Fix | None) -> Message:
    """A type is only named as what others are a kind of.

    It is taken as declared. But an object of that very type is an error, and Fast Downward does not take what is a
    kind of it for an `object`.

    Wrong:
        (:types cup plate - dish)

    Right:
        (:types cup plate - dish dish - object)
    """
    return Message(
        f"the type `{name}`, which {listing(of)} {'is' if len(of) == 1 else 'are'} a kind of, is not declared",
        hint=(
            "nothing can be above `object`: leave `object` out of `:types`, or call it by what is meant, such as `item`"
            if "object" in [one.lower() for one in of]
            else f"add `{name} - object` to `:types`"
        ),
        fix=fix,
    )


@rule("PDL207", "type-twice", WARNING)
def type_twice(name: str, both: bool, first: Span) -> Message:
    """A type is declared twice.

    Where the declarations name two supertypes, the type is a kind of both.

    Wrong:
        (:types cup - dish cup - dish dish)

    Right:
        (:types cup - dish dish)
    """
    said = f"a second declaration of the type `{name}`" + (", with another supertype" if both else "")
    hint = "it is now a kind of both: keep one, if that is not meant" if both else "remove it"
    return Message(said, hint, related=(Related("the first is here", first),))


@rule("PDL208", "predicate-twice", WARNING)
def predicate_twice(name: str, was: str, now: str, first: Span) -> Message:
    """A predicate is declared twice.

    A predicate has one list of parameters: the last declaration counts, also for Fast Downward. If it has another
    number of parameters than the first, that is an error, because nothing says which of them is meant.

    Wrong:
        (:predicates (at ?x) (at ?x ?y))

    Right:
        (:predicates (at ?x) (at-place ?x ?y))
    """
    related = (Related("the first is here", first),)
    if was == now:
        return Message(f"a second declaration of the predicate `{name}`", "remove it", related=related)
    hint = "a predicate has one list of parameters, and the last counts: give the other a name of its own, or remove it"
    other = was.count("?") != now.count("?")
    said = f"the predicate `{name}` is declared again, now as {now} and before as {was}"
    return Message(said, hint, related=related, severity=ERROR if other else WARNING)


@rule("PDL209", "function-twice", WARNING)
def function_twice(name: str, first: Span) -> Message:
    """A function is declared twice.

    Wrong:
        (:functions (distance ?a ?b) (distance ?a ?b))

    Right:
        (:functions (distance ?a ?b))
    """
    related = (Related("the first is here", first),)
    return Message(f"a second declaration of the function `{name}`", "declare a function once", related=related)


@rule("PDL210", "object-twice", ERROR)
def object_twice(name: str, kind: str, same: bool, fix: Fix | None, first: Span) -> Message:
    """An object is declared twice.

    Constants of the domain count too. Fast Downward refuses the problem.

    Wrong:
        (:objects cup plate - dish cup - item)

    Right:
        (:objects cup plate - dish)
    """
    hint = "remove it" if same else "decide on one type, and remove the other; or give the second thing its own name"
    return Message(f"a second {kind} `{name}`", hint, fix, (Related("the first is here", first),))


@rule("PDL211", "action-twice", WARNING)
def action_twice(name: str, first: Span) -> Message:
    """Two actions have one name.

    A plan that names the action could mean either.

    Wrong:
        (:action move :parameters (?x) ...)
        (:action move :parameters (?x ?y) ...)

    Right:
        (:action move :parameters (?x) ...)
        (:action move-to :parameters (?x ?y) ...)
    """
    related = (Related("the first is here", first),)
    return Message(f"a second action `{name}`", "give every action a name of its own", related=related)


@rule("PDL212", "variable-twice", ERROR)
def variable_twice(name: str, where: str, harmless: bool, first: Span) -> Message:
    """A list of variables has one of them twice.

    Nothing says which of the two is meant. Fast Downward takes the last, without a word. In the declaration of a
    predicate the names mean nothing, so that it is only a warning there.

    Wrong:
        (:action move :parameters (?x - robot ?x - room) :effect (in ?x ?x))

    Right:
        (:action move :parameters (?x - robot ?y - room) :effect (in ?x ?y))
    """
    return Message(
        f"{where} has the variable `{name}` twice",
        "give each its own name",
        related=(Related("the first is here", first),),
        severity=WARNING if harmless else None,
    )


@rule("PDL213", "shadowed-variable", WARNING)
def shadowed_variable(name: str, quantifier: str, first: Span | None) -> Message:
    """A variable of `forall` or `exists` has the name of a variable around it.

    Within the brackets the outer one cannot be named. That is allowed, but seldom meant.

    Wrong:
        (:action a :parameters (?x) :precondition (exists (?x) (near ?x)) :effect (done ?x))

    Right:
        (:action a :parameters (?x) :precondition (exists (?y) (near ?y)) :effect (done ?x))
    """
    related = (Related("the outer one is here", first),) if first is not None else ()
    return Message(
        f"the `{name}` of `{quantifier}` hides the `{name}` around it", "rename one of them", related=related
    )


@rule("PDL214", "unused-declaration", WARNING)
def unused_declaration(kind: str, name: str, nowhere: str) -> Message:
    """Something is declared and not used.

    A predicate that no action and no fact names, a function or a constant without a use, a type of which there is
    nothing: either it can go, or an action that should use it is missing.

    Wrong:
        (:predicates (clean ?x) (wet ?x))   (and no action names `wet`)

    Right:
        (:predicates (clean ?x))
    """
    return Message(f"{nowhere} uses the {kind} `{name}`", hint="remove it, or see what is missing")


@rule("PDL215", "unused-variable", WARNING)
def unused_variable(name: str, of: str, multiplies: bool) -> Message:
    """A variable is declared and not used.

    A parameter that neither precondition nor effect names makes as many copies of an action as there are objects for
    it. Mostly a condition on it is missing.

    Wrong:
        (:action wash :parameters (?x ?sink) :effect (clean ?x))

    Right:
        (:action wash :parameters (?x ?sink) :precondition (at ?sink) :effect (clean ?x))
    """
    what = "parameter" if multiplies else "variable"
    return Message(f"{of} does not use its {what} `{name}`", hint="remove it, or see which condition is missing")


@rule("PDL216", "type-cycle", WARNING)
def type_cycle(names: Sequence[str]) -> Message:
    """Types are a kind of each other in a circle.

    Then all of them mean the same, which is seldom meant. Fast Downward takes it so without a word; other planners
    refuse the domain, or never come back. A type that is a kind of itself is mostly the first name of a list that was
    meant to be below it.

    Wrong:
        (:types dish - item item - dish)

    Right:
        (:types dish - item item - object)
    """
    if len(names) == 1:
        hint = f"write `{names[0]} - object` by itself, and what is a kind of `{names[0]}` after it"
        return Message(f"the type `{names[0]}` is a kind of itself", hint)
    circle = " - ".join((*names, names[0]))
    hint = "take one of these steps out; now they all mean the same"
    return Message(f"these types are a kind of each other in a circle: {circle}", hint)


@rule("PDL217", "object-type", WARNING)
def object_type(parent: str | None) -> Message:
    """The type `object` is declared.

    `object` is the type of everything and is always there. A domain that declares it beside others mostly means
    things of one kind by it; but any other thing is an `object` too and fits wherever one is asked for.

    Wrong:
        (:types object room)

    Right:
        (:types item room)
    """
    what = f" as a kind of `{parent}`" if parent else ""
    return Message(
        f"`object` is declared{what}, but it is the type of everything and is always there",
        hint="leave it out, or call the type by what is meant, such as `item`",
    )


@rule("PDL218", "number-type", ERROR)
def number_type() -> Message:
    """The type `number` is declared.

    It is reserved for the values of functions. Fast Downward refuses the domain.

    Wrong:
        (:types room number)

    Right:
        (:types room door-number)
    """
    return Message("`number` is the type of numeric values and cannot be declared", "choose another name")


@rule("PDL219", "one-name-for-two", WARNING)
def one_name_for_two(name: str, one: str, other: str, first: Span | None) -> Message:
    """Two things of different kinds have one name.

    A type and a predicate, a type and an object, or a predicate and an object: solvers tell them apart, readers and
    other tools often do not.

    Wrong:
        (:types robot)
        (:objects robot - robot)

    Right:
        (:types robot)
        (:objects robby - robot)
    """
    related = (Related(f"the {other} is here", first),) if first is not None else ()
    return Message(f"`{name}` is the name of a{'n' if one[0] in 'aeo' else ''} {one} and of a {other}",
                   hint="rename one of them", related=related)  # fmt: skip


@rule("PDL220", "other-domain", ERROR)
def other_domain(written: str, domain: str, fix: Fix) -> Message:
    """A problem names another domain than the one that it is given with.

    Fast Downward refuses the pair.

    Wrong:
        (define (domain kitchen) ...)
        (define (problem p) (:domain kitchens) ...)

    Right:
        (define (domain kitchen) ...)
        (define (problem p) (:domain kitchen) ...)
    """
    return Message(f"the problem is for the domain `{written}`, but the domain given is `{domain}`",
                   hint=f"write `(:domain {domain})`", fix=fix)  # fmt: skip


@rule("PDL221", "idle-object", WARNING)
def idle_object(name: str) -> Message:
    """Nothing is said of an object, and no action can use it.

    It stands neither in the initial state nor in the goal, and every action asks for facts about such an object that no
    action makes true. Mostly these facts were forgotten.

    Wrong:
        (:action fill :parameters (?c - cup) :precondition (clean ?c) :effect (full ?c))
        (:objects cup1 cup2 - cup)
        (:init (clean cup1))

    Right:
        (:action fill :parameters (?c - cup) :precondition (clean ?c) :effect (full ?c))
        (:objects cup1 cup2 - cup)
        (:init (clean cup1) (clean cup2))
    """
    return Message(f"nothing is said of the object `{name}`, and no action can use it",
                   hint="add the facts about it to `:init`, or remove it")  # fmt: skip
