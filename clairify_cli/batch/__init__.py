"""Many inputs through any function: work items, executors, a manifest of what was done, resuming, signals.

A batch takes a picklable function from an item, which contains its text, to a result, which contains the bytes of its
files. It needs neither shared memory nor a shared file system: the coordinator reads the inputs and writes the files.
"""
