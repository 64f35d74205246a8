"""A real arm behind rosbridge: what is sent to it, how it is watched, and how it is stopped."""
