"""Programs with assertions, carried out in a PDDL world or by the simulated arm."""
