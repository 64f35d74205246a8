"""The executors that process a batch's items, behind one protocol: this process, threads, or other processes."""
