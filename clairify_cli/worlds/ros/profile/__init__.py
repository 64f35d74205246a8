"""Robot profiles: the file format and its rules."""
