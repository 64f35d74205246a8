"""Reading programs: Python's tree, and the lists of a plan, to statements."""
