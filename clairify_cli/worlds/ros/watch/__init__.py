"""What is listened to and watched while a robot works."""
