"""From tree or text to canonical text: printer, formatter, and the layout that both end in."""
