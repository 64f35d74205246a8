"""`clairify xdl`: translate English into verified XDL."""
