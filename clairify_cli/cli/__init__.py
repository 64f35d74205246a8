"""The command line: arguments become a request, and a result becomes text. No other logic."""
