"""Clauses and noun phrases of goals, before anything is known about whose words they are."""
