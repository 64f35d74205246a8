"""The language server: answers editors' requests from the checks, the schemas and the readers."""
