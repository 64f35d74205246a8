"""YAML files that people write: one declaration per kind gives its reader, printer, schema and reference."""
