"""Text worlds: commands in, descriptions of what is seen out."""
