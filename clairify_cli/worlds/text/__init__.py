"""Worlds that are talked to: a command in words in, what is seen in words out."""
