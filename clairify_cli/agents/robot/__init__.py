"""What joins the simulated twin and a real arm: a run in thought becomes a script, and a script becomes motion."""
