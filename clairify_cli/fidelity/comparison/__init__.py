"""A program beside its text: which claim stands for which words."""
