"""Missing, invented or different parts, check by check."""
