"""What `make bench` runs: each prints ratios against a peer that is measured in the same run."""
