"""A program next to its text: which claim stands for which words."""
