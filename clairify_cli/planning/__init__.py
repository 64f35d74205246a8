"""Solving planning tasks, validating plans, and explaining why there is none."""
