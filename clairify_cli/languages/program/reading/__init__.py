"""Reading programs: from Python's tree to statements."""
