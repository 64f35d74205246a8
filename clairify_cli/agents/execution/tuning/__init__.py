"""Improve failed executions: let models tune parameters, and read their answers."""
