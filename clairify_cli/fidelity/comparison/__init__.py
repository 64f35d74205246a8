"""Compare a program with its text: which claim matches which words."""
