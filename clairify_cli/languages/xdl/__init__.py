"""XDL, the XML language that tells chemistry robots what to do."""
