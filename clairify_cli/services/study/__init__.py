"""`clairify study`: the tables of a study over batches, and blind pairs of programs."""
