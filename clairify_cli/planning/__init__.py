"""Solvers of planning tasks, the validation of plans, and why there is none."""
