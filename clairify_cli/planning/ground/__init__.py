"""Ground planning tasks, and the facts that can become true in them."""
