"""A rosbridge of our own, for tests: the real protocol over a real websocket, with a kinematic arm behind it."""
