"""The arm without simulation: kinematics, contacts, paths, timing. It needs the extra `robot`."""
