"""Policies choose the next command in a text world, by a model, by a planner, by both, or by neither."""
