"""Compares two versions of the command line over recorded invocations; `benchmarks/README.md` says how to run it."""
