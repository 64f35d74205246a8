"""Plans checked against a domain and a problem."""
