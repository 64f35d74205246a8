"""What requests plan with: solvers, their constraints, and the reader of goals."""
