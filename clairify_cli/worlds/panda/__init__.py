"""A Franka Panda on a bench: its kinematics and paths, the simulation, and its skills."""
