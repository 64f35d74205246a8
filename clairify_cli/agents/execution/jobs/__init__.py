"""What a program asks to be done, joined to the things of a scene."""
