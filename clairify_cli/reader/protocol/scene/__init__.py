"""What has happened so far in a reading: steps, vessels and what is in them."""
