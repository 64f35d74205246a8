"""Execution: turn a program or a plan into actions in a world, and check them one by one."""
