"""Turn English into programs with assertions."""
