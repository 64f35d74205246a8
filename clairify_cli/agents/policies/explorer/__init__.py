"""The policy that explores by rules, without a model."""
