"""What is in vessels: as spheres while it can move, as a lump while it rests; pouring, stirring, heating, weighing."""
