"""Split a sentence into clauses: verbs, and the words that belong to each."""
