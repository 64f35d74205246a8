"""Plans repaired when the world disagrees."""
