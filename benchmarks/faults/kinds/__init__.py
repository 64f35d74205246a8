"""One module for every kind of fault."""
