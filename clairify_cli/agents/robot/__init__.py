"""From the simulated twin to a real arm: a simulated run becomes a script, and a script becomes motion."""
