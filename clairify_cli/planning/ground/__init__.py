"""Planning tasks with their objects filled in, and what can become true in them."""
