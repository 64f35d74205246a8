"""`clairify xdl`: English into verified XDL."""
