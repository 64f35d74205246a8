"""The source map of a text and its program: for the page, for JSON, and in sentences."""
