"""The checks of PDDL beyond how it is written: names, types, requirements, meaning, and what solvers can do.

`run.check_file` is the way in. `companions` finds the domain of a problem, `vocabulary` makes tables of what it
declares, and the rest looks at one kind of thing each: `declarations`, `formulas` with `terms`, `actions`, `initial`,
`goals`, `requirements`, `costs`, `unused`. The findings are worded by the rules in `languages/pddl/rules`.
"""
