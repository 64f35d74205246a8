"""Goals in the words of the domain itself, for domains that come without a lexicon.

    clauses → groups of things and the words between them → the predicates that explain all of a clause

A clause is read only if some predicates take all of its things and explain all of its words. Unexplained words
make the reading fail, so no object that a text names is left out of its goal.
"""
