"""What a noun phrase names: vessels, substances, solutions, with their amounts."""
