"""Reading XDL that is not well-formed, and the places of what is."""
