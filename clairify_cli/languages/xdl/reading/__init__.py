"""Reading XDL that is not well-formed."""
