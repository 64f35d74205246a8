"""Many inputs through any function: work items, executors, a manifest of what was done, resuming, signals.

A batch takes a function that can be pickled from an item, with its text in it, to a result with the bytes of its files.
It assumes neither shared memory nor a shared file system: the coordinator reads the inputs and writes the files.
"""
