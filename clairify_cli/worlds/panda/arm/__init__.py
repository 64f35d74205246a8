"""The arm itself: kinematics, inverse kinematics, collisions, paths, their timing and their score."""
