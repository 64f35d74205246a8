"""What is in vessels: as particles while it can move, as a lump while it rests."""
