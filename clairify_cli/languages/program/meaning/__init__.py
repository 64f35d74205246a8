"""The known state of the world while a program runs: abstract interpretation over three values."""
