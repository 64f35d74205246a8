"""Executing: from a program or a plan to actions of a world, checked one by one."""
