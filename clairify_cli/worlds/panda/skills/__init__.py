"""What the arm can do: each skill plans its motions from a belief, and performs them."""
