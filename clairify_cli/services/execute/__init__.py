"""Programs and plans, carried out by a simulated arm, by a real one, or in a world of text."""
