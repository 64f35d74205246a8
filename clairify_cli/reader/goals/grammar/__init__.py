"""Clauses and noun phrases of goals, before their words are resolved in a domain."""
