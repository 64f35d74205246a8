"""One module for every kind of harmless rewriting."""
