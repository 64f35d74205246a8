"""Combinations of reading, planning and worlds: formalising a task, running a program, policies."""
