"""What the arm is to do, its times and speeds, recorded of the simulated arm."""
