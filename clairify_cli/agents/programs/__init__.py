"""Programs in worlds: carried out action by action, with what they assert looked at in the world itself."""
