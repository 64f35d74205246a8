"""The checks of PDDL beyond syntax: names, types, requirements, meaning, and what solvers support.

`run.check_file` is the entry point. `companions` finds the domain of a problem, `vocabulary` makes tables of its
declarations, and each other module checks one thing: `declarations`, `formulas` with `terms`, `actions`, `initial`,
`goals`, `requirements`, `costs`, `unused`. The messages are in `languages/pddl/rules`.
"""
