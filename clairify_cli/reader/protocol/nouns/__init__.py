"""The referents of noun phrases: vessels, substances, solutions, with their amounts."""
