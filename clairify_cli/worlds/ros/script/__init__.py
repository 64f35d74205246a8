"""The script of an arm: motions with times and speeds, recorded from the simulated arm."""
