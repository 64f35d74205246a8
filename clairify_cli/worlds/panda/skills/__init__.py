"""The skills of the arm: each plans its motions from a belief, and performs them."""
