"""What is missing, invented or something else, check by check."""
