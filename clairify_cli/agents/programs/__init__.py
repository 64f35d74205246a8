"""Programs in worlds: executed action by action, with assertions evaluated in the world itself."""
