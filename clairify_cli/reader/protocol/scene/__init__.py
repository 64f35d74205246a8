"""The state of a reading so far: steps, vessels and their contents."""
