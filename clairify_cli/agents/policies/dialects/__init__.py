"""How worlds of text talk, in the terms of a PDDL domain: observations as facts, steps of a plan as commands."""
