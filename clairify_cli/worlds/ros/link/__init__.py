"""What is said to a robot behind rosbridge, and how."""
