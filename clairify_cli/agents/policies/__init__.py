"""Policies: what to do next in a world of text, by a model, by a planner, by both, or by neither."""
