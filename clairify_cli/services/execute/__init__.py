"""Execute programs and plans with a simulated arm, a real one, or in a text world."""
