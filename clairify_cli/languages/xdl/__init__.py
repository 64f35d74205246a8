"""XDL, the XML language in which chemistry robots are told what to do."""
