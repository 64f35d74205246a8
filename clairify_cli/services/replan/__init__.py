"""Repairs plans that no longer fit the world, and plays games in partly observable worlds."""
