"""What is known of common laboratory substances: a table with sources, and how a name finds its entry."""
