"""Independent judges of plans, against which the validator is scored. None of them shares a line with it."""
