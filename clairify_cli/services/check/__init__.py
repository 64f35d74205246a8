"""`clairify check`: checking files, with fixes, baselines and source texts."""
