"""The rules of PDDL: what can be wrong with a domain, a problem, a goal or a plan."""
