"""Programs: plans in a small subset of Python, which is read and checked but never executed as Python."""
