"""Files that people write in YAML: one declaration of each kind gives its reader, printer, schema and reference."""
