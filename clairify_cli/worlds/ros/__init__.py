"""A real arm behind rosbridge: sending commands to it, monitoring it, and stopping it."""
