"""The rules of XDL, a file per layer; each rule words one finding and carries its manual page."""
