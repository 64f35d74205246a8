"""The jobs of a program, bound to the objects of a scene."""
