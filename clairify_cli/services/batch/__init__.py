"""Many inputs at once, of any command."""
