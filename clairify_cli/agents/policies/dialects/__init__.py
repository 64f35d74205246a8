"""The language of text worlds, in terms of a PDDL domain: observations as facts, plan steps as commands."""
