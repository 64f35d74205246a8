"""XDL, the XML language for programming chemistry robots."""
