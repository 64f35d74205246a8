"""PDDL, the language of planning domains and problems."""
