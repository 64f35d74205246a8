"""The bench in PyBullet: bodies, the arm under control, fingers that hold by friction, a camera."""
