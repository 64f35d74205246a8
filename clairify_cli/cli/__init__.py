"""The command line: turns arguments into a request, and a result into text. No other logic."""
