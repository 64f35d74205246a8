"""Monitoring of a robot while it works."""
