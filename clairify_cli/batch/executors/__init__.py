"""What a batch hands its items to, all behind one protocol: this process, threads, or other processes."""
