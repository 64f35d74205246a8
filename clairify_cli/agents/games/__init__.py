"""Playing: one game of a policy in a world, many games at the same time, and the report of them."""
