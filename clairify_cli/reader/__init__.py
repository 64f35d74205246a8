"""The offline readers of English: `protocol` for procedures, `goals` for goals of PDDL."""
