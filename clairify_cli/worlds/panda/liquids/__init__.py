"""Contents of vessels: spheres while they can move, a lump while they rest; pouring, stirring, heating, weighing."""
