"""From the simulated twin to a real arm: turn a simulated run into a script, and a script into motion."""
