"""Solvers, each a process of its own."""
