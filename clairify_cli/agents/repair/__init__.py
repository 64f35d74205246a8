"""Repair of plans: what has happened, according to a person or a run report, and the result of the repair."""
