"""Programs: a plan as a small subset of Python, which is read and checked and never executed as Python."""
