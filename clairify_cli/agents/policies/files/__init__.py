"""The files of PDDL that a model writes: read, checked, corrected and grown."""
