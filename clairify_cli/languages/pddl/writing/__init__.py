"""From tree or text to canonical text: printer, formatter, and their common layout."""
