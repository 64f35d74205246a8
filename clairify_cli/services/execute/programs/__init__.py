"""Execute programs with assertions in a PDDL world or with the simulated arm."""
