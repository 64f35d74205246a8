"""The phrases of a clause, sorted into the roles that they play."""
