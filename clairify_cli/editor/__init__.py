"""The language server: what editors ask of programs, answered from the checks, the schemas and the readers."""
