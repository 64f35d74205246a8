"""The arm by itself: kinematics, contacts, paths, timing. Nothing here simulates; it needs the extra `robot`."""
