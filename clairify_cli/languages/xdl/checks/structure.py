"""The structure layer: check the root, sections and declarations, and call the other layers in file order."""

from __future__ import annotations

from dataclasses import replace

from clairify_cli.diagnostics.model import Edit, Fix, Severity
from clairify_cli.diagnostics.nearest import only_near_match
from clairify_cli.languages.xdl.checks.context import Context, Runs, Scope
from clairify_cli.languages.xdl.checks.elements import belonging, check_properties, check_steps
from clairify_cli.languages.xdl.checks.state import Interpreter
from clairify_cli.languages.xdl.rules import rules
from clairify_cli.languages.xdl.schema import SECTION_CHILD, SECTIONS, load
from clairify_cli.languages.xdl.tree import Element, line_end

MANDATORY = ("Hardware", "Reagents", "Procedure")


_PLACES = {name: place for place, name in enumerate(SECTIONS)}


def check_document(context: Context) -> None:
    """Run every layer over a document."""
    root = context.document.root
    if context.document.has_text:
        _check_text(context)
    synthesis = root
    if root.tag != "Synthesis":
        found = _check_root(context, root)
        if found is None:
            return
        synthesis = found
    scope = _scope(context, synthesis, MANDATORY)
    if context.blueprints:
        _check_blueprints(context, scope)
    check_section_contents(context, scope, synthesis)
    if scope.procedure is not None:
        _check_states(context, scope)
    if context.old_names:
        _report_old_names(context)


def _check_states(context: Context, scope: Scope) -> None:
    """Interpret the procedure of a scope and report problems of vessel state and, with known reagents, chemistry."""
    if scope.procedure is None:
        return
    if context.interpreter is not None:
        interpreter: Runs = context.interpreter(context, scope)
    elif scope.reagents:
        from clairify_cli.languages.xdl.checks.chemistry import Chemist

        interpreter = Chemist(context, scope)
    else:
        interpreter = Interpreter(context, scope)
    interpreter.run(scope.procedure, 0)
    interpreter.finish(scope.procedure)


def _report_old_names(context: Context) -> None:
    """Report each old name once, at its first occurrence; the fix renames all occurrences."""
    for (name, now, what), places in context.old_names.items():
        edits = tuple(edit for _, renames in places for edit in renames)
        fix = Fix(f"write `{now}`", edits) if edits else None
        span, renames = places[0]
        context.found.append(rules.old_name(span, name, now, what, len(places), not renames, fix))


def _check_text(context: Context) -> None:
    """Report text between elements. The reader has already reported text outside the root."""
    for item in context.document.trivia:
        if item.kind == "text" and item.parent is not None:
            span = context.document.source.span(item.start, item.end)
            says_nothing = not any(character.isalnum() for character in item.text)
            fix = Fix("remove the text", (Edit(item.start, item.end, ""),), safe=says_nothing)
            context.found.append(rules.stray_text(span, item.text, item.parent.tag, fix))


def _check_root(context: Context, root: Element) -> Element | None:
    """Return the synthesis inside a root other than `Synthesis`, and report errors in the root."""
    from clairify_cli.languages.xdl.checks.elements import rename

    document = context.document
    if root.tag != "XDL":
        _wrong_root(context, root)
    elif root.attrib:
        check_properties(context, _empty_scope(context), root, context.tables.entries["XDL"])
    synthesis: Element | None = None
    for child in root:
        if child.tag == "Synthesis":
            if synthesis is None:
                synthesis = child
            else:
                first = document.tag_span(synthesis)
                context.found.append(rules.section_twice(document.name_span(child), child.tag, root.tag, first))
        elif child.tag == "Blueprint" and "Blueprint" in context.tables.entries:
            _declare_blueprint(context, child)
        elif root.tag == "XDL" and child.tag not in SECTIONS:
            _misplaced(context, child, root, ("Synthesis", "Blueprint"))
    sections = [child for child in root if child.tag in SECTIONS]
    if synthesis is not None:
        for section in sections:
            _misplaced(context, section, root, ("Synthesis", "Blueprint"))
        return synthesis
    meant = next((child for child in root if _meant(child, ["Synthesis"])), None)
    if root.tag == "XDL" and meant is None:
        alone = len(sections) == len(root) and len(sections) > 0
        fix = Fix("write `<Synthesis>` for `<XDL>`", rename(context, root, "Synthesis")) if alone else None
        context.found.append(rules.missing_section(document.name_span(root), "Synthesis", root.tag, fix))
    if sections:
        return root  # the sections are where the synthesis should be, but can still be checked
    return meant or next((child for child in root if any(c.tag in SECTIONS for c in child)), None)


def _wrong_root(context: Context, root: Element) -> None:
    from clairify_cli.languages.xdl.checks.elements import rename

    inner = {child.tag for child in root}
    meant = "XDL" if "Synthesis" in inner else "Synthesis" if inner & set(SECTIONS) else None
    fix = Fix(f"write `<{meant}>`", rename(context, root, meant)) if meant else None
    context.found.append(rules.wrong_root(context.document.name_span(root), root.tag, fix))


def _empty_scope(context: Context) -> Scope:
    scope = Scope()
    scope.fill(context.tables)
    return scope


def _meant(element: Element, names: list[str]) -> str | None:
    """Return the only name that an unknown element's name can be a misspelling of; None if there is none."""
    return only_near_match(element.tag, names) if element.tag not in load().elements else None


def _misplaced(context: Context, element: Element, parent: Element, allowed: tuple[str, ...]) -> None:
    from clairify_cli.languages.xdl.checks.elements import rename

    span = context.document.name_span(element)
    spec = load().elements.get(element.tag)
    if spec is not None and element.tag not in context.tables.entries:
        context.found.append(rules.not_in_dialect(span, element.tag, "element", context.dialect, spec.dialects))
        return
    found = rules.misplaced_element(span, element.tag, parent.tag, allowed, belonging(element.tag))
    meant = _meant(element, list(allowed))
    if meant is not None:
        fix = Fix(f"write `{meant}`", rename(context, element, meant))
        found = replace(found, fix=fix, hint=f"did you mean `{meant}`? {found.hint}")
    context.found.append(found)


# -- sections


def _scope(context: Context, parent: Element, mandatory: tuple[str, ...]) -> Scope:
    """Return the scope of a synthesis or blueprint: its sections and the names declared in them."""
    sections = _sections(context, parent, mandatory)
    hardware, reagents = sections.get("Hardware"), sections.get("Reagents")
    scope = Scope(hardware=hardware, reagent_section=reagents, procedure=sections.get("Procedure"))
    if hardware is not None:
        scope.vessels = _declared(context, hardware, ("id",))
    if reagents is not None:
        scope.reagents = _declared(context, reagents, ("name", "id"))
    if "Parameters" in sections:
        scope.parameters = _declared(context, sections["Parameters"], ("id",))
    scope.fill(context.tables)
    return scope


def _sections(context: Context, parent: Element, mandatory: tuple[str, ...]) -> dict[str, Element]:
    """Return the sections by name; report missing, duplicate, out-of-order and misplaced ones."""
    document = context.document
    sections: dict[str, Element] = {}
    excused: set[str] = set()
    last = -1
    for child in parent:
        tag = child.tag
        if tag not in SECTIONS or tag not in context.tables.entries:
            if parent.tag in ("Synthesis", "Blueprint") or tag not in ("Synthesis", "Blueprint"):
                missing = [s for s in SECTIONS if s not in sections]
                meant = _meant(child, missing)
                _misplaced(context, child, parent, SECTIONS if meant is None else tuple(missing))
                if meant is not None:
                    sections[meant] = child
                    excused.add(meant)
            continue
        if tag in sections:
            first = document.tag_span(sections[tag])
            context.found.append(rules.section_twice(document.name_span(child), tag, parent.tag, first))
            continue
        sections[tag] = child
        place = _PLACES[tag]
        if place < last and "Parameters" not in (tag, SECTIONS[last]):  # the standard's own examples put them anywhere
            context.found.append(rules.section_order(document.name_span(child), tag, SECTIONS[last]))
        last = max(last, place)
    for name in mandatory:
        if name not in sections:
            fix = _empty_section(context, name, sections) if name in SECTION_CHILD else None
            context.found.append(rules.missing_section(document.name_span(parent), name, parent.tag, fix))
    return sections


def _empty_section(context: Context, name: str, sections: dict[str, Element]) -> Fix | None:
    """Return a fix that inserts an empty section before the next one; other fixes add declarations to it later."""
    later = [sections[s] for s in SECTIONS[SECTIONS.index(name) + 1 :] if s in sections]
    if not later:
        return None
    text = context.document.source.text
    start = min(context.document.offset(section) for section in later)
    line_start = text.rfind("\n", 0, start) + 1
    indent = text[line_start:start]
    alone = line_start > 0 and not indent.strip()
    edit = Edit(start, start, f"<{name}/>{line_end(text)}{indent}" if alone else f"<{name}/>")
    return Fix(f"add `<{name}/>`", (edit,))


def _declared(context: Context, section: Element, keys: tuple[str, ...]) -> dict[str, Element]:
    """Return the declarations of a section by name; report a duplicate at its second declaration."""
    names: dict[str, Element] = {}
    for child in section:
        attrib = child.attrib
        name = attrib.get(keys[0], attrib.get(keys[-1]))
        if name is None:
            name = next((value for key, value in attrib.items() if only_near_match(key, keys[:1])), "")
        if not name or name.isspace():
            continue
        if name in names:
            _twice(context, child, name, names[name], keys)
        else:
            names[name] = child
    return names


def _twice(context: Context, element: Element, name: str, first: Element, keys: tuple[str, ...]) -> None:
    document = context.document
    key = next((key for key in keys if key in element.attrib), keys[0])
    span, before = document.value_span(element, key), document.tag_span(first)
    if element.tag == "Component":
        context.found.append(rules.component_twice(span, name, before))
    elif element.tag == "Reagent":
        found = rules.reagent_twice(span, name, before)
        is_same = dict(element.attrib) == dict(first.attrib)
        context.found.append(replace(found, severity=Severity.WARNING) if is_same else found)
    else:
        context.found.append(rules.declared_twice(span, name, element.tag.lower(), before))


def check_section_contents(context: Context, scope: Scope, parent: Element) -> None:
    """Check what the sections contain: declarations, constraints, steps; then report unused declarations."""
    entries = context.tables.entries
    if parent.attrib and parent.tag in entries:
        check_properties(context, scope, parent, entries[parent.tag])
    for section in parent:
        if section.tag == "Procedure":
            continue
        entry = entries.get(section.tag)
        if entry is None or section.tag not in SECTIONS:
            continue
        if section.attrib:
            check_properties(context, scope, section, entry)
        expected = SECTION_CHILD.get(section.tag, "")
        inner = entries.get(expected)
        for child in section:
            if child.tag != expected or inner is None:
                _misplaced(context, child, section, (expected,) if expected else ())
                continue
            check_properties(context, scope, child, inner)
            if len(child):
                for grandchild in child:
                    _misplaced(context, grandchild, child, ())
    constraints = context.options.constraints
    # A blueprint declares names for what its callers pass in, so constraints on hardware and reagents do not apply.
    if parent.tag != "Blueprint" and (constraints.hardware is not None or constraints.reagents is not None):
        from clairify_cli.languages.xdl.checks.constraints import check_constraints

        check_constraints(context, scope)
    if scope.parameters:
        from clairify_cli.languages.xdl.checks.parameters import check_parameters

        check_parameters(context, scope)
    if scope.procedure is not None:
        _check_procedure(context, scope, scope.procedure, parent)
    _check_unused(context, scope)


def _check_procedure(context: Context, scope: Scope, procedure: Element, parent: Element) -> None:
    if not len(procedure):
        context.found.append(rules.empty_procedure(context.document.name_span(procedure), procedure.tag))
        return
    if procedure.attrib:
        check_properties(context, scope, procedure, context.tables.entries["Procedure"])
    if not any(len(child) or not _is_block(context, child) for child in procedure):
        context.found.append(rules.empty_procedure(context.document.name_span(procedure), procedure.tag))
        return
    check_steps(context, scope, procedure)
    if "<Await" in context.document.source.text:
        _check_awaits(context, procedure)


def _check_awaits(context: Context, procedure: Element) -> None:
    """Check that every Await refers to an earlier Async."""
    started: dict[str, None] = {}
    for element in procedure.iter():
        pid = element.attrib.get("pid", "")
        if element.tag == "Async" and pid:
            started[pid] = None
        elif element.tag == "Await" and pid and pid not in started:
            context.found.append(
                rules.await_without_async(context.document.value_span(element, "pid"), pid, list(started))
            )


def _is_block(context: Context, element: Element) -> bool:
    entry = context.tables.entries.get(element.tag)
    return entry is not None and entry.spec.is_block


def _check_unused(context: Context, scope: Scope) -> None:
    """Report unused components, reagents and parameters, and reagents named like a vessel."""
    used = scope.used
    all_used = scope.vessels.keys() <= used and scope.reagents.keys() <= used
    if all_used and not scope.parameters and scope.vessels.keys().isdisjoint(scope.reagents):
        return

    document = context.document
    passed = _passed(context, scope)
    solutes = _solutes(scope)
    for declared, rule in (
        (scope.vessels, rules.unused_component),
        ({name: one for name, one in scope.reagents.items() if name not in solutes}, rules.unused_reagent),
        (scope.parameters, rules.unused_parameter),
    ):
        for name, element in declared.items():
            if name not in used:
                key = "name" if element.tag == "Reagent" and "name" in element.attrib else "id"
                context.found.append(rule(document.value_span(element, key), name, name in passed))
    for name in scope.vessels.keys() & scope.reagents.keys():
        context.found.append(rules.reagent_named_as_vessel(document.value_span(scope.vessels[name], "id"), name))


def _passed(context: Context, scope: Scope) -> set[str]:
    """Return the names of the arguments passed to a blueprint, if the scope belongs to one."""
    names = {name for name, inner in context.blueprint_scopes.items() if inner is scope}
    return (
        {key for step in context.document.root.iter() if step.tag in names for key in step.attrib} if names else set()
    )


def _solutes(scope: Scope) -> str:
    """Return the solute lists of all MakeSolution steps, which are free text, joined by spaces."""
    if scope.procedure is None:
        return ""
    return " ".join(step.attrib.get("solutes", "") for step in scope.procedure.iter("MakeSolution"))


# -- blueprints


def _declare_blueprint(context: Context, element: Element) -> None:
    """Register a blueprint, so that steps with its name are known before any procedure is checked."""
    document = context.document
    name = element.attrib.get("id", "")
    if not name:
        check_properties(context, _empty_scope(context), element, context.tables.entries["Blueprint"])
        return
    first = context.blueprints.get(name)
    if first is not None or name in load().elements:
        before = document.tag_span(first) if first is not None else None
        context.found.append(rules.declared_twice(document.value_span(element, "id"), name, "blueprint", before))
        return
    context.blueprints[name] = element
    context.blueprint_scopes[name] = _scope(context, element, ("Procedure",))


def _check_blueprints(context: Context, outer: Scope) -> None:
    from clairify_cli.languages.xdl.checks.blueprints import check_recursion

    for name, element in context.blueprints.items():
        scope = context.blueprint_scopes[name]
        scope.outer = outer
        procedure = scope.procedure if scope.procedure is not None else ()
        written = {value for step in procedure for inner in step.iter() for value in inner.attrib.values()}
        scope.passed = (_passed(context, scope) & written) - {*scope.vessels, *scope.reagents, *scope.parameters}
        check_section_contents(context, scope, element)
    check_recursion(context)
    root = context.document.root
    called = {element.tag for element in root.iter()}
    for name, element in context.blueprints.items():
        if name not in called:
            context.found.append(rules.blueprint_not_used(context.document.value_span(element, "id"), name))
