"""PDDL, the language in which planning domains and problems are written."""
