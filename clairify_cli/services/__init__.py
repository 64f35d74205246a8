"""The services behind the commands, one module each: a service takes a request, returns a result, prints nothing."""
