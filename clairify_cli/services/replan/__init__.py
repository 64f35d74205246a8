"""Plans that no longer fit the world are repaired, and games are played in worlds that are seen only in part."""
