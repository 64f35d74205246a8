"""Communication with a robot behind rosbridge."""
