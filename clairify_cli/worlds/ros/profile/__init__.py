"""What the profile of a robot says, its file and its rules."""
