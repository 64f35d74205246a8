"""Worlds in which an agent acts and observes."""
