"""From a sentence to its clauses: verbs, and the words that belong to each."""
