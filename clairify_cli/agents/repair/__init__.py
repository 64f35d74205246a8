"""Repairing a plan: what has happened, as a person or a report of a run tells it, and what came of the repair."""
