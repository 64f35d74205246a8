"""What the tool does, one module per command: a service takes a request and returns a result; it prints nothing."""
