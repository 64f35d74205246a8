"""Formalising: from a text in English to PDDL that is well made, says what the text says, and has a plan."""
