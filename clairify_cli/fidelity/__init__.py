"""Whether a program says what its source text says, for any language that can name its claims."""
